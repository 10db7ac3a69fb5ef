/** A pull among all that a person does, and everything that must hold after it. */
import { expect } from 'vitest';
import type { Privacy } from '../../src/protocol/fields.ts';
import { MarketError } from '../../src/protocol/market-error.ts';
import type { Counts } from '../../src/tables/diff.ts';
import { planGone } from '../../src/tables/gone.ts';
import { carryOut } from '../../src/tables/plan.ts';
import { upsert } from '../../src/tables/upsert.ts';
import type { CellValue } from '../host/workbook/surface.ts';
import type { Workbook } from '../host/workbook/workbook.ts';
import { type Written, withBook } from './in-process-book.ts';
import { type Model, TableModel } from './people-model.ts';
import {
  COLUMN_IDS,
  cellsOf,
  columnsSeen,
  KEPT,
  numberOf,
  recordOf,
  type Sight,
  shop,
  TABLES,
  type TableName,
} from './people-shop.ts';
import { COLUMNS, cellAt, look, lookAtAll, type Seen, upTo, valueAt } from './people-sight.ts';

const NOBODY: ReadonlySet<Privacy> = new Set();
const BUYER: ReadonlySet<Privacy> = new Set(['buyer']);

/** Pulls those of the orders that the marketplace has. */
export function pull(model: Model, workbook: Workbook, numbers: readonly number[], sight: Sight): void {
  const orders = numbers.flatMap((number) => {
    const order = model.market.get(number);
    return order ? [[number, order] as const] : [];
  });
  const records = orders.map(([number, order]) => recordOf(number, order, sight));
  const before = lookAtAll(workbook);
  const blocked = TABLES.findIndex((table) => !model.table(table) && workbook.sheetByName(table));
  const withheld = sight.consent ? NOBODY : BUYER;
  const asked = numbers.map(numberOf);
  const counts: Record<string, Counts> = {};
  let written: readonly Written[] = [];
  try {
    written = withBook(workbook, (book) => {
      for (const { table, added, changed, unchanged, gone } of upsert(
        book,
        shop,
        records,
        withheld,
        model.now,
        sight.version,
      ))
        counts[table] = { added, changed, unchanged, gone };
      const units = [{ orderNumbers: asked }];
      for (const { table, gone } of carryOut(
        book,
        planGone(book, shop, units, '', { keys: new Map(), since: model.now }, model.now),
      ))
        counts[table] = { ...counts[table]!, gone };
    });
    expect(blocked).toBe(-1);
  } catch (error) {
    // A sheet of the person bears the name of a table that has none.
    if (!(error instanceof MarketError && error.code === 'MARKET_TABLE' && blocked >= 0)) throw error;
  }
  // Where one table cannot be written, none is, but columns may have been made.
  const pulled = blocked < 0 ? TABLES : TABLES.slice(0, blocked);
  const isWritten = blocked < 0;
  for (const table of pulled) {
    const fresh = adopt(model, workbook, table);
    const expected = cellsOf(table, isWritten ? orders : [], model.now);
    const sheet = model.table(table)!;
    const found = fresh ? undefined : before.get(sheet.sheetId)!;
    const after = look(workbook, sheet.sheetId);
    const columns = columnsSeen(table, sight);
    const added = checkColumns(workbook, sheet, columns, found, after);
    const question = { now: model.now, asked: new Set(isWritten ? asked : []) };
    const tally = checkRows(sheet, [...columns.keys()], added, expected, question, found, after);
    checkThings(sheet, after);
    checkWrites(sheet, added, written, found, after);
    if (isWritten) expect(counts[table], table).toEqual(tally);
  }
  const ours = new Set(pulled.map((table) => model.table(table)!.sheetId));
  for (const [sheetId, seen] of before) if (!ours.has(sheetId)) expect(look(workbook, sheetId)).toEqual(seen);
  expect(workbook.sheets().length).toBe(
    before.size + [...ours].filter((sheetId) => !before.has(sheetId)).length,
  );
}

/** A sheet that the pull made; true where it did. */
function adopt(model: Model, workbook: Workbook, table: TableName): boolean {
  if (model.table(table)) return false;
  const made = workbook.sheetByName(table);
  expect(made, `the sheet of ${table}`).toBeDefined();
  expect(made!.frozenRows).toBe(1);
  model.sheets[table].push(new TableModel(made!.sheetId));
  return true;
}

/** Old columns stand as they stood; gives the new ones, which stand behind all others. */
function checkColumns(
  workbook: Workbook,
  sheet: TableModel,
  wanted: ReadonlyMap<string, string>,
  before: Seen | undefined,
  after: Seen,
): readonly string[] {
  const last = sheet.columns.length;
  const carried = workbook
    .findMetadata({ key: 'market.column', sheetId: sheet.sheetId, type: 'COLUMN' })
    .map(({ value, location }) => [(location as { index: number }).index, value ?? ''] as const)
    .sort(([one], [other]) => one - other);
  const added = carried.map(([, column]) => column).filter((column) => !sheet.columns.includes(column));
  const missing = [...wanted.keys()].filter((column) => !sheet.columns.includes(column));
  expect(
    added.filter((column) => wanted.has(column)),
    'new columns',
  ).toEqual(missing);
  sheet.columns.push(...added);
  expect(carried, 'columns of ours by position').toEqual(
    sheet.columns.flatMap((column, index) => (column.startsWith('own') ? [] : [[index + 1, column]])),
  );
  added.forEach((column, index) => {
    if (wanted.has(column)) expect(valueAt(after, 1, last + 1 + index)).toBe(wanted.get(column));
  });
  if (!before) return added;
  const { name, index, frozenRows, hiddenRows, filters } = before;
  expect(after).toMatchObject({ name, index, frozenRows, hiddenRows, filters });
  const old = (columns: readonly number[]) => columns.filter((column) => column <= last);
  expect(old(after.hiddenColumns), 'hidden columns').toEqual(old(before.hiddenColumns));
  for (const column of upTo(COLUMNS))
    if (column <= last || column > last + added.length)
      expect(cellAt(after, 1, column), `header of column ${column}`).toEqual(cellAt(before, 1, column));
  return added;
}

function checkRows(
  sheet: TableModel,
  wanted: readonly string[],
  added: readonly string[],
  expected: ReturnType<typeof cellsOf>,
  { now, asked }: { readonly now: number; readonly asked: ReadonlySet<string> },
  before: Seen | undefined,
  after: Seen,
) {
  const key = sheet.place('rowKey');
  const lastRow = before?.lastRow ?? 1;
  const keyOf = (seen: Seen, row: number) => String(valueAt(seen, row, key));
  const known = new Map(
    upTo(lastRow)
      .slice(1)
      .flatMap((row) => (before && keyOf(before, row) !== '' ? [[keyOf(before, row), row] as const] : [])),
  );
  const news = [...expected.keys()].filter((each) => !known.has(each));
  let changed = 0;
  let gone = 0;
  for (const row of before ? upTo(lastRow).slice(1) : []) {
    expect(keyOf(after, row), `key of row ${row}`).toBe(keyOf(before!, row));
    const record = expected.get(keyOf(before!, row));
    const stoodIn = (column: string) =>
      added.includes(column) ? '' : valueAt(before!, row, sheet.place(column));
    const asOf = stoodIn('asOf');
    const isGone =
      !record &&
      keyOf(before!, row) !== '' &&
      stoodIn('goneSince') === '' &&
      asOf instanceof Date &&
      asOf.getTime() < now &&
      asked.has(String(stoodIn('orderNumber')));
    if (isGone) gone++;
    let differs = false;
    for (const place of upTo(COLUMNS)) {
      const column = sheet.columnAt(place);
      const stood = added.includes(column!) ? '' : valueAt(before!, row, place);
      const isMark = isGone && column === 'goneSince';
      const is = isMark
        ? new Date(now)
        : record && cellIn(record, column, wanted, valueAt(after, row, place));
      const cell = `${column ?? place} of row ${row}`;
      if (is === undefined || (column === KEPT && is === '')) {
        expect(restAt(after, row, place), cell).toEqual(restAt(before!, row, place));
      } else {
        expect(valueAt(after, row, place), cell).toEqual(is);
        expect(looksAt(after, row, place), cell).toEqual(looksAt(before!, row, place));
        if (record && column !== 'asOf' && !same(stood, is)) differs = true;
      }
    }
    if (differs) changed++;
  }
  expect(upTo(news.length).map((index) => keyOf(after, lastRow + index))).toEqual(news);
  expect(after.lastRow).toBe(Math.max(lastRow, before ? 0 : 1) + news.length);
  news.forEach((name, index) => {
    const row = lastRow + 1 + index;
    for (const place of upTo(COLUMNS)) {
      const column = sheet.columnAt(place) ?? '';
      const cell = valueAt(after, row, place);
      const is = cellIn(expected.get(name)!, column, wanted, cell) ?? '';
      expect(cell, `${column} of the new row ${row}`).toEqual(is);
    }
  });
  return { added: news.length, changed, unchanged: expected.size - news.length - changed, gone };
}

/** Nothing was written to in columns, rows and headers that stood there and are the person's to keep. */
function checkWrites(
  sheet: TableModel,
  added: readonly string[],
  written: readonly Written[],
  before: Seen | undefined,
  after: Seen,
): void {
  for (const { sheetId, row: top, column: left, rows, columns } of written) {
    if (sheetId !== sheet.sheetId) continue;
    for (const place of upTo(columns).map((index) => left + index - 1)) {
      const column = sheet.columnAt(place) ?? `own ${place}`;
      expect(column, 'a column that was written to').not.toMatch(/^own/);
      for (const row of upTo(rows).map((index) => top + index - 1)) {
        if (row === 1 && before) expect(added, 'columns whose header was written').toContain(column);
        const key = row > 1 ? valueAt(after, row, sheet.place('rowKey')) : 'header';
        expect(key, `key of row ${row}, which was written to`).not.toBe('');
      }
    }
  }
}

/** What the cell of a record must be; of columns that the add-on keeps for itself only the place is known. */
function cellIn(
  record: Readonly<Record<string, CellValue>>,
  column: string | undefined,
  wanted: readonly string[],
  found: CellValue,
): CellValue | undefined {
  if (column === undefined || column.startsWith('own')) return undefined;
  return COLUMN_IDS.has(column) ? (wanted.includes(column) ? record[column] : undefined) : found;
}

/** A cell of the person; what a formula of theirs shows follows the cells that it reads. */
function restAt(seen: Seen, row: number, column: number): readonly CellValue[] {
  const [value, formula, ...looks] = cellAt(seen, row, column);
  return [formula === '' ? value! : '', formula!, ...looks];
}

function looksAt({ cells }: Seen, row: number, column: number): readonly CellValue[] {
  return [cells.notes[row - 1]![column - 1]!, cells.backgrounds[row - 1]![column - 1]!];
}

function same(one: CellValue, other: CellValue): boolean {
  return one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other;
}

/** Each record is there once, with exactly what the person put on it. */
function checkThings(sheet: TableModel, seen: Seen): void {
  const rows = upTo(seen.lastRow).slice(1);
  const keys = new Map<string, number>();
  for (const row of rows) {
    const key = String(valueAt(seen, row, sheet.place('rowKey')));
    if (key === '') continue;
    expect(keys.has(key), `${key} is there twice`).toBe(false);
    keys.set(key, row);
  }
  for (const key of sheet.things.keys()) expect([...keys.keys()]).toContain(key);
  for (const [key, row] of keys) {
    sheet.columns.forEach((column, index) => {
      const { value, note, color, repeats } = sheet.things.get(key)?.get(column) ?? {};
      const at = `${column} of ${key}`;
      const { values, formulas } = seen.cells;
      expect(looksAt(seen, row, index + 1), at).toEqual([note ?? '', color ?? '#ffffff']);
      if (!column.startsWith('own')) return;
      if (repeats !== undefined)
        expect(formulas[row - 1]![index], at).toBe(`=${letterOf(sheet.place(repeats))}${row}`);
      else if (formulas[row - 1]![index] === '') expect(values[row - 1]![index], at).toEqual(value ?? '');
    });
  }
}

export function letterOf(column: number): string {
  return String.fromCharCode(64 + column);
}
