/** Records as short plain data: values in the order in which the operation declares its fields. */
import { operations } from '../../operations/registry.ts';
import { type AnyRecord, isList, recordShape, type Shape, type Value } from '../../protocol/fields.ts';
import type { Query } from '../query.ts';

/** A value as it is; an instant or a day in brackets, since a text there is one that could not be read. */
export type Packed = string | number | boolean | null | readonly Packed[];

/** The raw texts of dates are not kept. */
export function packRecords(operation: Query['operation'], records: readonly AnyRecord[]): readonly Packed[] {
  const shape = recordShape(operations[operation]);
  return records.map((record) => packRecord(shape, record));
}

export function unpackRecords(operation: Query['operation'], packed: readonly Packed[]): AnyRecord[] {
  const shape = recordShape(operations[operation]);
  return packed.map((each) => unpackRecord(shape, each as readonly Packed[]));
}

function packRecord(shape: Shape, record: AnyRecord): readonly Packed[] {
  const values = Object.entries(shape).map(([name, member]): Packed => {
    const value = record[name] ?? null;
    // Whoever asked: data of buyers is in no cache.
    if (!isList(member)) return member.privacy ? null : packValue(value as Value | null);
    return Array.isArray(value) ? value.map((each) => packRecord(member.of, each)) : null;
  });
  while (values[values.length - 1] === null) values.pop();
  return values;
}

function packValue(value: Value | null): Packed {
  if (typeof value !== 'object' || value === null) return value;
  return 'at' in value ? [value.at] : [value.day];
}

function unpackRecord(shape: Shape, values: readonly Packed[]): AnyRecord {
  const record: AnyRecord = {};
  Object.entries(shape).forEach(([name, member], index) => {
    const value = values[index] ?? null;
    record[name] = isList(member)
      ? ((value ?? []) as readonly (readonly Packed[])[]).map((each) => unpackRecord(member.of, each))
      : unpackValue(value);
  });
  return record;
}

function unpackValue(value: Packed): Value | null {
  if (!Array.isArray(value)) return value as Value | null;
  const [inner] = value as readonly (string | number)[];
  return typeof inner === 'number' ? { at: inner, text: '' } : { day: String(inner), text: '' };
}
