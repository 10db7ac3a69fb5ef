/** A query is the unit of caching: one identifier, or one whole table. */
import { type OperationId, operations } from '../operations/registry.ts';
import { chooseStorefront } from '../protocol/connection.ts';
import { unitsOf } from '../protocol/cursor.ts';
import type { AnyRecord, Value } from '../protocol/fields.ts';
import { groupBy } from '../protocol/lists.ts';
import { argumentError, type ErrorCode, type MarketError } from '../protocol/market-error.ts';
import type { Operation, Storefront } from '../protocol/operation.ts';
import { holds, type Params, readParams } from '../protocol/params.ts';
import { fingerprint } from '../protocol/store.ts';
import { MINUTE } from '../protocol/time.ts';
import { itemListOf, needsCatalog } from '../tables/catalog/item-keys.ts';
import type { AskingFormula } from './formula.ts';
import type { Owner } from './ports.ts';

/** Serializable: executions exchange queries as JSON. */
export interface Query {
  /** Unique per connection. */
  readonly key: string;
  readonly operation: OperationId;
  readonly storefront: Storefront;
  /** Validated params. A list of identifiers has one entry. */
  readonly params: Params;
  /** The param that lists identifiers. Undefined for a whole table. */
  readonly list?: string;
  /** Set if only the latest records by this field are needed. */
  readonly latest?: { readonly by: string; readonly count: number };
  /** Set if the identifier must be resolved through the Catalog first. */
  readonly isOpen?: true;
  /** Maximum age of a result, in milliseconds. */
  readonly maxAge: number;
  readonly refresh?: Refresh;
}

/** Requires a result that was fetched no earlier than `since` and has all `marks`. */
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
  /** When the result was fetched. */
  readonly at: number;
  readonly unknown?: MarketError;
  /** Why no newer result is available. */
  readonly late?: ErrorCode;
  /** Catalog items that the identifier may refer to. */
  readonly meant?: readonly string[];
}

/** Maximum number of identifiers per formula if each needs a separate call. */
const MOST_SINGLE_CALLS = 30;

/** Returns a formula's queries: one per listed identifier, in order. */
export function queriesOf(
  formula: AskingFormula,
  input: Readonly<Record<string, unknown>>,
  owner: Owner,
  { latest, refresh }: { readonly latest: Query['latest']; readonly refresh: Query['refresh'] },
): readonly Query[] {
  const operation: Operation = operations[formula.operation];
  const storefront = chooseStorefront(operation, owner, input.storefront as string | undefined);
  const list = formula.arguments.find(({ takes }) => takes === 'identifiers')?.param;
  // Identifiers can share a call only if records include them.
  const own = operation.finds?.some(({ param }) => param === list) ? list : undefined;
  const given = list === undefined ? undefined : (input[list] as readonly string[] | undefined);
  const common = { ...(refresh ? { refresh } : {}), maxAge: formula.maxAge * MINUTE };
  const queries = [...new Set(given ?? [undefined])].map((identifier): Query => {
    const one = own === undefined ? identifier : [identifier];
    const { params } = readParams(operation, identifier === undefined ? input : { ...input, [list!]: one }, owner);
    // If the type is blank, the identifier determines it, as in a call.
    const unit = own === undefined ? params : unitsOf(operation, params, owner)[0]!;
    const items = own === undefined ? undefined : itemListOf(operation, params);
    const isOpen = items?.param === own && items !== undefined && needsCatalog(items, [params[own!]!].flat()[0]!);
    return { ...queryOf(formula.operation, storefront, unit, own, latest, isOpen), ...common };
  });
  const single = own === undefined ? queries : queries.filter(isSingleCall);
  if (single.length > MOST_SINGLE_CALLS)
    throw argumentError(
      `A formula takes up to ${MOST_SINGLE_CALLS} identifiers of this type because each needs its own call.${own === undefined ? '' : ' Use item numbers or part numbers.'}`,
    );
  return queries;
}

/** `params` are validated, with at most one identifier. */
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

/** Queries of the same kind can share a call if they have a list. */
export function kindOf({ operation, storefront, params, list }: Query): string {
  if (list === undefined) return JSON.stringify([operation, storefront]);
  const { [list]: _, ...others } = params;
  return JSON.stringify([operation, storefront, list, others]);
}

/** Whether the identifier needs a separate call because records don't include it, such as a UPC code. */
export function isSingleCall(query: Query): boolean {
  return query.list !== undefined && answeringField(query) === undefined;
}

/** The record field that contains the identifier, if any. */
export function answeringField({ operation, params, list }: Query): string | undefined {
  const { finds }: Operation = operations[operation];
  return finds?.find(({ param, when }) => param === list && holds(when, params))?.field;
}

/** Finds an identifier's records by exact match or, failing that, ignoring case. `like`: a query of the same kind. */
export function byIdentifier(like: Query, records: readonly AnyRecord[]): (identifier: string) => readonly AnyRecord[] {
  const field = answeringField(like) ?? '';
  const nameOf = (record: AnyRecord) => record[field] as string;
  const named = records.filter((record) => typeof record[field] === 'string');
  const exact = groupBy(named, nameOf);
  const inAnyCase = groupBy(named, (record) => nameOf(record).toLowerCase());
  return (identifier) => exact.get(identifier) ?? inAnyCase.get(identifier.toLowerCase()) ?? [];
}

/** Formulas that need fewer records share a result with this many. */
const SHARED_RECORDS = 25;

/** Returns undefined if the formula needs all records. */
export function latestOf(formula: AskingFormula, count?: number): Query['latest'] {
  if (formula.gives === 'record' || formula.latestBy === undefined) return undefined;
  return { by: formula.latestBy, count: Math.max(count ?? formula.limit ?? 1, SHARED_RECORDS) };
}

/** Returns up to `count` records, latest first, then records without a time. */
export function latestFirst(records: readonly AnyRecord[], field: string, count: number): AnyRecord[] {
  const time = (record: AnyRecord) => {
    const value = record[field] as Value | null;
    return typeof value === 'object' && value !== null && 'at' in value ? value.at : 0;
  };
  return [...records].sort((a, b) => time(b) - time(a)).slice(0, count);
}

export function ownRecords({ latest }: Query, records: readonly AnyRecord[]): readonly AnyRecord[] {
  return latest ? latestFirst(records, latest.by, latest.count) : records;
}
