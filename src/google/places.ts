/** Where the ledger and the quotas are kept on Google, and who of several executions may write there. */
import type { Place } from '../limits/place.ts';
import type { Store } from '../protocol/store.ts';
import { documentStore, sharedUserStore } from './stores.ts';

/** One read and one write take far less. In milliseconds. */
const LOCK_WAIT = 10_000;

function placeOf(store: Store, lockOf: () => GoogleAppsScript.Lock.Lock | null): Place {
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
      if (!lock?.tryLock(LOCK_WAIT)) return undefined;
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
export const documentPlace = (opening = afresh): Place =>
  placeOf(opening(documentStore), () => LockService.getDocumentLock());

/** Shared by all workbooks of a person, in an add-on; in a script that is bound to a workbook, by nobody else. */
export const userPlace = (opening = afresh): Place =>
  placeOf(opening(sharedUserStore), () => LockService.getUserLock());
