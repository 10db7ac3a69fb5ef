/** A quota store in memory: it keeps texts as Google does, counts what is done with it, and others may hold it. */
import type { Day } from '../../src/limits/day.ts';
import type { QuotaStore, TextFormat } from '../../src/limits/quota-store.ts';
import type { Usage } from '../../src/limits/usage.ts';
import { dayFormat, usageFormat } from '../../src/limits/usage-text.ts';

export interface InMemoryQuotaStore<T> extends QuotaStore<T> {
  readonly texts: Map<string, string>;
  reads: number;
  writes: number;
  /** How often it was held. */
  holds: number;
  /** Characters of the longest text. */
  longest: number;
  isHeldByOthers: boolean;
}

/** Chance of a simulation. */
export interface Disturbance {
  /** Carries a change out, or ends the execution. */
  write(change: () => void): void;
  /** Whether others hold the store. */
  isBusy(): boolean;
}

const UNDISTURBED: Disturbance = { write: (change) => change(), isBusy: () => false };

export type UsageStore = InMemoryQuotaStore<Usage>;
export type DayStore = InMemoryQuotaStore<Day>;

export const usageStore = (disturbance?: Disturbance): UsageStore => inMemory(usageFormat, disturbance);
export const dayStore = (disturbance?: Disturbance): DayStore => inMemory(dayFormat, disturbance);

function inMemory<T>(format: TextFormat<T>, { write, isBusy } = UNDISTURBED): InMemoryQuotaStore<T> {
  const texts = new Map<string, string>();
  let isHeld = false;
  const store: InMemoryQuotaStore<T> = {
    texts,
    reads: 0,
    writes: 0,
    holds: 0,
    longest: 0,
    isHeldByOthers: false,
    get: (key, now) => {
      store.reads++;
      return format.read(texts.get(key) ?? null, now);
    },
    set: (key, value) => {
      if (!isHeld) throw new Error(`${key} was written while it was not held`);
      const text = format.text(value);
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
