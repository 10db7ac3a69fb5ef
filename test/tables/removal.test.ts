/** Rows that leave a sheet in as few pieces as can be; those that stay keep their order and all that is on them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Cell } from '../../src/tables/cells.ts';
import { ROW_KEY } from '../../src/tables/columns.ts';
import type { Opened } from '../../src/tables/opened.ts';
import { openWhole, RANKS, removeTogether } from '../../src/tables/removal.ts';
import { faultOf } from '../protocol/fault.ts';
import { InMemoryBook, inMemorySheet } from '../support/in-memory-book.ts';

/** So many rows of a table, with a column of the person's, and the calls that take rows away or move them. */
function setting(count: number) {
  const rows = Array.from({ length: count }, (_, index): Cell[] => [`a${index + 1}`, '', `k${index + 1}`]);
  const sheet = inMemorySheet('T', [['name', 'Mine', ROW_KEY.header], ...rows]);
  const positions = new Map([
    ['name', 1],
    [ROW_KEY.id, 3],
  ]);
  const calls: string[] = [];
  const { removeRows, arrangeRows } = sheet;
  sheet.removeRows = (from, rows) => {
    calls.push(`${from}+${rows}`);
    removeRows(from, rows);
  };
  sheet.arrangeRows = (from, ranks) => {
    calls.push(`arrange ${from}: ${ranks.length}`);
    return arrangeRows(from, ranks);
  };
  const remove = (indexes: readonly number[], ordered?: number) => {
    const contents = { cells: sheet.read(), positions, ...(ordered === undefined ? {} : { ordered }) };
    const opened: Opened = { table: 'T', columns: [], sheet, header: undefined, contents };
    removeTogether(opened, indexes);
  };
  const names = () => sheet.cells.slice(1).map(([name]) => name);
  return { sheet, calls, remove, names };
}

/** Nine pieces. */
const SCATTERED = [3, 5, 6, 8, 10, 12, 14, 16, 18, 20];
const STAYING = [1, 2, 4, 7, 9, 11, 13, 15, 17, 19, 21, 22].map((number) => `a${number}`);

test('few pieces leave one by one', () => {
  const { calls, remove, names } = setting(22);
  remove(SCATTERED.slice(0, 9));
  expect(calls).toEqual(['19+1', '17+1', '15+1', '13+1', '11+1', '9+1', '6+2', '4+1']);
  expect(names()).toEqual([...STAYING.slice(0, 10), 'a20', ...STAYING.slice(10)]);
});

test('many leave as one, and rows that stay keep their order and what is on them', () => {
  const { sheet, calls, remove, names } = setting(22);
  sheet.rowNotes.add(12);
  sheet.rowLooks.set(18, 'yellow');
  sheet.cells[13]![1] = 'mine';
  remove(SCATTERED);
  expect(calls).toEqual(['arrange 4: 18', '12+10']);
  expect(names()).toEqual(STAYING);
  expect(names()[[...sheet.rowNotes][0]! - 2]).toBe('a11');
  expect(names()[[...sheet.rowLooks.keys()][0]! - 2]).toBe('a17');
  expect(sheet.cells.find(([, mine]) => mine === 'mine')![0]).toBe('a13');
});

test.each<[string, (sheet: ReturnType<typeof setting>['sheet']) => void]>([
  ['a row of the person stands among them', ({ cells }) => void cells[7]!.splice(2, 1, '')],
  [
    'a formula of the person looks at another row',
    ({ cells, formulas }) => {
      cells[21]![1] = 5;
      formulas.set('22 2', '=R[-1]C[-1]');
    },
  ],
  ['Google refuses', (sheet) => Object.assign(sheet, { arrangeRows: () => false })],
])('where %s each piece leaves by itself', (_, put) => {
  const { sheet, calls, remove, names } = setting(22);
  put(sheet);
  remove(SCATTERED);
  expect(calls.filter((call) => call.startsWith('arrange'))).toEqual([]);
  expect(calls).toHaveLength(9);
  expect(names()).toEqual(STAYING);
});

test('rows that a filter holds where they are leave from there, and none that stays', () => {
  const { sheet, remove, names } = setting(22);
  sheet.arrangeRows = () => true;
  remove(SCATTERED);
  expect(names()).toEqual(STAYING);
});

test('nothing leaves where somebody changes keys meanwhile', () => {
  const { sheet, remove } = setting(22);
  sheet.arrangeRows = () => {
    sheet.cells[10]![2] = 'other';
    return true;
  };
  expect(faultOf(() => remove(SCATTERED)).code).toBe('MARKET_TABLE');
  expect(sheet.cells).toHaveLength(23);
});

test('of two rows of the same key that one leaves which is to', () => {
  const { sheet, remove, names } = setting(22);
  sheet.cells[4]![2] = 'k3';
  remove(SCATTERED);
  expect(names()).toEqual(STAYING);
});

test.each([
  [undefined, undefined],
  [22, 2],
  [1, 1],
])('of %s rows in order %s are known to be so until the others have left', (ordered, known) => {
  const { sheet, remove } = setting(22);
  let seen: number | undefined = -1;
  const { arrangeRows } = sheet;
  sheet.arrangeRows = (from, ranks) => {
    seen = sheet.remembered?.ordered;
    return arrangeRows(from, ranks);
  };
  remove(SCATTERED, ordered);
  expect(seen).toBe(known);
});

test('whichever leave, the others stay as they were', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 60 }), (leaves) => {
      const { remove, names } = setting(leaves.length);
      const indexes = leaves.flatMap((leave, index) => (leave ? [index + 1] : []));
      remove(indexes);
      expect(names()).toEqual(leaves.flatMap((leave, index) => (leave ? [] : [`a${index + 1}`])));
    }),
  );
});

test('a column of ranks that an execution left is taken away before the sheet is read', () => {
  const book = new InMemoryBook('UTC');
  const columns = [ROW_KEY];
  book.create('T', columns);
  const sheet = book.sheet('T');
  sheet.cells.push(['k1']);
  const whole = openWhole(book, 'T', columns)!.contents.cells;
  sheet.insertColumn(2, [RANKS, 7]);
  expect(openWhole(book, 'T', columns)!.contents.cells).toEqual(whole);
  expect(openWhole(book, 'Other', columns)).toBeUndefined();
});
