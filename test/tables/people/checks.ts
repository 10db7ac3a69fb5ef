/** Checks to run on the sheets after a pull completes or is killed. */
import { expect } from 'vitest';
import type { Workbook } from '../../host/workbook/workbook.ts';
import type { Written } from '../../support/in-process-book.ts';
import type { Expected, ForeseenRow, Foresight } from './foresight.ts';
import { plainKey, type TableModel } from './model.ts';
import type { Opens } from './shop.ts';
import { type Cell, COLUMNS, cellAt, ROWS, type Seen, same, upTo } from './sight.ts';

/** Compares every cell with the prediction. */
export function checkCells(foresight: Foresight, after: Seen): void {
  const wrong = allCells((row, position) => differenceOf(cellAt(after, row, position), foresight.cell(row, position)));
  expect(wrong.map(naming(foresight)), `"${after.name}"`).toEqual([]);
  expect(after.lastRow, 'last row').toBe(foresight.lastRow);
}

/** Checks that existing columns didn't move, new columns are on the right, and sheet properties are unchanged. */
export function checkColumns(
  workbook: Workbook,
  sheetId: number,
  { columns, added, goes }: Pick<Foresight, 'columns' | 'added' | 'goes'>,
  before: Seen | undefined,
  after: Seen,
): void {
  expect(rememberedIn(workbook, sheetId), 'columns of ours by position').toEqual(oursOf(columns));
  if (!before) return;
  const { name, hiddenRows, hiddenColumns, filters, rules, rows, frozenRows, frozenColumns } = before;
  expect(after).toMatchObject({ name, rows, frozenRows, frozenColumns, hiddenRows });
  const old = new Set(upTo(COLUMNS).map(goes));
  columns.forEach((column, index) => void (added.includes(column) && old.delete(index + 1)));
  expect(
    after.hiddenColumns.filter((column) => old.has(column)),
    'hidden columns',
  ).toEqual(hiddenColumns.map(goes));
  const widths = before.widths.map((width, index) => [goes(index + 1), width] as const);
  for (const [column, width] of widths)
    if (column <= after.widths.length && old.has(column)) expect(after.widths[column - 1]).toBe(width);
  const moved = (attachments: Seen['filters']) =>
    attachments.map((each) => ({
      ...each,
      rects: each.rects.map((rect) => {
        const [left, right] = [goes(rect.column), goes(rect.column + rect.columns - 1)];
        return { ...rect, column: left, columns: right - left + 1 };
      }),
    }));
  expect(after.filters).toEqual(moved(filters));
  expect(after.rules).toEqual(moved(rules));
}

/** Checks that a new sheet has the declared layout. */
export function checkOpening(opens: Opens, columns: readonly string[], after: Seen): void {
  const positions = (of: readonly string[]) =>
    of.filter((id) => columns.includes(id)).map((id) => columns.indexOf(id) + 1);
  expect(after).toMatchObject({ frozenRows: 1, frozenColumns: opens.frozen });
  expect(after.hiddenColumns).toEqual(positions(opens.hidden));
  const whole = { row: 1, column: 1, rows: after.rows, columns: after.widths.length };
  expect(after.filters.map(({ rects }) => rects)).toEqual([[whole]]);
  expect(after.rules.map(({ rects }) => rects)).toEqual(
    positions(opens.rules).map((column) => [{ row: 2, column, rows: after.rows - 1, columns: 1 }]),
  );
}

/** The stored positions of the add-on's columns. */
export function rememberedIn(workbook: Workbook, sheetId: number): readonly (readonly [number, string])[] {
  const [stored] = workbook.findMetadata({ key: 'market.columns', sheetId, type: 'SHEET' });
  const { value } = JSON.parse(stored!.value!) as { value: { positions: Readonly<Record<string, number>> } };
  return Object.entries(value.positions)
    .map(([id, position]) => [position, id] as const)
    .sort(([one], [other]) => one - other);
}

export function oursOf(columns: readonly string[]): readonly (readonly [number, string])[] {
  return columns.flatMap((column, index) => (column.startsWith('own') ? [] : [[index + 1, column] as const]));
}

/**
 * Checks that the pull didn't write to the user's columns, rows, and headers, except to fill down formulas. `rowBefore`
 * maps a row to its position before sorting.
 */
export function checkWrites(
  { columns, added, rows }: Foresight,
  written: readonly Written[],
  sheetId: number,
  rowBefore: (row: number) => number,
): void {
  // A new sheet's header write includes the user's columns.
  const isMade = columns.every((column) => added.includes(column));
  for (const { row: top, column: left, rows: height, columns: width, isSorted, ...position } of written) {
    if (position.sheetId !== sheetId) continue;
    const rowsNow = upTo(height).map((index) => top + index - 1);
    for (const row of isSorted ? rowsNow.map(rowBefore) : rowsNow)
      for (const column of upTo(width).map((index) => left + index - 1)) {
        const name = columns[column - 1] ?? `own ${column}`;
        const isOwn = name.startsWith('own');
        const may =
          row === 1 ? added.includes(name) || isMade : isOwn ? rows.get(row)?.fills.has(column) : rows.has(row);
        expect(may ?? false, `writing into ${name} of row ${row}`).toBe(true);
      }
  }
}

/** Checks that after a kill, each row is old, new, or marked, and that only cells changed by a complete pull differ. */
export function checkEnded(foresight: Foresight, sheet: TableModel, after: Seen): void {
  const { rows, columns, rest, cell } = foresight;
  const isOwn = (position: number) => columns[position - 1]?.startsWith('own') ?? true;
  const asOf = columns.indexOf('asOf') + 1;
  const key = columns.indexOf('rowKey') + 1;
  const found = (row: number, position: number) => cellAt(after, row, position);
  const isMark = (row: number, position: number) =>
    (position === asOf && rows.get(row)!.isNew && found(row, position).value === '') ||
    (position === key && plainKey(found(row, position).value) === rows.get(row)!.key);
  /** A cell's new number format can be set before its value. */
  const isAsBefore = (row: number, position: number) => {
    const { format, value, ...kept } = rest(row, position);
    const isChanging = rows.get(row)?.cells.has(position) ?? false;
    const unchanged = { ...kept, ...(isOwn(position) ? { value } : {}), ...(isChanging ? {} : { format }) };
    return differenceOf(found(row, position), unchanged) === undefined;
  };
  const isAsAfter = (row: number, position: number) =>
    differenceOf(found(row, position), cell(row, position)) === undefined;
  const wrong = allCells((row, position) => {
    if (isAsBefore(row, position)) return undefined;
    const isOurs = rows.has(row) && (!isOwn(position) || rows.get(row)!.fills.has(position));
    if (isOurs && (isAsAfter(row, position) || isMark(row, position))) return undefined;
    return differenceOf(found(row, position), cell(row, position)) ?? 'touched';
  });
  expect(wrong.map(naming(foresight)), `"${after.name}"`).toEqual([]);

  const broken: string[] = [];
  for (const [row, { cells, key: name }] of rows) {
    const changing = [...cells.keys()];
    const keyNow = sheet.keyOf(after, row);
    if (sheet.isMarked(after, row) && keyNow === name) continue;
    if (changing.every((position) => isAsBefore(row, position))) continue;
    // The row's read time can be written last.
    if (changing.every((position) => position === asOf || isAsAfter(row, position)) && keyNow === name) continue;
    broken.push(`${name} in row ${row}: ${changing.map((position) => String(found(row, position).value)).join(', ')}`);
  }
  expect(broken, `rows of "${after.name}" that are neither old nor new nor marked`).toEqual([]);
}

interface Wrong {
  readonly row: number;
  readonly position: number;
  readonly text: string;
}

function allCells(judge: (row: number, position: number) => string | undefined): readonly Wrong[] {
  return upTo(ROWS).flatMap((row) =>
    upTo(COLUMNS).flatMap((position) => {
      const text = judge(row, position);
      return text === undefined ? [] : [{ row, position, text }];
    }),
  );
}

function naming({ columns, rows }: Foresight) {
  return ({ row, position, text }: Wrong) =>
    `${columns[position - 1] ?? `column ${position}`} of ${nameOf(rows.get(row))} row ${row}: ${text}`;
}

function nameOf(row: ForeseenRow | undefined): string {
  return row ? (row.isNew ? `the new ${row.key} in` : `${row.key} in`) : '';
}

function differenceOf(found: Cell, expected: Expected): string | undefined {
  const wrong = (Object.keys(expected) as (keyof Expected)[]).filter(
    (aspect) => expected[aspect] !== undefined && !same(found[aspect], expected[aspect]),
  );
  if (wrong.length === 0) return undefined;
  return wrong.map((each) => `${each} is ${show(found[each])}, not ${show(expected[each])}`).join(', ');
}

function show(value: Expected['value']): string {
  return value instanceof Date ? value.toISOString() : JSON.stringify(value);
}
