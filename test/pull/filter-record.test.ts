/** Columns outside of a filter are named on Status, once the header changed, and nothing else is. */
import { expect, test } from 'vitest';
import { filterRecord, isNoNews } from '../../src/pull/filter-record.ts';
import type { Cell } from '../../src/tables/cells.ts';
import type { Opened } from '../../src/tables/opened.ts';
import { inMemorySheet } from '../support/in-memory-book.ts';

type Filter = { readonly left: number; readonly right: number } | undefined;

function opened(header: readonly Cell[], filter: Filter, isHeaderNew?: true): Opened {
  const sheet = { ...inMemorySheet('Orders', [[...header]]), filtered: () => filter };
  const contents = { cells: [header], positions: new Map(), ...(isHeaderNew ? { isHeaderNew } : {}) };
  return { table: 'Orders', columns: [], sheet, header: undefined, contents };
}

const HEADER = ['Order number', '', 'Row key', 'Margin', 'Cost'];

test.each([
  [{ left: 1, right: 3 }, '"Margin", "Cost" stand outside of it'],
  [{ left: 1, right: 4 }, '"Cost" stands outside of it'],
  [{ left: 2, right: 5 }, '"Order number" stands outside of it'],
])('outside of a filter of %o', (filter, state) => {
  const record = filterRecord(opened(HEADER, filter, true), 0)!;
  expect(record).toMatchObject({ about: 'Filter', subject: 'Orders', state });
  expect(isNoNews(record.state)).toBe(false);
});

test('where all stand inside, or there is no filter, only who was told otherwise is told', () => {
  for (const filter of [{ left: 1, right: 8 }, undefined]) {
    const record = filterRecord(opened(HEADER, filter, true), 0)!;
    expect(isNoNews(record.state)).toBe(true);
  }
});

test('nothing is asked while the header is as it was', () => {
  expect(filterRecord(opened(HEADER, { left: 1, right: 1 }), 0)).toBeUndefined();
});
