import { describe, expect, test } from 'vitest';
import { type JobChange, writeJobs } from '../../src/schedule/jobs-sheet.ts';
import type { Cell } from '../../src/tables/cells.ts';
import { faultOf } from '../protocol/fault.ts';
import { InMemoryBook } from '../support/in-memory-book.ts';
import { bookWithJobs, jobsIn, writeInto } from '../support/typed-jobs.ts';

const NOON = Date.UTC(2025, 5, 16, 12);
const ORDERS = { Dataset: 'Orders', Every: '10 minutes' };

describe('writing to the Jobs sheet', () => {
  test('writes only changed add-on cells, and finds rows by key', () => {
    const book = bookWithJobs(
      { ...ORDERS, 'Row key': 'a' },
      { Dataset: 'Inventory', Every: 'hourly', Owner: 'Ann', 'Row key': 'b' },
    );
    writeInto(book);
    const sheet = book.sheet('Jobs');
    sheet.insertColumn(1, ['Mine', 'x', 'y']);
    sheet.insertColumn(5, ['Also', '', 'z']);
    const [header, one, other] = sheet.cells;
    sheet.cells = [header!, other!, one!];
    const before = sheet.cells.map((row) => [...row]);
    writeInto(book, [
      { id: 'a', lastRun: NOON, nextRun: NOON + 600_000, result: '3 orders added.' },
      { id: 'gone', result: 'nothing' },
    ]);
    const after = sheet.cells;
    const changed = after.flatMap((row, down) =>
      row.flatMap((cell, across) => (cell === before[down]![across] ? [] : [[down, header![across], cell]])),
    );
    expect(changed).toEqual([
      [2, 'Result', '3 orders added.'],
      [2, 'Next run', new Date(NOON + 600_000)],
      [2, 'Last run', new Date(NOON)],
    ]);
    const { length } = sheet.writes;
    writeInto(book, [{ id: 'a', lastRun: NOON, nextRun: NOON + 600_000, result: '3 orders added.' }]);
    expect(sheet.writes).toHaveLength(length);
    writeInto(book, [{ id: 'a', nextRun: null }]);
    expect(book.rows('Jobs')[1]).toMatchObject({ 'Next run': '', 'Last run': new Date(NOON) });
  });

  test.each<[string, (cells: Cell[][]) => void]>([
    ['sorted the rows', (cells) => void cells.splice(1, 2, ...cells.slice(1).reverse())],
    ['named a row', ([header, row]) => void row!.splice(header!.indexOf('Name'), 1, 'mine')],
  ])('writes no cell if another user %s since the rows were read', (_, change) => {
    const book = bookWithJobs({ ...ORDERS, 'Row key': 'a' }, { Dataset: 'Inventory', Every: 'hourly', 'Row key': 'b' });
    writeInto(book);
    const read = jobsIn(book);
    const sheet = book.sheet('Jobs');
    change(sheet.cells);
    const before = sheet.cells.map((row) => [...row]);
    expect(writeJobs(book, read, [{ id: 'a', result: 'Done.' }])).toEqual({ moved: read.opened });
    expect(sheet.cells).toEqual(before);
    expect(writeJobs(book, jobsIn(book), [{ id: 'a', result: 'Done.' }])).toBeUndefined();
    expect(book.rows('Jobs').find((row) => row['Row key'] === 'a')!.Result).toBe('Done.');
  });

  test.each<[string, string, JobChange['state'], string]>([
    ['run now', 'a requested job is active again', 'active', 'active'],
    ['', 'stays blank, because blank means active', 'active', ''],
    ['Pause', 'stays as typed, because it is paused already', 'paused', 'Pause'],
    ['', 'becomes paused', 'paused', 'paused'],
    ['asleep', 'an invalid state becomes paused', 'paused', 'paused'],
    ['run now', 'stays without a new state', undefined, 'run now'],
  ])('in a row with state "%s": %s', (before, _, state, after) => {
    const book = bookWithJobs({ ...ORDERS, State: before, 'Row key': 'a' });
    writeInto(book, [{ id: 'a', ...(state && { state }), owner: 'Ann' }]);
    expect(book.rows('Jobs')[0]).toMatchObject({ State: after, Owner: 'Ann' });
  });

  test("keeps the user's formula in State", () => {
    const book = bookWithJobs({ ...ORDERS, State: 'run now', 'Row key': 'a' });
    book.sheet('Jobs').formulas.set('2 5', '=IF(TRUE,"run now","")');
    writeInto(book, [{ id: 'a', state: 'active' }]);
    expect(book.rows('Jobs')[0]!.State).toBe('run now');
    expect(book.sheet('Jobs').formulas.size).toBe(1);
  });

  test('creates no sheet if none exists', () => {
    const book = new InMemoryBook();
    writeInto(book, [{ id: 'a', result: 'x' }]);
    expect(book.sheets.size).toBe(0);
  });

  test('refuses a sheet without its key column', () => {
    const book = bookWithJobs(ORDERS);
    book.sheet('Jobs').deleteColumn(12);
    expect(faultOf(() => jobsIn(book)).code).toBe('MARKET_TABLE');
  });
});
