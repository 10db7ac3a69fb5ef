/** Users edit a table between a run's read and its write. Values must stay with their records. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong, runs } from '../effort.ts';
import { SILENT } from '../host/execution/witness.ts';
import type { Host } from '../host/host.ts';
import { advance } from '../host/steps/advance.ts';
import { callOfPage } from '../host/steps/product.ts';
import type { World } from '../host/steps/world.ts';
import type { Workbook } from '../host/workbook/workbook.ts';
import { KEY_FIELDS, type TableName, wrongPersonalCells, wrongRows } from './half-written.ts';
import { PreparedBook, pulled } from './prepared-book.ts';
import { connectionTo } from './shop.ts';
import { OWN, tableIn } from './table-snapshot.ts';

const TABLES = Object.keys(KEY_FIELDS) as TableName[];
const PULL = { operation: 'orders', params: {} };

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

async function prepared(...steps: readonly object[]): Promise<PreparedBook> {
  const made = new PreparedBook();
  const [, market] = await made.go([{ open: {} }, { market: { orders: 25, items: 12, caps: 'none' } }]);
  const connection = connectionTo({ announcement: market!.value } as never);
  await made.go([{ connect: connection }, { pull: PULL }, ...steps]);
  return made;
}

beforeAll(async () => {
  book = await prepared({ eval: THEIRS }, { advance: 'P2D' });
});
afterAll(() => book.close());

const HANDS: Readonly<Record<string, (workbook: Workbook, sheetId: number) => void>> = {
  'sorts it': (workbook, sheetId) => workbook.sortSheet(sheetId, { column: 1, ascending: true }),
  'puts a row in': (workbook, sheetId) => workbook.insertRows(sheetId, 3, 1),
  'takes a row out': (workbook, sheetId) => workbook.deleteRows(sheetId, 3, 1),
  'puts a column in': (workbook, sheetId) => workbook.insertColumns(sheetId, 2, 1),
  'moves a column': (workbook, sheetId) => workbook.moveColumns(sheetId, 6, 1, 3),
};

/** Runs `act` right before the first call to `method`. */
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

const TRIED = Object.entries(HANDS).filter(([name]) => isLong || name === 'sorts it' || /column in/.test(name));

describe.each(TRIED)('a user edits Orders (%s)', (_, act) => {
  test('before a pull writes, and every value stays with its record', async () => {
    const plain = await book.twin();
    act(plain.workbook, plain.workbook.sheetByName('Orders')!.sheetId);
    const before = tablesIn(plain);
    expect(await pulled(plain, PULL)).toMatchObject({ state: 'done' });
    const after = tablesIn(plain);
    const host = await book.twin();
    const { sheetId } = host.workbook.sheetByName('Orders')!;
    // The journal calls setNumberFormat before any table is written.
    const isDone = meanwhile(host, 'Range.setNumberFormat', () => act(host.workbook, sheetId));
    const report = await pulled(host, PULL);
    expect(isDone()).toBe(true);
    expect(report).toMatchObject({ state: 'done', errors: [] });
    const found = tablesIn(host);
    const wrong = TABLES.flatMap((table, index) => [
      ...wrongRows(table, before[index], found[index], after[index]!),
      ...wrongPersonalCells(table, before[index], found[index]),
    ]);
    expect(wrong).toEqual([]);
  });
});

test('keeps a row typed below the table while a pull adds rows', async () => {
  const host = await book.twin();
  const { sheetId } = host.workbook.sheetByName('Packages')!;
  const row = host.workbook.lastRow(sheetId) + 1;
  const isDone = meanwhile(host, 'Range.setNumberFormat', () => host.workbook.type(sheetId, row, 1, 'ask them'));
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

test('undo stops if a user sorts the sheet meanwhile, removes no wrong row, and succeeds on the next try', async () => {
  const host = await book.twin();
  expect(await pulled(host, PULL)).toMatchObject({ state: 'done', rows: { added: expect.any(Number) } });
  const before = tablesIn(host);
  const { sheetId } = host.workbook.sheetByName('Orders')!;
  const undo = async () => {
    const result = await callOfPage(host, 'undoRun', []);
    await host.workbook.settled();
    return result.ok ? result.value : result;
  };
  // Undo reads notes last.
  const isDone = meanwhile(host, 'Range.getNotes', () => HANDS['sorts it']!(host.workbook, sheetId));
  expect(await undo()).toMatchObject({ ok: false, error: { code: 'MARKET_TABLE' } });
  expect(isDone()).toBe(true);
  const keys = (sights: typeof before) => sights.map((sight) => sight!.rows.map(({ key }) => key).sort());
  expect(keys(tablesIn(host))).toEqual(keys(before));
  expect(await undo()).toMatchObject({ ok: true, value: { conflicts: [] } });
  expect(TABLES.flatMap((table, at) => wrongPersonalCells(table, before[at], tablesIn(host)[at]))).toEqual([]);
});

/** Runs `act` after the given number of reads of a sheet, before the next call. */
function onceRead(host: Host, name: string, times: number, act: () => void): () => boolean {
  let [read, isDone] = [0, false];
  const { sheetId } = host.workbook.sheetByName(name)!;
  host.witness = () => ({
    ...SILENT,
    calls: (called, args) => {
      if (isDone) return;
      isDone = read === times;
      if (isDone) act();
      else if (called === 'Range.getValues' && (args()[0] as { sheetId: number }).sheetId === sheetId) read++;
    },
  });
  return () => isDone;
}

function linesBy(host: Host, name: string, header: string): Map<string, Record<string, unknown>> {
  const { sheetId, columns } = host.workbook.sheetByName(name)!;
  const rows = host.workbook.lastRow(sheetId);
  const [names, ...lines] = host.workbook.read(sheetId, { row: 1, column: 1, rows, columns }, 'values');
  const records = lines.map((line) => Object.fromEntries(names!.map((each, at) => [String(each), line[at]] as const)));
  return new Map(records.map((record) => [String(record[header]), record]));
}

function typeInto(host: Host, name: string, key: string, typed: Readonly<Record<string, string>>): void {
  const { sheetId, columns } = host.workbook.sheetByName(name)!;
  const rows = host.workbook.lastRow(sheetId);
  const cells = host.workbook.read(sheetId, { row: 1, column: 1, rows, columns }, 'values');
  const row = cells.findIndex((line) => line.includes(key)) + 1;
  for (const [header, text] of Object.entries(typed))
    host.workbook.type(sheetId, row, cells[0]!.indexOf(header) + 1, text);
}

function sort(host: Host, name: string, header: string): void {
  const { sheetId, columns } = host.workbook.sheetByName(name)!;
  const [names] = host.workbook.read(sheetId, { row: 1, column: 1, rows: 1, columns }, 'values');
  host.workbook.sortSheet(sheetId, { column: names!.indexOf(header) + 1, ascending: true });
}

describe.each([['types into', false] as const, ['types into and sorts', true] as const].slice(runs(1, 0)))(
  'a user %s',
  (_, isSorting) => {
    let found: PreparedBook;
    beforeAll(async () => {
      // Keeps some findings open.
      found = await prepared({ advance: 'PT3H' });
    });
    afterAll(() => found.close());

    test('Findings before a run writes it, and no edit is lost', async () => {
      const [plain, host] = [await found.twin(), await found.twin()];
      const before = linesBy(plain, 'Findings', 'Row key');
      expect(await pulled(plain, PULL)).toMatchObject({ state: 'done' });
      const after = linesBy(plain, 'Findings', 'Row key');
      const isStill = (line: Record<string, unknown>) =>
        line.State === 'open' && after.get(String(line['Row key']))?.State === 'open';
      const [[key] = [], ...others] = [...before].filter(([, line]) => isStill(line));
      expect(others.length).toBeGreaterThan(1);
      const isDone = onceRead(host, 'Findings', 1, () => {
        typeInto(host, 'Findings', key!, { State: 'explained', Note: 'they know' });
        if (isSorting) sort(host, 'Findings', 'What to do');
      });
      expect(await pulled(host, PULL)).toMatchObject({ state: 'done', errors: [] });
      expect(isDone()).toBe(true);
      const written = linesBy(host, 'Findings', 'Row key');
      expect(written.get(key!)).toMatchObject({ State: 'explained', Note: 'they know' });
      const said = (lines: typeof written) =>
        [...lines].flatMap(([each, { Why, Note, State, 'At risk': atRisk, 'Record ID': record }]) =>
          each === key ? [] : [[each, Why, Note, State, atRisk, record]],
        );
      expect(said(written).sort()).toEqual(said(after).sort());
    });

    if (isLong)
      test('Jobs before the schedule writes results, and no edit is lost', async () => {
        const name = (line: Record<string, unknown>) => String(line.Target);
        const twin = async () => {
          const host = await book.twin();
          const world = { host: () => Promise.resolve(host) } as unknown as World;
          expect(await host.call('menu', 'setUpStandardJobs', [])).toMatchObject({ ok: true });
          return { host, dispatch: () => advance(world, 'PT20M') };
        };
        const plain = await twin();
        await plain.dispatch();
        const after = linesBy(plain.host, 'Jobs', 'Target');
        const { host, dispatch } = await twin();
        const [before] = [...linesBy(host, 'Jobs', 'Target').values()];
        const key = String(before!['Row key']);
        // The second read precedes the write.
        const isDone = onceRead(host, 'Jobs', 2, () => {
          typeInto(host, 'Jobs', key, { Name: 'My own' });
          if (isSorting) sort(host, 'Jobs', 'Dataset');
        });
        await dispatch();
        expect(isDone()).toBe(true);
        const found = linesBy(host, 'Jobs', 'Target');
        expect(found.get(name(before!))).toMatchObject({ Name: 'My own', 'Row key': key });
        const said = (lines: typeof found) =>
          [...lines.values()].map(({ Target, Dataset, Every, Result, 'Next run': next, 'Last run': last }) =>
            [Target, Dataset, Every, Result, next, last].map(String),
          );
        expect(said(found).sort()).toEqual(said(after).sort());
      });
  },
);
