/** Identifiers that answers do not repeat, such as UPC codes: only the Catalog says which record is whose. */
import type { UnitRecords } from '../protocol/page.ts';
import type { Params } from '../protocol/params.ts';
import { type IdentifierMatches, identifierMatches } from '../tables/catalog/identifier-matches.ts';
import type { Traits } from '../tables/catalog/item-keys.ts';
import { type Asked, asksIn, type Items } from '../tables/catalog/items.ts';
import { fingerprint } from '../tables/fingerprint.ts';
import type { TabledOperation } from '../tables/table.ts';

/** Rows of the Catalog, read where a question needs them. */
export type Catalog = () => readonly Traits[];

/** Calls of a run at most that ask for one such identifier, so that its answer tells what it belongs to. */
const MOST_SINGLE_CALLS = 200;

function unechoed(items: Items | undefined, params: Params): Asked | undefined {
  return items && asksIn(items, params).find(({ means }) => means);
}

/** Undefined where answers repeat the identifiers. */
export function matchesFor(
  { items }: TabledOperation,
  params: Params,
  catalog: Catalog | undefined,
): IdentifierMatches | undefined {
  const asked = unechoed(items, params);
  return items && asked && catalog ? identifierMatches(catalog(), asked.is, items) : undefined;
}

/**
 * Identifiers that the Catalog does not know. Of too many another part is taken each time: those that nobody knows
 * must not keep others from being asked for.
 */
export function singleCallsIn(
  { items }: TabledOperation,
  params: Params,
  matches: IdentifierMatches | undefined,
  isolated: readonly string[],
  now: number,
): readonly string[] {
  const asked = unechoed(items, params);
  if (!asked || !matches) return [];
  const elsewhere = new Set(isolated);
  const unknown = [params[asked.param] ?? []].flat().filter((value) => !matches.knows(value) && !elsewhere.has(value));
  if (unknown.length <= MOST_SINGLE_CALLS) return unknown;
  const order = new Map(unknown.map((value) => [value, fingerprint(`${now} ${value}`)] as const));
  const chosen = [...unknown].sort((one, other) => (order.get(one)! < order.get(other)! ? -1 : 1));
  const taken = new Set(chosen.slice(0, MOST_SINGLE_CALLS));
  return unknown.filter((value) => taken.has(value));
}

/** What of an answer to several identifiers came for none of them. `count` is how many of the others at least. */
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
  // An item of which the Catalog has no such identifier may be what one of them has become.
  const isSure = strays.every((known) => known.length > 0);
  const notFound = isSure ? open.filter(matches.knows) : [];
  return { notFound, count: Math.max(0, open.length - notFound.length - strays.length) };
}

/** The same questions by item number; identifiers without an item in the Catalog are left out. */
export function byItems(
  { items }: TabledOperation,
  units: readonly Params[],
  matches: IdentifierMatches | undefined,
): readonly Params[] {
  return units.flatMap((params) => {
    const asked = unechoed(items, params);
    if (!asked) return [params];
    const found = matches?.itemsOf([params[asked.param] ?? []].flat()) ?? [];
    return found.length > 0 ? [{ ...params, ...asked.means, [asked.param]: found }] : [];
  });
}
