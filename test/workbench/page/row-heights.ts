/** Computes the heights of rows that have no set height, based on their wrapped, multiline, or large text. */
import { type Cells, type Position, partsOf } from './cells.ts';

const USUAL = 21;
const USUAL_SIZE = 10;

export class RowHeights {
  readonly #cells: Cells;
  readonly #known = new Map<string, number[]>();
  /** Measures the height that a cell needs. Undefined until the grid's model exists. */
  measure: ((position: Position) => number) | undefined;

  constructor(cells: Cells) {
    this.#cells = cells;
  }

  of(sheetId: string, row: number): number {
    if (!this.measure) return USUAL;
    const known = this.#sheet(sheetId);
    known[row] ??= this.#needed(sheetId, row, this.measure);
    return known[row];
  }

  forget(): void {
    this.#known.clear();
  }

  /** Returns rows whose height changed. */
  renewed(sheetId: string, top: number, bottom: number): number[] {
    const known = this.#sheet(sheetId);
    const last = Math.min(bottom, Math.max(known.length, this.#cells.height(sheetId)) - 1);
    const rows: number[] = [];
    for (let row = top; row <= last; row++) {
      const before = known[row] ?? USUAL;
      delete known[row];
      if (this.of(sheetId, row) !== before) rows.push(row);
    }
    return rows;
  }

  #sheet(sheetId: string): number[] {
    let known = this.#known.get(sheetId);
    if (!known) {
      known = [];
      this.#known.set(sheetId, known);
    }
    return known;
  }

  #needed(sheetId: string, row: number, measure: (position: Position) => number): number {
    let height = USUAL;
    this.#cells.row(sheetId, row).forEach((cell, col) => {
      if (cell === null || typeof cell === 'number') return;
      const { display, style } = partsOf(cell);
      if (display === '') return;
      const { wrap, size = USUAL_SIZE } = this.#cells.style(style);
      if (wrap !== 'wrap' && size <= USUAL_SIZE && !display.includes('\n')) return;
      height = Math.max(height, measure({ sheetId, row, col }));
    });
    return height;
  }
}
