/** Which records answer which identifier. */
import { operations } from '../operations/registry.ts';
import type { AnyRecord } from '../protocol/fields.ts';
import { grouped } from '../protocol/grouped.ts';
import type { Operation } from '../protocol/operation.ts';
import type { Item } from './items.ts';

/** Nothing in the answer repeats what was asked, such as a UPC code: only a question about one can be told apart. */
export function isAlone(item: Pick<Item, 'operation' | 'params' | 'list'>): boolean {
  return item.list !== undefined && answeringFields(item).length === 0;
}

/** The fields of records that hold the identifier that was asked for. */
function answeringFields({ operation, params, list }: Pick<Item, 'operation' | 'params' | 'list'>): string[] {
  const { finds = [] }: Operation = operations[operation];
  return finds.flatMap(({ param, field, when = {} }) => {
    const fits = param === list && Object.entries(when).every(([name, value]) => params[name] === value);
    return fits && field !== undefined ? [field] : [];
  });
}

/** By exact spelling, else in any case: item numbers are often typed in lower case. `like` is any of the items asked. */
export function byIdentifier(
  like: Item,
  records: readonly AnyRecord[],
): (identifier: string) => readonly AnyRecord[] {
  const fields = answeringFields(like);
  const named = records.flatMap((record) =>
    [...new Set(fields.map((field) => record[field]))].flatMap((name) =>
      typeof name === 'string' ? [{ name, record }] : [],
    ),
  );
  const exact = grouped(named, ({ name }) => name);
  const inAnyCase = grouped(named, ({ name }) => name.toLowerCase());
  return (identifier) => {
    const found = exact.get(identifier) ?? inAnyCase.get(identifier.toLowerCase()) ?? [];
    return found.map(({ record }) => record);
  };
}
