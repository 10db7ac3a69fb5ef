/** Rows that were asked for and did not come are marked, whatever else the sheet lacks. */
import { expect, test } from 'vitest';
import { integer, text } from '../../src/protocol/fields.ts';
import { applyPlans } from '../../src/tables/apply.ts';
import type { Cell } from '../../src/tables/cells.ts';
import { planGone } from '../../src/tables/gone.ts';
import type { Recorded } from '../../src/tables/table.ts';
import { InMemoryBook, inMemorySheet } from '../support/in-memory-book.ts';

const shop: Recorded = {
  answer: {
    record: {
      name: text('name', 'Name.'),
      buyer: text('buyer', 'Buyer.', { privacy: 'buyer' }),
      pieces: integer('pieces', 'Pieces.', { since: 2 }),
    },
  },
  tables: [{ name: 'Stock', each: [], columns: ['*'], key: ['name'], gone: [{ asked: { name: 'names' } }] }],
};
const SINCE = Date.UTC(2025, 5, 16);
const NOW = SINCE + 1000;
/** What came is known by the time at which it was read. */
const ARRIVED = { keys: new Map(), since: SINCE };
const OLD = new Date(SINCE - 1000);

/** Which of the rows are marked when `a`, `b` and `c` were asked for. */
function marked(header: readonly string[], rows: readonly (readonly Cell[])[]) {
  const book = new InMemoryBook();
  const sheet = inMemorySheet('Stock', [[...header], ...rows.map((row) => [...row])]);
  book.sheets.set('Stock', sheet);
  const [counts] = applyPlans(book, planGone(book, shop, [{ names: ['a', 'B', 'c'] }], '', ARRIVED, NOW));
  const position = header.indexOf('Gone since');
  const found = sheet.cells.flatMap((cells, index) => {
    const mark = cells[position];
    return mark instanceof Date && mark.getTime() === NOW ? [index + 1] : [];
  });
  expect(counts?.gone ?? 0).toBe(found.length);
  return found;
}

const HEADER = ['Name', 'Gone since', 'As of', 'Row key'];

test.each<[string, readonly Cell[], boolean]>([
  ['a row that was read before', ['a', '', OLD, 'a'], true],
  ['one that came', ['a', '', new Date(SINCE), 'a'], false],
  ['one that was not asked for', ['d', '', OLD, 'd'], false],
  ['one that is marked', ['a', OLD, OLD, 'a'], false],
  ['one that an ended run left', ['b', '', 'incomplete', 'incomplete new: b'], true],
  ['one that was never read', ['a', '', '', 'a'], false],
  ['a row of the person', ['a', '', OLD, ''], false],
])('%s', (_, row, isMarked) => {
  expect(marked(HEADER, [row])).toEqual(isMarked ? [2] : []);
});

test('copies of a row are marked each', () => {
  const row: readonly Cell[] = ['c', '', OLD, 'c'];
  expect(marked(HEADER, [row, ['', '', '', ''], row])).toEqual([2, 4]);
});

test('between columns of the person, too', () => {
  const header = ['Row key', 'Mine', 'Name', 'Theirs', 'Gone since', 'As of'];
  expect(marked(header, [['a', 'x', 'a', 'y', '', OLD]])).toEqual([2]);
});

test.each([
  ['without the column of the mark', ['Name', 'As of', 'Row key']],
  ['without the key', ['Name', 'Gone since', 'As of']],
])('%s nothing is written', (_, header) => {
  const book = new InMemoryBook();
  const row = header.map((name): Cell => (name === 'As of' ? OLD : name === 'Gone since' ? '' : 'a'));
  const sheet = inMemorySheet('Stock', [header, row]);
  book.sheets.set('Stock', sheet);
  applyPlans(book, planGone(book, shop, [{ names: ['a'] }], '', ARRIVED, NOW));
  expect(sheet.writes).toEqual([]);
});

test('where there is no sheet, none is made', () => {
  const book = new InMemoryBook();
  expect(planGone(book, shop, [{ names: ['a'] }], '', ARRIVED, NOW)).toEqual([]);
  expect(book.sheets.size).toBe(0);
});
