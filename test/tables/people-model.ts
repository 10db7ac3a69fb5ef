/** What a person and the add-on have in the sheets, in plain memory: columns by name, things by row key and own column. */
import type { CellValue } from '../host/workbook/surface.ts';
import { FIRST_ORDERS, type Order, type TableName } from './people-shop.ts';

/** What the person put on one cell of a record. */
export interface Thing {
  readonly value?: CellValue;
  readonly note?: string;
  readonly color?: string;
  /** The formula repeats the cell of this column in its own row. */
  readonly repeats?: string;
}

export class TableModel {
  /** From left to right: ours by column id, the person's as `own 1`. */
  columns: string[] = [];
  /** By row key, then by column. */
  things = new Map<string, Map<string, Thing>>();

  constructor(readonly sheetId: number) {}

  place(column: string): number {
    return this.columns.indexOf(column) + 1;
  }

  columnAt(place: number): string | undefined {
    return this.columns[place - 1];
  }

  put(key: string, column: string, thing: Thing): void {
    const row = this.things.get(key) ?? new Map<string, Thing>();
    this.things.set(key, row);
    const { value, repeats, ...looks } = row.get(column) ?? {};
    const content = 'value' in thing || 'repeats' in thing ? {} : { value, repeats };
    const all = { ...content, ...looks, ...thing };
    row.set(column, Object.fromEntries(Object.entries(all).filter(([, each]) => each !== undefined)));
  }

  /** Formulas that repeat a deleted column are broken for good. */
  deleteColumn(place: number): void {
    const [column] = this.columns.splice(place - 1, 1);
    for (const row of this.things.values()) {
      row.delete(column!);
      for (const [name, { repeats, ...thing }] of row) if (repeats === column) row.set(name, thing);
    }
  }

  copy(sheetId: number): TableModel {
    const twin = new TableModel(sheetId);
    twin.columns = [...this.columns];
    twin.things = new Map([...this.things].map(([key, row]) => [key, new Map(row)]));
    return twin;
  }
}

export class Model {
  readonly market = new Map<number, Order>(FIRST_ORDERS);
  /** The sheet of each table first, then copies that the person made of it. */
  readonly sheets: Record<TableName, TableModel[]> = { Orders: [], 'Order lines': [] };
  now = Date.UTC(2025, 5, 16, 18);
  /** Counts what the person named, so that no two names are equal. */
  names = 0;

  table(name: TableName): TableModel | undefined {
    return this.sheets[name][0];
  }
}
