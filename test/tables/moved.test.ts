/** Detects rows and columns that moved after the sheet was read, even if the pull adds columns. */
import { describe, expect, test } from 'vitest';
import { id, NONE_PRIVATE, text } from '../../src/protocol/fields.ts';
import { upsert } from '../../src/tables/apply.ts';
import { sheetColumns } from '../../src/tables/columns.ts';
import { demandUnmoved, isUnmoved, retryIfMoved } from '../../src/tables/moved.ts';
import { type Opened, openTable } from '../../src/tables/opened.ts';
import type { Recorded } from '../../src/tables/table.ts';
import { InMemoryBook, type InMemorySheet } from '../support/in-memory-book.ts';

const record = { number: id('Number', 'Number.'), memo: text('Memo', 'Text.') };
const tables = [{ name: 'Orders', each: [], columns: ['*'], key: ['number'] }] as const;
const shop = { answer: { record }, tables } as const satisfies Recorded;
/** The same table, as declared in a later build. */
const wider = { answer: { record: { ...record, more: text('More', 'Text.') } }, tables } satisfies Recorded;

/** Opens the table using either build's declaration, with a user's column on the right. */
function opened(rows: number, declared: Recorded): { readonly sheet: InMemorySheet; readonly it: Opened } {
  const book = new InMemoryBook();
  const records = Array.from({ length: rows }, (_, index) => ({ number: `n${index}`, memo: `m${index}` }));
  upsert(book, shop, records, NONE_PRIVATE, 0);
  const sheet = book.sheet('Orders');
  sheet.cells.forEach((line, index) => {
    line.push(index === 0 ? 'Mine' : `mine ${index}`);
  });
  const columns = sheetColumns(declared, declared.tables[0]!, NONE_PRIVATE);
  return { sheet, it: openTable(book, 'Orders', columns) };
}

describe.each([
  ['a short sheet', 3, shop],
  ['a short sheet that gets another column', 3, wider],
  ['a long sheet that gets another column', 5100, wider],
])('%s', (_, rows, declared) => {
  test.each<[string, boolean, (sheet: InMemorySheet) => void]>([
    ['is unmoved when left alone', true, () => undefined],
    ['is unmoved when the user edits their own cells', true, ({ cells }) => void cells[1]!.splice(-1, 1, 'changed')],
    ['is moved after sorting', false, ({ cells }) => void cells.push(...cells.splice(1, 1))],
    ['is moved after a row was inserted', false, ({ cells }) => void cells.splice(2, 0, [])],
    ['is moved after a row was deleted', false, ({ cells }) => void cells.splice(2, 1)],
    ['is moved after a column was inserted', false, (sheet) => sheet.insertColumn(2, [])],
    ['is moved after a column was deleted', false, (sheet) => sheet.deleteColumn(2)],
  ])('%s', (_, expected, change) => {
    const { sheet, it } = opened(rows, declared);
    change(sheet);
    expect(isUnmoved(it)).toBe(expected);
    if (expected) demandUnmoved([it]);
    else expect(() => demandUnmoved([it])).toThrow('moved rows or columns on "Orders"');
  });
});

test("a short sheet is moved after the user filled one of the add-on's blank cells", () => {
  const { sheet, it } = opened(3, shop);
  const memo = sheet.cells[0]!.indexOf('Memo');
  sheet.cells[2]![memo] = 'other';
  expect(isUnmoved(it)).toBe(true);
  const blank = {
    ...it,
    contents: {
      ...it.contents,
      cells: it.contents.cells.map((line, row) => line.map((cell, at) => (row === 2 && at === memo ? '' : cell))),
    },
  };
  expect(isUnmoved(blank)).toBe(false);
});

describe.each([
  ['a short sheet', 3, shop],
  ['a short sheet that gets another column', 3, wider],
  ['a long sheet that gets another column', 5100, wider],
])('text that the user types into %s', (_, rows, declared) => {
  const [table] = declared.tables;
  const typed = { ...declared, tables: [{ ...table!, typed: ['memo'] }] } satisfies Recorded;
  /** Rewrites the add-on's cells in the first two rows, in all or the given columns, with unchanged values. */
  const planned = ({ contents: { cells, positions } }: Opened, only = [...positions.keys()]) => {
    const ours = only.map((column) => positions.get(column)!);
    const [column, right] = [Math.min(...ours), Math.max(...ours)];
    const values = cells.slice(1, 3).map((line) => line.slice(column - 1, right));
    return { changes: [], steps: [{ write: { row: 2, column, values } }] };
  };

  test.each([
    ["is detected in a row that will be written, so it isn't overwritten", false, 2],
    ["is ignored in a row that won't be written", true, 3],
  ])('%s', (_, expected, row) => {
    const { sheet, it } = opened(rows, typed);
    const at = sheet.cells[0]!.indexOf('Memo');
    sheet.cells[row]![at] = 'typed';
    expect(isUnmoved(it, planned(it))).toBe(expected);
    expect(isUnmoved(it)).toBe(true);
  });

  test("is ignored in a column that users can't edit", () => {
    const { sheet, it } = opened(rows, declared);
    sheet.cells[2]![sheet.cells[0]!.indexOf('Memo')] = 'typed';
    expect(isUnmoved(it, planned(it))).toBe(true);
  });

  test.each(['number', 'asOf'])("is ignored in a column that won't be written (only %s is)", (column) => {
    const { sheet, it } = opened(rows, typed);
    sheet.cells[2]![sheet.cells[0]!.indexOf('Memo')] = 'typed';
    expect(isUnmoved(it, planned(it, [column]))).toBe(true);
  });
});

describe('an attempt', () => {
  const { it } = opened(3, shop);

  test('is repeated while the user moves rows, until it succeeds', () => {
    let attempts = 0;
    const attempt = () => (++attempts < 3 ? { moved: it } : { attempts });
    expect(retryIfMoved(attempt)).toEqual({ attempts: 3 });
  });

  test('ends after three tries', () => {
    let attempts = 0;
    const attempt = () => {
      attempts++;
      return { moved: it };
    };
    expect(() => retryIfMoved(attempt, () => 7)).toThrow(
      expect.objectContaining({ code: 'MARKET_TABLE', details: { retryAt: 7 } }),
    );
    expect(attempts).toBe(3);
  });
});
