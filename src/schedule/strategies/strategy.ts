/** Strategies: what a job of a dataset has to pull now, and the options that its filter has for them. */
import { fromPacific, pacificText, readWall } from '../../protocol/dates.ts';
import { argumentError } from '../../protocol/market-error.ts';
import type { When } from '../../protocol/params.ts';
import { DAY, HOUR, MINUTE } from '../../protocol/time.ts';
import { type Job, readEvery, type StrategyState } from '../job.ts';

/** Params of one pull, as a form would give them. */
export type Input = Readonly<Record<string, unknown>>;

/** Params and options of the strategy by name. */
export type Filter = Job['filter'];

export type { StrategyState };

/** All instants in epoch milliseconds; of an hour that comes twice the later one, as far as it is past. */
export interface KnownOrder {
  readonly orderNumber: string;
  readonly sellerId: string;
  /** Code of its status; one that is not documented as it stands. */
  readonly status: string;
  readonly orderedAt?: number | undefined;
  /** Undefined while the row is not whole. */
  readonly asOf?: number | undefined;
}

export interface KnownItem {
  /** Undefined while the row does not say whose item it is. */
  readonly sellerId?: string | undefined;
  readonly itemNumber?: string | undefined;
  readonly sellerPartNumber?: string | undefined;
  readonly stockPolled?: number | undefined;
  readonly pricesPolled?: number | undefined;
  readonly firstSeen?: number | undefined;
  /** How often its price changes, in changes a day; undefined while none is known. */
  readonly dailyChanges?: number | undefined;
}

export interface KnownCampaign {
  readonly campaignNumber: string;
  readonly sellerId: string;
  /** The newest day that has it, as an instant of any zone: only for comparing. */
  readonly lastDay?: number | undefined;
}

export interface KnownRequest {
  /** Undefined while the row does not say whose request it is. */
  readonly sellerId?: string | undefined;
  readonly requestId: string;
  readonly storefront?: string | undefined;
  readonly firstSeen?: number | undefined;
  readonly lastPulled?: number | undefined;
}

/** What strategies may look at, all of one seller; each sheet is read at most once, when it is first asked for. */
export interface WorkbookView {
  orders(): readonly KnownOrder[];
  items(): readonly KnownItem[];
  /** Those of Ad performance and Ad periods. */
  campaigns(): readonly KnownCampaign[];
  requests(): readonly KnownRequest[];
  /** For how much an item was sold, as far as Order lines tells. */
  sales(): (item: KnownItem) => number;
}

export interface StrategyInput {
  readonly filter: Filter;
  readonly state: StrategyState;
  readonly view: WorkbookView;
  readonly now: number;
  /** When this cycle began, not after `now`. */
  readonly cycleAt: number;
  /** Whether it goes on and on, instead of once a period. */
  readonly isContinuous: boolean;
  readonly interval: number;
  readonly calls: number;
  /** The cap less the part of it that is left to others. */
  readonly callsPerHour: number;
}

export interface NextPulls {
  /** In order; together they fit into the calls as far as is known. */
  readonly pulls: readonly Input[];
  /** With these the cycle is complete. */
  readonly isLast: boolean;
  /** To be kept once these pulls are done; with `restsUntil` a job that goes on and on has nothing to pull before that. */
  readonly state: StrategyState;
  /** So many of the first pulls count only with all that they asked for: no sheet tells what is missing from them. */
  readonly inFull?: number;
  /** To be kept once the first of several is done; without it, what was known before. */
  readonly afterFirst?: StrategyState;
  /** For the person: how far it is. */
  readonly note?: string | undefined;
  /** For the person: what has to be there before there is anything to pull. */
  readonly waitsFor?: string | undefined;
}

export type Strategy = (input: StrategyInput) => NextPulls;

export interface DatasetStrategies {
  readonly refresh: Strategy;
  /** Fetches the past, once; undefined where the service has none. */
  readonly backfill?: Strategy;
  /** What the filter may have besides params, and how each is read; a bad value is refused with a sentence for the person. */
  readonly options: Readonly<Record<string, (name: string, input: unknown) => unknown>>;
  /** Params that the strategies set themselves. */
  readonly sets: readonly string[];
  /** Those that every pull of them has: by these it is known which tables they fill. */
  readonly always?: When;
  /** What the options bring about, for the form, where that is not plain. */
  readonly help?: string;
  /** What its jobs are called, unless as the operation is. */
  readonly plural?: string;
  /** What a continuous job promises, and the options that say it. */
  readonly promised?: (filter: Filter) => { readonly words: string; readonly tells: readonly string[] };
}

/** Calls of one pull at most: what an execution that ends in it may lose. */
export const CALLS_A_PULL = 20;

/** Sheets show whole seconds: what was read in the second of the cycle's begin counts as read. */
export function isStale(at: number | undefined, since: number): boolean {
  return at === undefined || at < Math.floor(since / 1000) * 1000;
}

export function without(filter: Filter, names: readonly string[]): Filter {
  return Object.fromEntries(Object.entries(filter).filter(([name]) => !names.includes(name)));
}

type AtCycle = Pick<StrategyInput, 'state' | 'cycleAt'>;

/**
 * What is left of this cycle, in the order of the texts. What was taken before and is due all the same has
 * failed: it is passed over until the next cycle, so that it keeps no other waiting.
 */
export function afterWatermark(due: readonly string[], { state, cycleAt }: AtCycle): readonly string[] {
  const after = state.cycle === cycleAt ? String(state.watermark ?? '') : '';
  return [...new Set(due)].filter((name) => name > after).sort();
}

/** The watermark once the first `count` of what is left are taken, and whether these are all. */
export function movedWatermark(
  left: readonly string[],
  count: number,
  { state, cycleAt }: AtCycle,
): Pick<NextPulls, 'isLast' | 'state'> {
  const last = left[Math.min(count, left.length) - 1];
  const before = state.cycle === cycleAt ? state.watermark : undefined;
  return {
    isLast: count >= left.length,
    state: { ...state, cycle: cycleAt, watermark: last ?? before ?? '' },
  };
}

/** A number that a strategy keeps; undefined where it keeps none of that name. */
export function numberIn(state: StrategyState, name: string): number | undefined {
  const value = state[name];
  return typeof value === 'number' ? value : undefined;
}

type Option<T> = (name: string, input: unknown) => T | undefined;

/** An option that a person types into a filter; undefined where it is blank. `read` throws for any other text. */
function option<T>(read: (text: string, name: string) => T): Option<T> {
  return (name, input) => {
    const text = textOf(input);
    return text === '' ? undefined : read(text, name);
  };
}

/** Milliseconds of a time, as jobs say it: `2 hours`, `90 minutes`, `daily`. */
export const duration = option((text, name) => {
  const every = readEvery(text);
  if (typeof every === 'string' || !('minutes' in every))
    throw argumentError(`"${name}" takes a time such as 2 hours or 1 day, not "${text}".`);
  return every.minutes * MINUTE;
});

/** A whole number from 0 on, up to `most`. */
export function count(most: number): Option<number> {
  return option((text, name) => {
    if (!/^\d{1,7}$/.test(text) || Number(text) > most)
      throw argumentError(`"${name}" takes a whole number up to ${most}, not "${text}".`);
    return Number(text);
  });
}

export function only<W extends string>(word: W): Option<W> {
  return option((text, name) => {
    if (text.toLowerCase() !== word) throw argumentError(`"${name}" takes ${word} or a blank, not "${text}".`);
    return word;
  });
}

/** A Pacific day, `YYYY-MM-DD`. */
export function day(name: string, input: unknown): string | undefined {
  // A date cell is midnight of some time zone or other; noon would be the same day nearly everywhere.
  if (input instanceof Date) return pacificDay(input.getTime() + 12 * HOUR);
  const text = textOf(input);
  if (text === '') return undefined;
  const read = readWall(text);
  if (!read) throw argumentError(`"${name}" takes a date such as 2025-06-30, not "${text}".`);
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

export function pacificDay(at: number): string {
  return pacificText(at).slice(0, 10);
}

export function startOfPacificDay(day: string): number {
  return fromPacific(Date.parse(day)).at;
}

/** A day so many days later, or earlier where `count` is negative. */
export function daysLater(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY).toISOString().slice(0, 10);
}
