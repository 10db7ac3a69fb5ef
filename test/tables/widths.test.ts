/** Widths of new columns: for the header's longest word and for what comes, up to a limit, in few calls. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Kind } from '../../src/protocol/fields.ts';
import type { Cell } from '../../src/tables/cells.ts';
import { ownColumn } from '../../src/tables/columns.ts';
import { newColumn, widthSpans } from '../../src/tables/widths.ts';

const width = (kind: Kind, id: string, cells: readonly Cell[]) =>
  newColumn(ownColumn(id, kind, 'Meaning.'), cells).width;

test('what comes fits, and a long text has a limit', () => {
  expect(width('id', 'item', ['9SIABCDEFGHIJK'])).toBeGreaterThan(width('id', 'item', ['9siabcdefghijk']));
  expect(width('money', 'sum', [1234567.5])).toBeGreaterThan(width('money', 'sum', [1.5]));
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

test('spans give each column that is seen its width', () => {
  const anyColumn = fc.record({ width: fc.constantFrom(60, 80, 100), isFolded: fc.boolean() });
  fc.assert(
    fc.property(fc.array(anyColumn, { maxLength: 12 }), (made) => {
      const columns = made.map(({ width, isFolded }, index) => ({
        ...ownColumn(`c${index}`, 'text', 'Meaning.'),
        width,
        ...(isFolded ? { opens: { isFolded } } : {}),
      }));
      const given = new Map<number, number>();
      const spans = widthSpans(columns);
      for (const { from, to, width } of spans)
        for (let index = from; index <= to; index++) given.set(index, width);
      columns.forEach(({ width, opens }, index) => {
        if (!opens) expect(given.get(index)).toBe(width);
      });
      expect(spans.length).toBeLessThanOrEqual(made.filter(({ isFolded }) => !isFolded).length);
    }),
  );
});
