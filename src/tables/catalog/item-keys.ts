/** Identifiers of items: when two are the same, what people mean by one, and what an operation takes instead. */
import type { Operation } from '../../protocol/operation.ts';
import { holds, type Params } from '../../protocol/params.ts';

/** Identifiers, the strongest first. The first that a row or a fact has decides how its item is found. */
export const IDENTIFIERS = ['itemNumber', 'sellerPartNumber', 'upcCode', 'mfrPartNumber'] as const;
export type Identifier = (typeof IDENTIFIERS)[number];

/** What a row or a fact says of an item: its identifiers and its title. */
export const TRAITS = [...IDENTIFIERS, 'title'] as const;
export type Trait = (typeof TRAITS)[number];

/** Texts, none of them blank. */
export type Traits = { readonly [T in Trait]?: string };

/**
 * Two spellings of one identifier have the same key. Case does not count, and neither do the zeros by which
 * one UPC code is written with 12, 13 or 14 digits.
 */
export function keyOf(trait: Trait, value: string): string {
  const key = value.trim().toLowerCase();
  return trait === 'upcCode' && /^\d+$/.test(key) ? key.replace(/^0+(?=\d)/, '') : key;
}

/** What a formula of the person shows in a cell when it fails; it is no identifier. */
const FAILURE = /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|ERROR!)$/;

/** The identifier in a cell or a field, `''` where there is none. A date, say, is what a sheet made of one. */
export function identifierIn(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return FAILURE.test(text) ? '' : text;
}

/** The seller on whose behalf something is read or written. */
export interface Seller {
  readonly sellerId: string;
  /** Nobody knows of another one: rows that do not say whose they are can only be its own. */
  readonly isOnly: boolean;
}

/** Whether two seller IDs, in whatever case, are the same one. */
export function isSameSeller(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** A param whose values identify items. */
export interface Asked {
  readonly param: string;
  readonly is: Trait;
  readonly when?: { readonly [param: string]: string };
  /** For identifiers that answers do not repeat: with these params, item numbers ask for the same. */
  readonly means?: { readonly [param: string]: string };
}

export interface NamedItems {
  /** Fields of the innermost level; a list of texts names as many items. */
  readonly fields: Traits;
  readonly asked?: readonly Asked[];
}

/** The params of a question that identify items. */
export function asksIn({ asked = [] }: NamedItems, params: Params): readonly Asked[] {
  return asked.filter(({ param, when }) => params[param] !== undefined && holds(when, params));
}

export type AskingOperation = Pick<Operation, 'params' | 'split'> & { readonly items?: NamedItems };

/** The list by which an operation takes items. */
export interface ItemList {
  readonly param: string;
  /** What may stand in it. */
  readonly takes: readonly Trait[];
  /** Item numbers begin so; blank where they have no beginning of their own. */
  readonly prefix: string;
  /** No other param says of which kind its identifiers are. */
  readonly isOpen: boolean;
}

/** What an identifier stands for. */
export interface Meaning {
  /** What the operation is to be asked for; nothing where that cannot be told. */
  readonly asks?: string;
  /** What the Catalog has that may have been meant instead: several, or one that is written otherwise. */
  readonly meant: readonly string[];
  /** It takes the Catalog to tell, which is too large to be looked through. */
  readonly isUnread?: true;
}

/** An identifier of which the Catalog does not say which item it is. */
export interface Unclear {
  readonly identifier: string;
  readonly meant: readonly string[];
}

/** No UPC code is shorter, whatever zeros were left out. */
const SHORTEST_UPC = 8;

/** Nothing where these params do not ask for items by a list. */
export function itemListOf({ params, split = [], items }: AskingOperation, given: Params): ItemList | undefined {
  // A blank param of two kinds is decided by how an identifier begins.
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

/** Whether the Catalog has a say in what an identifier means: not where it surely is what the list takes. */
export function needsCatalog({ takes, prefix, isOpen }: ItemList, identifier: string): boolean {
  if (!isOpen || isNumber(identifier, prefix)) return false;
  // As a part number it is asked for; digits alone may as well be a UPC code, or have lost their zeros.
  return !takes.includes('sellerPartNumber') || isDigits(identifier);
}

/** By identifier. `rows` are those of the Catalog; of each identifier `needsCatalog` is true. */
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

/** All items of the rows as the list takes them, each once, and how many rows have no such identifier. */
export function allItems(
  rows: readonly Traits[],
  { takes, prefix }: ItemList,
): { readonly identifiers: readonly string[]; readonly unnamed: number } {
  const byKey = new Map<string, string>();
  let unnamed = 0;
  for (const row of rows) {
    const named = takes.map((trait) => [trait, row[trait] ?? ''] as const).filter(([, name]) => name !== '');
    // A part number that looks like an item number would be taken for one.
    const part = named.find(([trait, name]) => trait === 'sellerPartNumber' && !isNumber(name, prefix));
    const [trait, name] = part ?? named[0] ?? [];
    if (trait !== undefined && name !== undefined) byKey.set(`${trait} ${keyOf(trait, name)}`, spelled(name, prefix));
    else if (keysOf(row).length > 0) unnamed++;
  }
  return { identifiers: [...byKey.values()], unnamed };
}

/** What of the Catalog may be an identifier. */
class Candidates {
  readonly #identifier: string;
  readonly #rows: { readonly [T in Known]: Traits[] } = { itemNumber: [], sellerPartNumber: [], upcCode: [] };
  /** The same but for the zeros that it begins with. */
  readonly alike = new Set<string>();

  constructor(identifier: string) {
    this.#identifier = identifier;
  }

  get identifier(): string {
    return this.#identifier;
  }

  get keys(): readonly string[] {
    const identifier = this.#identifier;
    return [
      ...KNOWN.map((trait) => `${trait} ${keyOf(trait, identifier)}`),
      ...(isDigits(identifier) ? [`digits ${withoutZeros(identifier)}`] : []),
    ];
  }

  add(trait: Known | 'digits', row: Traits): void {
    if (trait === 'digits') this.alike.add(row.sellerPartNumber!);
    else if (trait !== 'upcCode' || this.#identifier.length >= SHORTEST_UPC) this.#rows[trait].push(row);
  }

  has(trait: Known): boolean {
    return this.#rows[trait].length > 0;
  }

  /** What rows that have it as that call themselves, each once. */
  names(by: Known, trait: Known): readonly string[] {
    const names = this.#rows[by].flatMap((row) => row[trait] ?? []);
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

/** The keys by which a row is found. */
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

/** As params spell it: two spellings would be asked for twice. */
function spelled(name: string, prefix: string): string {
  return isNumber(name, prefix) ? name.replace(/[a-z]/g, (letter) => letter.toUpperCase()) : name;
}

function isDigits(text: string): boolean {
  return /^\d+$/.test(text);
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '');
}

/** What to do about identifiers, of which there is at least one, that are of no use as they are. */
export function unclearText(all: readonly Unclear[]): string {
  const unknown = all.filter(({ meant }) => meant.length === 0).map(({ identifier }) => `"${identifier}"`);
  return [
    ...(unknown.length > 0
      ? [
          `The Catalog has no item number for ${someOf(unknown)}. Pull Orders or Inventory first, or type the item number into the Catalog.`,
        ]
      : []),
    ...meantText(all),
  ].join(' ');
}

/** A sentence for each of the first identifiers that may mean something else. */
export function meantText(all: readonly Unclear[]): readonly string[] {
  return all
    .filter(({ meant }) => meant.length > 0)
    .slice(0, MOST_NAMED)
    .map(({ identifier, meant }) =>
      meant.length === 1
        ? `The Catalog has no "${identifier}". Did you mean "${meant[0]}"? Type it as text, with its zeros.`
        : `"${identifier}" may be ${someOf(meant.map((each) => `"${each}"`))}: type the one that you mean.`,
    );
}

const MOST_NAMED = 10;

function someOf(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED).join(', ');
  return names.length > MOST_NAMED ? `${shown} and ${names.length - MOST_NAMED} more` : shown;
}
