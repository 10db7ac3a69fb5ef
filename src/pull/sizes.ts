/** What complete runs took, remembered by what was asked, and how many calls a question will take by that. */
import type { LastSize, Precision } from '../limits/planner.ts';
import { readWall } from '../protocol/dates.ts';
import type { Operation } from '../protocol/operation.ts';
import { pacificText } from '../protocol/pacific.ts';
import type { Params } from '../protocol/params.ts';
import { asciiJson, type Store } from '../protocol/store.ts';
import { DAY, SECOND } from '../protocol/time.ts';

/** Questions remembered for each operation, and periods of one; the oldest is forgotten first. */
const [MOST, MOST_PERIODS] = [10, 3];

type Asked = Pick<Operation, 'id' | 'period'>;
type Input = Readonly<Record<string, unknown>>;
/** `period` is as it was typed; none where the operation has none. */
type Entry = readonly [question: string, size: LastSize, period?: string];

export interface RememberedSize {
  readonly size: LastSize;
  /** The same was asked of another period. */
  readonly isOtherPeriod: boolean;
}

/** The last run of this question; else that of its latest period. */
export function recallSize(store: Store, operation: Asked, input: Input): RememberedSize | undefined {
  const question = questionOf(operation, input);
  const period = periodOf(operation, input);
  const alike = load(store, operation).filter(([known]) => known === question);
  const same = alike.find(([, , known = '']) => known === period);
  const [, size] = same ?? alike[0] ?? [];
  return size && { size, isOtherPeriod: !same };
}

export function rememberSize(store: Store, operation: Asked, input: Input, size: LastSize): void {
  const question = questionOf(operation, input);
  const period = periodOf(operation, input);
  const others = load(store, operation).filter(([known, , when = '']) => known !== question || when !== period);
  const crowded = new Set(others.filter(([known]) => known === question).slice(MOST_PERIODS - 1));
  const entry: Entry = period === '' ? [question, size] : [question, size, period];
  const entries = [entry, ...others.filter((other) => !crowded.has(other))].slice(0, MOST);
  store.set(keyOf(operation), fitting(entries));
}

/** A property holds 9 KB. */
const ROOM = 8000;

function fitting(entries: readonly Entry[]): string {
  const text = asciiJson(entries);
  return text.length > ROOM && entries.length > 1 ? fitting(entries.slice(0, -1)) : text;
}

function load(store: Store, operation: Asked): readonly Entry[] {
  return JSON.parse(store.get(keyOf(operation)) ?? '[]') as Entry[];
}

function keyOf({ id }: Asked): string {
  return `sizes.${id}`;
}

/** Lists count by their length in the plan already; other values but the period make the question what it is. */
function questionOf({ period }: Asked, input: Input): string {
  const isAsked = (name: string) => !Array.isArray(input[name]) && input[name] !== '' && input[name] !== null;
  const parts = Object.keys(input)
    .filter((name) => isAsked(name) && !period?.includes(name))
    .sort()
    .map((name) => `${name}=${clipped(input[name])}`);
  return parts.join('&').slice(0, 400);
}

function periodOf({ period }: Asked, input: Input): string {
  const days = (period ?? []).map((name) => clipped(input[name] ?? ''));
  return days.some((day) => day !== '') ? days.join('/') : '';
}

function clipped(value: unknown): string {
  return String(value).slice(0, 40);
}

export interface PlannedQuestion {
  /** Calls at least: one a unit. */
  readonly units: number;
  /** Length of the period that is asked for, where there is one. */
  readonly days?: number | undefined;
  /** Records on a page at most, and on one of a service that does not heed what it is asked for. */
  readonly pageSize: number;
  readonly usual?: number | undefined;
}

export interface Expected {
  readonly calls: number;
  readonly cells: number;
  /** Undefined when the same was asked before. */
  readonly precision?: Precision;
}

export function expectedSize(asked: PlannedQuestion, last: RememberedSize | undefined): Expected {
  const { units, days } = asked;
  if (!last) return { calls: units, cells: 0, precision: 'at least' };
  const { size, isOtherPeriod } = last;
  const isSameSpan = days === size.days;
  if (units === size.units && isSameSpan && !isOtherPeriod) return { calls: size.calls, cells: size.cells };
  const growth = isSameSpan || !days || !size.days ? units / size.units : days / size.days;
  return {
    calls: Math.max(units, units === size.units ? pagesOf(asked, size, growth) : ratio(size.calls, units / size.units)),
    cells: ratio(size.cells, growth),
    precision: 'about',
  };
}

/** Pages of as many units as before, when each brings so many times the records. */
function pagesOf({ units, pageSize, usual }: PlannedQuestion, size: LastSize, growth: number): number {
  const { records } = size;
  if (records === undefined) return ratio(size.calls, growth);
  // More pages than their size explains: the service does not heed the size.
  const isHeeded = size.calls < Math.ceil(records / pageSize) + units;
  const onPage = isHeeded ? pageSize : (usual ?? records / size.calls);
  return units * Math.max(1, Math.ceil((records * growth) / units / onPage));
}

function ratio(amount: number, growth: number): number {
  return Math.round(amount * growth);
}

/** Length of the period, in days; nothing where it has no beginning. One without an end goes on until now. */
export function daysOf({ period }: Pick<Operation, 'period'>, params: Params, now: number): number | undefined {
  if (!period || params[period[0]] === undefined) return undefined;
  const [begin, end] = [params[period[0]], params[period[1]] ?? pacificText(now)].map((text) => readWall(String(text)));
  if (!begin || !end) return undefined;
  // A bare date ends with its day, and so does its last second.
  const days = (end.wall + (end.hasTime ? SECOND : DAY) - begin.wall) / DAY;
  return days > 0 ? Math.round(days * 1000) / 1000 : undefined;
}
