/** Marks requested rows that weren't returned as gone, even if the sheet lacks columns. */
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
/** Rows read since this time were returned by the pull. */
const ARRIVED = { keys: new Map(), since: SINCE };
const OLD = new Date(SINCE - 1000);

/** The rows marked after a pull that requested `a`, `b`, and `c`. */
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
  ['marks a row that was last read earlier', ['a', '', OLD, 'a'], true],
  ['does not mark a row that was returned', ['a', '', new Date(SINCE), 'a'], false],
  ['does not mark a row that was not requested', ['d', '', OLD, 'd'], false],
  ['does not mark a row twice', ['a', OLD, OLD, 'a'], false],
  ['marks an incomplete new row of a killed run', ['b', '', 'incomplete', 'incomplete new: b'], true],
  ['does not mark a row that was never read', ['a', '', '', 'a'], false],
  ['does not mark a user row', ['a', '', OLD, ''], false],
])('%s', (_, row, isMarked) => {
  expect(marked(HEADER, [row])).toEqual(isMarked ? [2] : []);
});

test('marks every copy of a row', () => {
  const row: readonly Cell[] = ['c', '', OLD, 'c'];
  expect(marked(HEADER, [row, ['', '', '', ''], row])).toEqual([2, 4]);
});

test('marks rows with user columns in between', () => {
  const header = ['Row key', 'Mine', 'Name', 'Theirs', 'Gone since', 'As of'];
  expect(marked(header, [['a', 'x', 'a', 'y', '', OLD]])).toEqual([2]);
});

test.each([
  ['writes no cells without the Gone since column', ['Name', 'As of', 'Row key']],
  ['writes no cells without the key column', ['Name', 'Gone since', 'As of']],
])('%s', (_, header) => {
  const book = new InMemoryBook();
  const row = header.map((name): Cell => (name === 'As of' ? OLD : name === 'Gone since' ? '' : 'a'));
  const sheet = inMemorySheet('Stock', [header, row]);
  book.sheets.set('Stock', sheet);
  applyPlans(book, planGone(book, shop, [{ names: ['a'] }], '', ARRIVED, NOW));
  expect(sheet.writes).toEqual([]);
});

test('does not mark a row returned in the hour that the clocks repeat', () => {
  const book = new InMemoryBook();
  book.timeZone = () => 'America/New_York';
  const [since, received, now] = ['05:50', '06:05', '06:30'].map((time) => Date.parse(`2025-11-02T${time}:00Z`));
  // Sheets reads 1:05 AM after the change as 1:05 AM before it.
  const shown = new Date(received! - 3_600_000);
  book.sheets.set('Stock', inMemorySheet('Stock', [[...HEADER], ['a', '', shown, 'a']]));
  const plans = planGone(book, shop, [{ names: ['a'] }], '', { keys: new Map(), since: since! }, now!);
  expect(applyPlans(book, plans)).toMatchObject([{ gone: 0 }]);
});

test('creates no sheet', () => {
  const book = new InMemoryBook();
  expect(planGone(book, shop, [{ names: ['a'] }], '', ARRIVED, NOW)).toEqual([]);
  expect(book.sheets.size).toBe(0);
});
