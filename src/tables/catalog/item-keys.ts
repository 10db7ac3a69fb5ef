/** Compares item identifiers and resolves typed ones. */
import { MOST_NAMES, someOf } from '../../protocol/lists.ts';
import type { Operation } from '../../protocol/operation.ts';
import { holds, type Params } from '../../protocol/params.ts';

/** The strongest identifier comes first. An item is identified by the first one that it has. */
export const IDENTIFIERS = ['itemNumber', 'sellerPartNumber', 'upcCode', 'mfrPartNumber'] as const;
export type Identifier = (typeof IDENTIFIERS)[number];

export const TRAITS = [...IDENTIFIERS, 'title'] as const;
export type Trait = (typeof TRAITS)[number];

/** Nonblank traits of an item. */
export type Traits = { readonly [T in Trait]?: string };

/** Returns a key that ignores case and, for UPC codes, leading zeros. */
export function keyOf(trait: Trait, value: string): string {
  const key = value.trim().toLowerCase();
  return trait === 'upcCode' && /^\d+$/.test(key) ? key.replace(/^0+(?=\d)/, '') : key;
}

const FAILURE = /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|ERROR!)$/;

/** Returns a cell's identifier; blank for errors and for dates, because Google parses some identifiers as dates. */
export function identifierIn(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return FAILURE.test(text) ? '' : text;
}

export interface Seller {
  readonly sellerId: string;
  /** Rows without a seller belong to this seller, because it is the only known seller. */
  readonly isOnly: boolean;
}

export function isSameSeller(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

export interface Asked {
  readonly param: string;
  readonly is: Trait;
  readonly when?: { readonly [param: string]: string };
  /** Params for requesting the same items by item number. Set if responses don't include the requested identifiers. */
  readonly means?: { readonly [param: string]: string };
}

export interface NamedItems {
  /** Fields at the innermost level. A field that contains a list identifies several items. */
  readonly fields: Traits;
  readonly asked?: readonly Asked[];
}

/** Returns the params that identify items. */
export function asksIn({ asked = [] }: NamedItems, params: Params): readonly Asked[] {
  return asked.filter(({ param, when }) => params[param] !== undefined && holds(when, params));
}

export type AskingOperation = Pick<Operation, 'params' | 'split'> & { readonly items?: NamedItems };

/** A param that accepts a list of items. */
export interface ItemList {
  readonly param: string;
  readonly takes: readonly Trait[];
  /** Item number prefix; blank if there is none. */
  readonly prefix: string;
  /** True unless another param sets the kind of identifier. */
  readonly isOpen: boolean;
}

export interface Meaning {
  /** The identifier to request; undefined if unknown. */
  readonly asks?: string;
  /** Alternatives to suggest to the user. */
  readonly meant: readonly string[];
  /** True if the Catalog was too large to search. */
  readonly isUnread?: true;
}

/** An identifier that the Catalog can't resolve. */
export interface Unclear {
  readonly identifier: string;
  readonly meant: readonly string[];
}

/** Minimum length of a UPC code without leading zeros. */
const SHORTEST_UPC = 8;

export function itemListOf({ params, split = [], items }: AskingOperation, given: Params): ItemList | undefined {
  // If the type param is blank, the prefix determines each identifier's type.
  const by = split.flatMap((part) => ('each' in part && part.sortedBy ? [part.sortedBy] : []))[0];
  const isTaken = ([name, value]: readonly [string, string]) =>
    given[name] === undefined ? by?.param === name && [by.matching, by.others].includes(value) : given[name] === value;
  const asked = (items?.asked ?? []).filter(
    ({ param, when = {} }) => params[param]?.type === 'texts' && Object.entries(when).every(isTaken),
  );
  const [first] = asked;
  if (!first) return undefined;
  return {
    param: first.param,
    takes: asked.map(({ is }) => is),
    prefix: params[first.param]!.anyCase?.beginning ?? '',
    isOpen: Object.keys(first.when ?? {}).every((name) => given[name] === undefined),
  };
}

/** Whether to resolve an identifier through the Catalog. */
export function needsCatalog({ takes, prefix, isOpen }: ItemList, identifier: string): boolean {
  if (!isOpen || isNumber(identifier, prefix)) return false;
  // Digits can be a UPC code, or a part number without its leading zeros.
  return !takes.includes('sellerPartNumber') || isDigits(identifier);
}

/** Resolves identifiers against the Catalog's `rows`. */
export function meaningsOf(
  rows: readonly Traits[],
  list: ItemList,
  identifiers: Iterable<string>,
): ReadonlyMap<string, Meaning> {
  const wanted = new Map([...identifiers].map((each) => [each, new Candidates(each)] as const));
  const byKey = new Map<string, Candidates[]>();
  for (const candidates of wanted.values())
    for (const key of candidates.keys) byKey.set(key, [...(byKey.get(key) ?? []), candidates]);
  if (byKey.size > 0)
    for (const row of rows)
      for (const [trait, key] of keysOf(row)) for (const each of byKey.get(key) ?? []) each.add(trait, row);
  return new Map([...wanted].map(([identifier, candidates]) => [identifier, meaningIn(candidates, list)] as const));
}

/** Returns an accepted identifier for each item. `unnamed` is the number of rows without one. */
export function allItems(
  rows: readonly Traits[],
  { takes, prefix }: ItemList,
): { readonly identifiers: readonly string[]; readonly unnamed: number } {
  const byKey = new Map<string, string>();
  let unnamed = 0;
  for (const row of rows) {
    const named = takes.map((trait) => [trait, row[trait] ?? ''] as const).filter(([, name]) => name !== '');
    // Skip part numbers that look like item numbers.
    const part = named.find(([trait, name]) => trait === 'sellerPartNumber' && !isNumber(name, prefix));
    const [trait, name] = part ?? named[0] ?? [];
    if (trait !== undefined && name !== undefined) byKey.set(`${trait} ${keyOf(trait, name)}`, spelled(name, prefix));
    else if (keysOf(row).length > 0) unnamed++;
  }
  return { identifiers: [...byKey.values()], unnamed };
}

/** Catalog rows that match an identifier. */
class Candidates {
  private readonly rows: { readonly [T in Known]: Traits[] } = { itemNumber: [], sellerPartNumber: [], upcCode: [] };
  /** Part numbers that differ from the identifier only in leading zeros. */
  readonly alike = new Set<string>();

  constructor(readonly identifier: string) {}

  get keys(): readonly string[] {
    const { identifier } = this;
    return [
      ...KNOWN.map((trait) => `${trait} ${keyOf(trait, identifier)}`),
      ...(isDigits(identifier) ? [`digits ${withoutZeros(identifier)}`] : []),
    ];
  }

  add(trait: Known | 'digits', row: Traits): void {
    if (trait === 'digits') this.alike.add(row.sellerPartNumber!);
    else if (trait !== 'upcCode' || this.identifier.length >= SHORTEST_UPC) this.rows[trait].push(row);
  }

  has(trait: Known): boolean {
    return this.rows[trait].length > 0;
  }

  /** Returns a trait's distinct values in the rows whose `by` trait matches the identifier. */
  names(by: Known, trait: Known): readonly string[] {
    const names = this.rows[by].flatMap((row) => row[trait] ?? []);
    return [...new Map(names.map((name) => [keyOf(trait, name), name] as const)).values()];
  }
}

const KNOWN = ['itemNumber', 'sellerPartNumber', 'upcCode'] as const satisfies readonly Identifier[];
type Known = (typeof KNOWN)[number];

function meaningIn(candidates: Candidates, { takes, prefix }: ItemList): Meaning {
  const { identifier, alike } = candidates;
  const asItIs: Meaning = { asks: identifier, meant: [] };
  const takesParts = takes.includes('sellerPartNumber');
  if (candidates.has('sellerPartNumber') && takesParts) return asItIs;
  if (candidates.has('itemNumber') && !takesParts) return asItIs;
  for (const by of ['sellerPartNumber', 'upcCode'] as const) {
    if (!candidates.has(by)) continue;
    const numbers = candidates.names(by, 'itemNumber').filter((name) => !takesParts || isNumber(name, prefix));
    const names = numbers.length > 0 || !takesParts ? numbers : candidates.names(by, 'sellerPartNumber');
    return names.length === 1 ? { asks: spelled(names[0]!, prefix), meant: [] } : { meant: names };
  }
  const meant = [...alike].sort();
  return takesParts ? { asks: identifier, meant } : { meant };
}

function keysOf(row: Traits): readonly (readonly [trait: Known | 'digits', key: string])[] {
  const keys: (readonly [Known | 'digits', string])[] = [];
  for (const trait of KNOWN) if (row[trait] !== undefined) keys.push([trait, `${trait} ${keyOf(trait, row[trait])}`]);
  const part = row.sellerPartNumber;
  if (part !== undefined && isDigits(part)) keys.push(['digits', `digits ${withoutZeros(part)}`]);
  return keys;
}

function isNumber(identifier: string, prefix: string): boolean {
  return identifier.toUpperCase().startsWith(prefix);
}

/** Uppercases item numbers, like params, to avoid requesting both spellings. */
function spelled(name: string, prefix: string): string {
  return isNumber(name, prefix) ? name.replace(/[a-z]/g, (letter) => letter.toUpperCase()) : name;
}

function isDigits(text: string): boolean {
  return /^\d+$/.test(text);
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '');
}

/** Explains unresolved identifiers to the user. */
export function unclearText(all: readonly Unclear[]): string {
  const unknown = all.filter(({ meant }) => meant.length === 0).map(({ identifier }) => `"${identifier}"`);
  const sentence = `The Catalog has no item number for ${someOf(unknown)}. Pull Orders or Inventory first, or add the item number to the Catalog.`;
  return [...(unknown.length > 0 ? [sentence] : []), ...meantText(all)].join(' ');
}

/** Suggests alternatives, if any. */
export function meantText(all: readonly Unclear[]): readonly string[] {
  return all
    .filter(({ meant }) => meant.length > 0)
    .slice(0, MOST_NAMES)
    .map(({ identifier, meant }) =>
      meant.length === 1
        ? `"${identifier}" isn't in the Catalog. Did you mean "${meant[0]}"? Enter it as text, with leading zeros.`
        : `"${identifier}" could be ${someOf(meant.map((each) => `"${each}"`))}. Enter the one you mean.`,
    );
}
