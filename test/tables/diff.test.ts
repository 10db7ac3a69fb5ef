/** Changes exactly the cells that differ, in any arrangement of columns and rows. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cell, sameCell } from '../../src/tables/cells.ts';
import { AS_OF, type Column, ROW_KEY } from '../../src/tables/columns.ts';
import { diff } from '../../src/tables/diff.ts';
import { findPositions } from '../../src/tables/positions.ts';
import type { Row } from '../../src/tables/rows.ts';

type Grid = readonly (readonly Cell[])[];

const THEN = Date.UTC(2025, 5, 16, 12);
const LATER = THEN + 3_600_000;

const column = (id: string, kind: Column['kind']): Column => ({
  ...AS_OF,
  id,
  header: id,
  kind,
  meaning: id,
});
const COLUMNS: readonly Column[] = [column('Name', 'text'), column('Price', 'money'), AS_OF, ROW_KEY];

const row = (key: string, Name: string | null, Price: number | null): Row => ({
  key,
  values: { Name, Price },
});

interface Edit {
  readonly row: number;
  readonly column: number;
  readonly cell: Cell;
}

/** Edits of cells, and updated times of existing rows. */
interface Flat {
  readonly edits: readonly Edit[];
  readonly renewals: readonly Edit[];
}

/** The grid after the edits; new cells start blank. */
function applied(grid: Grid, { edits, renewals }: Flat): Cell[][] {
  const cells = grid.map((each) => [...each]);
  for (const { row, column, cell } of [...edits, ...renewals]) {
    while (cells.length < row) cells.push([]);
    const line = cells[row - 1]!;
    while (line.length < column) line.push('');
    line[column - 1] = cell;
  }
  const width = Math.max(...cells.map((each) => each.length));
  return cells.map((each) => [...each, ...Array<Cell>(width - each.length).fill('')]);
}

const contents = (cells: Grid) => ({
  cells,
  positions: findPositions({ names: cells[0]!, notes: [] }, COLUMNS),
});

function compare(grid: Grid, rows: readonly Row[], asOf = THEN) {
  const here = contents(grid);
  const { changes, counts } = diff(here, COLUMNS, rows, asOf, 'UTC', () => grid.length);
  const edits: Edit[] = [];
  const renewals: Edit[] = [];
  for (const { row, positions, cells, isNew, asOf } of changes) {
    positions.forEach((column, index) => {
      edits.push({ row, column, cell: cells[index]! });
    });
    const time = asOf && { row, column: here.positions.get('asOf')!, cell: asOf };
    if (time) (isNew ? edits : renewals).push(time);
  }
  return { edits: edits.sort((a, b) => a.row - b.row || a.column - b.column), renewals, counts };
}
const HEADER: readonly Cell[] = ['Name', 'Price', 'As of', 'Row key'];

describe('rows', () => {
  const grid: Grid = [HEADER, ['a', 1, new Date(THEN), 'A'], ['b', 2, new Date(THEN), 'B']];

  test('a new row is added below all others', () => {
    const changes = compare(grid, [row('C', 'c', null)]);
    expect(changes).toEqual({
      edits: [
        { row: 4, column: 1, cell: 'c' },
        { row: 4, column: 2, cell: '' },
        { row: 4, column: 3, cell: new Date(THEN) },
        { row: 4, column: 4, cell: 'C' },
      ],
      renewals: [],
      counts: { added: 1, changed: 0, unchanged: 0, gone: 0 },
    });
  });

  test('the same rows at the same time change no cells', () => {
    const changes = compare(grid, [row('A', 'a', 1), row('B', 'b', 2)]);
    expect(changes).toEqual({
      edits: [],
      renewals: [],
      counts: { added: 0, changed: 0, unchanged: 2, gone: 0 },
    });
  });

  test('the same rows later only update their times', () => {
    const changes = compare(grid, [row('A', 'a', 1), row('B', 'b', 2)], LATER);
    expect(changes.edits).toEqual([]);
    expect(changes.renewals.map(({ row, column, cell }) => [row, column, cell])).toEqual([
      [2, 3, new Date(LATER)],
      [3, 3, new Date(LATER)],
    ]);
    expect(changes.counts).toEqual({ added: 0, changed: 0, unchanged: 2, gone: 0 });
  });

  test('only the changed cell is written', () => {
    const changes = compare(grid, [row('B', 'b', 2.5)], LATER);
    expect(changes.edits).toEqual([{ row: 3, column: 2, cell: 2.5 }]);
    expect(changes.renewals).toHaveLength(1);
    expect(changes.counts).toEqual({ added: 0, changed: 1, unchanged: 0, gone: 0 });
  });

  test('a missing value blanks its cell, and zero is not blank', () => {
    expect(compare(grid, [row('B', 'b', null)]).edits).toEqual([{ row: 3, column: 2, cell: '' }]);
    expect(compare(grid, [row('B', 'b', 0)]).edits).toMatchObject([{ cell: 0 }]);
  });

  test('every copy of a row that the user duplicated is updated', () => {
    const twice: Grid = [HEADER, ['a', 1, new Date(THEN), 'A'], ['a', 1, new Date(THEN), 'A']];
    const { edits, renewals, counts } = compare(twice, [row('A', 'z', 1)], LATER);
    expect(edits.map(({ row, cell }) => [row, cell])).toEqual([
      [2, 'z'],
      [3, 'z'],
    ]);
    expect(renewals).toHaveLength(2);
    expect(counts).toEqual({ added: 0, changed: 1, unchanged: 0, gone: 0 });
  });

  test('a row with an incomplete key is the row with that key', () => {
    const incomplete: Grid = [HEADER, ['', 1, 'incomplete', 'incomplete: A']];
    const { edits, counts } = compare(incomplete, [row('A', 'a', 1)]);
    expect(edits.map(({ row, cell }) => [row, cell])).toEqual([
      [2, 'a'],
      [2, 'A'],
    ]);
    expect(counts).toMatchObject({ added: 0, changed: 1 });
  });

  test('case 87: a key returned twice is one row', () => {
    const changes = compare(grid, [row('C', 'c', 1), row('C', 'c', 1), row('A', 'a', 1), row('A', 'a', 1)]);
    expect(changes.edits).toHaveLength(4);
    expect(changes.counts).toEqual({ added: 1, changed: 0, unchanged: 1, gone: 0 });
  });

  test("finds columns that the user moved and leaves the user's columns unchanged", () => {
    const moved: Grid = [
      ['Row key', 'My note', 'Price', 'As of', 'Name'],
      ['A', 'keep', 1, new Date(THEN), 'a'],
    ];
    expect(compare(moved, [row('A', 'z', 1)]).edits).toEqual([{ row: 2, column: 5, cell: 'z' }]);
  });

  test("ignores the user's rows, sorting and blank rows", () => {
    const sorted: Grid = [
      HEADER,
      ['', '', '', ''],
      ['b', 2, new Date(THEN), 'B'],
      ['Total', 3, '', ''],
      ['a', 1, new Date(THEN), 'A'],
      ['', '', '', ''],
    ];
    const changes = compare(sorted, [row('A', 'a', 1), row('B', 'b', 9), row('C', 'c', 3)]);
    expect(changes.edits.map(({ row, cell }) => [row, cell])).toEqual([
      [3, 9],
      [7, 'c'],
      [7, 3],
      [7, new Date(THEN)],
      [7, 'C'],
    ]);
  });

  test('keys are compared as strings', () => {
    const numbers: Grid = [HEADER, ['a', 1, new Date(THEN), 159243598]];
    expect(compare(numbers, [row('159243598', 'a', 1)]).counts.added).toBe(0);
  });
});

/** A slow reference implementation that compares one cell at a time. */
function slowly(grid: Grid, header: readonly Cell[], rows: readonly Row[], asOf: number): Cell[][] {
  const cells = grid.map((each) => [...each]);
  const at = (name: string) => header.indexOf(name);
  for (const { key, values } of rows) {
    let line = cells.slice(1).find((each) => each[at('Row key')] === key);
    if (!line) {
      line = header.map(() => '');
      cells.push(line);
    }
    line[at('Name')] = (values.Name as Cell | null) ?? '';
    line[at('Price')] = (values.Price as Cell | null) ?? '';
    line[at('As of')] = new Date(asOf);
    line[at('Row key')] = key;
  }
  return cells;
}

describe('any sheet and any rows', () => {
  const key = fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F');
  const name = fc.option(fc.constantFrom('x', 'y', '=1', '00501'), { nil: null });
  const price = fc.option(fc.constantFrom(0, 1, 2.5), { nil: null });
  const incoming = fc.array(fc.record({ key, values: fc.record({ Name: name, Price: price }) }), {
    maxLength: 8,
  });
  const sheet = fc
    .record({
      header: fc.shuffledSubarray(['Name', 'Price', 'As of', 'Row key', 'Note', 'Mine'], { minLength: 6 }),
      kept: fc.uniqueArray(key, { maxLength: 6 }),
      fill: fc.array(fc.tuple(name, price, fc.constantFrom('n', '')), { minLength: 12, maxLength: 12 }),
      blanks: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
    })
    .map(({ header, kept, fill, blanks }) => {
      const line = (values: Readonly<Record<string, Cell>>) => header.map((each) => values[each] ?? '');
      const lines = kept.flatMap((id, index) => {
        const [Name, Price, Note] = fill[index]!;
        const record = line({
          Name: Name ?? '',
          Price: Price ?? '',
          'As of': new Date(THEN),
          'Row key': id,
          Note,
        });
        return blanks[index] ? [record, line({ Note: 'between', Price: 7 })] : [record];
      });
      return { header, grid: [[...header], ...lines] as Grid };
    });

  test('match the slow reference implementation', () => {
    fc.assert(
      fc.property(sheet, incoming, ({ header, grid }, rows) => {
        const changes = compare(grid, rows, LATER);
        expect(applied(grid, changes)).toEqual(slowly(grid, header, rows, LATER));
      }),
      { numRuns: 500 },
    );
  });

  test('contain no edit without effect, and count correctly', () => {
    fc.assert(
      fc.property(sheet, incoming, ({ header, grid }, rows) => {
        const { edits, renewals, counts } = compare(grid, rows, LATER);
        const before = ({ row, column }: { row: number; column: number }) => grid[row - 1]?.[column - 1];
        for (const edit of [...edits, ...renewals]) {
          const was = before(edit);
          if (was !== undefined) expect(sameCell(was, edit.cell, 'UTC')).toBe(false);
        }
        const positions = new Set([...edits, ...renewals].map(({ row, column }) => `${row} ${column}`));
        expect(positions.size).toBe(edits.length + renewals.length);
        const keyAt = header.indexOf('Row key');
        const known = new Set(grid.slice(1).map((line) => line[keyAt]));
        const keys = [...new Set(rows.map(({ key }) => key))];
        const touched = new Set(edits.filter(({ row }) => row <= grid.length).map(({ row }) => row));
        expect(counts).toEqual({
          added: keys.filter((each) => !known.has(each)).length,
          changed: touched.size,
          unchanged: keys.filter((each) => known.has(each)).length - touched.size,
          gone: 0,
        });
      }),
      { numRuns: 500 },
    );
  });

  test('change no cells the second time', () => {
    fc.assert(
      fc.property(sheet, incoming, ({ grid }, rows) => {
        const once = applied(grid, compare(grid, rows, LATER));
        const { edits, renewals, counts } = compare(once, rows, LATER);
        expect([edits, renewals]).toEqual([[], []]);
        expect(counts).toMatchObject({ added: 0, changed: 0 });
      }),
      { numRuns: 300 },
    );
  });
});
