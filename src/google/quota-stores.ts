/** Where the ledger and the quotas are kept on Google, and who of several executions may write there. */
import type { QuotaStore, TextFormat } from '../limits/quota-store.ts';
import type { KnownStore } from '../protocol/known-store.ts';
import { type Held, takeLock } from './locks.ts';
import { sharedOfDocument, sharedOfUser } from './stores.ts';
import { takeBriefly } from './workbook-lock.ts';

export interface QuotaTerms {
  /** Milliseconds at most until others are done; one read and one write take far less. */
  readonly wait: number;
  /** Where Google refuses store or lock, calls are made that are not counted: the service's own refusal is the truth. */
  readonly orUncounted?: boolean;
}

/** A store that an execution has to itself at times: it is then read and written once, whatever is kept in it. */
interface Shared {
  get(key: string): string | null;
  /** Written when it is let go of. */
  set(key: string, text: string): void;
  /** Undefined when it would have to be waited for too long. Work may hold it that holds it already. */
  exclusively<T>(work: () => T, terms: QuotaTerms): T | undefined;
}

type TakeLock = (wait: number, orWithout: boolean) => Held | undefined;

function sharedIn(store: KnownStore, take: TakeLock): Shared {
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
  return {
    get: (key) => written[key] ?? store.get(key),
    set: (key, text) => {
      written[key] = text;
    },
    exclusively: (work, { wait, orUncounted = false }) => {
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
}

const ofDocument = sharedIn(sharedOfDocument, takeBriefly);
const ofUser = sharedIn(sharedOfUser, (wait, orWithout) => takeLock(() => LockService.getUserLock(), wait, orWithout));

/** Shared by all people of a workbook. */
export function documentQuotaStore<T>(format: TextFormat<T>, terms: QuotaTerms): QuotaStore<T> {
  return quotaStore(ofDocument, format, terms);
}

/** Shared by all workbooks of a person, in an add-on; in a script that is bound to a workbook, by nobody else. */
export function userQuotaStore<T>(format: TextFormat<T>, terms: QuotaTerms): QuotaStore<T> {
  return quotaStore(ofUser, format, terms);
}

function quotaStore<T>(store: Shared, format: TextFormat<T>, terms: QuotaTerms): QuotaStore<T> {
  const unread = new Set<string>();
  const textOf = (key: string) => {
    try {
      return store.get(key);
    } catch (error) {
      if (!terms.orUncounted) throw error;
      console.warn(error);
      unread.add(key);
      return null;
    }
  };
  return {
    get: (key, now) => format.read(textOf(key), now),
    set: (key, value) => {
      // What others have counted there would be lost.
      if (!unread.has(key)) store.set(key, format.text(value));
    },
    exclusively: (work) => store.exclusively(work, terms),
  };
}
