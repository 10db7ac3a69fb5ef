/** New columns are as wide as their content needs, but share few distinct widths to save calls. */
import { describe, expect, test } from 'vitest';
import { columnsOf } from '../../src/operations/tables.ts';
import type { Kind } from '../../src/protocol/fields.ts';
import type { Cell } from '../../src/tables/cells.ts';
import { inSheetOrder, isHiddenAtFirst, ownColumn } from '../../src/tables/columns.ts';
import { type NewColumn, newColumn, widthSpans } from '../../src/tables/widths.ts';

const width = (kind: Kind, id: string, cells: readonly Cell[]) =>
  newColumn(ownColumn(id, kind, 'Meaning.'), cells).width;

test('strings widen a column up to a limit; other kinds have a fixed width', () => {
  expect(width('id', 'item', ['9SIABCDEFGHIJK'])).toBeGreaterThan(width('id', 'item', ['9siabc']));
  expect(width('money', 'sum', [1234567.5])).toBe(width('money', 'sum', []));
  expect(width('instant', 'at', [])).toBeGreaterThan(width('day', 'at', []));
  expect(width('text', 'title', ['x'.repeat(60)])).toBe(220);
  expect(width('text', 'title', ['x'.repeat(3000)])).toBe(220);
});

test('a column leaves room for longer values than the first ones', () => {
  const column = { ...ownColumn('what', 'text', 'Meaning.'), long: 'What a seller reads is a sentence of some length' };
  expect(newColumn(column, ['Orders']).width).toBeGreaterThan(250);
});

test('the longest word of the header fits, and the header wraps between words', () => {
  expect(width('integer', 'fulfillment', [1])).toBeGreaterThan(width('integer', 'qty', [1]));
  expect(width('integer', 'orderQtyOfAll', [1])).toBe(width('integer', 'order', [1]));
});

describe('setting column widths', () => {
  const columns = (...widths: readonly (number | 'hidden')[]): readonly NewColumn[] =>
    widths.map((each, place) => ({
      ...ownColumn(`c${place}`, 'text', 'Meaning.'),
      ...(each === 'hidden' ? { width: 75, opens: { isFolded: true as const } } : { width: each }),
    }));

  test('uses one call for all columns, including hidden ones, and one more per wide column', () => {
    expect(widthSpans(columns(150, 'hidden', 150, 140, 220, 60, 60, 60), false)).toEqual([
      { from: 0, to: 7, width: 150 },
      { from: 4, to: 4, width: 220 },
    ]);
  });

  test("uses no call for columns of Google's default width", () => {
    expect(widthSpans(columns(100, 90, 80), true)).toEqual([]);
    expect(widthSpans(columns(100, 90, 80), false)).toHaveLength(1);
  });

  test('uses more calls if the key columns would otherwise not fit next to the sidebar', () => {
    const needed = [80, 130, 220, 150, 130, 90, 90, 70, 80];
    const deciding = columns(...needed).map((column, place) => ({ ...column, opens: { place } }));
    const spans = widthSpans(deciding, true);
    const widths = deciding.map(
      (_, index) => spans.findLast(({ from, to }) => from <= index && index <= to)?.width ?? 100,
    );
    expect(widths.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(1070);
    widths.forEach((each, index) => {
      expect(each).toBeGreaterThanOrEqual(needed[index]!);
    });
    expect(spans.length).toBeGreaterThan(widthSpans(columns(...needed), true).length);
  });

  test('fits Changes on a 1,440-pixel screen if a value is longer', () => {
    const cells: Readonly<Record<string, Cell>> = { runId: 'cb45bec6', column: '418 order lines added' };
    const opened = inSheetOrder(columnsOf('Changes')!).map((column) => newColumn(column, [cells[column.id] ?? '']));
    const spans = widthSpans(opened, true);
    const widths = opened.flatMap((column, index) =>
      isHiddenAtFirst(column) ? [] : [spans.findLast(({ from, to }) => from <= index && index <= to)?.width ?? 100],
    );
    const needed = opened.reduce((sum, column) => sum + (isHiddenAtFirst(column) ? 0 : column.width), 0);
    expect(needed).toBeGreaterThan(1070);
    expect(widths.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(1380);
  });

  test.each(['Changes', 'Reorder', 'Items', 'Ads', 'Bids'])(
    'fits the first columns of %s next to the sidebar',
    (table) => {
      const cells: Readonly<Record<string, Cell>> = { runId: 'cb45bec6', sellerId: 'ABCD', title: 'x'.repeat(60) };
      const opened = inSheetOrder(columnsOf(table)!).map((column) => newColumn(column, [cells[column.id] ?? '']));
      const spans = widthSpans(opened, true);
      const widths = opened.flatMap((column, index) =>
        isHiddenAtFirst(column) ? [] : [spans.findLast(({ from, to }) => from <= index && index <= to)?.width ?? 100],
      );
      expect(widths.slice(0, 8).reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(1070);
    },
  );
});
