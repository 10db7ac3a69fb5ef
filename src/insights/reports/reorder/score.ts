/** Scores past seven-day forecasts against actual sales. */
import { sum } from '../../money.ts';
import { type Forecast, unitsSold } from './forecast.ts';
import type { SalesDay } from './sales.ts';

/** Number of days that a forecast covers, including the day it was made. */
const AHEAD = 7;

/** Minimum days in stock for scoring a forecast. Sales for the missing day are extrapolated. */
const ENOUGH_SEEN = 6;

/** How long results are kept, in days. */
const KEPT = 28;

/** Minimum number of results needed to show a hit rate. */
const FEWEST_SHOWN = 7;
/** Minimum number of results before a low hit rate makes the forecast doubtful. */
const FEWEST_JUDGED = 14;
const LEAST_RATE = 0.6;

/** A forecast made on `day`, with inclusive bounds in units. */
export interface Snapshot {
  readonly day: number;
  readonly low: number;
  readonly high: number;
}

/** `unseen`: out of stock, or too long without a reading. */
export type Result = 'within' | 'more' | 'less' | 'unseen';

interface Compared extends Snapshot {
  readonly result: Result;
  readonly sold: number | undefined;
}

/** An item's score: open forecasts, the last completed forecast, and results by day. */
export interface ScoreRecord {
  readonly open: readonly Snapshot[];
  readonly newest: Compared | undefined;
  readonly results: readonly { readonly day: number; readonly result: Result }[];
}

export const NO_SCORE: ScoreRecord = { open: [], newest: undefined, results: [] };

export function snapshotOf(forecast: Forecast, day: number): Snapshot {
  return { day, low: unitsSold(forecast, AHEAD, 0.1), high: unitsSold(forecast, AHEAD, 0.9) };
}

/** Compares completed forecasts with the actual sales. */
export function updated({ open, newest, results }: ScoreRecord, days: readonly SalesDay[], today: number): ScoreRecord {
  const over = open.filter(({ day }) => day + AHEAD <= today).map((each) => compared(each, days));
  return {
    open: open.filter(({ day }) => day + AHEAD > today),
    newest: over[over.length - 1] ?? newest,
    results: [...results, ...over.map(({ day, result }) => ({ day, result }))].filter(
      ({ day }) => day + AHEAD > today - KEPT,
    ),
  };
}

export function withSnapshot(record: ScoreRecord, now: Snapshot | undefined): ScoreRecord {
  const isKnown = record.open.some(({ day }) => day === now?.day);
  return now && !isKnown ? { ...record, open: [...record.open, now] } : record;
}

function compared(forecast: Snapshot, all: readonly SalesDay[]): Compared {
  const days = all.filter(({ day }) => day >= forecast.day && day < forecast.day + AHEAD);
  const seen = sum(days, 'hours') / 24;
  if (seen < ENOUGH_SEEN) return { ...forecast, result: 'unseen', sold: undefined };
  const sold = Math.round(sum(days, 'fallen') * Math.max(1, AHEAD / seen));
  return { ...forecast, sold, result: sold < forecast.low ? 'less' : sold > forecast.high ? 'more' : 'within' };
}

export function comparedCount({ results }: ScoreRecord): number {
  return results.filter(({ result }) => result !== 'unseen').length;
}

export function hitRate(record: ScoreRecord): number | undefined {
  const count = comparedCount(record);
  if (count < FEWEST_SHOWN) return undefined;
  return record.results.filter(({ result }) => result === 'within').length / count;
}

export function isOftenWrong(record: ScoreRecord): boolean {
  return comparedCount(record) >= FEWEST_JUDGED && hitRate(record)! < LEAST_RATE;
}

const LETTERS: Readonly<{ [R in Result]: string }> = { within: '=', more: '+', less: '-', unseen: '.' };
const RESULTS = Object.keys(LETTERS) as Result[];

/**
 * Writes version 1 of the format: `1|day low high;…|day low high sold letter|day letters`. The last part has one letter
 * per day (`_`: no result).
 */
export function recordText({ open, newest, results }: ScoreRecord): string {
  const first = results[0]?.day ?? 0;
  const letters: string[] = [];
  for (const { day, result } of results) {
    while (letters.length < day - first) letters.push('_');
    letters[day - first] = LETTERS[result];
  }
  return [
    '1',
    open.map(({ day, low, high }) => `${day} ${low} ${high}`).join(';'),
    newest ? `${newest.day} ${newest.low} ${newest.high} ${newest.sold ?? ''} ${LETTERS[newest.result]}` : '',
    results.length > 0 ? `${first} ${letters.join('')}` : '',
  ].join('|');
}

/** Starts a new record if the value is unreadable. */
export function recordOf(text: string): ScoreRecord {
  const [version, open = '', newest = '', results = ''] = text.split('|');
  if (version !== '1') return NO_SCORE;
  const resultOf = (letter: string) => RESULTS.find((each) => LETTERS[each] === letter);
  const snapshots = open === '' ? [] : open.split(';').map((part) => part.split(' ').map(Number));
  const [first = '', letters = ''] = results.split(' ');
  const [day, low, high, sold, letter] = newest.split(' ');
  const result = resultOf(letter ?? '');
  return {
    open: snapshots.map(([day, low, high]) => ({ day: day!, low: low!, high: high! })),
    newest: result && {
      ...{ day: Number(day), low: Number(low), high: Number(high), result },
      sold: sold === '' ? undefined : Number(sold),
    },
    results: [...letters].flatMap((each, index) => {
      const result = resultOf(each);
      return result ? [{ day: Number(first) + index, result }] : [];
    }),
  };
}
