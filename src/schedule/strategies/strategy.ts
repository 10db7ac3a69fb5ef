/** Strategies decide what a job pulls. Includes parsers for their filter options. */
import { argumentError } from '../../protocol/market-error.ts';
import { readMoment, type When } from '../../protocol/params.ts';
import { MINUTE } from '../../protocol/time.ts';
import { type Job, readEvery, type StrategyState } from '../job.ts';

/** Unvalidated params for one pull. */
export type Input = Readonly<Record<string, unknown>>;

export type Filter = Job['filter'];

export type { StrategyState };

/** In the repeated hour of a clock change, the later of the two possible times is used once it has passed. */
export interface OrderAge {
  readonly orderNumber: string;
  readonly sellerId: string;
  /** Status code, or the cell's text if undocumented. */
  readonly status: string;
  readonly orderedAt?: number | undefined;
  readonly asOf?: number | undefined;
}

export interface KnownItem {
  readonly sellerId?: string | undefined;
  readonly itemNumber?: string | undefined;
  readonly sellerPartNumber?: string | undefined;
  readonly stockPolled?: number | undefined;
  readonly pricesPolled?: number | undefined;
  readonly canadianPricesPolled?: number | undefined;
  readonly firstSeen?: number | undefined;
  readonly dailyChanges?: number | undefined;
}

export interface KnownCampaign {
  readonly campaignNumber: string;
  readonly sellerId: string;
  /** Newest day with a row, in an arbitrary time zone. Use it only for comparisons. */
  readonly lastDay?: number | undefined;
}

export interface KnownRequest {
  readonly sellerId?: string | undefined;
  readonly requestId: string;
  readonly storefront?: string | undefined;
  readonly firstSeen?: number | undefined;
  readonly lastPulled?: number | undefined;
}

/** One seller's tables. Each sheet is read once, on demand. */
export interface WorkbookView {
  orders(): readonly OrderAge[];
  items(): readonly KnownItem[];
  /** Lists campaigns from Ad performance and Ad periods. */
  campaigns(): readonly KnownCampaign[];
  requests(): readonly KnownRequest[];
  /** Returns an item's sales in Order lines. */
  sales(): (item: KnownItem) => number;
}

export interface StrategyInput {
  readonly filter: Filter;
  readonly state: StrategyState;
  readonly view: WorkbookView;
  readonly now: number;
  readonly cycleAt: number;
  readonly isContinuous: boolean;
  readonly interval: number;
  readonly calls: number;
  /** The cap minus the share reserved for users and formulas. */
  readonly callsPerHour: number;
}

export interface NextPulls {
  /** The pulls to run. They need at most `calls` calls, if the number of calls per pull is known. */
  readonly pulls: readonly Input[];
  readonly isLast: boolean;
  /** State to store after these pulls. A continuous job does not pull before its `restsUntil`. */
  readonly state: StrategyState;
  /** How many of the first `pulls` must be complete, because no sheet shows their gaps. */
  readonly inFull?: number;
  /** State to store after the first of several pulls, if that pull changes it. */
  readonly afterFirst?: StrategyState;
  /** Progress, as a message for the user. */
  readonly note?: string | undefined;
  /** Why the job has nothing to pull yet, as a message for the user. */
  readonly waitsFor?: string | undefined;
}

export type Strategy = (input: StrategyInput) => NextPulls;

export interface DatasetStrategies {
  readonly refresh: Strategy;
  readonly backfill?: Strategy;
  /** Parsers for filter options, by option name. They throw errors with messages for the user. */
  readonly options?: Readonly<Record<string, (name: string, input: unknown) => unknown>>;
  /** Params that the strategies set. */
  readonly sets?: readonly string[];
  /** Params of every pull, which determine the tables it fills. */
  readonly always?: When;
  readonly help?: string;
  /** First word of job names. Defaults to the operation's title. */
  readonly plural?: string;
  /** Describes the maximum data ages that a continuous job promises, and which `options` the words cover. */
  readonly promised?: (filter: Filter) => { readonly words: string; readonly options: readonly string[] };
}

/** Maximum calls per pull. At most this many are lost if Google ends the execution. */
export const CALLS_A_PULL = 20;

/** How far back a job that starts over fills the gap after the table's newest row. */
export const MISSED_DAYS = 90;

/** Cells store whole seconds, so the same second as `since` is treated as newer. */
export function isStale(at: number | undefined, since: number): boolean {
  return at === undefined || at < Math.floor(since / 1000) * 1000;
}

export function without(filter: Filter, names: readonly string[]): Filter {
  return Object.fromEntries(Object.entries(filter).filter(([name]) => !names.includes(name)));
}

type AtCycle = Pick<StrategyInput, 'state' | 'cycleAt'>;

/**
 * Returns the names left in this cycle, sorted. Due names up to the watermark have failed; the next cycle retries them.
 */
export function afterWatermark(due: readonly string[], { state, cycleAt }: AtCycle): readonly string[] {
  const after = state.cycle === cycleAt ? String(state.watermark ?? '') : '';
  return [...new Set(due)].filter((name) => name > after).sort();
}

/** Returns the state after taking the first `count` names, and whether that completes the cycle. */
export function movedWatermark(
  left: readonly string[],
  count: number,
  { state, cycleAt }: AtCycle,
): Pick<NextPulls, 'isLast' | 'state'> {
  const last = left[Math.min(count, left.length) - 1];
  const before = state.cycle === cycleAt ? state.watermark : undefined;
  return { isLast: count >= left.length, state: { ...state, cycle: cycleAt, watermark: last ?? before ?? '' } };
}

export function numberIn(state: StrategyState, name: string): number | undefined {
  const value = state[name];
  return typeof value === 'number' ? value : undefined;
}

type Option<T> = (name: string, input: unknown) => T | undefined;

/** Creates a parser that returns undefined for blanks. */
function option<T>(read: (text: string, name: string) => T): Option<T> {
  return (name, input) => {
    const text = textOf(input);
    return text === '' ? undefined : read(text, name);
  };
}

/** Parses `2 hours`, `90 minutes`, or `daily` to milliseconds. */
export const duration = option((text, name) => {
  const every = readEvery(text);
  if (typeof every === 'string' || !('minutes' in every))
    throw argumentError(`"${name}" must be a duration such as 2 hours or 1 day, not "${text}".`);
  return every.minutes * MINUTE;
});

/** Parses a whole number from 0 to `most`. */
export function count(most: number): Option<number> {
  return option((text, name) => {
    if (!/^\d{1,7}$/.test(text) || Number(text) > most)
      throw argumentError(`"${name}" takes a whole number up to ${most}, not "${text}".`);
    return Number(text);
  });
}

export const all = option((text, name) => {
  if (text.toLowerCase() !== 'all') throw argumentError(`"${name}" must be "all" or blank, not "${text}".`);
  return 'all';
});

/** Parses a day in Pacific time, `YYYY-MM-DD`. */
export function day(name: string, input: unknown): string | undefined {
  const text = textOf(input);
  return text === '' ? undefined : readMoment(name, text).slice(0, 10);
}

/** Accepts an array, or a string separated by commas, semicolons, or line breaks. */
export function texts(input: unknown): readonly string[] {
  const parts = Array.isArray(input) ? input.flat() : textOf(input).split(/[\n\r\t,;]/);
  return parts.map(textOf).filter((part) => part !== '');
}

function textOf(input: unknown): string {
  return input === undefined || input === null ? '' : String(input).trim();
}
