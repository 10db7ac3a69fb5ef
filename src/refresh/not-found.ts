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
): readonly string[] {
  return (operation.finds ?? []).flatMap(({ param, field, when }) => {
    const found = new Set(records.map((record) => String(record[field] ?? '').toLowerCase()));
    return answered
      .filter((params) => Object.entries(when ?? {}).every(([name, value]) => params[name] === value))
      .flatMap((params) => {
        const asked = params[param];
        return Array.isArray(asked) ? asked.filter((value) => !found.has(value.toLowerCase())) : [];
      });
  });
}
