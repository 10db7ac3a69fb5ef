export interface Area {
  row: number;
  column: number;
  rows: number;
  columns: number;
  /** Set if the area is written as whole rows (`5:7`) or whole columns (`D:F`). */
  whole?: 'rows' | 'columns';
}

export function columnName(column: number): string {
  let name = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  }
  return name;
}

export function columnNumber(name: string): number {
  let number = 0;
  for (const letter of name.toUpperCase()) number = number * 26 + letter.charCodeAt(0) - 64;
  return number;
}

export function areaName({ row, column, rows, columns, whole }: Area): string {
  if (whole === 'rows') return `${row}:${row + rows - 1}`;
  if (whole === 'columns') return `${columnName(column)}:${columnName(column + columns - 1)}`;
  const first = `${columnName(column)}${row}`;
  if (rows === 1 && columns === 1) return first;
  return `${first}:${columnName(column + columns - 1)}${row + rows - 1}`;
}

/** Splits `Sheet!A1` or `'My sheet'!A1`. */
export function splitSheet(text: string): { sheet?: string; area: string } {
  const mark = text.lastIndexOf('!');
  if (mark < 0) return { area: text };
  const sheet = text
    .slice(0, mark)
    .replace(/^'(.*)'$/, '$1')
    .replace(/''/g, "'");
  return { sheet, area: text.slice(mark + 1) };
}

/** Parses A1 or R1C1 notation. Open ends extend to the edge of the grid. */
export function parseArea(text: string, grid: { rows: number; columns: number }): Area | undefined {
  const match = /^\$?([A-Za-z]{1,3})?\$?(\d+)?(?::\$?([A-Za-z]{1,3})?\$?(\d+)?)?$/.exec(text.trim());
  if (!match || text.trim() === '') return parseR1C1(text.trim());
  const [, startColumn, startRow, endColumn, endRow] = match;
  if (!text.includes(':')) {
    if (!startColumn || !startRow) return undefined;
    return { row: Number(startRow), column: columnNumber(startColumn), rows: 1, columns: 1 };
  }
  if ((!startColumn && !startRow) || (!endColumn && !endRow)) return undefined;
  const [top, bottom] = ordered(startRow ? Number(startRow) : 1, endRow ? Number(endRow) : grid.rows);
  const [left, right] = ordered(
    startColumn ? columnNumber(startColumn) : 1,
    endColumn ? columnNumber(endColumn) : grid.columns,
  );
  const whole = !startColumn && !endColumn ? 'rows' : !startRow && !endRow ? 'columns' : undefined;
  const area = { row: top, column: left, rows: bottom - top + 1, columns: right - left + 1 };
  return whole ? { ...area, whole } : area;
}

/** Parses `R2C3` or `R2C3:R4C5`. A string that is valid in both notations is treated as A1. */
function parseR1C1(text: string): Area | undefined {
  const match = /^R(\d+)C(\d+)(?::R(\d+)C(\d+))?$/i.exec(text);
  if (!match) return undefined;
  const [startRow, startColumn, endRow, endColumn] = match.slice(1).map(Number) as [number, number, number, number];
  const [top, bottom] = ordered(startRow, match[3] ? endRow : startRow);
  const [left, right] = ordered(startColumn, match[4] ? endColumn : startColumn);
  return { row: top, column: left, rows: bottom - top + 1, columns: right - left + 1 };
}

function ordered(a: number, b: number): [number, number] {
  return a <= b ? [a, b] : [b, a];
}
