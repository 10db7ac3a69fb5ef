/** Queries: the smallest questions that have an answer of their own, about one identifier or one whole table. */
import { type OperationId, operations } from '../operations/registry.ts';
import { chooseStorefront } from '../protocol/connection.ts';
import { unitsOf } from '../protocol/cursor.ts';
import type { AnyRecord, Value } from '../protocol/fields.ts';
import { grouped } from '../protocol/grouped.ts';
import { argumentError, type ErrorCode, type MarketError } from '../protocol/market-error.ts';
import type { Operation, Storefront } from '../protocol/operation.ts';
import { holds, type Params, readParams } from '../protocol/params.ts';
import { fingerprint } from '../protocol/store.ts';
import { MINUTE } from '../protocol/time.ts';
import { itemListOf, needsCatalog } from '../tables/catalog/item-keys.ts';
import type { AskingFormula } from './formula.ts';
import type { Owner } from './ports.ts';

/** Plain data: executions pass it to each other. */
export interface Query {
  /** Tells it from all others of the same connection. */
  readonly key: string;
  readonly operation: OperationId;
  readonly storefront: Storefront;
  /** Checked; a list of identifiers holds one. */
  readonly params: Params;
  /** The param that holds the identifier, where it is one of many that a call takes. */
  readonly list?: string;
  /** Only so many records are of interest, the latest by this field. */
  readonly latest?: { readonly by: string; readonly count: number };
  /** The identifier is as it was typed, and the Catalog has a say in what it means: it is never asked as it is. */
  readonly isOpen?: true;
  /** The oldest answer that will do, in milliseconds before now. */
  readonly maxAge: number;
  readonly refresh?: Refresh;
}

/** What an answer must be read for: since an instant (epoch milliseconds), or for marks, of which a new one asks again. */
export interface Refresh {
  readonly since?: number;
  readonly marks?: readonly string[];
}

export interface Found {
  readonly query: Query;
  readonly records: readonly AnyRecord[];
  readonly refused?: MarketError;
}

export interface Answer extends Omit<Found, 'query'> {
  /** When it was read, in epoch milliseconds. */
  readonly at: number;
  /** Nothing is known of it, and it could not be asked for. */
  readonly unknown?: MarketError;
  /** It is older than it should be: why the marketplace could not be asked. */
  readonly late?: ErrorCode;
  /** What the Catalog has that may have been meant by the identifier. */
  readonly meant?: readonly string[];
}

/** Identifiers that each need a call of their own while the cell waits. */
const MOST_SINGLE_CALLS = 30;

/** The queries of a formula whose params were read from its arguments; of identifiers in a list, one each, in order. */
export function queriesOf(
  formula: AskingFormula,
  input: Readonly<Record<string, unknown>>,
  owner: Owner,
  { latest, refresh }: { readonly latest: Query['latest']; readonly refresh: Query['refresh'] },
): readonly Query[] {
  const operation: Operation = operations[formula.operation];
  const storefront = chooseStorefront(operation, owner, input.storefront as string | undefined);
  const list = formula.arguments[0]?.param;
  // Only where records repeat the identifier can identifiers of several formulas share a call.
  const isList = operation.finds?.some(({ param }) => param === list) === true;
  const identifiers = isList ? new Set([input[list!] as string | readonly string[]].flat()) : [undefined];
  const common = { ...(refresh ? { refresh } : {}), maxAge: formula.maxAge * MINUTE };
  const queries = [...identifiers].map((identifier): Query => {
    const asked = identifier === undefined ? input : { ...input, [list!]: [identifier] };
    const { params } = readParams(operation, asked, owner);
    // Of which type an identifier is, where that was left blank, is decided as for a call.
    const unit = identifier === undefined ? params : unitsOf(operation, params, owner)[0]!;
    const own = identifier === undefined ? undefined : list;
    const items = own === undefined ? undefined : itemListOf(operation, params);
    const isOpen = items?.param === own && items !== undefined && needsCatalog(items, [params[own!]!].flat()[0]!);
    return { ...queryOf(formula.operation, storefront, unit, own, latest, isOpen), ...common };
  });
  if (queries.length > MOST_SINGLE_CALLS && queries.filter(isSingleCall).length > MOST_SINGLE_CALLS)
    throw argumentError(
      `A formula takes up to ${MOST_SINGLE_CALLS} identifiers of this type because each needs its own call. Use item numbers or part numbers.`,
    );
  return queries;
}

/** A query by what tells it from others; `params` are checked, and their list holds one identifier. */
export function queryOf(
  operation: OperationId,
  storefront: Storefront,
  params: Params,
  list: string | undefined,
  latest: Query['latest'],
  isOpen = false,
): Query {
  const sorted = Object.entries(params).sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    key: fingerprint(JSON.stringify([operation, storefront, sorted, latest?.count, ...(isOpen ? ['open'] : [])])),
    operation,
    storefront,
    params,
    maxAge: 0,
    ...(list === undefined ? {} : { list }),
    ...(latest === undefined ? {} : { latest }),
    ...(isOpen ? { isOpen } : {}),
  };
}

/** A query that several formulas make, as it does for all of them. */
export function merged(one: Query | undefined, other: Query): Query {
  if (!one?.refresh) return other;
  const all = [one.refresh, other.refresh ?? {}];
  const since = Math.max(...all.map((each) => each.since ?? 0));
  const marks = [...new Set(all.flatMap((each) => each.marks ?? []))];
  const refresh = { ...(since > 0 ? { since } : {}), ...(marks.length > 0 ? { marks } : {}) };
  return { ...other, refresh };
}

export function identifierOf({ params, list }: Query): string {
  return [params[list ?? ''] ?? []].flat()[0] ?? '';
}

/** Queries with a list that are of one kind fit into one call. */
export function kindOf({ operation, storefront, params, list }: Query): string {
  if (list === undefined) return JSON.stringify([operation, storefront]);
  const { [list]: _, ...others } = params;
  return JSON.stringify([operation, storefront, list, others]);
}

/** Nothing in the answer repeats what was asked, such as a UPC code: only a call for one can be told from others. */
export function isSingleCall(query: Query): boolean {
  return query.list !== undefined && answeringField(query) === undefined;
}

/** The field of records that repeats the identifier that was asked for, if one does. */
export function answeringField({ operation, params, list }: Query): string | undefined {
  const { finds }: Operation = operations[operation];
  return finds?.find(({ param, when }) => param === list && holds(when, params))?.field;
}

/** By exact spelling, else in any case: item numbers are often typed in lower case. `like` is any of the queries asked. */
export function byIdentifier(like: Query, records: readonly AnyRecord[]): (identifier: string) => readonly AnyRecord[] {
  const field = answeringField(like) ?? '';
  const nameOf = (record: AnyRecord) => record[field] as string;
  const named = records.filter((record) => typeof record[field] === 'string');
  const exact = grouped(named, nameOf);
  const inAnyCase = grouped(named, (record) => nameOf(record).toLowerCase());
  return (identifier) => exact.get(identifier) ?? inAnyCase.get(identifier.toLowerCase()) ?? [];
}

/** Formulas that look at few of the latest records of an identifier share them with those that look at more. */
const SHARED_RECORDS = 25;

/** The latest records that a formula looks at, by its declaration and the count that it was given; nothing where it takes all. */
export function latestOf(formula: AskingFormula, count?: number): Query['latest'] {
  if (formula.gives === 'record' || formula.latestBy === undefined) return undefined;
  return { by: formula.latestBy, count: Math.max(count ?? formula.limit ?? 1, SHARED_RECORDS) };
}

/** The latest by a field first, at most `count`. Those without a time come last. */
export function latestFirst(records: readonly AnyRecord[], field: string, count: number): AnyRecord[] {
  const time = (record: AnyRecord): number => {
    const value = record[field] as Value | null;
    return typeof value === 'object' && value !== null && 'at' in value ? value.at : 0;
  };
  return [...records].sort((a, b) => time(b) - time(a)).slice(0, count);
}

/** All records of a query, or the latest that it is about. */
export function ownRecords({ latest }: Query, records: readonly AnyRecord[]): readonly AnyRecord[] {
  return latest ? latestFirst(records, latest.by, latest.count) : records;
}
