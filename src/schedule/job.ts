/** A job, its state between executions, and its interval as people type it. */
import type { OperationId } from '../operations/registry.ts';
import type { Lease } from '../protocol/store.ts';
import { MINUTE } from '../protocol/time.ts';

export type DatasetId = OperationId | 'warehouse';

export interface Job {
  /** The hidden key of the row. */
  readonly id: string;
  readonly dataset: DatasetId;
  /** Valid params by name, with `connection`, `storefront` and options of the strategy. */
  readonly filter: Readonly<Record<string, unknown>>;
  readonly every: Every;
  /** The id of the person whose schedule runs the job. */
  readonly owner: string;
  readonly isPaused: boolean;
  /** *State* says "run now" or "retry". */
  readonly runsNow: boolean;
}

export type Every =
  | { readonly minutes: number }
  /** The job runs as often as its strategy needs, with calls that others leave. */
  | { readonly continuous: true }
  /** The job pulls the past once, slice by slice, newest first, back to `from` in the filter. */
  | { readonly backfill: true };

export type Kind = 'every' | 'continuous' | 'backfill';

export function kindOf(every: Every): Kind {
  return 'minutes' in every ? 'every' : 'continuous' in every ? 'continuous' : 'backfill';
}

export function periodOf(every: Every): number | undefined {
  return 'minutes' in every ? every.minutes * MINUTE : undefined;
}

/** Each job's state is stored in one property. Times are in epoch milliseconds. */
export interface JobState {
  /** When the last run began and ended. */
  readonly startedAt?: number;
  readonly endedAt?: number;
  /** When the last complete cycle ended. */
  readonly doneAt?: number;
  /** When the current cycle began, if one is under way. */
  readonly cycleAt?: number;
  /** How many runs in a row have failed. */
  readonly failures: number;
  /** The message has at most 200 characters. */
  readonly error?: { readonly code: string; readonly message: string };
  /** After a cap or a failure, the job does not run before this time. */
  readonly notBefore?: number;
  readonly lease?: JobLease | undefined;
  readonly strategyState?: StrategyState;
}

/** Held by the execution that runs a job: `holder` is a run, `by` the name of the person, `at` the time it began. */
interface JobLease extends Lease {
  readonly by: string;
  readonly at: number;
}

/** A continuous job keeps in `restsUntil` when it has something to pull again, in epoch milliseconds. */
export type StrategyState = Readonly<Record<string, string | number>>;

export type JobStates = Readonly<Record<string, JobState>>;

export const NEVER_RUN: JobState = { failures: 0 };

/** No trigger runs more often. */
const LEAST_MINUTES = 5;
const MOST_MINUTES = 366 * 1440;

const UNITS: readonly (readonly [words: RegExp, minutes: number])[] = [
  [/^(m|min|mins|minutes?)$/, 1],
  [/^(h|hrs?|hours?)$/, 60],
  [/^(d|days?)$/, 1440],
  [/^(w|weeks?)$/, 10_080],
];
const ADVERBS = new Map([
  ['hourly', '1 hour'],
  ['daily', '1 day'],
  ['weekly', '1 week'],
]);

const EXAMPLES = 'Enter, for example, 15 minutes, 2 hours, hourly, daily, continuous, or backfill';

/** Gives a sentence for the person if the text is not a valid interval. */
export function readEvery(typed: string): Every | string {
  const text = typed
    .trim()
    .toLowerCase()
    .replace(/^every\s+/, '');
  if (text === '') return `Every is blank. ${EXAMPLES}.`;
  if (/^(continuous|continuously)$/.test(text)) return { continuous: true };
  if (/^backfill$/.test(text)) return { backfill: true };
  const [, count = '', unit = ''] = /^(\d+(?:[.,]\d+)?)?\s*([a-z]*)\.?$/.exec(ADVERBS.get(text) ?? text) ?? [];
  if (count !== '' && unit === '')
    return `Every: "${typed.trim()}" has no unit. Enter ${count} minutes or ${count} hours.`;
  const size = UNITS.find(([words]) => words.test(unit))?.[1];
  if (size === undefined) return `Every: "${typed.trim()}" is not a valid interval. ${EXAMPLES}.`;
  const minutes = Number((count || '1').replace(',', '.')) * size;
  if (minutes < LEAST_MINUTES)
    return `Every: "${typed.trim()}" is less than ${LEAST_MINUTES} minutes. Enter ${LEAST_MINUTES} minutes or more.`;
  if (minutes > MOST_MINUTES) return `Every: "${typed.trim()}" is more than a year. ${EXAMPLES}.`;
  return { minutes: Math.round(minutes) };
}

/** Returns words that can follow "every", such as `10 minutes`, `36 hours` or `day`. */
export function timeWords(minutes: number): string {
  const [size, unit] = WORDS.find(([size]) => minutes % size === 0)!;
  return minutes === size ? unit : `${minutes / size} ${unit}s`;
}

const WORDS = [
  [10_080, 'week'],
  [1440, 'day'],
  [60, 'hour'],
  [1, 'minute'],
] as const;
