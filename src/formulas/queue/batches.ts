/** Batches queries into few calls, makes the calls, and splits the records by query. */
import { CALLS_AT_ONCE } from '../../limits/pacing.ts';
import { operations } from '../../operations/registry.ts';
import { type Network, notYet, pageSizesOf, type Slice } from '../../protocol/client.ts';
import type { Connection } from '../../protocol/connection.ts';
import { isDone, START, unitsOf } from '../../protocol/cursor.ts';
import { ALL_PRIVATE } from '../../protocol/fields.ts';
import { chunks, countText, groupBy } from '../../protocol/lists.ts';
import { argumentError, type MarketError } from '../../protocol/market-error.ts';
import type { Operation } from '../../protocol/operation.ts';
import type { Params } from '../../protocol/params.ts';
import type { Terms } from '../../protocol/settings.ts';
import { gather } from '../../pull/gather.ts';
import { identityOf } from '../../tables/rows.ts';
import { byIdentifier, type Found, identifierOf, isSingleCall, kindOf, ownRecords, type Query } from '../query.ts';

/** Calls sent in parallel, and their queries. */
export interface Batch {
  readonly units: readonly Params[];
  /** At least one query. All share the operation and storefront; queries with a list are of one kind. */
  readonly queries: readonly Query[];
  /** Maps units to queries, if the queries are for whole tables. */
  readonly owners?: ReadonlyMap<Params, Query>;
}

/** Keeps the order of queries. Whole-table calls are sent in parallel. */
export function batchesOf(queries: readonly Query[], terms: Terms): readonly Batch[] {
  return [...groupBy(queries, kindOf).values()].flatMap((alike) =>
    alike[0]!.list === undefined ? batchesOfTables(alike, terms) : batchesOfLists(alike, terms),
  );
}

function batchesOfLists(alike: readonly Query[], terms: Terms): readonly Batch[] {
  const [{ list }] = alike as readonly [Query];
  const units = unitsOfLists(alike, terms);
  const byName = groupBy(alike, identifierOf);
  return chunks(units, CALLS_AT_ONCE).map((sent) => ({
    units: sent,
    queries: sent.flatMap((unit) => namesIn(unit, list!)).flatMap((name) => byName.get(name) ?? []),
  }));
}

function batchesOfTables(tables: readonly Query[], terms: Terms): readonly Batch[] {
  const batches: Map<Params, Query>[] = [];
  for (const query of tables) {
    const units = unitsOf(operations[query.operation], query.params, terms);
    const last = batches[batches.length - 1];
    const owners = last && last.size + units.length <= CALLS_AT_ONCE ? last : new Map<Params, Query>();
    if (owners !== last) batches.push(owners);
    for (const unit of units) owners.set(unit, query);
  }
  return batches.map((owners) => ({ units: [...owners.keys()], queries: [...new Set(owners.values())], owners }));
}

function unitsOfLists(alike: readonly Query[], terms: Terms) {
  const [first] = alike as readonly [Query];
  const names = [...new Set(alike.map(identifierOf))];
  const params = { ...first.params, [first.list!]: names };
  return unitsOf(operations[first.operation], params, terms, () => (isSingleCall(first) ? 'single-call' : 'shared'));
}

function namesIn(unit: Params, list: string): readonly string[] {
  return [unit[list] ?? []].flat();
}

export interface Asked {
  readonly found: readonly Found[];
  /** Would make further calls fail, too. */
  readonly fatal?: MarketError;
  /** Set if time ran out before the last page. */
  readonly isCut?: true;
}

/** Fetches all pages. Returns errors instead of throwing them. `expected`: number of calls to reserve. */
export function askBatch(
  network: Network,
  connection: Connection,
  { units, queries, owners }: Batch,
  expected = units.length,
): Asked {
  const [like] = queries as readonly [Query];
  const operation = operations[like.operation];
  const question = {
    operation,
    connection,
    storefront: like.storefront,
    units,
    withheld: ALL_PRIVATE,
    identity: identityOf(operation),
    ...(owners ? { tooLong: (pages: number) => tooManyRows(like, pages) } : mostPagesOf(like, units)),
  };
  const until = network.until ?? Number.POSITIVE_INFINITY;
  const slices: Slice[] = [];
  let fatal: MarketError | undefined;
  let isCut = false;
  let cursor = START;
  while (!isCut && !isDone(cursor, units.length)) {
    const slice = gather(network, question, cursor, expected, until);
    if ('records' in slice) {
      slices.push(slice);
      cursor = slice.cursor;
    }
    fatal = 'records' in slice ? slice.fatal : notYet(question, slice);
    isCut = fatal !== undefined || (network.clock.now() >= until && !isDone(cursor, units.length));
  }
  const found = owners
    ? queries.flatMap((query) => foundTable(query, owners, slices, isCut))
    : foundEach(queries, like.list!, slices, isCut);
  return { found, ...(fatal ? { fatal } : isCut ? { isCut } : {}) };
}

/** If each identifier has one record, the number of identifiers limits the number of pages. */
function mostPagesOf({ operation, list }: Query, units: readonly Params[]): { readonly mostPages?: number } {
  const { finds }: Operation = operations[operation];
  if (!finds?.some(({ param, unsure }) => param === list && !unsure)) return {};
  return { mostPages: Math.max(...units.map((unit) => namesIn(unit, list!).length)) };
}

/** Chosen to fit the formula time limit and the cache size. */
const MOST_PAGES = 40;

function tooManyRows({ operation }: Query, pages: number) {
  if (pages <= MOST_PAGES) return undefined;
  const { pageSize } = pageSizesOf(operations[operation]);
  const rows = (count: number) => countText(count * pageSize);
  return argumentError(
    `This table has about ${rows(pages)} rows; a formula can return up to ${rows(MOST_PAGES)}. Choose a shorter period or fewer items, or pull the table.`,
  );
}

/** Returns an empty array if the table is incomplete. */
function foundTable(
  query: Query,
  owners: ReadonlyMap<Params, Query>,
  slices: readonly Slice[],
  isCut: boolean,
): Found[] {
  const isOwn = (unit: Params) => owners.get(unit) === query;
  const whole = new Set(slices.flatMap((slice) => slice.complete.map(({ params }) => params)));
  if (isCut && [...owners.keys()].some((unit) => isOwn(unit) && !whole.has(unit))) return [];
  const [refused] = slices.flatMap(({ errors, failed }) => errors.filter((_, index) => isOwn(failed[index]!)));
  if (refused) return [{ query, records: [], refused }];
  const pages = slices.flatMap((slice) => slice.pages).filter(({ params }) => isOwn(params));
  const records = pages.flatMap((page) => page.records);
  return [{ query, records: ownRecords(query, records) }];
}

function foundEach(queries: readonly Query[], list: string, slices: readonly Slice[], isCut: boolean): Found[] {
  const [like] = queries as readonly [Query];
  const records = slices.flatMap((slice) => slice.records);
  const failures = slices.flatMap(({ errors, failed }) => errors.map((error, at) => [error, failed[at]!] as const));
  const whole = slices.flatMap((slice) => slice.complete);
  const short = slices.flatMap((slice) => slice.short);
  const units = isCut
    ? whole.map(({ params }) => params)
    : slices.flatMap(({ pages }) => pages.map(({ params }) => params));
  const answered = new Set(units.filter((unit) => !short.includes(unit)).flatMap((unit) => namesIn(unit, list)));
  // If a call for several identifiers returned too few records, missing ones may still exist.
  const unsure = new Set(short.map((unit) => namesIn(unit, list)).flatMap((names) => (names.length > 1 ? names : [])));
  const unitRecords = new Map(whole.map((each) => [namesIn(each.params, list)[0], each.records] as const));
  const recordsOf = isSingleCall(like) ? (name: string) => unitRecords.get(name) ?? [] : byIdentifier(like, records);
  return queries.flatMap((query): Found[] => {
    const name = identifierOf(query);
    const own = recordsOf(name);
    if (answered.has(name) || (unsure.has(name) && own.length > 0)) return [{ query, records: ownRecords(query, own) }];
    const errors = failures.flatMap(([error, unit]) => (namesIn(unit, list).includes(name) ? [error] : []));
    const refused = errors.find(({ details }) => details.identifiers?.includes(name)) ?? errors[0];
    return refused && !isCut ? [{ query, records: [], refused }] : [];
  });
}
