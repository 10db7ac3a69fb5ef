/** Where the ledger and the quotas are kept on Google, and who of several executions may write there. */
import type { QuotaStore, TextFormat } from '../limits/quota-store.ts';
import type { Store } from '../protocol/store.ts';
import { takeLock } from './locks.ts';
import { documentStore, sharedUserStore } from './stores.ts';

/** How a store is opened; `readOnce` where it is only looked into. */
export type OpenStore = (open: () => Store) => Store;

const afresh: OpenStore = (open) => open();

export interface QuotaTerms {
  /** Milliseconds at most until others are done; one read and one write take far less. */
  readonly wait: number;
  /** Where Google refuses store or lock, calls are made that are not counted: the service's own refusal is the truth. */
  readonly orUncounted?: boolean;
}

/** Shared by all people of a workbook. */
export function documentQuotaStore<T>(
  format: TextFormat<T>,
  terms: QuotaTerms,
  open = afresh,
): QuotaStore<T> {
  return quotaStore(open(documentStore), format, () => LockService.getDocumentLock(), terms);
}

/** Shared by all workbooks of a person, in an add-on; in a script that is bound to a workbook, by nobody else. */
export function userQuotaStore<T>(format: TextFormat<T>, terms: QuotaTerms, open = afresh): QuotaStore<T> {
  return quotaStore(open(sharedUserStore), format, () => LockService.getUserLock(), terms);
}

function quotaStore<T>(
  store: Store,
  format: TextFormat<T>,
  lockOf: () => GoogleAppsScript.Lock.Lock | null,
  { wait, orUncounted = false }: QuotaTerms,
): QuotaStore<T> {
  const unread = new Set<string>();
  const textOf = (key: string) => {
    try {
      return store.get(key);
    } catch (error) {
      if (!orUncounted) throw error;
      console.warn(error);
      unread.add(key);
      return null;
    }
  };
  return {
    get: (key, now) => format.read(textOf(key), now),
    set: (key, value) => {
      // What others have counted there would be lost.
      if (unread.has(key)) return;
      const text = format.text(value);
      try {
        store.set(key, text);
      } catch (error) {
        // A formula that somebody else recalculates reads the owner's properties and may not write them.
        console.warn(error);
      }
    },
    exclusively: (work) => {
      const held = takeLock(lockOf, wait, orUncounted);
      if (!held) return undefined;
      try {
        return work();
      } finally {
        held.release();
      }
    },
  };
}
