/** Filling computed columns isn't reported as a change. */
import { expect, test } from 'vitest';
import { id, integer, list, money, NONE_PRIVATE, text } from '../../src/protocol/fields.ts';
import { applyPlans } from '../../src/tables/apply.ts';
import { changesOf } from '../../src/tables/changes.ts';
import { sheetColumns } from '../../src/tables/columns.ts';
import { entriesSince, keepInJournal, keptRuns } from '../../src/tables/journal.ts';
import { openExisting } from '../../src/tables/opened.ts';
import { countsOf, planUpsert, type TablePlan } from '../../src/tables/plan.ts';
import { withComputed } from '../../src/tables/rows.ts';
import type { Recorded } from '../../src/tables/table.ts';
import { planUndo } from '../../src/tables/undo.ts';
import { InMemoryBook } from '../support/in-memory-book.ts';

const shop = {
  answer: {
    record: {
      order: id('Order', 'Order.'),
      state: text('State', 'State.'),
      lines: list('Lines', 'Line', {
        item: id('Item', 'Item.'),
        price: money('Price', 'Price.'),
        other: money('Other', 'Other price.'),
      }),
    },
  },
  tables: [
    {
      name: 'Lines',
      each: ['lines'],
      columns: ['order', 'lines.*'],
      key: ['order', 'item'],
      computed: { state: 'field', title: { trait: 'title', of: 'item' }, gap: { gap: 'price', over: 'other' } },
    },
  ],
} as const satisfies Recorded;

type Line = { readonly item: string; readonly price: number | string | null; readonly other: number | null };

function planned(book: InMemoryBook, state: string, lines: readonly Line[], titles: Record<string, string>) {
  const records = [{ order: '1', state, lines: [...lines] }];
  const given = { traits: () => (_trait: string, _seller: string, item: string) => titles[item] };
  return planUpsert<Recorded>(book, shop, records, NONE_PRIVATE, 0, undefined, given)[0]!;
}

function pulled(book: InMemoryBook, state: string, lines: readonly Line[], titles: Record<string, string>): TablePlan {
  const plan = planned(book, state, lines, titles);
  keepInJournal(book.journal, { run: `run of ${state}`, title: 'Shop', at: 0 }, [plan]);
  applyPlans(book, [plan]);
  return plan;
}

const LINE: Line = { item: 'A', price: 8, other: 10 };

test('show a field of the parent record, a Catalog title, and the gap between two prices', () => {
  const book = new InMemoryBook();
  pulled(book, 'open', [LINE, { item: 'B', price: 12, other: null }], { A: 'A lamp' });
  expect(book.rows('Lines')).toMatchObject([
    { State: 'open', Title: 'A lamp', Gap: -0.2 },
    { State: 'open', Title: '', Gap: '' },
  ]);
});

test.each([
  [11, 10, 0.1],
  [10, 10, 0],
  [0, 10, -1],
  [10, 0, null],
  [10, null, null],
  [null, 10, null],
  ['ten', 10, null],
])('the gap between %s and %s is %s', (price, other, gap) => {
  const columns = sheetColumns(shop, shop.tables[0], NONE_PRIVATE);
  expect(withComputed([{ key: '', values: { price, other } }], columns)[0]!.values.gap).toBe(gap);
});

test("filling in a title later isn't a change, and a title is kept if the Catalog loses it", () => {
  const book = new InMemoryBook();
  pulled(book, 'open', [LINE], {});
  const later = pulled(book, 'closed', [LINE], { A: 'A lamp' });
  expect(countsOf(later)).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
  expect(changesOf(later, ['order', 'item'], { run: '', at: 0, sellerId: '' }, book, 10)).toEqual([]);
  pulled(book, 'closed', [LINE], {});
  expect(book.rows('Lines')).toMatchObject([{ State: 'closed', Title: 'A lamp' }]);
});

test('undo removes a row whose title was filled in later', () => {
  const book = new InMemoryBook();
  pulled(book, 'open', [LINE], {});
  const [first] = keptRuns(book.journal);
  pulled(book, 'open', [LINE], { A: 'A lamp' });
  const opened = openExisting(book, 'Lines', sheetColumns(shop, shop.tables[0], NONE_PRIVATE))!;
  const { own } = entriesSince(book.journal, first!)!;
  expect(planUndo(opened, own, [], 'UTC')).toMatchObject({ removals: [2], leftAlone: [] });
});

test("renaming a code isn't a change if the code is the same", () => {
  const coded = {
    answer: {
      record: {
        order: id('Order', 'Order.'),
        kind: integer('Kind', 'Kind.', { codes: { '1': 'New' }, named: true }),
      },
    },
    tables: [{ name: 'Coded', each: [], columns: ['*'], key: ['order'] }],
  } as const satisfies Recorded;
  const book = new InMemoryBook();
  const plan = (kind: number) => planUpsert<Recorded>(book, coded, [{ order: '1', kind }], NONE_PRIVATE, 0)[0]!;
  applyPlans(book, [plan(7)]);
  expect(book.rows('Coded')).toMatchObject([{ 'Kind name': '7' }]);
  const sheet = book.sheet('Coded');
  sheet.cells[1]![sheet.cells[0]!.indexOf('Kind name')] = '7 (not documented)';
  const renamed = plan(7);
  const by = { run: '', at: 0, sellerId: '' };
  expect(countsOf(renamed)).toMatchObject({ changed: 0, unchanged: 1 });
  expect(changesOf(renamed, ['order'], by, book, 10)).toEqual([]);
  expect(keepInJournal(book.journal, { run: 'renamed', title: 'Shop', at: 0 }, [renamed])).toBe(false);
  applyPlans(book, [renamed]);
  expect(book.rows('Coded')).toMatchObject([{ 'Kind name': '7' }]);
  const changed = changesOf(plan(1), ['order'], by, book, 10);
  expect(changed.map(({ column, after }) => [column, after])).toEqual([['Kind name', 'New']]);
});
