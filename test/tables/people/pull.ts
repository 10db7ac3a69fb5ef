/** A completed or killed pull between user edits. */
import { expect } from 'vitest';
import type { Privacy } from '../../../src/protocol/fields.ts';
import { MarketError } from '../../../src/protocol/market-error.ts';
import { applyPlans, upsert } from '../../../src/tables/apply.ts';
import type { Counts } from '../../../src/tables/diff.ts';
import { planGone } from '../../../src/tables/gone.ts';
import type { Book } from '../../../src/tables/sheet.ts';
import type { Recorded } from '../../../src/tables/table.ts';
import type { Workbook } from '../../host/workbook/workbook.ts';
import { withBook } from '../../support/in-process-book.ts';
import { checkCells, checkColumns, checkEnded, checkOpening, checkWrites, oursOf, rememberedIn } from './checks.ts';
import { type Foresight, foresee } from './foresight.ts';
import { type Model, type OwnCells, put, TableModel } from './model.ts';
import { foreseeOrder, orderedIn, unsorted } from './order.ts';
import {
  COMPUTED,
  cellsOf,
  columnsSeen,
  NEWEST_FIRST,
  numberOf,
  OPENS,
  recordOf,
  type Sight,
  shop,
  TABLES,
} from './shop.ts';
import { BLANK, cellAt, look, lookAtAll, type Seen } from './sight.ts';

const NOBODY: ReadonlySet<Privacy> = new Set();
const BUYER: ReadonlySet<Privacy> = new Set(['buyer']);

/** Pulls the marketplace's orders. Google kills the execution after `calls` changes. */
export function pull(model: Model, workbook: Workbook, numbers: readonly number[], sight: Sight, calls?: number): void {
  const orders = numbers.flatMap((number) => {
    const order = model.market.get(number);
    return order ? [[number, order] as const] : [];
  });
  const records = orders.map(([number, order]) => recordOf(number, order, sight));
  const asked = numbers.map(numberOf);
  const before = lookAtAll(workbook);
  const isBlocked = TABLES.some((table) => !model.table(table) && workbook.sheetByName(table));
  const counts: Record<string, Counts> = {};
  const work = (book: Book) => {
    const withheld = sight.consent ? NOBODY : BUYER;
    for (const { table, ...each } of upsert<Recorded>(book, shop, records, withheld, model.now, sight.version))
      counts[table] = each;
    const units = [{ orderNumbers: asked }];
    for (const { table, gone } of applyPlans(
      book,
      planGone(book, shop, units, '', { keys: new Map(), since: model.now }, model.now),
    ))
      counts[table] = { ...counts[table]!, gone };
  };
  if (isBlocked) {
    // A user sheet has the missing table's name, so the pull must not write.
    expect(errorOf(() => withBook(workbook, work))).toMatchObject({ code: 'MARKET_TABLE' });
    expect(lookAtAll(workbook)).toEqual(before);
    return;
  }
  const sheets = TABLES.map((table) => {
    const sheet = model.table(table);
    const seen = sheet && before.get(sheet.sheetId);
    const wanted = columnsSeen(table, sight);
    if (seen) sheet.adopt(seen, columnsRemembered(workbook, sheet.sheetId), wanted);
    const foresight = foresee(sheet ?? new TableModel(-1), seen, {
      now: model.now,
      asked: new Set(asked),
      wanted,
      coming: cellsOf(table, orders, model.now),
      order: OPENS[table].columns,
      computed: COMPUTED[table],
    });
    const column = NEWEST_FIRST[table];
    const order =
      sheet && column ? foreseeOrder(sheet, seen, foresight, column, orderedIn(workbook, sheet.sheetId)) : undefined;
    return { table, sheet, seen, foresight, order, owners: seen && sheet.owners(seen) };
  });
  const isFirst = !TABLES.some((table) => model.table(table));
  const active = workbook.activeSheetId;
  const { written, sorted, isEnded } = withBook(workbook, work, calls);
  if (!isFirst && !isEnded) expect(workbook.activeSheetId, 'the sheet that the person looks at').toBe(active);
  expect(workbook.sheets().flatMap(({ sheetId }) => (before.has(sheetId) ? [sheetId] : []))).toEqual([
    ...before.keys(),
  ]);
  const all = new Set(before.keys());
  for (const { table, seen, foresight, order, owners, ...known } of sheets) {
    const made = known.sheet ? undefined : workbook.sheetByName(table);
    if (isEnded && !known.sheet && !made) continue;
    const sheet = known.sheet ?? new TableModel(made!.sheetId);
    if (made) model.sheets[table].push(sheet);
    all.delete(sheet.sheetId);
    const found = look(workbook, sheet.sheetId);
    const isSorted = sorted.has(sheet.sheetId);
    if (isSorted || !isEnded) expect(isSorted, `rows of ${table} are sorted`).toBe(order !== undefined);
    const after = isSorted ? unsorted(found, order!) : found;
    const rowOf = (row: number) => (isSorted ? (order![row - 2] ?? row) : row);
    // If the sheet still lacks columns, the killed pull wrote no cells.
    const isUntouched = isEnded && rememberedIn(workbook, sheet.sheetId).length < oursOf(foresight.columns).length;
    if (isUntouched) {
      expect(after).toEqual(seen);
      continue;
    }
    sheet.columns = [...foresight.columns];
    checkColumns(workbook, sheet.sheetId, foresight, seen, after);
    if (made) checkOpening(OPENS[table], foresight.columns, after);
    checkWrites(foresight, written, sheet.sheetId, rowOf);
    if (isEnded) checkEnded(foresight, sheet, after);
    else {
      checkCells(foresight, after);
      expect(counts[table], table).toMatchObject(foresight.counts);
    }
    remember(sheet, foresight, owners, after);
    sheet.owners(found);
  }
  for (const sheetId of all) expect(look(workbook, sheetId)).toEqual(before.get(sheetId));
  const made = sheets.filter(({ table, sheet }) => !sheet && model.table(table)).length;
  expect(workbook.sheets().length).toBe(before.size + made);
}

const columnsRemembered = (workbook: Workbook, sheetId: number) => rememberedIn(workbook, sheetId).map(([, id]) => id);

/** Adds new rows and filled-down formulas to the model. */
function remember(
  sheet: TableModel,
  foresight: Foresight,
  owners: ReadonlyMap<number, OwnCells> | undefined,
  after: Seen,
): void {
  for (const [row, { isNew, fills }] of foresight.rows) {
    const key = sheet.keyOf(after, row);
    if (isNew && key === '') continue;
    const ownCells = isNew ? new Map() : owners!.get(row)!;
    if (isNew) sheet.rows.set(key, [...(sheet.rows.get(key) ?? []), ownCells]);
    sheet.columns.forEach((column, index) => {
      const cell = cellAt(after, row, index + 1);
      if (isNew && cell.color !== BLANK.color) put(ownCells, column, { color: cell.color });
      if (sheet.isOwn(index + 1) && (isNew || fills.has(index + 1))) put(ownCells, column, sheet.contentOf(cell, row));
    });
  }
}

function errorOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    if (error instanceof MarketError) return error;
    throw error;
  }
  return undefined;
}
