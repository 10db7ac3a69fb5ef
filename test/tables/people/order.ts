/** Predicts whether a pull sorts a sheet, and reverses the sort for comparison. */
import type { CellValue } from '../../host/workbook/surface.ts';
import type { Workbook } from '../../host/workbook/workbook.ts';
import type { Foresight } from './foresight.ts';
import { formulaOf, templateOf } from './formula.ts';
import type { TableModel } from './model.ts';
import { cellAt, type Seen, upTo } from './sight.ts';

/**
 * For each position from row 2, the row that moves there; undefined if no rows move. `ordered` is the stored number of
 * sorted rows.
 */
export function foreseeOrder(
  sheet: TableModel,
  before: Seen | undefined,
  { columns, added, rows, lastRow, cell }: Foresight,
  column: string,
  ordered: number | undefined,
): readonly number[] | undefined {
  if (!before || added.includes(column)) return undefined;
  const position = columns.indexOf(column) + 1;
  const key = columns.indexOf('rowKey') + 1;
  if (position === 0) return undefined;
  const old = upTo(before.lastRow).filter((row) => sheet.keyOf(before, row) !== '');
  const dates = old.map((row) => cellAt(before, row, sheet.position(column)).value);
  const isTouched = [...rows.values()].some(({ isNew, cells }) => isNew || cells.has(position) || cells.has(key));
  const all = [...rows.keys()].sort((one, other) => one - other);
  const isWhole = all.every((row, index) => row === index + 2) && all.length < lastRow;
  const after = all.map((row) => cell(row, position).value ?? cellAt(before, row, sheet.position(column)).value);
  const wasSorted = isFalling(dates) || (ordered !== undefined && isFalling(dates.slice(0, ordered)));
  if (!isWhole || !wasSorted || !after.every(isSortable)) return undefined;
  if (isTouched ? isFalling(after) : isFalling(dates)) return undefined;
  return all.sort((one, other) => compare(after[one - 2]!, after[other - 2]!));
}

/** The stored number of sorted rows. */
export function orderedIn(workbook: Workbook, sheetId: number): number | undefined {
  const [stored] = workbook.findMetadata({ key: 'market.columns', sheetId, type: 'SHEET' });
  return (JSON.parse(stored?.value ?? '{}') as { value?: { ordered?: number } }).value?.ordered;
}

export function unsorted(after: Seen, order: readonly number[]): Seen {
  const cells = [...after.cells];
  order.forEach((row, index) => {
    cells[row - 1] = after.cells[index + 1]!.map((cell) => ({
      ...cell,
      formula: formulaOf(templateOf(cell.formula, index + 2), row),
    }));
  });
  return { ...after, cells };
}

function isFalling(dates: readonly CellValue[]): boolean {
  return dates.every((date, index) => isSortable(date) && (index === 0 || compare(dates[index - 1]!, date) <= 0));
}

function isSortable(value: CellValue): boolean {
  return value === '' || value instanceof Date;
}

function compare(one: CellValue, other: CellValue): number {
  if (one instanceof Date && other instanceof Date) return other.getTime() - one.getTime();
  return Number(other instanceof Date) - Number(one instanceof Date);
}
