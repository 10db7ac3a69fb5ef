/** Retention of data of buyers: records of older orders lose it before they are written. */
import type { AnyRecord, Shape } from '../protocol/fields.ts';
import { isList } from '../protocol/fields.ts';
import type { Operation } from '../protocol/operation.ts';

/** The records without buyers' data where their date lies before `since` (epoch milliseconds). */
export function withinRetention(
  { answer }: Operation,
  records: readonly AnyRecord[],
  since: number,
): readonly AnyRecord[] {
  const dated = answer.dated;
  if (dated === undefined) return records;
  const names = privateFields(answer.record);
  return records.map((record) => {
    const date = record[dated];
    const isOld = typeof date === 'object' && date !== null && 'at' in date && date.at < since;
    return isOld ? { ...record, ...Object.fromEntries(names.map((name) => [name, null])) } : record;
  });
}

function privateFields(shape: Shape): readonly string[] {
  return Object.keys(shape).filter((name) => {
    const field = shape[name]!;
    return !isList(field) && field.privacy !== undefined;
  });
}
