/** Where the ledger and the quotas are kept on Google, and who of several executions may write there. */
import type { QuotaStore, TextFormat } from '../limits/quota-store.ts';
import type { Store } from '../protocol/store.ts';
import { documentStore, sharedUserStore } from './stores.ts';

/** How a store is opened; `readOnce` where it is only looked into. */
export type OpenStore = (open: () => Store) => Store;

const afresh: OpenStore = (open) => open();

/** Shared by all people of a workbook. `wait`: milliseconds at most until others are done; one read and one write take far less. */
export function documentQuotaStore<T>(format: TextFormat<T>, wait: number, open = afresh): QuotaStore<T> {
  return quotaStore(open(documentStore), format, () => LockService.getDocumentLock(), wait);
}

/** Shared by all workbooks of a person, in an add-on; in a script that is bound to a workbook, by nobody else. */
export function userQuotaStore<T>(format: TextFormat<T>, wait: number, open = afresh): QuotaStore<T> {
  return quotaStore(open(sharedUserStore), format, () => LockService.getUserLock(), wait);
}

function quotaStore<T>(
  store: Store,
  format: TextFormat<T>,
  lockOf: () => GoogleAppsScript.Lock.Lock | null,
  wait: number,
): QuotaStore<T> {
  return {
    get: (key, now) => format.read(store.get(key), now),
    set: (key, value) => {
      const text = format.text(value);
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
