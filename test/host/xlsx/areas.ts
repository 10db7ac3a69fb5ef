// Merges adjacent cells with the same property into rectangles.
import { areaName } from '../a1.ts';
import type { Rect } from '../workbook/surface.ts';

/** Add cells row by row, from left to right. */
export class Areas {
  readonly #done: Rect[] = [];
  /** Rectangles that end in the previous row, by start and width. */
  #open = new Map<string, Rect>();
  #row = 0;
  #run: Rect | undefined;
  #next = new Map<string, Rect>();

  add(row: number, column: number): void {
    if (row !== this.#row) this.#turn(row);
    if (this.#run && this.#run.column + this.#run.columns === column) {
      this.#run = { ...this.#run, columns: this.#run.columns + 1 };
    } else {
      this.#endRun();
      this.#run = { row, column, rows: 1, columns: 1 };
    }
  }

  rects(): Rect[] {
    this.#turn(Number.POSITIVE_INFINITY);
    return this.#done;
  }

  /** The rectangles in A1 notation, separated by spaces. */
  names(): string {
    return this.rects().map(areaName).join(' ');
  }

  #turn(row: number): void {
    this.#endRun();
    this.#done.push(...this.#open.values());
    this.#open = row === this.#row + 1 ? this.#next : new Map();
    if (row !== this.#row + 1) this.#done.push(...this.#next.values());
    this.#next = new Map();
    this.#row = row;
  }

  #endRun(): void {
    const run = this.#run;
    this.#run = undefined;
    if (!run) return;
    const key = `${run.column},${run.columns}`;
    const above = this.#open.get(key);
    this.#open.delete(key);
    this.#next.set(key, above ? { ...above, rows: above.rows + 1 } : run);
  }
}
