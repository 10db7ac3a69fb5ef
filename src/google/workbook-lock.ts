/**
 * The lock of the workbook. An execution that does several things in a row keeps it until it waits for somebody else: what
 * it has read of the workbook meanwhile still holds, and each lock costs a call.
 */
import { attempt } from './attempt.ts';
import { type Held, takeLock } from './locks.ts';

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
