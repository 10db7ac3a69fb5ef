/** What keeps a promise about ages: which items are to be read now, and until when none is. */
import { HOUR, MINUTE } from '../../protocol/time.ts';

/** How late an execution may come, and how long it may take until it reads. */
const LATE = 5 * MINUTE;

/** Where fewer executions come within the time that is promised, reading one of them earlier takes many more calls. */
const FEW = 4;

/** The chances to read; times in milliseconds, `now` since the epoch. */
export interface Chances {
  readonly now: number;
  /** Between two executions. */
  readonly interval: number;
  /** Calls an hour. */
  readonly rate: number;
}

export interface Promised {
  /** By when it is to be read, in epoch milliseconds. */
  readonly due: number;
  /** From one time that it is read to the next, in milliseconds. */
  readonly every: number;
}

/**
 * By when something is to be read that was read at `at`. A late execution breaks no promise; only where few executions
 * come within its time it may be exceeded by as much, else an hourly trigger would read twice as often to save a moment.
 */
export function dueAfter(at: number, within: number, interval: number): number {
  return at + within + (FEW * interval <= within ? -LATE : LATE);
}

/** From one time that something is read to the next: so many executions. */
export function readEvery(within: number, interval: number): number {
  return Math.max(1, Math.floor(dueAfter(0, within, interval) / interval)) * interval;
}

export interface Needed<T> {
  /** What would be too old at the next execution. */
  readonly due: readonly T[];
  /** What is read before its time, because later more is due than calls come. */
  readonly early: readonly T[];
  /** So many others are due within the hour: a call that is made now comes back too late for them. */
  readonly soon: number;
  /** From when on any is due or early, in epoch milliseconds. */
  readonly from: number;
}

/** What a promise needs now; the first due come first. */
export function neededNow<T extends Promised>(promised: readonly T[], { now, interval, rate }: Chances): Needed<T> {
  const inOrder = [...promised].sort((one, other) => one.due - other.due);
  let due = 0;
  let early = 0;
  let soon = 0;
  let from = Number.POSITIVE_INFINITY;
  // Of the items that are due until then: how often each is due again, as the line `again * wait - less`.
  let again = 0;
  let less = 0;
  inOrder.forEach((each, index) => {
    const wait = Math.max(0, each.due - now);
    again += 1 / each.every;
    less += wait / each.every;
    const calls = index + 1 + again * wait - less;
    // What is free stays free, until an hour's calls are.
    const lead = wait > HOUR && calls > rate ? (calls * HOUR) / rate : 0;
    const start = each.due - interval - lead;
    from = Math.min(from, start);
    if (wait - interval <= 0) due = index + 1;
    else if (wait - interval < HOUR) soon = index + 1;
    else if (start < now) early = Math.max(early, Math.min(index + 1, ((now - start) * rate) / HOUR));
  });
  early = Math.ceil(early);
  return {
    due: inOrder.slice(0, due),
    early: inOrder.slice(due, early),
    soon: Math.max(0, soon - Math.max(due, early)),
    from,
  };
}
