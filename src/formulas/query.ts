/** Items are the smallest questions that have an answer of their own: one identifier, or one whole table. */

import type { OperationId } from '../operations/registry.ts';
import { operations } from '../operations/registry.ts';
import { chooseStorefront } from '../protocol/connection.ts';
import { unitsOf } from '../protocol/cursor.ts';
import { MarketError } from '../protocol/market-error.ts';
import type { Operation, Storefront } from '../protocol/operation.ts';
import type { Params } from '../protocol/params.ts';
import { readParams } from '../protocol/params.ts';
import { MINUTE } from '../protocol/time.ts';
import { fingerprint } from '../tables/fingerprint.ts';
import { isAlone } from './answered.ts';
import type { Owner } from './answers.ts';
import type { AskingFormula } from './formula.ts';

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
  /** Only so many records are of interest, the newest by this field. */
  readonly newest?: { readonly by: string; readonly count: number };
  /** The oldest answer that will do, in milliseconds before now. */
  readonly maxAge: number;
  readonly refresh?: Refresh;
}

/** What an answer must be read for: since an instant (epoch milliseconds), or for marks, of which a new one asks again. */
export interface Refresh {
  readonly since?: number;
  readonly marks?: readonly string[];
}

/** Identifiers that each need a call of their own while the cell waits. */
const MOST_ALONE = 30;

/** The items of a formula whose params were read from its arguments; of identifiers in a list, one each, in order. */
export function queriesOf(
  formula: AskingFormula,
  input: Readonly<Record<string, unknown>>,
  owner: Owner,
  options: Pick<Query, 'refresh' | 'newest'>,
): readonly Query[] {
  const operation: Operation = operations[formula.operation];
  const storefront = chooseStorefront(operation, owner, input.storefront as string | undefined);
  const list = formula.arguments[0]?.param;
  // Only where records tell which identifier they answer can identifiers of several formulas share a call.
  const isList = operation.finds?.some(({ param }) => param === list) === true;
  const identifiers = isList ? new Set([input[list!] as string | readonly string[]].flat()) : [undefined];
  const item = (identifier: string | undefined): Query => {
    const asked = identifier === undefined ? input : { ...input, [list!]: [identifier] };
    const { params } = readParams(operation, asked, owner);
    // What an identifier is, where that was left blank, is told as for a call.
    const unit = identifier === undefined ? params : unitsOf(operation, params, owner)[0]!;
    const { newest, ...refresh } = options;
    const kept = queryOf(
      formula.operation,
      storefront,
      unit,
      identifier === undefined ? undefined : list,
      newest,
    );
    return { ...kept, ...refresh, maxAge: formula.maxAge * MINUTE };
  };
  const items = [...identifiers].map(item);
  if (items.length > MOST_ALONE && items.filter(isAlone).length > MOST_ALONE)
    throw new MarketError(
      'MARKET_ARGUMENT',
      `Of this type a formula takes at most ${MOST_ALONE} identifiers, because each needs a call of its own; use item numbers or part numbers.`,
    );
  return items;
}

/** An item by what tells it from others; `params` are checked, and their list holds one identifier. */
export function queryOf(
  operation: OperationId,
  storefront: Storefront,
  params: Params,
  list: string | undefined,
  newest: Query['newest'],
): Query {
  return {
    key: fingerprint(JSON.stringify([operation, storefront, sorted(params), newest?.count])),
    operation,
    storefront,
    params,
    maxAge: 0,
    ...(list === undefined ? {} : { list }),
    ...(newest === undefined ? {} : { newest }),
  };
}

/** An item that several formulas need, as it does for all of them. */
export function forBoth(one: Query | undefined, other: Query): Query {
  if (!one?.refresh) return other;
  const all = [one.refresh, other.refresh ?? {}];
  const since = Math.max(...all.map((each) => each.since ?? 0));
  const marks = [...new Set(all.flatMap((each) => each.marks ?? []))];
  const refresh = { ...(since > 0 ? { since } : {}), ...(marks.length > 0 ? { marks } : {}) };
  return { ...other, refresh };
}

function sorted(params: Params): readonly (readonly [string, unknown])[] {
  return Object.entries(params).sort(([one], [other]) => (one < other ? -1 : 1));
}

/** The identifier of an item that has one. */
export function identifierOf({ params, list }: Query): string {
  return [params[list ?? ''] ?? []].flat()[0] ?? '';
}

/** Items with a list that are of one kind fit into one call. */
export function kindOf({ operation, storefront, params, list }: Query): string {
  const { [list ?? '']: _, ...others } = params;
  return JSON.stringify([operation, storefront, list, list === undefined ? undefined : others]);
}
