/** Which records answer which identifier. */
import { operations } from '../operations/registry.ts';
import type { AnyRecord } from '../protocol/fields.ts';
import { grouped } from '../protocol/grouped.ts';
import type { Operation } from '../protocol/operation.ts';
import type { Query } from './query.ts';

type Asked = Pick<Query, 'operation' | 'params' | 'list'>;

/** Nothing in the answer repeats what was asked, such as a UPC code: only a question about one can be told apart. */
export function isAlone(item: Asked): boolean {
  return item.list !== undefined && answeringField(item) === undefined;
}

/** The field of records that repeats the identifier that was asked for, if one does. */
export function answeringField({ operation, params, list }: Asked): string | undefined {
  const { finds }: Operation = operations[operation];
  return finds?.find(
    ({ param, when = {} }) =>
      param === list && Object.entries(when).every(([name, value]) => params[name] === value),
  )?.field;
}

/** By exact spelling, else in any case: item numbers are often typed in lower case. `like` is any of the items asked. */
export function byIdentifier(
  like: Query,
  records: readonly AnyRecord[],
): (identifier: string) => readonly AnyRecord[] {
  const field = answeringField(like) ?? '';
  const nameOf = (record: AnyRecord) => record[field] as string;
  const named = records.filter((record) => typeof record[field] === 'string');
  const exact = grouped(named, nameOf);
  const inAnyCase = grouped(named, (record) => nameOf(record).toLowerCase());
  return (identifier) => exact.get(identifier) ?? inAnyCase.get(identifier.toLowerCase()) ?? [];
}
