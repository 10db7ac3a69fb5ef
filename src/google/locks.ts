/**
 * The lock of the workbook, and others. An execution that does several things in a row keeps the workbook's until it waits for
 * somebody else: what it has read of the workbook still holds, and each lock costs a call.
 */
import { attempt, inOurWords, pause } from './service-calls.ts';

/** Who writes to the workbook. */
export interface Writer {
  /** Nobody else has it from now on. */
  taken(): void;
  /** Others may have it from now on. */
  letGo(): void;
}

interface Taken {
  readonly lock: Held;
  readonly writers: Set<Writer>;
}

let taken: Taken | undefined;
/** How many pieces of work are under way for which it is kept. */
let keeping = 0;
let working = 0;

const open = () => LockService.getDocumentLock();

/** Nothing where others have it for longer than `wait` milliseconds. */
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
      if (keeping === 0) letGo();
    },
  };
}

/** For a moment in which nothing of the workbook is read: who has it anyway needs no second one. */
export function takeBriefly(wait: number, orWithout?: boolean): Held | undefined {
  return taken ? { release: () => undefined } : takeLock(open, wait, orWithout);
}

/** The lock may be kept from one piece of this work to the next. */
export function keepingLock<T>(work: () => T): T {
  keeping++;
  try {
    return work();
  } finally {
    keeping--;
    if (keeping === 0) letGo();
  }
}

/** Before this execution waits. */
export function letGo(): void {
  if (!taken || working > 0) return;
  const { lock, writers } = taken;
  taken = undefined;
  for (const writer of writers) attempt(() => writer.letGo());
  lock.release();
}

type GoogleLock = GoogleAppsScript.Lock.Lock;

export interface Held {
  release(): void;
}

const ATTEMPTS = 3;

/**
 * Nothing where others have it for longer than `wait` milliseconds, or Google gives none. `orWithout`: where Google refuses
 * it several times, the work goes on without it.
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
  return {
    // Google lets go of it when the execution ends, too.
    release: () => attempt(() => lock.releaseLock()),
  };
}

/** Others may write while this execution sleeps. */
export const clock = {
  now: () => Date.now(),
  // Never shorter than asked: Google cuts fractions off, and who waits for half a millisecond would ask for ever.
  sleep: (milliseconds: number) => {
    letGo();
    inOurWords(() => Utilities.sleep(Math.ceil(milliseconds)));
  },
};
