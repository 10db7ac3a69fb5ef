/** Areas with inclusive 1-based bounds. A bound can be infinite. */
import type { Rect } from './surface.ts';

export interface Area {
  readonly sheetId: number;
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

export function areaOf(sheetId: number, rect: Rect): Area {
  const { row, column, rows, columns } = rect;
  return { sheetId, top: row, left: column, bottom: row + rows - 1, right: column + columns - 1 };
}

export function rectOf(area: Area): Rect {
  return {
    row: area.top,
    column: area.left,
    rows: area.bottom - area.top + 1,
    columns: area.right - area.left + 1,
  };
}

export function intersects(a: Area, b: Area): boolean {
  return a.sheetId === b.sheetId && a.top <= b.bottom && b.top <= a.bottom && a.left <= b.right && b.left <= a.right;
}

export function contains(area: Area, row: number, column: number): boolean {
  return row >= area.top && row <= area.bottom && column >= area.left && column <= area.right;
}

export function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

export function columnNumber(letters: string): number {
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}

export function cellName(row: number, column: number): string {
  return columnLetters(column) + row;
}
