/** The columns of a table, from its declaration. */
import type { Field, Kind, Privacy, Shape } from '../protocol/fields.ts';
import { isList } from '../protocol/fields.ts';
import { recordShape } from '../protocol/page.ts';
import { headerOf } from './header.ts';
import type { Recorded, Table } from './table.ts';

export interface Column {
  /** Field name, unique in the table. */
  readonly id: string;
  readonly header: string;
  readonly kind: Kind;
  readonly meaning: string;
  /** How many lists lie between the record and the field. */
  readonly depth: number;
  /** A value that the service no longer gives does not blank the cell: it takes data of old buyers back. */
  readonly keeps: boolean;
  /** Written with its row and never again. */
  readonly once?: true;
  /** First order version that has the field. */
  readonly since?: number;
}

/**
 * The fields of a table in their order, without those whose privacy is withheld
 * and those that answers of an order version (`version`) do not have: what was not asked for is not known to be blank.
 */
export function fieldColumns(
  operation: Recorded,
  table: Table,
  withheld: ReadonlySet<Privacy>,
  version = Number.POSITIVE_INFINITY,
): readonly Column[] {
  const columns = new Map<string, Column>();
  for (const path of table.columns) {
    const names = path.split('.');
    const name = names.pop()!;
    const shape = shapeAt(recordShape(operation), names);
    const fields = name === '*' ? Object.keys(shape).filter((each) => !isList(shape[each]!)) : [name];
    for (const id of fields) {
      const field = shape[id] as Field;
      if (columns.has(id) || (field.privacy && withheld.has(field.privacy))) continue;
      if (field.since !== undefined && field.since > version) continue;
      columns.set(id, {
        id,
        header: headerOf(id),
        kind: field.kind,
        meaning: field.meaning,
        depth: names.length,
        keeps: field.privacy !== undefined,
        ...(field.once ? { once: field.once } : {}),
        ...(field.since === undefined ? {} : { since: field.since }),
      });
    }
  }
  return [...columns.values()];
}

/** Columns that answers of an order version do not have, by the version that brings them. */
export function columnsBeyond(
  operation: Recorded,
  withheld: ReadonlySet<Privacy>,
  version: number,
): readonly Column[] {
  return operation.tables
    .flatMap((table) => fieldColumns(operation, table, withheld))
    .filter(({ since }) => since !== undefined && since > version);
}

function shapeAt(shape: Shape, names: readonly string[]): Shape {
  return names.reduce((inner, name) => {
    const member = inner[name];
    if (!member || !isList(member)) throw new Error(`"${name}" is not a list of the record.`);
    return member.of;
  }, shape);
}

/** When the row's values were last read. */
export const AS_OF: Column = {
  id: 'asOf',
  header: 'As of',
  kind: 'instant',
  meaning: 'When these values were last read.',
  depth: 0,
  keeps: false,
};

/** The row's identity, hidden: it survives sorting and retyped cells, and tells repeated lines apart. */
export const ROW_KEY: Column = {
  id: 'rowKey',
  header: 'Row key',
  kind: 'id',
  meaning: 'Identity of the row; leave it to the add-on.',
  depth: 0,
  keeps: false,
};

/** Every column that the add-on keeps in the sheet of a table. */
export function sheetColumns(
  operation: Recorded,
  table: Table,
  withheld: ReadonlySet<Privacy>,
  version?: number,
): readonly Column[] {
  return [
    ...fieldColumns(operation, table, withheld, version),
    ...(table.appendOnly ? [] : [AS_OF]),
    ROW_KEY,
  ];
}
