/** What complete runs took, remembered by what was asked: the next plan of the same question starts from it. */
import type { LastSize } from '../limits/plan.ts';
import type { Store } from '../protocol/store.ts';

/** Questions remembered for each operation; the oldest is forgotten first. */
const MOST = 10;

type Sizes = readonly (readonly [question: string, size: LastSize])[];

export function recallSize(
  store: Store,
  operation: string,
  input: Readonly<Record<string, unknown>>,
): LastSize | undefined {
  const question = questionOf(input);
  return load(store, operation).find(([known]) => known === question)?.[1];
}

export function rememberSize(
  store: Store,
  operation: string,
  input: Readonly<Record<string, unknown>>,
  size: LastSize,
): void {
  const question = questionOf(input);
  const others = load(store, operation).filter(([known]) => known !== question);
  store.set(keyOf(operation), JSON.stringify([[question, size], ...others].slice(0, MOST)));
}

function load(store: Store, operation: string): Sizes {
  return JSON.parse(store.get(keyOf(operation)) ?? '[]') as Sizes;
}

function keyOf(operation: string): string {
  return `sizes.${operation}`;
}

/** Lists count by their length in the plan already; other values make the question what it is. */
function questionOf(input: Readonly<Record<string, unknown>>): string {
  const parts = Object.keys(input)
    .filter((name) => !Array.isArray(input[name]) && input[name] !== '' && input[name] !== null)
    .sort()
    .map((name) => `${name}=${String(input[name]).slice(0, 40)}`);
  return parts.join('&').slice(0, 400);
}
