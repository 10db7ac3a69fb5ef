/** How fast executions go: what a batch of calls takes, how long one goes on, and when the next one begins. */
import { MINUTE, SECOND } from '../protocol/time.ts';
import type { Patience } from './patience.ts';
import { asleepForCap } from './patience.ts';

export interface Pace extends Omit<Patience, 'until'> {
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
