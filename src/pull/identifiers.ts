/** The identifiers that a pull asks for: named ones as the Catalog knows them, or the whole Catalog; and which go apart. */
import { argumentError, MarketError } from '../protocol/market-error.ts';
import type { Params } from '../protocol/params.ts';
import {
  type AskingOperation,
  allItems,
  type ItemList,
  itemListOf,
  meaningsOf,
  meantText,
  needsCatalog,
  type Unclear,
  unclearText,
} from '../tables/catalog/asked-items.ts';
import { type IdentifierMatches, identifierMatches } from '../tables/catalog/identifier-matches.ts';
import type { Traits } from '../tables/catalog/item-keys.ts';
import { type Asked, asksIn, type Items } from '../tables/catalog/items.ts';
import { fingerprint } from '../tables/fingerprint.ts';
import type { RememberedIdentifiers } from './remembered.ts';
import type { IdentifierNote, IdentifierNotes } from './run.ts';

/** Rows of the Catalog, read where a question needs them. */
export type Catalog = () => readonly Traits[];

export interface AskedItems {
  readonly params: Params;
  /** What was typed, by the identifier that is asked for instead. */
  readonly typed: Readonly<Record<string, string>>;
  /** Identifiers for which the Catalog has several items, or another spelling. */
  readonly unclear: readonly Unclear[];
  /** Those of `unclear` that are not asked for. */
  readonly left: readonly string[];
  readonly notes: readonly string[];
}

/**
 * Params in which every item stands once, as the operation is asked for it. `params` are checked. Throws MARKET_ARGUMENT
 * where nothing is left to ask for. Without a Catalog everything is asked for as it was typed.
 */
export function askedItems(operation: AskingOperation, params: Params, catalog: Catalog | undefined): AskedItems {
  const asked: AskedItems = { params, typed: {}, unclear: [], left: [], notes: [] };
  const list = itemListOf(operation, params);
  if (!list || !catalog) return asked;
  const all = insteadOf(operation, list);
  return all === undefined || params[all] === undefined
    ? understood(list, asked, catalog)
    : whole(list, all, asked, catalog);
}

/** All items of the Catalog, in place of the param that says so. */
function whole(list: ItemList, all: string, asked: AskedItems, catalog: Catalog): AskedItems {
  const { [all]: _, ...params } = asked.params;
  const { identifiers, unnamed } = allItems(catalog(), list);
  if (identifiers.length === 0)
    throw argumentError(
      `"${all}": the Catalog has no items of this shop that can be asked for; pull Orders first, or type them into the Catalog.`,
    );
  const one = unnamed === 1;
  const note = `${one ? 'One item' : `${unnamed} items`} of the Catalog ${one ? 'is' : 'are'} left out, because ${one ? 'it has' : 'they have'} no identifier yet by which this is asked for.`;
  return { ...asked, params: { ...params, [list.param]: identifiers }, notes: unnamed > 0 ? [note] : [] };
}

function understood(list: ItemList, asked: AskedItems, catalog: Catalog): AskedItems {
  const { params } = asked;
  const identifiers = [params[list.param] ?? []].flat();
  const open = identifiers.filter((each) => needsCatalog(list, each));
  if (open.length === 0) return asked;
  const meanings = meaningsOf(catalog(), list, open);
  const names = new Set<string>();
  const typed: Record<string, string> = {};
  const unclear: Unclear[] = [];
  const left: string[] = [];
  for (const identifier of identifiers) {
    const { asks, meant } = meanings.get(identifier) ?? { asks: identifier, meant: [] };
    if (asks === undefined || meant.length > 0) unclear.push({ identifier, meant });
    if (asks === undefined) left.push(identifier);
    else if (!names.has(asks)) {
      names.add(asks);
      if (asks !== identifier) typed[asks] = identifier;
    }
  }
  if (names.size === 0)
    throw new MarketError('MARKET_ARGUMENT', `"${list.param}": ${unclearText(unclear)}`, { unclear });
  const isLeft = new Set(left);
  const doubtful = unclear.filter(({ identifier }) => !isLeft.has(identifier));
  const notUsed = unclear.filter(({ identifier }) => isLeft.has(identifier));
  const notes = [...(notUsed.length > 0 ? [unclearText(notUsed)] : []), ...meantText(doubtful)];
  return { params: { ...params, [list.param]: [...names] }, typed, unclear, left, notes };
}

/** The filter of a job with item lists as the operation takes them; unknown identifiers stay as they were typed. */
export function jobFilter(
  operation: AskingOperation,
  filter: Readonly<Record<string, unknown>>,
  catalog: Catalog,
): Readonly<Record<string, unknown>> {
  const list = itemListOf(operation, filter as Params);
  if (!list) return filter;
  const all = insteadOf(operation, list);
  const named = Object.fromEntries(Object.entries(filter).filter(([name]) => name !== all));
  const identifiers = [(named[list.param] as string | readonly string[] | undefined) ?? []].flat();
  const open = identifiers.filter((each) => needsCatalog(list, each));
  if (open.length === 0) return named;
  const meanings = meaningsOf(catalog(), list, open);
  return {
    ...named,
    [list.param]: [...new Set(identifiers.map((each) => meanings.get(each)?.asks ?? each))],
  };
}

/** The param that stands for all that the list may have. */
function insteadOf({ params }: AskingOperation, list: ItemList): string | undefined {
  return Object.keys(params).find((name) => params[name]!.insteadOf === list.param);
}

/** Why identifiers of a run go apart, as it begins. */
export function notesBefore(
  asked: readonly string[],
  remembered: RememberedIdentifiers,
  singles: readonly string[],
): IdentifierNotes {
  const notes = new Map<string, IdentifierNote>(singles.map((each) => [each, { apart: 'single-call' }]));
  for (const each of asked) {
    const apart = remembered.get(each);
    if (apart) notes.set(each, { apart });
  }
  return notes;
}

/** The list of identifiers that answers do not repeat, such as UPC codes: only the Catalog says which record is whose. */
export function unechoedIn(items: Items | undefined, params: Params): Asked | undefined {
  return items && asksIn(items, params).find(({ means }) => means);
}

/** Undefined where answers repeat the identifiers. */
export function matchesFor(
  { items }: Pick<AskingOperation, 'items'>,
  params: Params,
  catalog: Catalog | undefined,
): IdentifierMatches | undefined {
  const asked = unechoedIn(items, params);
  return items && asked && catalog ? identifierMatches(catalog(), asked.is, items) : undefined;
}

/** Most calls of a run that ask for one such identifier, so that its answer tells what it belongs to. */
const MOST_SINGLE_CALLS = 200;

/** Identifiers that the Catalog does not know. Of too many, each pull takes others, so that bad ones hold nobody up. */
export function singleCallsIn(
  { items }: Pick<AskingOperation, 'items'>,
  params: Params,
  matches: IdentifierMatches | undefined,
  isolated: readonly string[],
  now: number,
): readonly string[] {
  const asked = unechoedIn(items, params);
  if (!asked || !matches) return [];
  const elsewhere = new Set(isolated);
  const unknown = [params[asked.param] ?? []].flat().filter((value) => !matches.knows(value) && !elsewhere.has(value));
  if (unknown.length <= MOST_SINGLE_CALLS) return unknown;
  const order = new Map(unknown.map((value) => [value, fingerprint(`${now} ${value}`)] as const));
  const chosen = [...unknown].sort((one, other) => (order.get(one)! < order.get(other)! ? -1 : 1));
  const taken = new Set(chosen.slice(0, MOST_SINGLE_CALLS));
  return unknown.filter((value) => taken.has(value));
}
