/** Identifiers that answers do not repeat, such as UPC codes: what came for which of them only the Catalog tells. */
import type { UnitRecords } from '../protocol/client.ts';
import type { Params } from '../protocol/params.ts';
import type { IdentifierMatches } from '../tables/catalog/identifier-matches.ts';
import { identifierMatches } from '../tables/catalog/identifier-matches.ts';
import type { Asked, Items, Traits } from '../tables/catalog/items.ts';
import { asksIn } from '../tables/catalog/items.ts';
import { fingerprint } from '../tables/fingerprint.ts';
import type { TabledOperation } from '../tables/table.ts';

/** Rows of the Catalog, read where a question needs them. */
export type Catalog = () => readonly Traits[];

/** Calls of a run at most that ask for one such identifier, so that its answer tells what it belongs to. */
const MOST_ALONE = 200;

function unrepeated(items: Items | undefined, params: Params): Asked | undefined {
  return items && asksIn(items, params).find(({ means }) => means);
}

/** Nothing where answers repeat what was asked for. */
export function tiesFor(
  { items }: TabledOperation,
  params: Params,
  catalog: Catalog | undefined,
): IdentifierMatches | undefined {
  const asked = unrepeated(items, params);
  return items && asked && catalog ? identifierMatches(catalog(), asked.is, items) : undefined;
}

/**
 * Identifiers that the Catalog does not know. Of too many another part is taken each time: those that nobody knows
 * must not keep others from being asked for.
 */
export function aloneIn(
  { items }: TabledOperation,
  params: Params,
  ties: IdentifierMatches | undefined,
  apart: readonly string[],
  now: number,
): readonly string[] {
  const asked = unrepeated(items, params);
  if (!asked || !ties) return [];
  const elsewhere = new Set(apart);
  const unknown = [params[asked.param] ?? []]
    .flat()
    .filter((value) => !ties.knows(value) && !elsewhere.has(value));
  if (unknown.length <= MOST_ALONE) return unknown;
  const order = new Map(unknown.map((value) => [value, fingerprint(`${now} ${value}`)] as const));
  const chosen = [...unknown].sort((one, other) => (order.get(one)! < order.get(other)! ? -1 : 1));
  const taken = new Set(chosen.slice(0, MOST_ALONE));
  return unknown.filter((value) => taken.has(value));
}

export function aloneNote(count: number): readonly string[] {
  if (count === 0) return [];
  const which = count === 1 ? 'One identifier is' : `${count} identifiers are`;
  const each =
    count === 1 ? 'it was asked for in a call of its own' : 'each was asked for in a call of its own';
  return [
    `${which} not in the Catalog, and answers do not repeat such identifiers: ${each}, so that it is known from now on.`,
  ];
}

/** What of an answer to several identifiers came for none of them. `count` is how many of the others at least. */
export function untold(
  { params, records }: UnitRecords,
  param: string,
  ties: IdentifierMatches | undefined,
): { readonly notFound: readonly string[]; readonly count: number } {
  const asked = [params[param] ?? []].flat();
  if (asked.length < 2) return { notFound: [], count: 0 };
  if (!ties) return { notFound: [], count: Math.max(0, asked.length - records.length) };
  const keys = new Set(asked.map(ties.keyOf));
  const came = records.map((record) => ties.keysOf(record));
  const found = new Set(came.flat());
  const open = asked.filter((identifier) => !found.has(ties.keyOf(identifier)));
  const strays = came.filter((known) => !known.some((key) => keys.has(key)));
  // An item of which the Catalog has no such identifier may be what one of them has become.
  const isSure = strays.every((known) => known.length > 0);
  const notFound = isSure ? open.filter(ties.knows) : [];
  return { notFound, count: Math.max(0, open.length - notFound.length - strays.length) };
}

/** The questions as they would ask by item number; by what the Catalog has no item for nothing is asked. */
export function byItems(
  { items }: TabledOperation,
  units: readonly Params[],
  ties: IdentifierMatches | undefined,
): readonly Params[] {
  return units.flatMap((params) => {
    const asked = unrepeated(items, params);
    if (!asked) return [params];
    const found = ties?.itemsOf([params[asked.param] ?? []].flat()) ?? [];
    return found.length > 0 ? [{ ...params, ...asked.means, [asked.param]: found }] : [];
  });
}
