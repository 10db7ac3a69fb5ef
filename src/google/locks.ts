/**
 * Locks. An execution keeps the workbook's lock from one task to the next until it waits for something: what it has read
 * stays valid, and each lock costs a call.
 */
import { attempt, pause, withOurErrors } from './service-calls.ts';

/** Notified when the workbook's lock is taken and released. */
export interface Writer {
  taken(): void;
  released(): void;
}

interface Taken {
  readonly lock: Held;
  readonly writers: Set<Writer>;
}

let taken: Taken | undefined;
/** Number of tasks that keep the lock, and of those that write now. */
let keeping = 0;
let working = 0;

const open = () => LockService.getDocumentLock();

/** Undefined if others have the lock for longer than `wait` milliseconds. */
export function takeToWrite(writer: Writer, wait: number): Held | undefined {
  if (!taken) {
    const lock = takeLock(open, wait);
    if (!lock) return undefined;
    taken = { lock, writers: new Set() };
  }
  if (!taken.writers.has(writer)) {
    taken.writers.add(writer);
    writer.taken();
  }
  working++;
  return {
    release: () => {
      working--;
      if (keeping === 0) releaseLock();
    },
  };
}

/** For work that does not read the workbook; does nothing if this execution has the lock. */
export function takeBriefly(wait: number, orWithout?: boolean): Held | undefined {
  return taken ? { release: () => undefined } : takeLock(open, wait, orWithout);
}

/** Keeps the lock between the tasks of `work`. */
export function keepingLock<T>(work: () => T): T {
  keeping++;
  try {
    return work();
  } finally {
    keeping--;
    if (keeping === 0) releaseLock();
  }
}

/** Called before this execution waits. */
export function releaseLock(): void {
  if (!taken || working > 0) return;
  const { lock, writers } = taken;
  taken = undefined;
  for (const writer of writers) attempt(() => writer.released());
  lock.release();
}

type GoogleLock = GoogleAppsScript.Lock.Lock;

export interface Held {
  release(): void;
}

const ATTEMPTS = 3;

/**
 * Undefined if others have the lock for longer than `wait` milliseconds. `orWithout`: goes on without it if Google refuses
 * several times.
 */
export function takeLock(open: () => GoogleLock | null, wait: number, orWithout = false): Held | undefined {
  for (let attempt = 1; ; attempt++) {
    try {
      const lock = open();
      return lock?.tryLock(wait) ? heldBy(lock) : undefined;
    } catch (error) {
      console.warn(error);
      if (attempt === ATTEMPTS) return orWithout ? { release: () => undefined } : undefined;
      pause();
    }
  }
}

function heldBy(lock: GoogleLock): Held {
  // Optional, since Google releases it when the execution ends.
  return { release: () => attempt(() => lock.releaseLock()) };
}

/** The clock. Sleeping releases the lock. */
export const clock = {
  now: () => Date.now(),
  // Google cuts off fractions: waiting for half a millisecond would loop forever.
  sleep: (milliseconds: number) => {
    releaseLock();
    withOurErrors(() => Utilities.sleep(Math.ceil(milliseconds)));
  },
};
