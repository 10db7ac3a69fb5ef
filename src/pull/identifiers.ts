/** A pull's identifiers: resolves them, gives some their own calls, and finds those without data. */
import type { Slice } from '../protocol/client.ts';
import { chunksOfText, countText, plural } from '../protocol/lists.ts';
import { argumentError } from '../protocol/market-error.ts';
import type { Operation } from '../protocol/operation.ts';
import type { UnitRecords } from '../protocol/page.ts';
import { holds, type Params } from '../protocol/params.ts';
import { fingerprint } from '../protocol/store.ts';
import { type IdentifierMatches, identifierMatches } from '../tables/catalog/identifier-matches.ts';
import {
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
import type { PollColumn } from '../tables/catalog/items.ts';
import type { TabledOperation } from '../tables/table.ts';
import type { RememberedIdentifiers } from './remembered.ts';
import type { IdentifierNote, IdentifierNotes, Run } from './run.ts';
import { LONGEST_LIST } from './stored-run.ts';

/** Returns the items, least recently `polled` first. */
export type Catalog = (polled?: PollColumn) => readonly Traits[];

interface AskedItems extends Pick<Run, 'cut'> {
  readonly params: Params;
  /** Maps requested identifiers to typed ones, if different. */
  readonly typed: Readonly<Record<string, string>>;
  /** Ambiguous identifiers that were left out of the request. */
  readonly left: readonly string[];
  readonly notes: readonly string[];
}

/** Resolves typed identifiers to distinct items. Throws MARKET_ARGUMENT if none can be resolved. */
export function askedItems(
  operation: AskingOperation,
  params: Params,
  catalog: Catalog | undefined,
  polled?: PollColumn,
): AskedItems {
  const asked: AskedItems = { params, typed: {}, left: [], notes: [] };
  const list = itemListOf(operation, params);
  if (!list || !catalog) return asked;
  const all = insteadOf(operation, list);
  return all === undefined || params[all] === undefined
    ? typedItems(list, asked, catalog)
    : wholeCatalog(list, all, asked, catalog(polled));
}

/** If the Catalog is too large for one pull, requests its first items. */
function wholeCatalog(list: ItemList, all: string, asked: AskedItems, rows: readonly Traits[]): AskedItems {
  const { [all]: _, ...params } = asked.params;
  const { identifiers, unnamed } = allItems(rows, list);
  if (identifiers.length === 0)
    throw argumentError(
      `"${all}": the Catalog has no items to pull for this shop. Pull Orders first, or add items to the Catalog.`,
    );
  const [part = [], ...left] = chunksOfText(identifiers, LONGEST_LIST);
  const cut = left.length > 0 ? list.param : undefined;
  const [count, others] = [part, left.flat()].map(({ length }) => countText(length));
  const cutNote = `Too many items for one pull. This one requests the ${count} least recently pulled; ${others} are left. Pull again to continue, or let a job pull them.`;
  const notes = [
    ...(cut ? [cutNote] : []),
    ...(unnamed > 0 ? [`Skipped ${plural(unnamed, 'Catalog item')} without the identifier that this pull needs.`] : []),
  ];
  return { ...asked, params: { ...params, [list.param]: part }, notes, cut };
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
  if (names.size === 0) throw argumentError(`"${list.param}": ${unclearText(unclear)}`);
  const isLeft = new Set(left);
  const doubtful = unclear.filter(({ identifier }) => !isLeft.has(identifier));
  const notUsed = unclear.filter(({ identifier }) => isLeft.has(identifier));
  const notes = [...(notUsed.length > 0 ? [unclearText(notUsed)] : []), ...meantText(doubtful)];
  return { params: { ...params, [list.param]: [...names] }, typed, left, notes };
}

export type Listed = (tables: readonly string[], column: string) => readonly string[];

/** Replaces a param such as `campaigns` with all matching values in the workbook's tables. */
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

/** Resolves the items in a job's filter. Identifiers outside the Catalog don't change. */
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

/** Finds the param that requests all items instead of the list. */
function insteadOf({ params }: AskingOperation, list: ItemList) {
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

/**
 * Finds the param whose identifiers, such as UPC codes, are missing from responses. Only the Catalog maps them to
 * items.
 */
function unechoedIn(items: NamedItems | undefined, params: Params) {
  return items && asksIn(items, params).find(({ means }) => means);
}

/** Maps identifiers to Catalog items; undefined if responses include the identifiers. */
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
 * Chooses identifiers outside the Catalog that get their own calls. Varies from pull to pull, so that identifiers that
 * are always rejected don't crowd out the others.
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

/** Returns hints for missing or rejected identifiers that look misspelled. */
export function hintsFor(operation: Operation, params: Params, identifiers: readonly string[]): readonly string[] {
  return (operation.finds ?? []).flatMap(({ hint, when }) => {
    const applies = holds(when, params);
    const isStrange = (identifier: string) => !identifier.toUpperCase().startsWith(hint?.unless ?? '');
    return hint && applies && identifiers.some(isStrange) ? [hint.says] : [];
  });
}

export interface Missing {
  readonly notFound: readonly string[];
  /** Identifiers without records. Unknown identifiers get the same response. */
  readonly without: readonly string[];
  /** Minimum number of other identifiers without data. Responses don't reveal which ones. */
  readonly unnamed: number;
}

/** Ignores case, like the service. */
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

/** Finds the identifiers in a call that have no data. `count`: see `unnamed`. */
export function unanswered(
  { params, records }: UnitRecords,
  param: string,
  matches: IdentifierMatches | undefined,
): { readonly notFound: readonly string[]; readonly count: number } {
  const asked = [params[param] ?? []].flat();
  if (asked.length < 2) return { notFound: [], count: 0 };
  if (!matches) return { notFound: [], count: Math.max(0, asked.length - records.length) };
  const keys = new Set(asked.map(matches.keyOf));
  const received = records.map((record) => matches.keysOf(record));
  const found = new Set(received.flat());
  const open = asked.filter((identifier) => !found.has(matches.keyOf(identifier)));
  const strays = received.filter((known) => !known.some((key) => keys.has(key)));
  // If the Catalog has no such identifier for a record's item, the record can belong to any of the identifiers.
  const isSure = strays.every((known) => known.length > 0);
  const notFound = isSure ? open.filter(matches.knows) : [];
  return { notFound, count: Math.max(0, open.length - notFound.length - strays.length) };
}

/** Converts units to item numbers and drops identifiers of unknown items. */
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
