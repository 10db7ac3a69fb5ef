/** Which identifiers were asked for and not answered. */
import type { AnyRecord } from '../protocol/fields.ts';
import type { Operation } from '../protocol/operation.ts';
import type { Params } from '../protocol/params.ts';

/** What to say of identifiers that the service did not find or refused, where their looks tell why. */
export function hintsFor(
  operation: Operation,
  params: Params,
  identifiers: readonly string[],
): readonly string[] {
  return (operation.finds ?? []).flatMap(({ hint, when }) => {
    const applies = Object.entries(when ?? {}).every(([name, value]) => params[name] === value);
    const isStrange = (identifier: string) => !identifier.toUpperCase().startsWith(hint?.unless ?? '');
    return hint && applies && identifiers.some(isStrange) ? [hint.says] : [];
  });
}

/** Compares without regard to case: the service does not care about it either. */
export function missingFrom(
  operation: Operation,
  answered: readonly Params[],
  records: readonly AnyRecord[],
): Missing {
  const missing = { notFound: [] as string[], without: [] as string[] };
  for (const { param, field, when, unsure } of operation.finds ?? []) {
    const found = new Set(records.map((record) => String(record[field] ?? '').toLowerCase()));
    const absent = answered
      .filter((params) => Object.entries(when ?? {}).every(([name, value]) => params[name] === value))
      .flatMap((params) => {
        const asked = params[param];
        return Array.isArray(asked) ? asked.filter((value) => !found.has(value.toLowerCase())) : [];
      });
    missing[unsure ? 'without' : 'notFound'].push(...absent);
  }
  return missing;
}

export interface Missing {
  /** Identifiers that the service does not know. */
  readonly notFound: readonly string[];
  /** Identifiers that have no records, or that the service does not know: its answer is the same. */
  readonly without: readonly string[];
}

/** A sentence about identifiers without records; the first of them are named. */
export function withoutNote(identifiers: readonly string[]): readonly string[] {
  if (identifiers.length === 0) return [];
  const named = identifiers.slice(0, MOST_NAMES).join(', ');
  const more = identifiers.length > MOST_NAMES ? ` and ${identifiers.length - MOST_NAMES} more` : '';
  return [`Nothing came for ${named}${more}: the marketplace has nothing of them, or does not know them.`];
}

const MOST_NAMES = 10;
