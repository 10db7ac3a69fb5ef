/** Where the ledger and the quotas are kept on Google, and who of several executions may write there. */
import type { QuotaStore } from '../limits/quota-store.ts';
import type { Store } from '../protocol/store.ts';
import { documentStore, sharedUserStore } from './stores.ts';

/** `wait`: milliseconds at most until others are done; one read and one write take far less. */
function placeOf(store: Store, lockOf: () => GoogleAppsScript.Lock.Lock | null, wait: number): QuotaStore {
  return {
    get: (key) => store.get(key),
    set: (key, text) => {
      try {
        store.set(key, text);
      } catch (error) {
        // A formula that somebody else recalculates reads the owner's properties and may not write them.
        console.warn(error);
      }
    },
    exclusively: (work) => {
      const lock = lockOf();
      if (!lock?.tryLock(wait)) return undefined;
      try {
        return work();
      } finally {
        lock.releaseLock();
      }
    },
  };
}

/** How a store is opened; `readOnce` where it is only looked into. */
export type Opening = (open: () => Store) => Store;

const afresh: Opening = (open) => open();

/** Shared by all people of a workbook. */
export const documentPlace = (wait: number, opening = afresh): QuotaStore =>
  placeOf(opening(documentStore), () => LockService.getDocumentLock(), wait);

/** Shared by all workbooks of a person, in an add-on; in a script that is bound to a workbook, by nobody else. */
export const userPlace = (wait: number, opening = afresh): QuotaStore =>
  placeOf(opening(sharedUserStore), () => LockService.getUserLock(), wait);
