/** Status lists columns that the filter doesn't cover, and duplicate column names. */
import { expect, test } from 'vitest';
import { headerRecords, listOnStatus } from '../../src/pull/status-rows.ts';
import type { Cell } from '../../src/tables/cells.ts';
import type { Opened } from '../../src/tables/opened.ts';
import { InMemoryBook, inMemorySheet } from '../support/in-memory-book.ts';

type Filter = { readonly left: number; readonly right: number } | undefined;

function opened(header: readonly Cell[], filter: Filter): Opened {
  const sheet = { ...inMemorySheet('Orders', [[...header]]), filtered: () => filter };
  const contents = { cells: [header], positions: new Map() };
  return { table: 'Orders', columns: [], sheet, header: undefined, contents };
}

function filterRecord(...[of, now]: Parameters<typeof headerRecords>) {
  return headerRecords(of, now).find(({ about }) => about === 'Filter');
}

const HEADER = ['Order number', '', 'Row key', 'Margin', 'Cost'];

test.each([
  [{ left: 1, right: 3 }, '"Margin", "Cost" are not covered'],
  [{ left: 1, right: 4 }, '"Cost" is not covered'],
  [{ left: 2, right: 5 }, '"Order number" is not covered'],
])('lists columns outside of a filter of %o', (filter, state) => {
  const record = filterRecord(opened(HEADER, filter), 0)!;
  expect(record).toMatchObject({ about: 'Filter', subject: 'Orders', state });
});

test('corrects an earlier entry, but adds no entry, if all columns are inside or no filter is set', () => {
  for (const filter of [{ left: 1, right: 8 }, undefined]) {
    const book = new InMemoryBook();
    const inside = filterRecord(opened(HEADER, filter), 0)!;
    const outside = filterRecord(opened(HEADER, { left: 1, right: 3 }), 0)!;
    listOnStatus(book, [inside], 0);
    expect(book.find('Status') ? book.rows('Status') : []).toEqual([]);
    listOnStatus(book, [outside], 0);
    listOnStatus(book, [inside], 0);
    expect(book.rows('Status')).toMatchObject([{ Subject: 'Orders', State: 'covers every column' }]);
  }
});

test('rewrites Status only if there is a problem, or there was one', () => {
  const book = new InMemoryBook();
  const list = (filter: Filter, asOf: number) =>
    listOnStatus(book, [filterRecord(opened(HEADER, filter), asOf)!], asOf);
  const reported = (): unknown => book.rows('Status').map((row) => [row.State, row['As of']]);
  list({ left: 1, right: 4 }, 1000);
  list({ left: 1, right: 4 }, 2000);
  expect(reported()).toEqual([['"Cost" is not covered', new Date(2000)]]);
  for (const asOf of [3000, 4000]) list({ left: 1, right: 5 }, asOf);
  expect(reported()).toEqual([['covers every column', new Date(3000)]]);
});

test('lists columns of the user that have the name of one of ours', () => {
  const columns = ['Order number', 'Row key'].map((header) => ({ id: header, header })) as unknown as Opened['columns'];
  const record = (header: readonly Cell[]) => {
    const found = opened(header, undefined);
    const contents = {
      ...found.contents,
      positions: new Map([
        ['Order number', 1],
        ['Row key', 3],
      ]),
    };
    return headerRecords({ ...found, columns, contents }, 0).find(({ about }) => about === 'Header');
  };
  expect(record(HEADER)).toMatchObject({ subject: 'Orders', state: 'no duplicate column names' });
  expect(record([...HEADER, 'Row key'])).toMatchObject({
    state: 'duplicate column name: "Row key"',
    detail: expect.stringContaining('Rename or delete the others.'),
  });
});
