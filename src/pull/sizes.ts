/** What complete runs took, remembered by what was asked: the next plan of the same question starts from it. */
import type { LastSize } from '../limits/planner.ts';
import { asciiJson } from '../protocol/ascii.ts';
import type { Operation } from '../protocol/operation.ts';
import type { Store } from '../protocol/store.ts';

/** Questions remembered for each operation, and periods of one; the oldest is forgotten first. */
const [MOST, MOST_PERIODS] = [10, 3];

type Asking = Pick<Operation, 'id' | 'period'>;
type Input = Readonly<Record<string, unknown>>;
/** `period` is as it was typed; none where the operation has none. */
type Entry = readonly [question: string, size: LastSize, period?: string];

export interface Remembered {
  readonly size: LastSize;
  /** The same was asked of another period. */
  readonly isOtherPeriod: boolean;
}

/** The last run of this question; else that of its latest period. */
export function recallSize(store: Store, operation: Asking, input: Input): Remembered | undefined {
  const question = questionOf(operation, input);
  const period = periodOf(operation, input);
  const alike = load(store, operation).filter(([known]) => known === question);
  const same = alike.find(([, , known = '']) => known === period);
  const [, size] = same ?? alike[0] ?? [];
  return size && { size, isOtherPeriod: !same };
}

export function rememberSize(store: Store, operation: Asking, input: Input, size: LastSize): void {
  const question = questionOf(operation, input);
  const period = periodOf(operation, input);
  const others = load(store, operation).filter(
    ([known, , when = '']) => known !== question || when !== period,
  );
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

function load(store: Store, operation: Asking): readonly Entry[] {
  return JSON.parse(store.get(keyOf(operation)) ?? '[]') as Entry[];
}

function keyOf({ id }: Asking): string {
  return `sizes.${id}`;
}

/** Lists count by their length in the plan already; other values but the period make the question what it is. */
function questionOf({ period }: Asking, input: Input): string {
  const isAsked = (name: string) => !Array.isArray(input[name]) && input[name] !== '' && input[name] !== null;
  const parts = Object.keys(input)
    .filter((name) => isAsked(name) && !period?.includes(name))
    .sort()
    .map((name) => `${name}=${clipped(input[name])}`);
  return parts.join('&').slice(0, 400);
}

function periodOf({ period }: Asking, input: Input): string {
  const days = (period ?? []).map((name) => clipped(input[name] ?? ''));
  return days.some((day) => day !== '') ? days.join('/') : '';
}

function clipped(value: unknown): string {
  return String(value).slice(0, 40);
}
