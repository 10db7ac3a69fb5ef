/** A sparse layer of a sheet for one kind of data. */
import { changeLines, type LineChange } from './line-change.ts';
import type { Rect } from './surface.ts';

export class Grid<T> {
  private lines: (T[] | undefined)[] = [];

  get(row: number, column: number): T | undefined {
    return this.lines[row - 1]?.[column - 1];
  }

  set(row: number, column: number, value: T | undefined): void {
    let line = this.lines[row - 1];
    if (line === undefined) {
      if (value === undefined) return;
      line = [];
      // Filling holes with undefined keeps V8's fast representation.
      while (this.lines.length < row - 1) this.lines.push(undefined);
      this.lines[row - 1] = line;
    }
    if (value === undefined) {
      if (column <= line.length) line[column - 1] = undefined as T;
      return;
    }
    while (line.length < column - 1) line.push(undefined as T);
    line[column - 1] = value;
  }

  /** The raw row, for loops over whole rows. */
  line(row: number): readonly (T | undefined)[] | undefined {
    return this.lines[row - 1];
  }

  setLine(row: number, line: readonly (T | undefined)[] | undefined): void {
    while (this.lines.length < row - 1) this.lines.push(undefined);
    this.lines[row - 1] = line as T[] | undefined;
  }

  lastRow(): number {
    while (this.lines.length > 0 && trimmed(this.lines[this.lines.length - 1]) === 0) this.lines.pop();
    return this.lines.length;
  }

  lastColumn(): number {
    let last = 0;
    for (const line of this.lines) last = Math.max(last, trimmed(line));
    return last;
  }

  clear(): void {
    this.lines = [];
  }

  clearRect({ row, column, rows, columns }: Rect): void {
    for (let r = row - 1; r < Math.min(row - 1 + rows, this.lines.length); r++) {
      const line = this.lines[r];
      if (line === undefined) continue;
      if (column === 1 && columns >= line.length) this.lines[r] = undefined;
      else line.fill(undefined as T, column - 1, column - 1 + columns);
    }
  }

  changeRows(change: LineChange): void {
    this.lines = changeLines(this.lines, change);
  }

  changeColumns(change: LineChange): void {
    for (const [i, line] of this.lines.entries()) {
      if (line !== undefined && line.length > 0) this.lines[i] = changeLines(line as (T | undefined)[], change) as T[];
    }
  }

  *entries(): Generator<[row: number, column: number, value: T]> {
    for (const [r, line] of this.lines.entries()) {
      if (line === undefined) continue;
      for (let c = 0; c < line.length; c++) if (line[c] !== undefined) yield [r + 1, c + 1, line[c]!];
    }
  }

  clone(): Grid<T> {
    const copy = new Grid<T>();
    copy.lines = this.lines.map((line) => line?.slice());
    return copy;
  }
}

function trimmed(line: unknown[] | undefined): number {
  if (line === undefined) return 0;
  while (line.length > 0 && line[line.length - 1] === undefined) line.pop();
  return line.length;
}
