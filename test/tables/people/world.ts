/** The workbook, its model, and edits that change both. */
import fc from 'fast-check';
import type { CellValue } from '../../host/workbook/surface.ts';
import { Workbook } from '../../host/workbook/workbook.ts';
import { Model, type OwnCell, type OwnCells, plainKey, type TableModel } from './model.ts';
import { pull } from './pull.ts';
import type { TableName } from './shop.ts';
import { look, upTo } from './sight.ts';

export interface World {
  readonly model: Model;
  readonly workbook: Workbook;
}

/** Creates a workbook with the first orders pulled. */
export function openWorld(): World {
  const model = new Model();
  const workbook = new Workbook({
    name: 'Shop',
    locale: 'en_US',
    timeZone: 'America/New_York',
    now: () => model.now,
    callFunction: async () => ({ ok: true, value: '' }),
  });
  pull(model, workbook, [1, 2, 3], { version: 1, consent: false });
  return { model, workbook };
}

export class Deed implements fc.Command<World, World> {
  constructor(
    private readonly sentence: string,
    private readonly can: (world: World) => boolean,
    private readonly does: (world: World) => void,
  ) {}

  check(world: Readonly<World>): boolean {
    return this.can(world);
  }

  run(world: World): void {
    this.does(world);
  }

  toString(): string {
    return this.sentence;
  }
}

export class Position {
  readonly sheet: TableModel;
  readonly id: number;

  constructor(
    readonly world: World,
    table: TableName,
  ) {
    this.sheet = world.model.table(table)!;
    this.id = this.sheet.sheetId;
  }

  get workbook(): Workbook {
    return this.world.workbook;
  }

  get lastRow(): number {
    return this.workbook.lastRow(this.id);
  }

  get width(): number {
    return this.sheet.columns.length;
  }

  value(row: number, column: number): CellValue {
    return this.workbook.read(this.id, cell(row, column), 'values')[0]![0]!;
  }

  /** The row's key, or `''` for a user row. */
  key(row: number): string {
    const column = this.sheet.position('rowKey');
    return row === 1 || row > this.lastRow ? '' : plainKey(this.value(row, column));
  }

  /** User content of an add-on row; valid until the next edit. */
  ownCells(row: number): OwnCells | undefined {
    const rows = this.sheet.rows.get(this.key(row));
    if (!rows || rows.length < 2) return rows?.[0];
    return this.sheet.owners(look(this.workbook, this.id)).get(row);
  }

  isUsed(row: number): boolean {
    return upTo(this.width).some((column) => this.value(row, column) !== '');
  }

  isOwn(column: number): boolean {
    return this.sheet.isOwn(column);
  }

  isNoted(column: number): boolean {
    return this.workbook.read(this.id, cell(1, column), 'notes')[0]![0] !== '';
  }

  /** An add-on column without its note is recognized by its header while no other column has the same. */
  mayBear(header: string): boolean {
    return !upTo(this.width).some(
      (column) => !this.isOwn(column) && !this.isNoted(column) && this.value(1, column) === header,
    );
  }

  /** Position of the nth user column, or 0. */
  own(nth: number): number {
    return upTo(this.width).filter((column) => this.isOwn(column))[nth - 1] ?? 0;
  }

  content(row: number, column: number): OwnCell {
    const [formula, value] = (['formulas', 'values'] as const).map(
      (aspect) => this.workbook.read(this.id, cell(row, column), aspect)[0]![0]!,
    );
    return this.sheet.contentOf({ formula: String(formula), value: value! }, row);
  }
}

export function cell(row: number, column: number) {
  return { row, column, rows: 1, columns: 1 };
}

export const table = fc.constantFrom<TableName>('Orders', 'Orders', 'Order lines');
export const column = fc.integer({ min: 1, max: 14 });
export const row = fc.constantFrom(2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9);

/** An edit on a table's sheet; skipped if the sheet doesn't exist. */
export function onTable<T>(
  args: { [K in keyof T]: fc.Arbitrary<T[K]> },
  sentence: (table: TableName, args: NoInfer<T>) => string,
  can: (position: Position, args: NoInfer<T>) => boolean,
  does: (position: Position, args: NoInfer<T>) => void,
): fc.Arbitrary<fc.Command<World, World>> {
  return fc.tuple(table, fc.record(args) as unknown as fc.Arbitrary<T>).map(
    ([name, given]) =>
      new Deed(
        sentence(name, given),
        (world) => world.model.table(name) !== undefined && can(new Position(world, name), given),
        (world) => does(new Position(world, name), given),
      ),
  );
}

export const always = () => true;
export const inTable = (position: Position, { column }: { column: number }) => column <= position.width;
/** A cell in a non-blank row. */
export const inRow = (position: Position, { row, column }: { row: number; column: number }) =>
  column <= position.width && row <= position.lastRow && position.isUsed(row);
