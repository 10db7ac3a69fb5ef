/** A call of the demo shop, and what is said where it cannot be answered. */
import type { Row } from './recording.ts';

export interface Call {
  readonly storefront: string;
  /** The last part of the address, in capitals. */
  readonly last: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Row;
}

export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Nothing is guessed: what was not recorded is refused in words. */
export function unable(what: string): Refusal {
  return new Refusal(400, 'DEMO', `The demo shop ${what}; your own shop does more`);
}

/** An object among the members of another; one that is missing has none. Members of other names are refused. */
export function members(row: Row, name: string, known: readonly string[]): Row {
  return knownOnly((row[name] ?? {}) as Row, known);
}

export function knownOnly(row: Row, known: readonly string[]): Row {
  const other = Object.keys(row).find((name) => !known.includes(name));
  if (other !== undefined) throw unable(`does not know what ${other} means`);
  return row;
}

/** A list of texts, without blank ones. */
export function textsOf(list: unknown): readonly string[] {
  return (Array.isArray(list) ? list : []).map(String).filter((text) => text !== '');
}

/** Digits, however they were sent. */
export function digitsOf(row: Row, name: string): string | undefined {
  const value = row[name];
  if (value === undefined) return undefined;
  if (!/^\d+$/.test(String(value))) throw unable(`takes only digits for ${name}`);
  return String(value);
}

/** One of the words that it knows. */
export function wordOf(row: Row, name: string, known: readonly string[]): string | undefined {
  const value = row[name];
  if (value === undefined) return undefined;
  if (!known.includes(String(value))) throw unable(`takes only ${known.join(' or ')} for ${name}`);
  return String(value);
}

export interface Page {
  readonly index: number;
  readonly size: number;
}

export function pageOf<T>(all: readonly T[], { index, size }: Page): readonly T[] {
  return all.slice((index - 1) * size, index * size);
}

/** The counts of the two operations that send them so. */
export function pageInfo(all: readonly unknown[], { index, size }: Page): Row {
  return {
    TotalCount: all.length,
    TotalPageCount: Math.ceil(all.length / size),
    PageSize: size,
    PageIndex: index,
  };
}

/** `largest`: what the service gives at once. */
export function pageIn(row: Row, [index, size]: readonly [index: string, size: string], largest: number): Page {
  const page = { index: Number(row[index] ?? 1), size: Number(row[size] ?? largest) };
  const isRight = (value: number, most: number) => Number.isInteger(value) && value >= 1 && value <= most;
  if (!isRight(page.index, Number.MAX_SAFE_INTEGER) || !isRight(page.size, largest))
    throw unable(`gives pages from 1 on, of at most ${largest} records`);
  return page;
}
