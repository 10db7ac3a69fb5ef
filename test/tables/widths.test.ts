/** Widths of new columns: for the header's longest word and for what comes, up to a limit. */
import { expect, test } from 'vitest';
import type { Kind } from '../../src/protocol/fields.ts';
import type { Cell } from '../../src/tables/cells.ts';
import { ownColumn } from '../../src/tables/columns.ts';
import { newColumn } from '../../src/tables/widths.ts';

const width = (kind: Kind, id: string, cells: readonly Cell[]) =>
  newColumn(ownColumn(id, kind, 'Meaning.'), cells).width;

test('what comes fits, and a long text has a limit', () => {
  expect(width('id', 'item', ['9SIABCDEFGHIJK'])).toBeGreaterThan(width('id', 'item', ['9siabcdefghijk']));
  expect(width('money', 'sum', [1234567.5])).toBeGreaterThan(width('money', 'sum', [1.5]));
  expect(width('integer', 'sum', [1234567])).toBe(width('text', 'sum', ['1,234,567']));
  expect(width('money', 'sum', [-1234567.891])).toBe(width('text', 'sum', ['-1,234,567.89']));
  expect(width('instant', 'at', [new Date(0)])).toBe(width('instant', 'at', []));
  expect(width('day', 'at', [new Date(0)])).toBeLessThan(width('instant', 'at', [new Date(0)]));
  expect(width('text', 'title', ['x'.repeat(40)])).toBe(220);
  expect(width('text', 'title', ['x'.repeat(3000)])).toBe(220);
});

test('a column has room for a longer value than those that come first', () => {
  const column = { ...ownColumn('what', 'text', 'Meaning.'), long: 'Ad performance' };
  expect(newColumn(column, ['Orders']).width).toBe(width('text', 'what', ['Ad performance']));
  expect(newColumn(column, ['x'.repeat(40)]).width).toBe(220);
});

test("the header's longest word fits, and the header wraps between words", () => {
  expect(width('integer', 'fulfillment', [1])).toBeGreaterThan(width('integer', 'qty', [1]));
  expect(width('integer', 'orderQtyOfAll', [1])).toBe(width('integer', 'order', [1]));
});
