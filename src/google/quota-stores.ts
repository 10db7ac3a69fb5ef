/** Where the ledger and the quotas are kept on Google, and which of several executions may write there. */
import type { QuotaStore } from '../limits/ledger.ts';
import type { KnownStore } from '../protocol/store.ts';
import { type Held, takeLock } from './locks.ts';
import { sharedOfDocument, sharedOfUser } from './stores.ts';
import { takeBriefly } from './workbook-lock.ts';

export interface QuotaTerms {
  /** Milliseconds at most until others are done; one read and one write take far less. */
  readonly wait: number;
  /** Where Google refuses the store or the lock, calls go out uncounted: the service's own refusal still holds. */
  readonly orUncounted?: boolean;
}

type TakeLock = (wait: number, orWithout: boolean) => Held | undefined;

/** While a store is held it is read once, and written once at the end. */
function sharedIn(store: KnownStore, take: TakeLock): (terms: QuotaTerms) => QuotaStore {
  let isHeld = false;
  let written: Record<string, string> = {};
  const write = () => {
    if (Object.keys(written).length === 0) return;
    try {
      store.setAll(written);
    } catch (error) {
      // A formula that somebody else recalculates reads the owner's properties and may not write them.
      console.warn(error);
    }
    written = {};
  };
  return ({ wait, orUncounted = false }) => {
    const unread = new Set<string>();
    return {
      get: (key) => {
        try {
          return written[key] ?? store.get(key);
        } catch (error) {
          if (!orUncounted) throw error;
          console.warn(error);
          unread.add(key);
          return null;
        }
      },
      set: (key, text) => {
        // Writing a record that could not be read would lose what others counted.
        if (!unread.has(key)) written[key] = text;
      },
      exclusively: (work) => {
        if (isHeld) return work();
        const held = take(wait, orUncounted);
        if (!held) return undefined;
        isHeld = true;
        // Others may have counted meanwhile.
        store.forget();
        try {
          return work();
        } finally {
          write();
          isHeld = false;
          held.release();
        }
      },
    };
  };
}

/** Shared by all people of a workbook. */
export const documentQuotaStore = sharedIn(sharedOfDocument, takeBriefly);

/** Shared by all workbooks of a person in an add-on; a script that is bound to a workbook shares it with nobody. */
export const userQuotaStore = sharedIn(sharedOfUser, (wait, orWithout) =>
  takeLock(() => LockService.getUserLock(), wait, orWithout),
);
