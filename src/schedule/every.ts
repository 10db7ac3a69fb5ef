/** How often a job runs, as people type it. */
import type { Every } from './job.ts';

/** Minutes; no trigger comes oftener. */
export const LEAST_MINUTES = 5;
/** A year. */
const MOST_MINUTES = 366 * 1440;

const UNITS: readonly (readonly [words: RegExp, minutes: number])[] = [
  [/^(m|min|mins|minutes?)$/, 1],
  [/^(h|hrs?|hours?)$/, 60],
  [/^(d|days?)$/, 1440],
  [/^(w|weeks?)$/, 10_080],
];
const ADVERBS: Readonly<Record<string, string>> = { hourly: '1 hour', daily: '1 day', weekly: '1 week' };

const EXAMPLES = 'type for example 15 minutes, 2 hours, hourly, daily, continuous or backfill';

/** What was typed, or a sentence that says what to type instead. */
export function readEvery(typed: string): Every | string {
  const text = typed
    .trim()
    .toLowerCase()
    .replace(/^every\s+/, '');
  if (text === '') return `Every is blank; ${EXAMPLES}.`;
  if (/^(continuous|continuously)$/.test(text)) return { continuous: true };
  if (/^backfill$/.test(text)) return { backfill: true };
  const [, count = '', unit = ''] = /^(\d+(?:[.,]\d+)?)?\s*([a-z]*)\.?$/.exec(inUnits(text)) ?? [];
  if (count !== '' && unit === '')
    return `Every: "${typed.trim()}" has no unit; type ${count} minutes or ${count} hours.`;
  const size = UNITS.find(([words]) => words.test(unit))?.[1];
  if (size === undefined) return `Every: "${typed.trim()}" is no time between runs; ${EXAMPLES}.`;
  const minutes = Number((count || '1').replace(',', '.')) * size;
  if (minutes < LEAST_MINUTES)
    return `Every: "${typed.trim()}" is less than ${LEAST_MINUTES} minutes, and no schedule comes oftener; type ${LEAST_MINUTES} minutes or more.`;
  if (minutes > MOST_MINUTES) return `Every: "${typed.trim()}" is more than a year; ${EXAMPLES}.`;
  return { minutes: Math.round(minutes) };
}

function inUnits(text: string): string {
  return Object.prototype.hasOwnProperty.call(ADVERBS, text) ? ADVERBS[text]! : text;
}

/** As people would type it. */
export function everyText(every: Every): string {
  if (!('minutes' in every)) return 'continuous' in every ? 'continuous' : 'backfill';
  const { minutes } = every;
  if (minutes === 60) return 'hourly';
  if (minutes === 1440) return 'daily';
  if (minutes % 1440 === 0) return `${minutes / 1440} days`;
  return minutes % 60 === 0 ? `${minutes / 60} hours` : `${minutes} minutes`;
}

/** What stands behind "every": `10 minutes`, `36 hours`, `day`. */
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
