/** Options of strategies, as people type them into a job's filter, read strictly; and Pacific days as texts. */
import { fromPacific, pacificText, readWall } from '../../protocol/dates.ts';
import { MarketError } from '../../protocol/market-error.ts';
import { DAY, HOUR, MINUTE } from '../../protocol/time.ts';
import { readEvery } from '../every.ts';

/** Milliseconds of a time, as jobs say it: `2 hours`, `90 minutes`, `daily`; undefined where it is blank. */
export function duration(name: string, input: unknown): number | undefined {
  const text = textOf(input);
  if (text === '') return undefined;
  const read = readEvery(text);
  if (typeof read === 'string' || !('minutes' in read))
    throw argument(`"${name}" takes a time such as 2 hours or 1 day, not "${text}".`);
  return read.minutes * MINUTE;
}

/** A whole number from 0 on, up to `most`. */
export function count(most: number): (name: string, input: unknown) => number | undefined {
  return (name, input) => {
    const text = textOf(input);
    if (text === '') return undefined;
    if (!/^\d{1,7}$/.test(text) || Number(text) > most)
      throw argument(`"${name}" takes a whole number up to ${most}, not "${text}".`);
    return Number(text);
  };
}

/** One word, in any case; undefined where it is blank. */
export function only<W extends string>(word: W): (name: string, input: unknown) => W | undefined {
  return (name, input) => {
    const text = textOf(input);
    if (text === '') return undefined;
    if (text.toLowerCase() !== word) throw argument(`"${name}" takes ${word} or nothing, not "${text}".`);
    return word;
  };
}

/** A Pacific day, `YYYY-MM-DD`. */
export function day(name: string, input: unknown): string | undefined {
  // A date cell is midnight of some time zone or other; noon would be the same day nearly everywhere.
  if (input instanceof Date) return pacificDay(input.getTime() + 12 * HOUR);
  const text = textOf(input);
  if (text === '') return undefined;
  const read = readWall(text);
  if (!read) throw argument(`"${name}" takes a date such as 2025-06-30, not "${text}".`);
  return pacificDay(read.offset === undefined ? fromPacific(read.wall).at : read.wall - read.offset);
}

/** Several texts: a list, or one text with commas, semicolons or lines. */
export function texts(input: unknown): readonly string[] {
  const parts = Array.isArray(input) ? input.flat() : textOf(input).split(/[\n\r\t,;]/);
  return parts.map(textOf).filter((part) => part !== '');
}

function textOf(input: unknown): string {
  return input === undefined || input === null ? '' : String(input).trim();
}

function argument(message: string): MarketError {
  return new MarketError('MARKET_ARGUMENT', message);
}

/** The Pacific day of an instant, `YYYY-MM-DD`. */
export function pacificDay(at: number): string {
  return pacificText(at).slice(0, 10);
}

/** The instant at which a Pacific day begins. */
export function startOfPacificDay(day: string): number {
  return fromPacific(Date.parse(day)).at;
}

/** A day so many days later, or earlier where `count` is negative. */
export function daysLater(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY).toISOString().slice(0, 10);
}
