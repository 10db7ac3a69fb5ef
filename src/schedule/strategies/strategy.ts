/** Strategies: what a job has to pull now, and the options of its filter. */
import { fromPacific, pacificDay, readWall } from '../../protocol/dates.ts';
import { argumentError } from '../../protocol/market-error.ts';
import type { When } from '../../protocol/params.ts';
import { HOUR, MINUTE } from '../../protocol/time.ts';
import { type Job, readEvery, type StrategyState } from '../job.ts';

/** Params of one pull, as a form would give them. */
export type Input = Readonly<Record<string, unknown>>;

/** The filter of a job: params, and options of the strategy, by name. */
export type Filter = Job['filter'];

export type { StrategyState };

/** Instants are in epoch milliseconds. In an hour that clocks repeat, the later reading counts once it is past. */
export interface KnownOrder {
  readonly orderNumber: string;
  readonly sellerId: string;
  /** Code of the status, or its text if the documentation does not have it. */
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
  readonly firstSeen?: number | undefined;
  /** Price changes per day, if known. */
  readonly dailyChanges?: number | undefined;
}

export interface KnownCampaign {
  readonly campaignNumber: string;
  readonly sellerId: string;
  /** The newest day with a row; only for comparing, because its zone is arbitrary. */
  readonly lastDay?: number | undefined;
}

export interface KnownRequest {
  readonly sellerId?: string | undefined;
  readonly requestId: string;
  readonly storefront?: string | undefined;
  readonly firstSeen?: number | undefined;
  readonly lastPulled?: number | undefined;
}

/** The tables as strategies see them, of one seller. Each sheet is read once, when it is needed. */
export interface WorkbookView {
  orders(): readonly KnownOrder[];
  items(): readonly KnownItem[];
  /** Campaigns in Ad performance and Ad periods. */
  campaigns(): readonly KnownCampaign[];
  requests(): readonly KnownRequest[];
  /** Sales of an item in Order lines. */
  sales(): (item: KnownItem) => number;
}

export interface StrategyInput {
  readonly filter: Filter;
  readonly state: StrategyState;
  readonly view: WorkbookView;
  readonly now: number;
  /** When this cycle began. */
  readonly cycleAt: number;
  readonly isContinuous: boolean;
  readonly interval: number;
  readonly calls: number;
  /** The cap, less the share that is left to others. */
  readonly callsPerHour: number;
}

export interface NextPulls {
  /** Pulls in order, limited to the calls if their number is known. */
  readonly pulls: readonly Input[];
  /** Whether these pulls complete the cycle. */
  readonly isLast: boolean;
  /** The state to store once these pulls are done. A continuous job has nothing to pull before its `restsUntil`. */
  readonly state: StrategyState;
  /** How many of the first pulls must be complete, because no sheet shows what they miss. */
  readonly inFull?: number;
  /** The state to store once the first of several pulls is done, if it differs from the one before. */
  readonly afterFirst?: StrategyState;
  /** Progress, for the person. */
  readonly note?: string | undefined;
  /** Why the job has nothing to pull yet, for the person. */
  readonly waitsFor?: string | undefined;
}

export type Strategy = (input: StrategyInput) => NextPulls;

export interface DatasetStrategies {
  readonly refresh: Strategy;
  /** Pulls the past once, if the service has one. */
  readonly backfill?: Strategy;
  /** Readers of the filter's options by name. They throw sentences for the person. */
  readonly options?: Readonly<Record<string, (name: string, input: unknown) => unknown>>;
  /** Params that the strategies set themselves. */
  readonly sets?: readonly string[];
  /** Params of every pull, which decide which tables it fills. */
  readonly always?: When;
  /** Explains the options in the form. */
  readonly help?: string;
  /** The first word of the names of its jobs; by default the operation's title. */
  readonly plural?: string;
  /** The promise of a continuous job in words, and the options that the words cover. */
  readonly promised?: (filter: Filter) => { readonly words: string; readonly tells: readonly string[] };
}

/** Most calls of one pull: an execution that Google ends may lose this many. */
export const CALLS_A_PULL = 20;

/** Cells keep whole seconds, so a read in the same second as `since` counts as newer. */
export function isStale(at: number | undefined, since: number): boolean {
  return at === undefined || at < Math.floor(since / 1000) * 1000;
}

export function without(filter: Filter, names: readonly string[]): Filter {
  return Object.fromEntries(Object.entries(filter).filter(([name]) => !names.includes(name)));
}

type AtCycle = Pick<StrategyInput, 'state' | 'cycleAt'>;

/** Names left in this cycle, sorted. Due names up to the watermark have failed, and wait for the next cycle. */
export function afterWatermark(due: readonly string[], { state, cycleAt }: AtCycle): readonly string[] {
  const after = state.cycle === cycleAt ? String(state.watermark ?? '') : '';
  return [...new Set(due)].filter((name) => name > after).sort();
}

/** The state once the first `count` names are taken, and whether no name is left then. */
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

/** Reads an option of a filter; undefined if blank. */
function option<T>(read: (text: string, name: string) => T): Option<T> {
  return (name, input) => {
    const text = textOf(input);
    return text === '' ? undefined : read(text, name);
  };
}

/** Reads `2 hours`, `90 minutes` or `daily`, in milliseconds. */
export const duration = option((text, name) => {
  const every = readEvery(text);
  if (typeof every === 'string' || !('minutes' in every))
    throw argumentError(`"${name}" takes a time such as 2 hours or 1 day, not "${text}".`);
  return every.minutes * MINUTE;
});

/** Reads a whole number from 0 to `most`. */
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

/** Reads a Pacific day, `YYYY-MM-DD`. */
export function day(name: string, input: unknown): string | undefined {
  // A date cell is midnight in an unknown zone; its noon is the same day nearly everywhere.
  if (input instanceof Date) return pacificDay(input.getTime() + 12 * HOUR);
  const text = textOf(input);
  if (text === '') return undefined;
  const read = readWall(text);
  if (!read) throw argumentError(`"${name}" takes a date such as 2025-06-30, not "${text}".`);
  return pacificDay(read.offset === undefined ? fromPacific(read.wall).at : read.wall - read.offset);
}

/** Reads several texts from a list, or from one text with commas, semicolons or line breaks. */
export function texts(input: unknown): readonly string[] {
  const parts = Array.isArray(input) ? input.flat() : textOf(input).split(/[\n\r\t,;]/);
  return parts.map(textOf).filter((part) => part !== '');
}

function textOf(input: unknown): string {
  return input === undefined || input === null ? '' : String(input).trim();
}
