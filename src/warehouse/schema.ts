/** Tables in BigQuery: a log and a view per declared table, with typed columns. */
import { recorded } from '../operations/tables.ts';
import { ALL_PRIVATE, type Kind, NONE_PRIVATE } from '../protocol/fields.ts';
import { once } from '../protocol/store.ts';
import { catalog } from '../tables/catalog/catalog-table.ts';
import { AS_OF, type Column, ROW_KEY, sheetColumns } from '../tables/columns.ts';
import { stockDays } from '../tables/fold.ts';
import { historyColumns } from '../tables/history.ts';
import type { Recorded, Table } from '../tables/table.ts';
import { shortDigest } from './state.ts';

export const DATASET = 'market_for_sheets';

export type FieldType = 'STRING' | 'NUMERIC' | 'INT64' | 'FLOAT64' | 'TIMESTAMP' | 'DATE' | 'BOOL';

/** Format of a list in a cell. BigQuery gets JSON. */
type ListForm = 'values' | 'pairs';

export interface ExportedField {
  readonly name: string;
  readonly type: FieldType;
  readonly description: string;
  /** Undefined for fields that the export adds. */
  readonly column?: Column;
  readonly list?: ListForm | undefined;
  readonly isMoney?: boolean;
}

export interface ExportedTable {
  readonly table: string;
  readonly description: string;
  readonly log: string;
  readonly view: string;
  /** The sheet's columns, without buyer data. */
  readonly columns: readonly Column[];
  /** Headers of columns with buyer data. A user's column with the same header may be a copy, so it isn't exported. */
  readonly withheld: ReadonlySet<string>;
  readonly fields: readonly ExportedField[];
  /** Date by which the log is partitioned. */
  readonly natural?: ExportedField | undefined;
}

/** Converts `unitShippingCharge` to `unit_shipping_charge` and `Order lines` to `order_lines`. */
export function snakeCase(name: string): string {
  return name
    .replace(/([a-z])([A-Z0-9])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();
}

const TYPES: Readonly<Record<Kind, FieldType>> = {
  text: 'STRING',
  id: 'STRING',
  texts: 'STRING',
  pairs: 'STRING',
  integer: 'INT64',
  decimal: 'NUMERIC',
  number: 'NUMERIC',
  money: 'NUMERIC',
  ratio: 'FLOAT64',
  boolean: 'BOOL',
  instant: 'TIMESTAMP',
  day: 'DATE',
};

export const AS_OF_FIELD: ExportedField = {
  name: 'as_of',
  type: 'TIMESTAMP',
  description: 'When these values were read.',
};

export const KEY_FIELD: ExportedField = {
  name: 'row_key',
  type: 'STRING',
  description: 'Row ID, the same in all versions.',
};

export const UNREAD_FIELD: ExportedField = {
  name: 'unread',
  type: 'STRING',
  description: "JSON: values that don't match their column's type, by column. The columns themselves are blank.",
};

/** Exists only in logs. Views omit rows with a value in this field. */
export const TAKEN_BACK_FIELD: ExportedField = {
  name: 'taken_back',
  type: 'TIMESTAMP',
  description: 'When the pull that added the row was undone.',
};

const OWN: readonly ExportedField[] = [UNREAD_FIELD, AS_OF_FIELD, KEY_FIELD];

/** Every pull changes the poll times. The others have fields of their own. */
const UNSENT = ['stockPolled', 'pricesPolled', 'canadianPricesPolled', AS_OF.id, ROW_KEY.id];

function fieldOf(column: Column): ExportedField {
  const { kind, isCode } = column;
  return {
    name: snakeCase(column.id),
    type: isCode ? 'STRING' : TYPES[kind],
    description: column.meaning,
    column,
    list: kind === 'texts' ? 'values' : kind === 'pairs' ? 'pairs' : undefined,
    isMoney: kind === 'money',
  };
}

function exported(
  table: string,
  about: string,
  columns: readonly Column[],
  natural: string | undefined,
  withheld: ReadonlySet<string> = new Set(),
): ExportedTable {
  const own = columns.filter(({ id, hidden, isPrivate }) => !hidden && !isPrivate && !UNSENT.includes(id)).map(fieldOf);
  const dated = own.find(({ column }) => column!.id === natural);
  return {
    table,
    description: about,
    log: `${snakeCase(table)}_log`,
    view: snakeCase(table),
    columns,
    withheld,
    fields: [...own, ...OWN],
    natural: dated,
  };
}

function tablesIn(declared: Recorded): readonly ExportedTable[] {
  return declared.tables.flatMap((table: Table) => {
    const { name, about = name, history, newestFirst, age, key } = table;
    const columns = sheetColumns(declared, table, ALL_PRIVATE);
    const ids = new Set(columns.map(({ id }) => id));
    const others = sheetColumns(declared, table, NONE_PRIVATE).filter(({ id }) => !ids.has(id));
    const withheld = new Set(others.map(({ header }) => header));
    return [
      exported(name, about, columns, newestFirst ?? age?.at ?? key.find((id) => id === 'fromDate'), withheld),
      ...(history
        ? [exported(history.name, history.about, historyColumns(declared, table, history), 'firstSeen')]
        : []),
    ];
  });
}

export const exportedTables = once(() =>
  recorded.filter((each) => 'paths' in each || each === catalog || each === stockDays).flatMap(tablesIn),
);

export function exportedTable(table: string): ExportedTable | undefined {
  return exportedTables().find((each) => each.table === table);
}

/** Returns fields for the user's own columns. Duplicate and blank names get a digest as a suffix. */
export function ownFields(headers: readonly string[]): readonly ExportedField[] {
  const taken = new Set<string>();
  return headers.map((header) => {
    const plain = `own_${snakeCase(header).replace(/^_+|_+$/g, '')}`.slice(0, 100);
    const name = plain === 'own_' || taken.has(plain) ? `${plain}_${shortDigest(header)}` : plain;
    taken.add(name);
    return {
      name: name.replace(/__+/g, '_'),
      type: 'STRING',
      description: `Your column "${header}".`.replace(/[\r\n]+/g, ' '),
    };
  });
}
