import type { OperationId } from '../operations/registry.ts';
import { fingerprint, type Lease } from '../protocol/store.ts';
import { MINUTE } from '../protocol/time.ts';

export type DatasetId = OperationId | 'warehouse';

export interface Job {
  /** The row's hidden key. */
  readonly id: string;
  readonly dataset: DatasetId;
  /** Validated params, including `connection`, `storefront`, and strategy options. */
  readonly filter: Readonly<Record<string, unknown>>;
  readonly every: Every;
  /** ID of the user whose schedule runs the job. */
  readonly owner: string;
  readonly isPaused: boolean;
  /** Whether *State* is "run now" or "retry". */
  readonly runsNow: boolean;
}

export type Every =
  | { readonly minutes: number }
  /** Runs as often as its strategy requires, using calls left over by other jobs. */
  | { readonly continuous: true }
  /** Pulls past data once, newest first, back to the filter's `from`. */
  | { readonly backfill: true };

export type Kind = 'every' | 'continuous' | 'backfill';

export function kindOf(every: Every): Kind {
  return 'minutes' in every ? 'every' : 'continuous' in every ? 'continuous' : 'backfill';
}

export function periodOf(every: Every): number | undefined {
  return 'minutes' in every ? every.minutes * MINUTE : undefined;
}

export interface JobState {
  readonly startedAt?: number;
  readonly endedAt?: number;
  /** End of the last complete cycle. */
  readonly doneAt?: number;
  /** Start of the current cycle; undefined between cycles. */
  readonly cycleAt?: number;
  /** Consecutive failed runs. */
  readonly failures: number;
  /** `message` has at most 200 characters. */
  readonly error?: { readonly code: string; readonly message: string };
  /** After a failure or a reached cap, the job does not run before this time. */
  readonly notBefore?: number;
  readonly lease?: JobLease | undefined;
  readonly strategyState?: StrategyState;
}

/** `holder` is a run ID, `by` the user's name, `at` the start time. */
interface JobLease extends Lease {
  readonly by: string;
  readonly at: number;
}

/** For a continuous job, `restsUntil` is when it must pull again. */
export type StrategyState = Readonly<Record<string, string | number>>;

/** Identifies what the job pulls. The connection may be renamed. */
export function printOf({ dataset, every, filter }: Pick<Job, 'dataset' | 'every' | 'filter'>): string {
  const { connection: _, ...criteria } = filter;
  return fingerprint(JSON.stringify([dataset, kindOf(every), criteria]));
}

export type JobStates = Readonly<Record<string, JobState>>;

export const NEVER_RUN: JobState = { failures: 0 };

/** Google's shortest trigger interval. */
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

/** Returns an error message if the interval is invalid. */
export function readEvery(typed: string): Every | string {
  const text = typed
    .trim()
    .toLowerCase()
    .replace(/^every\s+/, '');
  if (text === '') return `Every is blank. ${EXAMPLES}.`;
  if (/^(continuous|continuously)$/.test(text)) return { continuous: true };
  if (/^backfill$/.test(text)) return { backfill: true };
  const [, count = '', unit = ''] = /^(\d+(?:[.,]\d+)?)?\s*([a-z]*)\.?$/.exec(ADVERBS.get(text) ?? text) ?? [];
  const size = UNITS.find(([words]) => words.test(unit))?.[1];
  if (size === undefined) return `Every: "${typed.trim()}" is not a valid interval. ${EXAMPLES}.`;
  const minutes = Number((count || '1').replace(',', '.')) * size;
  if (minutes < LEAST_MINUTES)
    return `Every: "${typed.trim()}" is less than ${LEAST_MINUTES} minutes. Enter ${LEAST_MINUTES} minutes or more.`;
  if (minutes > MOST_MINUTES) return `Every: "${typed.trim()}" is more than a year. ${EXAMPLES}.`;
  return { minutes: Math.round(minutes) };
}

/** Returns the interval to follow "every", such as `10 minutes`, `36 hours`, or `day`. */
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
