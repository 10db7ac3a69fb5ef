// Finds the labels, series, and titles in a chart's ranges.
import { columnName } from '../a1.ts';
import type { ChartRange, ChartSpec } from '../workbook/charts.ts';
import { isDateFormat } from '../workbook/number-format.ts';
import type { Content } from './content.ts';

export type ChartValue = string | number | boolean;

/** Cells of one column, or calculated values without cells. */
export interface Source {
  readonly values: readonly ChartValue[];
  readonly reference?: string;
  readonly format?: string;
}

export interface Series {
  readonly title: Source | undefined;
  readonly values: Source;
}

export interface ChartData {
  readonly labels: Source | undefined;
  readonly series: readonly Series[];
}

export interface ChartCells {
  content(sheetId: number): Content;
  /** The sheet's name in the file. */
  sheetName(sheetId: number): string;
  format(sheetId: number, row: number, column: number): string;
}

interface Column {
  readonly sheetId: number;
  readonly column: number;
  readonly top: number;
  readonly bottom: number;
}

export function chartData({ ranges, headers }: ChartSpec, cells: ChartCells): ChartData {
  const columns = ranges.flatMap((range) => columnsOf(range, cells));
  const count = headers > 0 ? headers : guessedHeaders(columns, cells);
  const titleOf = (column: Column): Source | undefined =>
    count === 0 ? undefined : source({ ...column, top: column.top + count - 1, bottom: column.top + count - 1 }, cells);
  const bodyOf = (column: Column) => source({ ...column, top: column.top + count }, cells);
  const labelled = columns.length > 1;
  return {
    labels: labelled ? bodyOf(columns[0]!) : undefined,
    series: columns.slice(labelled ? 1 : 0).map((column) => ({ title: titleOf(column), values: bodyOf(column) })),
  };
}

/** Omits blank rows at the end, because a range can extend to the end of the sheet. */
function columnsOf({ sheetId, row, column, rows, columns }: ChartRange, cells: ChartCells): Column[] {
  const content = cells.content(sheetId);
  const right = column + columns - 1;
  const filled = (line: number) => {
    for (let at = column; at <= right; at++) if ((content.get(line)?.get(at)?.value ?? '') !== '') return true;
    return false;
  };
  let bottom = row + rows - 1;
  while (bottom > row && !filled(bottom)) bottom--;
  return Array.from({ length: columns }, (_, at) => ({ sheetId, column: column + at, top: row, bottom }));
}

/** Text above numbers is a header. */
function guessedHeaders(columns: readonly Column[], cells: ChartCells): number {
  const heading = columns.some((column) => {
    const [first, ...rest] = source(column, cells).values;
    return typeof first === 'string' && first !== '' && rest.some((value) => typeof value === 'number');
  });
  return heading ? 1 : 0;
}

function source({ sheetId, column, top, bottom }: Column, cells: ChartCells): Source {
  const content = cells.content(sheetId);
  const values: ChartValue[] = [];
  for (let row = top; row <= bottom; row++) values.push(content.get(row)?.get(column)?.value ?? '');
  const letters = columnName(column);
  const sheet = `'${cells.sheetName(sheetId).replace(/'/g, "''")}'`;
  const last = bottom > top ? `:$${letters}$${bottom}` : '';
  return {
    values,
    reference: `${sheet}!$${letters}$${top}${last}`,
    format: cells.format(sheetId, top, column),
  };
}

export function isNumeric({ values }: Source): boolean {
  return (
    values.some((value) => typeof value === 'number') &&
    !values.some((value) => typeof value === 'string' && value !== '')
  );
}

export function isDated({ format = 'General' }: Source): boolean {
  return isDateFormat(format);
}
