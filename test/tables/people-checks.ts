/** What must hold after a pull, and what must hold after one that was ended in the middle. */
import { expect } from 'vitest';
import type { Workbook } from '../host/workbook/workbook.ts';
import type { Written } from './in-process-book.ts';
import type { Expected, ForeseenRow, Foresight } from './people-foresight.ts';
import type { TableModel } from './people-model.ts';
import { type Cell, COLUMNS, cellAt, ROWS, type Seen, same, upTo } from './people-sight.ts';

/** Every cell is what it must be, changed or not. */
export function checkCells(foresight: Foresight, after: Seen): void {
  const odd = allCells((row, place) => oddity(cellAt(after, row, place), foresight.cell(row, place)));
  expect(odd.map(naming(foresight)), `"${after.name}"`).toEqual([]);
  expect(after.lastRow, 'last row').toBe(foresight.lastRow);
}

/** Columns are where they were, with new ones right of ours; of the sheet itself, nothing has changed. */
export function checkColumns(
  workbook: Workbook,
  sheetId: number,
  { columns, goes }: Pick<Foresight, 'columns' | 'goes'>,
  before: Seen | undefined,
  after: Seen,
): void {
  expect(carriedBy(workbook, sheetId), 'columns of ours by position').toEqual(oursOf(columns));
  expect(after.frozenRows).toBe(before?.frozenRows ?? 1);
  if (!before) return;
  const { name, index, hiddenRows, hiddenColumns, filters } = before;
  expect(after).toMatchObject({ name, index, hiddenRows });
  const old = new Set(upTo(COLUMNS).map(goes));
  expect(
    after.hiddenColumns.filter((column) => old.has(column)),
    'hidden columns',
  ).toEqual(hiddenColumns.map(goes));
  expect(after.filters).toEqual(
    filters.map((filter) => ({
      ...filter,
      rects: filter.rects.map((rect) => {
        const [left, right] = [goes(rect.column), goes(rect.column + rect.columns - 1)];
        return { ...rect, column: left, columns: right - left + 1 };
      }),
    })),
  );
}

/** The columns that carry an identity of ours, by position. */
export function carriedBy(workbook: Workbook, sheetId: number): readonly (readonly [number, string])[] {
  return workbook
    .findMetadata({ key: 'market.column', sheetId, type: 'COLUMN' })
    .map(({ value, location }) => [(location as { index: number }).index, value ?? ''] as const)
    .sort(([one], [other]) => one - other);
}

export function oursOf(columns: readonly string[]): readonly (readonly [number, string])[] {
  return columns.flatMap((column, index) => (column.startsWith('own') ? [] : [[index + 1, column] as const]));
}

/** Nothing was written to in columns, rows and headers that are the person's; a formula that goes on is. */
export function checkWrites(
  { columns, added, rows }: Foresight,
  written: readonly Written[],
  sheetId: number,
): void {
  for (const { row: top, column: left, rows: height, columns: width, ...place } of written) {
    if (place.sheetId !== sheetId) continue;
    for (const row of upTo(height).map((index) => top + index - 1))
      for (const column of upTo(width).map((index) => left + index - 1)) {
        const name = columns[column - 1] ?? `own ${column}`;
        const isOwn = name.startsWith('own');
        const may =
          row === 1 ? added.includes(name) : isOwn ? rows.get(row)?.fills.has(column) : rows.has(row);
        expect(may ?? false, `writing into ${name} of row ${row}`).toBe(true);
      }
  }
}

/** Each row is as it was, as it should be, or marked; and nothing is touched that the whole pull would leave alone. */
export function checkEnded(foresight: Foresight, sheet: TableModel, after: Seen): void {
  const { rows, columns, rest, cell } = foresight;
  const isOwn = (place: number) => columns[place - 1]?.startsWith('own') ?? true;
  const asOf = columns.indexOf('asOf') + 1;
  const key = columns.indexOf('rowKey') + 1;
  const found = (row: number, place: number) => cellAt(after, row, place);
  const isMark = (row: number, place: number) =>
    (place === asOf && found(row, place).value === 'incomplete') ||
    (place === asOf && rows.get(row)!.isNew && found(row, place).value === '') ||
    (place === key && found(row, place).value === `incomplete new: ${rows.get(row)!.key}`);
  /** Where something is to change, its number format may have come before it. */
  const isAsBefore = (row: number, place: number) => {
    const { format, value, ...kept } = rest(row, place);
    const isChanging = rows.get(row)?.cells.has(place) ?? false;
    const stood = { ...kept, ...(isOwn(place) ? { value } : {}), ...(isChanging ? {} : { format }) };
    return oddity(found(row, place), stood) === undefined;
  };
  const isAsAfter = (row: number, place: number) => oddity(found(row, place), cell(row, place)) === undefined;
  const odd = allCells((row, place) => {
    if (isAsBefore(row, place)) return undefined;
    const isOurs = rows.has(row) && (!isOwn(place) || rows.get(row)!.fills.has(place));
    if (isOurs && (isAsAfter(row, place) || isMark(row, place))) return undefined;
    return oddity(found(row, place), cell(row, place)) ?? 'touched';
  });
  expect(odd.map(naming(foresight)), `"${after.name}"`).toEqual([]);

  const torn: string[] = [];
  for (const [row, { cells, key: name }] of rows) {
    const changing = [...cells.keys()];
    const keyNow = sheet.keyOf(after, row);
    if (sheet.isMarked(after, row) && keyNow === name) continue;
    if (changing.every((place) => isAsBefore(row, place))) continue;
    // What tells when the row was read may come after all else.
    if (changing.every((place) => place === asOf || isAsAfter(row, place)) && keyNow === name) continue;
    torn.push(
      `${name} in row ${row}: ${changing.map((place) => String(found(row, place).value)).join(', ')}`,
    );
  }
  expect(torn, `rows of "${after.name}" that are neither old nor new nor marked`).toEqual([]);
}

interface Odd {
  readonly row: number;
  readonly place: number;
  readonly text: string;
}

function allCells(judge: (row: number, place: number) => string | undefined): readonly Odd[] {
  return upTo(ROWS).flatMap((row) =>
    upTo(COLUMNS).flatMap((place) => {
      const text = judge(row, place);
      return text === undefined ? [] : [{ row, place, text }];
    }),
  );
}

function naming({ columns, rows }: Foresight) {
  return ({ row, place, text }: Odd) =>
    `${columns[place - 1] ?? `column ${place}`} of ${nameOf(rows.get(row))} row ${row}: ${text}`;
}

function nameOf(row: ForeseenRow | undefined): string {
  return row ? (row.isNew ? `the new ${row.key} in` : `${row.key} in`) : '';
}

/** In what a cell is not as it is expected. */
function oddity(found: Cell, expected: Expected): string | undefined {
  const odd = (Object.keys(expected) as (keyof Expected)[]).filter(
    (aspect) => expected[aspect] !== undefined && !same(found[aspect], expected[aspect]),
  );
  if (odd.length === 0) return undefined;
  return odd.map((each) => `${each} is ${show(found[each])}, not ${show(expected[each])}`).join(', ');
}

function show(value: Expected['value']): string {
  return value instanceof Date ? value.toISOString() : JSON.stringify(value);
}
