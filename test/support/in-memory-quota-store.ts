/** An in-memory quota store that counts accesses; another execution can lock it. */

export interface InMemoryQuotaStore {
  get(key: string): string | null;
  set(key: string, text: string): void;
  exclusively<Result>(work: () => Result): Result | undefined;
  readonly texts: Map<string, string>;
  reads: number;
  writes: number;
  /** Number of times the store was locked. */
  holds: number;
  /** Length of the longest stored value, in characters. */
  longest: number;
  isHeldByOthers: boolean;
}

export interface Disturbance {
  /** Applies a change, or kills the execution. */
  write(change: () => void): void;
  /** Whether another execution has locked the store. */
  isBusy(): boolean;
}

const UNDISTURBED: Disturbance = { write: (change) => change(), isBusy: () => false };

export function quotaStore({ write, isBusy } = UNDISTURBED): InMemoryQuotaStore {
  const texts = new Map<string, string>();
  let isHeld = false;
  const store: InMemoryQuotaStore = {
    texts,
    reads: 0,
    writes: 0,
    holds: 0,
    longest: 0,
    isHeldByOthers: false,
    get: (key) => {
      store.reads++;
      return texts.get(key) ?? null;
    },
    set: (key, text) => {
      if (!isHeld) throw new Error(`${key} was written while it was not held`);
      store.writes++;
      store.longest = Math.max(store.longest, text.length);
      write(() => texts.set(key, text));
    },
    exclusively: (work) => {
      if (isHeld) return work();
      if (store.isHeldByOthers || isBusy()) return undefined;
      store.holds++;
      isHeld = true;
      try {
        return work();
      } finally {
        isHeld = false;
      }
    },
  };
  return store;
}
