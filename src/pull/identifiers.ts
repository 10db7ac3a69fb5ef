/** The identifiers of a pull: which to request, which need their own calls, and which were not answered. */
import type { Slice } from '../protocol/client.ts';
import { argumentError, MarketError } from '../protocol/market-error.ts';
import type { Operation } from '../protocol/operation.ts';
import type { UnitRecords } from '../protocol/page.ts';
import { holds, type Params } from '../protocol/params.ts';
import { fingerprint } from '../protocol/store.ts';
import { type IdentifierMatches, identifierMatches } from '../tables/catalog/identifier-matches.ts';
import {
  type Asked,
  type AskingOperation,
  allItems,
  asksIn,
  type ItemList,
  itemListOf,
  meaningsOf,
  meantText,
  type NamedItems,
  needsCatalog,
  type Traits,
  type Unclear,
  unclearText,
} from '../tables/catalog/item-keys.ts';

import type { TabledOperation } from '../tables/table.ts';
import type { RememberedIdentifiers } from './remembered.ts';
import type { IdentifierNote, IdentifierNotes } from './run.ts';

export type Catalog = () => readonly Traits[];

interface AskedItems {
  readonly params: Params;
  /** Identifiers as typed, by the identifier that is requested instead. */
  readonly typed: Readonly<Record<string, string>>;
  /** Identifiers that are ambiguous or misspelled. */
  readonly unclear: readonly Unclear[];
  /** The unclear identifiers that are not requested. */
  readonly left: readonly string[];
  readonly notes: readonly string[];
}

/** Resolves typed identifiers, and requests each item once. Throws MARKET_ARGUMENT if no identifier is left. */
export function askedItems(operation: AskingOperation, params: Params, catalog: Catalog | undefined): AskedItems {
  const asked: AskedItems = { params, typed: {}, unclear: [], left: [], notes: [] };
  const list = itemListOf(operation, params);
  if (!list || !catalog) return asked;
  const all = insteadOf(operation, list);
  return all === undefined || params[all] === undefined
    ? typedItems(list, asked, catalog)
    : wholeCatalog(list, all, asked, catalog);
}

function wholeCatalog(list: ItemList, all: string, asked: AskedItems, catalog: Catalog): AskedItems {
  const { [all]: _, ...params } = asked.params;
  const { identifiers, unnamed } = allItems(catalog(), list);
  if (identifiers.length === 0)
    throw argumentError(
      `"${all}": the Catalog has no items of this shop that can be pulled. Pull Orders first, or type items into the Catalog.`,
    );
  const [items, lack] =
    unnamed === 1 ? ['1 Catalog item was', 'it lacks'] : [`${unnamed} Catalog items were`, 'they lack'];
  const note = `${items} left out because ${lack} the identifier needed here.`;
  return { ...asked, params: { ...params, [list.param]: identifiers }, notes: unnamed > 0 ? [note] : [] };
}

function typedItems(list: ItemList, asked: AskedItems, catalog: Catalog): AskedItems {
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

export type Listed = (tables: readonly string[], column: string) => readonly string[];

/** Replaces a param such as `campaigns` with all values that our tables have for its list. */
export function listedValues({ params }: AskingOperation, given: Params, listed: Listed): Params {
  const all = Object.keys(params).find((name) => params[name]!.listedIn && given[name] !== undefined);
  if (all === undefined) return given;
  const { insteadOf, listedIn } = params[all]!;
  const { [all]: _, ...others } = given;
  const values = listed(listedIn!, insteadOf!);
  const [table] = listedIn!;
  if (values.length === 0) throw argumentError(`${table} has no ${all} for this shop yet. Pull ${table} first.`);
  return { ...others, [insteadOf!]: values };
}

/** Resolves the items in a job's filter. Identifiers that the Catalog does not know stay as typed. */
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
  return { ...named, [list.param]: [...new Set(identifiers.map((each) => meanings.get(each)?.asks ?? each))] };
}

/** The param that stands for all items of the list. */
function insteadOf({ params }: AskingOperation, list: ItemList): string | undefined {
  return Object.keys(params).find((name) => params[name]!.insteadOf === list.param && !params[name]!.listedIn);
}

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

/** The param with identifiers that answers do not repeat, such as UPC codes: only the Catalog knows their items. */
function unechoedIn(items: NamedItems | undefined, params: Params): Asked | undefined {
  return items && asksIn(items, params).find(({ means }) => means);
}

/** The Catalog's items for identifiers that answers do not repeat; undefined if answers repeat them. */
export function matchesFor(
  { items }: Pick<TabledOperation, 'items'>,
  params: Params,
  catalog: Catalog | undefined,
): IdentifierMatches | undefined {
  const asked = unechoedIn(items, params);
  return items && asked && catalog ? identifierMatches(catalog(), asked.is, items) : undefined;
}

const MOST_SINGLE_CALLS = 200;

/**
 * The identifiers that get their own calls, because the Catalog does not know them. If there are too many, each pull
 * picks others, so that refused ones do not keep the rest waiting.
 */
export function singleCallsIn(
  { items }: Pick<TabledOperation, 'items'>,
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
  const order = new Map(unknown.map((value) => [value, fingerprint(`${now} ${value}`)]));
  const chosen = [...unknown].sort((one, other) => (order.get(one)! < order.get(other)! ? -1 : 1));
  return chosen.slice(0, MOST_SINGLE_CALLS);
}

/** Hints about identifiers that were not found or refused, if their spelling suggests a mistake. */
export function hintsFor(operation: Operation, params: Params, identifiers: readonly string[]): readonly string[] {
  return (operation.finds ?? []).flatMap(({ hint, when }) => {
    const applies = holds(when, params);
    const isStrange = (identifier: string) => !identifier.toUpperCase().startsWith(hint?.unless ?? '');
    return hint && applies && identifiers.some(isStrange) ? [hint.says] : [];
  });
}

export interface Missing {
  readonly notFound: readonly string[];
  /** Identifiers without records. The service answers the same for identifiers that it does not know. */
  readonly without: readonly string[];
  /** The least number of identifiers without data, where answers do not say which. */
  readonly unnamed: number;
}

/** Compares without upper and lower case, as the service does. */
export function missingFrom(
  operation: Operation,
  complete: readonly UnitRecords[],
  matches?: IdentifierMatches,
): Missing {
  const missing = { notFound: [] as string[], without: [] as string[], unnamed: 0 };
  for (const { param, field, when, unsure } of operation.finds ?? [])
    for (const unit of complete) {
      const { params, records } = unit;
      const asked = params[param];
      if (!holds(when, params) || !Array.isArray(asked)) continue;
      if (field === undefined && records.length > 0) {
        const { notFound, count } = unanswered(unit, param, matches);
        missing.notFound.push(...notFound);
        missing.unnamed += count;
        continue;
      }
      const found = new Set(records.map((record) => String(record[field ?? ''] ?? '').toLowerCase()));
      const absent = asked.filter((value) => !found.has(value.toLowerCase()));
      missing[unsure ? 'without' : 'notFound'].push(...absent);
    }
  return missing;
}

/** The identifiers of a call that certainly got no answer. `count` is the least number of others that got none. */
export function unanswered(
  { params, records }: UnitRecords,
  param: string,
  matches: IdentifierMatches | undefined,
): { readonly notFound: readonly string[]; readonly count: number } {
  const asked = [params[param] ?? []].flat();
  if (asked.length < 2) return { notFound: [], count: 0 };
  if (!matches) return { notFound: [], count: Math.max(0, asked.length - records.length) };
  const keys = new Set(asked.map(matches.keyOf));
  const came = records.map((record) => matches.keysOf(record));
  const found = new Set(came.flat());
  const open = asked.filter((identifier) => !found.has(matches.keyOf(identifier)));
  const strays = came.filter((known) => !known.some((key) => keys.has(key)));
  // A record of an item without such an identifier in the Catalog may answer any of them.
  const isSure = strays.every((known) => known.length > 0);
  const notFound = isSure ? open.filter(matches.knows) : [];
  return { notFound, count: Math.max(0, open.length - notFound.length - strays.length) };
}

/** The same units by item number, without identifiers whose item is unknown. */
export function byItems(
  { items }: Pick<TabledOperation, 'items'>,
  units: readonly Params[],
  matches: IdentifierMatches | undefined,
): readonly Params[] {
  return units.flatMap((params) => {
    const asked = unechoedIn(items, params);
    if (!asked) return [params];
    const found = matches?.itemsOf([params[asked.param] ?? []].flat()) ?? [];
    return found.length > 0 ? [{ ...params, ...asked.means, [asked.param]: found }] : [];
  });
}

export function withRefused(notes: IdentifierNotes, { refused, suspects }: Slice): IdentifierNotes {
  const after = new Map<string, IdentifierNote>(notes);
  for (const each of suspects) after.set(each, { ...after.get(each), found: 'suspect' });
  for (const each of refused) after.set(each, { ...after.get(each), found: 'refused' });
  return after;
}
