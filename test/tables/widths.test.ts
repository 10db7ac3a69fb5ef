/** Widths of new columns: for the header's longest word and for what comes, up to a limit, in few calls. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Kind } from '../../src/protocol/fields.ts';
import type { Cell } from '../../src/tables/cells.ts';
import { ownColumn } from '../../src/tables/columns.ts';
import type { NewColumn } from '../../src/tables/widths.ts';
import { newColumn, widthSpans } from '../../src/tables/widths.ts';

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

describe.each([true, false])('columns of a new sheet: %s', (isNewSheet) => {
  const anyColumn = fc.record({ width: fc.constantFrom(60, 80, 100, 150, 220), isFolded: fc.boolean() });
  const anyColumns = fc.array(anyColumn, { maxLength: 12 }).map((made) =>
    made.map(({ width, isFolded }, index) => ({
      ...ownColumn(`c${index}`, 'text', 'Meaning.'),
      width,
      ...(isFolded ? { opens: { isFolded: true as const } } : {}),
    })),
  );
  const given = (columns: readonly NewColumn[]) => {
    const spans = widthSpans(columns, isNewSheet);
    return columns.map((_, index) => {
      const span = spans.find(({ from, to }) => index >= from && index <= to);
      return span?.width ?? (isNewSheet ? 100 : undefined);
    });
  };

  test('each that is seen gets what it needs at least, and little more', () => {
    fc.assert(
      fc.property(anyColumns, (columns) => {
        const widths = given(columns);
        const seen = columns.flatMap(({ opens, width }, index) => (opens ? [] : [[width, widths[index]]]));
        for (const [needed, got] of seen) expect(got).toBeGreaterThanOrEqual(needed!);
        const spare = seen.reduce((sum, [needed, got]) => sum + got! - needed!, 0);
        // A call for each of them would leave nothing to spare.
        expect(spare).toBeLessThanOrEqual(150 * (seen.length - widthSpans(columns, isNewSheet).length));
      }),
    );
  });

  test('like neighbours share a call, and one wide column among many does not widen them', () => {
    const columns = [150, 150, 150, 60, 60, 220, 60, 60].map((width, index) => ({
      ...ownColumn(`c${index}`, 'text', 'Meaning.'),
      width,
    }));
    expect(given(columns).slice(0, 6)).toEqual([150, 150, 150, ...(isNewSheet ? [100, 100] : [60, 60]), 220]);
    expect(widthSpans(columns, isNewSheet)).toHaveLength(isNewSheet ? 2 : 4);
  });
});

test('what people decide by is seen beside the sidebar, for as few calls as that takes', () => {
  const columns = (widths: readonly number[], deciding: number) =>
    widths.map((width, place) => ({
      ...ownColumn(`c${place}`, 'text', 'Meaning.'),
      width,
      ...(place < deciding ? { opens: { place } } : {}),
    }));
  const widths = [80, 130, 220, 150, 130, 90, 90, 70, 80, 60, 130, 70, 120];
  const spans = (deciding: number) => widthSpans(columns(widths, deciding), true);
  const widthOf = (deciding: number) =>
    widths
      .slice(0, deciding)
      .map((_, at) => spans(deciding).find(({ from, to }) => at >= from && at <= to)?.width ?? 100)
      .reduce((sum, each) => sum + each, 0);
  for (const deciding of [4, 6, 8, 9]) expect(widthOf(deciding)).toBeLessThanOrEqual(1070);
  const calls = [0, 4, 6, 8, 9].map((deciding) => spans(deciding).length);
  expect(calls).toEqual([...calls].sort((one, other) => one - other));
  expect(calls[0]).toBeLessThan(calls[4]!);
  // Those that follow have what they would have had.
  expect(spans(9).at(-1)!.width).toBeGreaterThanOrEqual(130);
});
