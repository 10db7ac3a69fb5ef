/** An in-memory model of the sheets: columns by name, and the user's cells by row and column. */
import { expect } from 'vitest';
import type { CellValue } from '../../host/workbook/surface.ts';
import { columnOf, letterOf } from './formula.ts';
import { FIRST_ORDERS, type Order, type TableName } from './shop.ts';
import { BLANK, type Cell, cellAt, type Seen, same, upTo } from './sight.ts';

/** User content of one cell in an add-on row. */
export interface OwnCell {
  readonly value?: CellValue;
  readonly note?: string;
  readonly color?: string;
  /** If the cell's formula only references another cell in its row, that cell's column. */
  readonly repeats?: string;
  /** Any other formula. */
  readonly formula?: string;
}

/** User content of one add-on row, by column. */
export type OwnCells = Map<string, OwnCell>;

const UNFINISHED = /^incomplete( new)?: /;

export class TableModel {
  /** From left to right: the IDs of add-on columns, and `own 1` and so on for user columns. */
  columns: string[] = [];
  /** All rows with the same key: the original and the user's copies. */
  rows = new Map<string, OwnCells[]>();

  constructor(readonly sheetId: number) {}

  position(column: string): number {
    return this.columns.indexOf(column) + 1;
  }

  columnAt(position: number): string | undefined {
    return this.columns[position - 1];
  }

  isOwn(position: number): boolean {
    return this.columnAt(position)?.startsWith('own') ?? false;
  }

  /** The row's key, or `''` for a user row. */
  keyOf(seen: Seen, row: number): string {
    return row === 1 ? '' : plainKey(cellAt(seen, row, this.position('rowKey')).value);
  }

  /** Whether a killed pull left this new row incomplete. */
  isUnfinished(seen: Seen, row: number): boolean {
    return String(cellAt(seen, row, this.position('rowKey')).value).startsWith('incomplete new: ');
  }

  isMarked(seen: Seen, row: number): boolean {
    return UNFINISHED.test(String(cellAt(seen, row, this.position('rowKey')).value));
  }

  /** Matches the sheet's add-on rows to the model's user cells. Each must have exactly one match. */
  owners(seen: Seen): ReadonlyMap<number, OwnCells> {
    const left = new Map([...this.rows].map(([key, all]) => [key, [...all]]));
    const owners = new Map<number, OwnCells>();
    for (const row of upTo(seen.lastRow)) {
      const key = this.keyOf(seen, row);
      if (key === '') continue;
      const candidates = left.get(key) ?? [];
      expect(candidates.length, `${key} in row ${row} of "${seen.name}": rows that it may be`).not.toBe(0);
      const differences = candidates.map((ownCells) => this.differences(ownCells, seen, row));
      const fitting = differences.findIndex((each) => each.length === 0);
      expect(fitting < 0 ? differences[0] : [], `own cells of ${key} in row ${row} of "${seen.name}"`).toEqual([]);
      owners.set(row, candidates[fitting]!);
      left.set(key, candidates.toSpliced(fitting, 1));
    }
    expect(
      [...left].filter(([, rows]) => rows.length > 0).map(([key]) => key),
      'rows that are lost',
    ).toEqual([]);
    return owners;
  }

  /** Differences between the row and the expected user cells. */
  private differences(ownCells: OwnCells, seen: Seen, row: number): readonly string[] {
    return this.columns.flatMap((column, index) => {
      const found = cellAt(seen, row, index + 1);
      const ownCell = ownCells.get(column) ?? {};
      const wanted = { note: ownCell.note ?? '', color: ownCell.color ?? BLANK.color };
      const looks = { note: found.note, color: found.color };
      const wrong = JSON.stringify(looks) === JSON.stringify(wanted) ? [] : [`${column} looks otherwise`];
      if (!this.isOwn(index + 1)) return wrong;
      const formula = ownCell.repeats ? `=${letterOf(this.position(ownCell.repeats))}${row}` : (ownCell.formula ?? '');
      if (found.formula !== formula) return [...wrong, `${column} has "${found.formula}", not "${formula}"`];
      if (formula !== '' || same(found.value, ownCell.value ?? '')) return wrong;
      return [...wrong, `${column} is ${String(found.value)}, not ${String(ownCell.value ?? '')}`];
    });
  }

  /** The content of a user cell, without notes and colors. */
  contentOf({ value, formula }: Pick<Cell, 'value' | 'formula'>, row: number): OwnCell {
    if (formula === '') return { value };
    const [, letters, line] = /^=([A-Z]+)(\d+)$/.exec(formula) ?? [];
    const column = letters && Number(line) === row ? this.columnAt(columnOf(letters)) : undefined;
    return column ? { repeats: column } : { formula };
  }

  /** Formulas that reference a deleted column become errors. */
  deleteColumn(position: number): void {
    const [column] = this.columns.splice(position - 1, 1);
    for (const ownCells of [...this.rows.values()].flat()) {
      ownCells.delete(column!);
      for (const [name, { repeats, ...ownCell }] of ownCells)
        if (repeats === column) ownCells.set(name, { ...ownCell, formula: '=#REF!' });
    }
  }

  /**
   * Turns user columns into add-on columns if their header matches an add-on column deleted since the last pull. A
   * header without a note is recognized by its name.
   */
  adopt(seen: Seen, had: readonly string[], headers: ReadonlyMap<string, string>): void {
    for (const id of had) {
      if (this.columns.includes(id)) continue;
      const bears = (position: number) => cellAt(seen, 1, position).value === headers.get(id);
      const [position, ...others] = upTo(this.columns.length).filter((each) => this.isOwn(each) && bears(each));
      if (position !== undefined && others.length === 0) this.rename(position, id);
    }
  }

  private rename(position: number, id: string): void {
    const own = this.columns[position - 1]!;
    this.columns[position - 1] = id;
    for (const ownCells of [...this.rows.values()].flat()) {
      const { note, color } = ownCells.get(own) ?? {};
      ownCells.delete(own);
      if (note !== undefined || color !== undefined)
        put(ownCells, id, { ...(note && { note }), ...(color && { color }) });
      for (const [name, ownCell] of ownCells)
        if (ownCell.repeats === own) ownCells.set(name, { ...ownCell, repeats: id });
    }
  }

  copy(sheetId: number): TableModel {
    const twin = new TableModel(sheetId);
    twin.columns = [...this.columns];
    twin.rows = new Map([...this.rows].map(([key, rows]) => [key, rows.map((ownCells) => new Map(ownCells))]));
    return twin;
  }
}

export function plainKey(cell: CellValue): string {
  return String(cell).replace(UNFINISHED, '');
}

/** Replaces the content or format of a cell. */
export function put(ownCells: OwnCells, column: string, ownCell: OwnCell): void {
  const { value, repeats, formula, ...looks } = ownCells.get(column) ?? {};
  const isContent = 'value' in ownCell || 'repeats' in ownCell || 'formula' in ownCell;
  const all = { ...(isContent ? {} : { value, repeats, formula }), ...looks, ...ownCell };
  ownCells.set(column, Object.fromEntries(Object.entries(all).filter(([, each]) => each !== undefined)));
}

export class Model {
  readonly market = new Map<number, Order>(FIRST_ORDERS);
  /** Each table's own sheet comes first, then the user's copies. */
  readonly sheets: Record<TableName, TableModel[]> = { Orders: [], 'Order lines': [] };
  now = Date.UTC(2025, 5, 16, 18);
  /** Number of columns added by the user; makes names unique. */
  names = 0;

  table(name: TableName): TableModel | undefined {
    return this.sheets[name][0];
  }
}
