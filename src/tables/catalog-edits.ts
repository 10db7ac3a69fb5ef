/** Edits of the Catalog's sheet: blank cells are filled, rows are added below; only instants are ever overwritten. */
import type { Filler } from './blocks.ts';
import type { Cell } from './cells.ts';
import { formatOf, sameCell } from './cells.ts';
import type { Column } from './columns.ts';
import { ROW_KEY } from './columns.ts';
import type { Edit } from './diff.ts';
import { lastRow } from './end.ts';
import { fillerOf } from './filler.ts';
import { fingerprint } from './fingerprint.ts';
import type { Contents } from './places.ts';
import type { Sheet } from './sheet.ts';

/** Cells by column. */
export type Cells = { readonly [column: string]: Cell };

export class CatalogEdits {
  readonly edits: Edit[] = [];
  private readonly kinds: ReadonlyMap<string, Column['kind']>;
  private readonly sheet: Sheet;
  private readonly named = new Map<number, string>();
  private readonly keys: Set<string>;
  private next: number | undefined;

  constructor(
    sheet: Sheet,
    private readonly contents: Contents,
    columns: readonly Column[],
  ) {
    let details: ReturnType<Sheet['details']> | undefined;
    this.sheet = {
      ...sheet,
      details: () => {
        details ??= sheet.details();
        return details;
      },
    };
    this.kinds = new Map(columns.map(({ id, kind }) => [id, kind]));
    this.keys = new Set(contents.cells.map((_, index) => String(this.at(index + 1, ROW_KEY.id))));
  }

  /** Rows count from 1, the header's. */
  at(row: number, column: string): Cell {
    return this.contents.cells[row - 1]?.[this.place(column) - 1] ?? '';
  }

  /** Leaves alone what holds anything, a formula that shows nothing included. */
  fill(row: number, column: string, cell: Cell): void {
    if (this.at(row, column) !== '') return;
    const formula = this.sheet.details().formulas[row - 1]?.[this.place(column) - 1] ?? '';
    if (formula === '') this.edits.push(this.edit(row, column, cell));
  }

  /** Makes a row that a person began one of ours. */
  adopt(row: number, cells: Cells, identifier: string): void {
    for (const column of Object.keys(cells)) this.fill(row, column, cells[column]!);
    const key = this.newKey(identifier);
    this.edits.push(this.edit(row, ROW_KEY.id, key));
    this.named.set(row, key);
  }

  add(cells: Cells, identifier: string): void {
    this.next ??= lastRow(this.sheet, this.contents) + 1;
    const row = this.next++;
    const line: Cells = { ...cells, [ROW_KEY.id]: this.newKey(identifier) };
    for (const column of this.kinds.keys()) this.edits.push(this.edit(row, column, line[column] ?? ''));
  }

  /** New instants of rows that are there, apart from the edits because they are one column of many rows. */
  renewals(rows: readonly number[], column: string, instant: Date, zone: string): readonly Edit[] {
    return rows
      .filter((row) => !sameCell(this.at(row, column), instant, zone))
      .map((row) => this.edit(row, column, instant));
  }

  /** Cells that may be written along; rows that were just adopted are ours. */
  filler(): Filler {
    const place = this.place(ROW_KEY.id);
    const cells = this.contents.cells.map((line, index) => {
      const key = this.named.get(index + 1);
      return key === undefined ? line : line.map((cell, at) => (at === place - 1 ? key : cell));
    });
    return fillerOf(this.sheet, { cells, places: this.contents.places });
  }

  private place(column: string): number {
    return this.contents.places.get(column)!;
  }

  private edit(row: number, column: string, cell: Cell): Edit {
    return { row, column: this.place(column), cell, format: formatOf(this.kinds.get(column)!, cell) };
  }

  /** A key says what the row began with; it need not stay true. */
  private newKey(identifier: string): string {
    const short =
      identifier.length > LONGEST ? `${identifier.slice(0, LONGEST)}…${fingerprint(identifier)}` : identifier;
    let key = short;
    for (let count = 2; this.keys.has(key); count++) key = `${short}|${count}`;
    this.keys.add(key);
    return key;
  }
}

/** No identifier is so long. */
const LONGEST = 1000;
