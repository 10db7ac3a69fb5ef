/** Widths in few calls: neighbours share one, and one may lie within another. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ownColumn } from '../../src/tables/columns.ts';
import { widthSpans } from '../../src/tables/width-spans.ts';
import type { NewColumn } from '../../src/tables/widths.ts';

const columnsOf = (widths: readonly number[], deciding = 0): readonly NewColumn[] =>
  widths.map((width, place) => ({
    ...ownColumn(`c${place}`, 'text', 'Meaning.'),
    width,
    ...(place < deciding ? { opens: { place } } : {}),
  }));

/** What the columns have after the calls, one after the other. */
function given(columns: readonly NewColumn[], isNewSheet: boolean): readonly (number | undefined)[] {
  const widths = columns.map((): number | undefined => (isNewSheet ? 100 : undefined));
  for (const { from, to, width } of widthSpans(columns, isNewSheet)) widths.fill(width, from, to + 1);
  return widths;
}

describe.each([true, false])('columns of a new sheet: %s', (isNewSheet) => {
  const anyColumn = fc.record({ width: fc.constantFrom(60, 80, 100, 150, 220), isFolded: fc.boolean() });
  const anyColumns = fc.array(anyColumn, { maxLength: 12 }).map((made) => {
    const columns = columnsOf(made.map(({ width }) => width));
    return columns.map((column, index) =>
      made[index]!.isFolded ? { ...column, opens: { isFolded: true as const } } : column,
    );
  });

  test('each that is seen gets what it needs at least, and little more', () => {
    fc.assert(
      fc.property(anyColumns, (columns) => {
        const widths = given(columns, isNewSheet);
        const seen = columns.flatMap(({ opens, width }, index) => (opens ? [] : [[width, widths[index]]]));
        for (const [needed, got] of seen) expect(got).toBeGreaterThanOrEqual(needed!);
        const spare = seen.reduce((sum, [needed, got]) => sum + got! - needed!, 0);
        // A call for each of them would leave nothing to spare.
        expect(spare).toBeLessThanOrEqual(250 * (seen.length - widthSpans(columns, isNewSheet).length));
      }),
    );
  });

  test('like neighbours share a call, and one wide column among many does not widen them', () => {
    const columns = columnsOf([150, 150, 150, 60, 60, 220, 60, 60]);
    const narrow = isNewSheet ? 100 : 60;
    expect(given(columns, isNewSheet)).toEqual([150, 150, 150, narrow, narrow, 220, narrow, narrow]);
    expect(widthSpans(columns, isNewSheet)).toHaveLength(isNewSheet ? 2 : 3);
  });

  test('those on both sides of a wide one share a call, which it goes over', () => {
    const columns = columnsOf([150, 150, 220, 150, 150]);
    expect(given(columns, isNewSheet)).toEqual([150, 150, 220, 150, 150]);
    expect(widthSpans(columns, isNewSheet)).toEqual([
      { from: 0, to: 4, width: 150 },
      { from: 2, to: 2, width: 220 },
    ]);
  });
});

test('what people decide by is seen beside the sidebar, for as few calls as that takes', () => {
  const widths = [80, 130, 220, 150, 130, 90, 90, 70, 80, 60, 130, 70, 120];
  const calls = [0, 4, 6, 8, 9].map((deciding) => {
    const columns = columnsOf(widths, deciding);
    const first = given(columns, true).slice(0, deciding) as readonly number[];
    expect(first.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(1070);
    return widthSpans(columns, true).length;
  });
  expect(calls).toEqual([...calls].sort((one, other) => one - other));
  expect(calls[0]).toBeLessThan(calls[4]!);
});

test('where they cannot all be seen at once, calls are spared as elsewhere', () => {
  const widths = [220, 220, 60, 220, 220, 60, 220, 220];
  expect(widthSpans(columnsOf(widths, 8), true)).toEqual(widthSpans(columnsOf(widths), true));
});
