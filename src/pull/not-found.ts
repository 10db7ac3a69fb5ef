/** Which identifiers were asked for and not answered, or refused. */
import type { Slice } from '../protocol/client.ts';
import type { Operation } from '../protocol/operation.ts';
import type { UnitRecords } from '../protocol/page.ts';
import { holds, type Params } from '../protocol/params.ts';
import type { IdentifierMatches } from '../tables/catalog/identifier-matches.ts';
import type { TabledOperation } from '../tables/table.ts';
import { unechoedIn } from './identifiers.ts';
import type { IdentifierNote, IdentifierNotes } from './run.ts';

/** Hints about identifiers that the service did not find or refused, by how they are spelled. */
export function hintsFor(operation: Operation, params: Params, identifiers: readonly string[]): readonly string[] {
  return (operation.finds ?? []).flatMap(({ hint, when }) => {
    const applies = holds(when, params);
    const isStrange = (identifier: string) => !identifier.toUpperCase().startsWith(hint?.unless ?? '');
    return hint && applies && identifiers.some(isStrange) ? [hint.says] : [];
  });
}

export interface Missing {
  /** Identifiers that the service does not know. */
  readonly notFound: readonly string[];
  /** Identifiers that have no records, or that the service does not know: its answer is the same. */
  readonly without: readonly string[];
  /** How many identifiers brought nothing, at least, where answers do not say which. */
  readonly unnamed: number;
}

/** Ignores case, as the service does. `matches` are of identifiers that answers do not repeat. */
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

/** Which of several identifiers an answer has nothing for. `count` is how many of the others at least. */
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
  // An item for which the Catalog has no such identifier may belong to one of them.
  const isSure = strays.every((known) => known.length > 0);
  const notFound = isSure ? open.filter(matches.knows) : [];
  return { notFound, count: Math.max(0, open.length - notFound.length - strays.length) };
}

/** The same questions by item number; identifiers without an item in the Catalog are left out. */
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

/** The notes with the refusals of a slice. */
export function withRefused(notes: IdentifierNotes, { refused, suspects }: Slice): IdentifierNotes {
  const after = new Map<string, IdentifierNote>(notes);
  for (const each of suspects) after.set(each, { ...after.get(each), found: 'suspect' });
  for (const each of refused) after.set(each, { ...after.get(each), found: 'refused' });
  return after;
}
