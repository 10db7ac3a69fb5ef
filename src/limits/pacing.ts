/** How fast executions go: what a batch of calls takes, how long one goes on, and when the next one begins. */
import { DAY, MINUTE, SECOND } from '../protocol/time.ts';
import type { WaitPolicy } from './wait-policy.ts';
import { asleepForCap } from './wait-policy.ts';

export interface Pace extends Omit<WaitPolicy, 'until'> {
  /** Milliseconds after which an execution begins no batch. */
  readonly softStop: number;
  /** Milliseconds from the end of an execution to the begin of the one that goes on with its work. */
  readonly restart: number;
  /** Milliseconds between two executions of a schedule; without, one begins when there is something to do. */
  readonly every?: number;
}

/** Pages that are fetched side by side, and at most before they are written. */
export const CALLS_AT_ONCE = 20;
/** Google ends an execution after six minutes. */
export const EXECUTION = 6 * MINUTE;
/** What an execution took and never gave back is free after this: it has surely ended. */
export const LEASE = EXECUTION + MINUTE;
/** What a batch takes: the median answer, a slow one, and the writing of what came. */
export const BATCH = 2 * SECOND;
/** After this an execution stops by itself, well before Google ends it at six minutes. */
export const SOFT_STOP = 4.5 * MINUTE;
/** A person who waits is told sooner that it goes on later. */
const PERSON_WAITS = 20 * SECOND;
const RESTART = 2 * SECOND;

const USUAL = { atOnce: CALLS_AT_ONCE, batch: BATCH, softStop: SOFT_STOP, restart: RESTART };

/** Of work that a person started, whose page starts the next execution. */
export const BY_PERSON: Pace = { ...USUAL, asleep: PERSON_WAITS };

/** Of work on a schedule; `every` in milliseconds. */
export function onSchedule(every: number): Pace {
  const asleep = asleepForCap(every);
  return { ...USUAL, asleep, asleepForCap: asleep, every };
}
/** So many times its even share an execution may take of what is left. */
const HASTE = 4;

/**
 * What an execution may take of `left` when the next ones come after `interval` milliseconds each: much while much is left, so
 * that a backlog is worked off, and never so much that nothing is left for those to come. What is spent comes back a day
 * later; in the long run a fifth stays unspent.
 */
export function pacedBy(left: number, interval: number): number {
  return left * Math.min(1, (HASTE * interval) / DAY);
}
