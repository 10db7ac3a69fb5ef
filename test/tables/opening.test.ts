/** New tables show key columns first and contain every declared column. */
import { expect, test } from 'vitest';
import { operations } from '../../src/operations/registry.ts';
import { instantAt, NONE_PRIVATE } from '../../src/protocol/fields.ts';
import { upsert } from '../../src/tables/apply.ts';
import { catalog } from '../../src/tables/catalog/catalog-table.ts';
import { inSheetOrder, isHiddenAtFirst, sheetColumns } from '../../src/tables/columns.ts';
import type { Recorded, Table } from '../../src/tables/table.ts';
import { everyExample } from '../operations/registry.ts';
import { InMemoryBook } from '../support/in-memory-book.ts';
import { expectLines } from '../support/lines.ts';

/** Frozen columns, then the columns that fit next to the sidebar. */
const FIRST: Readonly<Record<string, { readonly frozen: string; readonly first: string }>> = {
  ...Object.fromEntries(everyExample.flatMap((example) => Object.entries(example.tables))),
  Catalog: {
    frozen: 'Seller part number, Item number',
    first: 'Title, Stock polled, Prices polled, UPC code, Mfr part number, From, First seen',
  },
};

const declared: readonly Recorded[] = [...Object.values<Recorded>(operations), catalog];
const tables = declared.flatMap((operation) =>
  operation.tables.map((table: Table) => ({ operation, table, name: table.name })),
);

test('the list covers every table', () => {
  const list = 'tables of test/operations';
  expectLines(
    tables.map(({ name }) => name),
    Object.keys(FIRST),
    { list, line: 'its frozen columns, and the others that come first' },
  );
});

test.each(tables)('$name opens with its key columns', ({ operation, table, name }) => {
  const columns = inSheetOrder(sheetColumns(operation, table, NONE_PRIVATE));
  const { frozen, first: others } = FIRST[name]!;
  const headers = (of: typeof columns) => of.map(({ header }) => header).join(', ');
  const first = columns.filter(({ opens }) => opens?.place !== undefined);
  expect(headers(columns.filter(({ opens }) => opens?.isFrozen))).toBe(frozen);
  expect(headers(first)).toBe(`${frozen}, ${others}`);
  expect(columns.slice(0, first.length)).toEqual(first);
  expect(first.filter(isHiddenAtFirst)).toEqual([]);
  // Hidden columns are contiguous, so a single call hides them.
  const hidden = columns.map(isHiddenAtFirst);
  expect(hidden.slice(hidden.indexOf(true))).not.toContain(false);
  expect(columns.find(({ id }) => id === 'sellerId')?.opens?.isConstant).toBe(true);
});

test.each(tables)("$name's opening refers only to existing columns", ({ operation, table }) => {
  const { frozen, first, folded, constant = [], tones = {}, deadlines = {} } = table.opening!;
  const named = [...frozen, ...first, ...folded, ...constant, ...Object.keys(tones)];
  const dates = Object.entries(deadlines).flatMap(([id, rule]) => [id, ...Object.keys(rule)]);
  const computed = Object.entries(table.computed ?? {}).flatMap(([id, rule]) => [
    id,
    ...(rule === 'field' ? [] : Object.values(rule)),
  ]);
  const ids = sheetColumns(operation, table, NONE_PRIVATE).map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining([...named, ...dates, ...computed]));
  expect(new Set([...frozen, ...first, ...folded, ...constant]).size).toBe(
    frozen.length + first.length + folded.length + constant.length,
  );
});

const record = (sellerId: string, keyword: string) => ({
  ...Object.fromEntries(Object.keys(operations.keywords.answer.record).map((name) => [name, null])),
  sellerId,
  keyword,
});

test('the seller column is unhidden once, when a second seller appears', () => {
  const book = new InMemoryBook();
  const pull = (...records: ReturnType<typeof record>[]) =>
    upsert<Recorded>(book, operations.keywords, records, NONE_PRIVATE, instantAt(0).at);
  const position = () => book.sheet('Keywords').identities.indexOf('sellerId');
  pull(record('A006', 'one'), record('A006', 'two'));
  pull(record('A006', 'three'));
  expect(book.sheet('Keywords').isHidden(position())).toBe(true);
  pull(record('B007', 'one'));
  expect(book.sheet('Keywords').isHidden(position())).toBe(false);
  book.sheet('Keywords').hidden.add(position());
  pull(record('C008', 'one'));
  expect(book.sheet('Keywords').isHidden(position())).toBe(true);
});
