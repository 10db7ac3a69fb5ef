/** A person sorts a table, or puts rows and columns into it, while a run has read it and not yet written: nothing lands on another record. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '../effort.ts';
import { SILENT } from '../host/execution/witness.ts';
import type { Host } from '../host/host.ts';
import type { Workbook } from '../host/workbook/workbook.ts';
import { KEY_FIELDS, type TableName, wrongRows, wrongThings } from './half-written.ts';
import { PreparedBook, pulled } from './prepared-book.ts';
import { connectionTo } from './shop.ts';
import { OWN, tableIn } from './table-sight.ts';

const TABLES = Object.keys(KEY_FIELDS) as TableName[];
const PULL = { operation: 'orders', params: {} };

/** By column number, as they stand once the person has a column of their own. */
const OWN_COLUMN = 4;

const THEIRS = `
  const sheet = ss.getSheetByName('Orders');
  const last = sheet.getLastRow();
  sheet.insertColumnBefore(${OWN_COLUMN});
  sheet.getRange(1, ${OWN_COLUMN}, last, 1).setNumberFormat('General')
    .setValues(Array.from({ length: last }, (_, index) => [index === 0 ? '${OWN}list' : 'mine ' + index]));
  for (let row = 2; row <= last; row += 3) sheet.getRange(row, 2).setNote('call back ' + row);
  ss.deleteSheet(sh);`;

let book: PreparedBook;

const tablesIn = ({ workbook }: Host) => TABLES.map((table) => tableIn(workbook, table));

beforeAll(async () => {
  book = new PreparedBook();
  const [, market] = await book.go([{ open: {} }, { market: { orders: 25, items: 12, caps: 'none' } }]);
  await book.go([
    { connect: connectionTo({ announcement: market!.value } as never) },
    { pull: PULL },
    { eval: THEIRS },
    { advance: 'P2D' },
  ]);
});
afterAll(() => book.close());

/** What a person does to the sheet of the orders. */
const HANDS: Readonly<Record<string, (workbook: Workbook, sheetId: number) => void>> = {
  'sorts it': (workbook, sheetId) => workbook.sortSheet(sheetId, { column: 1, ascending: true }),
  'puts a row in': (workbook, sheetId) => workbook.insertRows(sheetId, 3, 1),
  'takes a row out': (workbook, sheetId) => workbook.deleteRows(sheetId, 3, 1),
  'puts a column in': (workbook, sheetId) => workbook.insertColumns(sheetId, 2, 1),
  'moves a column': (workbook, sheetId) => workbook.moveColumns(sheetId, 6, 1, 3),
};

/** Does it right before the first call of that method. */
function meanwhile(host: Host, method: string, act: () => void): () => boolean {
  let isDone = false;
  host.witness = () => ({
    ...SILENT,
    calls: (called) => {
      if (isDone || called !== method) return;
      isDone = true;
      act();
    },
  });
  return () => isDone;
}

const TRIED = Object.entries(HANDS).filter(
  ([name]) => isLong || name === 'sorts it' || /column in/.test(name),
);

describe.each(TRIED)('somebody %s', (_, act) => {
  test('while a pull is about to write', async () => {
    const plain = await book.twin();
    act(plain.workbook, plain.workbook.sheetByName('Orders')!.sheetId);
    const before = tablesIn(plain);
    expect(await pulled(plain, PULL)).toMatchObject({ state: 'done' });
    const after = tablesIn(plain);
    const host = await book.twin();
    const { sheetId } = host.workbook.sheetByName('Orders')!;
    // The journal is written before the tables are.
    const isDone = meanwhile(host, 'Range.setNumberFormat', () => act(host.workbook, sheetId));
    const report = await pulled(host, PULL);
    expect(isDone()).toBe(true);
    expect(report).toMatchObject({ state: 'done', errors: [] });
    const found = tablesIn(host);
    const wrong = TABLES.flatMap((table, index) => [
      ...wrongRows(table, before[index], found[index], after[index]!),
      ...wrongThings(table, before[index], found[index]),
    ]);
    expect(wrong).toEqual([]);
  });
});

test('somebody types below the table while a pull is about to add rows there: what they typed stays', async () => {
  const host = await book.twin();
  const { sheetId } = host.workbook.sheetByName('Packages')!;
  const row = host.workbook.lastRow(sheetId) + 1;
  // Orders were sent meanwhile.
  const isDone = meanwhile(host, 'Range.setNumberFormat', () =>
    host.workbook.type(sheetId, row, 1, 'ask them'),
  );
  expect(await pulled(host, PULL)).toMatchObject({
    state: 'done',
    errors: [],
    rows: { added: expect.any(Number) },
  });
  expect(isDone()).toBe(true);
  expect(host.workbook.lastRow(sheetId)).toBeGreaterThan(row);
  const read = host.workbook.read(sheetId, { row: 1, column: 1, rows: row + 20, columns: 1 }, 'values');
  expect(read.flat().filter((cell) => cell === 'ask them')).toHaveLength(1);
});

test('somebody sorts it while a pull is about to be taken back: no other row goes, and then it is', async () => {
  const host = await book.twin();
  expect(await pulled(host, PULL)).toMatchObject({ state: 'done', rows: { added: expect.any(Number) } });
  const before = tablesIn(host);
  const { sheetId } = host.workbook.sheetByName('Orders')!;
  const undo = async () => {
    const result = await host.client('sidebarCall', ['undoRun', []]);
    await host.workbook.settled();
    return result.ok ? result.value : result;
  };
  // Who looks for notes has read all else.
  const isDone = meanwhile(host, 'Range.getNotes', () => HANDS['sorts it']!(host.workbook, sheetId));
  expect(await undo()).toMatchObject({ ok: false, error: { code: 'MARKET_TABLE' } });
  expect(isDone()).toBe(true);
  const keys = (sights: typeof before) => sights.map((sight) => sight!.rows.map(({ key }) => key).sort());
  expect(keys(tablesIn(host))).toEqual(keys(before));
  expect(await undo()).toMatchObject({ ok: true, value: { conflicts: [] } });
  expect(TABLES.flatMap((table, at) => wrongThings(table, before[at], tablesIn(host)[at]))).toEqual([]);
});
