/** Which identifiers were asked for and not answered. */
import type { Operation } from '../protocol/operation.ts';
import type { UnitRecords } from '../protocol/page.ts';
import { holds, type Params } from '../protocol/params.ts';
import type { IdentifierMatches } from '../tables/catalog/identifier-matches.ts';
import { unanswered } from './unechoed.ts';

/** Hints about identifiers that the service did not find or refused, by how they are spelled. */
export function hintsFor(operation: Operation, params: Params, identifiers: readonly string[]): readonly string[] {
  return (operation.finds ?? []).flatMap(({ hint, when }) => {
    const applies = holds(when, params);
    const isStrange = (identifier: string) => !identifier.toUpperCase().startsWith(hint?.unless ?? '');
    return hint && applies && identifiers.some(isStrange) ? [hint.says] : [];
  });
}

/**
 * Compares without regard to case: the service does not care about it either.
 * `matches` are those of identifiers that answers do not repeat.
 */
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
      const applies = holds(when, params);
      if (!applies || !Array.isArray(asked)) continue;
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

export interface Missing {
  /** Identifiers that the service does not know. */
  readonly notFound: readonly string[];
  /** Identifiers that have no records, or that the service does not know: its answer is the same. */
  readonly without: readonly string[];
  /** How many identifiers brought nothing at least, where answers do not say which. */
  readonly unnamed: number;
}
