/** Locks. An execution keeps the workbook's lock until it has to wait, to keep cached reads valid and save calls. */
import { attempt, pause, withOurErrors } from './service-calls.ts';

/** Notified when the execution takes and releases the workbook's lock. */
export interface Writer {
  taken(): void;
  released(): void;
}

interface Taken {
  readonly lock: Held;
  readonly writers: Set<Writer>;
}

let taken: Taken | undefined;
/** Number of tasks that keep the lock between writes, and number of tasks that are writing. */
let keeping = 0;
let working = 0;

const open = () => LockService.getDocumentLock();

/** Returns undefined if the lock isn't free within `wait` milliseconds. */
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

/** Takes the lock for work that doesn't read the workbook. Does nothing if this execution already has the lock. */
export function takeBriefly(wait: number, orWithout?: boolean): Held | undefined {
  return taken ? { release: () => undefined } : takeLock(open, wait, orWithout);
}

export function keepingLock<T>(work: () => T): T {
  keeping++;
  try {
    return work();
  } finally {
    keeping--;
    if (keeping === 0) releaseLock();
  }
}

/** Call before waiting. */
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
 * Undefined if the lock isn't free within `wait` milliseconds. `orWithout`: continues without it after repeated errors.
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
  // Ignore errors: Google releases the lock when the execution ends.
  return { release: () => attempt(() => lock.releaseLock()) };
}

/** Sleeping releases the lock. */
export const clock = {
  now: () => Date.now(),
  // Google truncates fractions, so waiting for 0.5 ms would loop forever.
  sleep: (milliseconds: number) => {
    releaseLock();
    withOurErrors(() => Utilities.sleep(Math.ceil(milliseconds)));
  },
};
