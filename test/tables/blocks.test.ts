import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Canvas } from '../../src/tables/canvas.ts';
import { type Cell, formatOf } from '../../src/tables/cells.ts';
import type { RowEdit } from '../../src/tables/diff.ts';
import type { Block } from '../../src/tables/sheet.ts';
import { blocksOf as blocksOn, spansOf } from '../../src/tables/steps.ts';

type Grid = readonly (readonly Cell[])[];

const WIDTH = 6;

/** Formats of the add-on's columns; the remaining columns belong to the user. */
const owned = new Map(
  [1, 2, 3, 5].map((column) => [column, (cell: Cell) => formatOf(column === 5 ? 'money' : 'text', cell)] as const),
);

function filling(grid: Grid, isOurs: (row: number) => boolean): Canvas {
  const cell = (row: number, column: number) => grid[row - 1]?.[column - 1] ?? '';
  const formatAt = (column: number, cell: Cell) => owned.get(column)!(cell);
  return {
    segments: [
      [1, 3],
      [5, 5],
    ],
    isFree: (row, column) => isOurs(row) && owned.has(column),
    cell,
    format: (row, column) => formatAt(column, cell(row, column)),
    needsFormat: () => true,
    formatOf: (_, column, cell) => formatAt(column, cell),
  };
}

interface Edit {
  readonly row: number;
  readonly column: number;
  readonly cell: Cell;
}

/** Groups cell edits by row. */
function blocksOf(edits: readonly Edit[], canvas: Canvas): readonly Block[] {
  const rows = new Map<number, { row: number; positions: number[]; cells: Cell[] }>();
  for (const { row, column, cell } of [...edits].sort((a, b) => a.column - b.column)) {
    const found = rows.get(row) ?? { row, positions: [], cells: [] };
    rows.set(row, found);
    found.positions.push(column);
    found.cells.push(cell);
  }
  return blocksOn([...rows.values()] satisfies RowEdit[], canvas);
}

interface Sheet {
  readonly cells: Cell[][];
  readonly formats: string[][];
}

function written(grid: Grid, blocks: readonly Block[]): Sheet {
  const rows = Math.max(grid.length, ...blocks.map(({ row, values }) => row + values.length - 1));
  const cells = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: WIDTH }, (_, column) => grid[row]?.[column] ?? ''),
  );
  const formats = cells.map((line) => line.map(() => 'user'));
  for (const { row, column, values, formats: given } of blocks)
    values.forEach((line, down) => {
      line.forEach((cell, across) => {
        cells[row - 1 + down]![column - 1 + across] = cell;
        formats[row - 1 + down]![column - 1 + across] = given![down]![across]!;
      });
    });
  return { cells, formats };
}

const edit = (row: number, column: number, cell: Cell): Edit => ({ row, column, cell });

const value = fc.constantFrom<Cell>('', 'x', '=1+1', '00501', '@x', 1, 2.5, 0, new Date(0));
const cases = fc
  .record({
    rows: fc.integer({ min: 1, max: 40 }),
    fill: fc.array(value, { minLength: 40 * WIDTH, maxLength: 40 * WIDTH }),
    ours: fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }),
    edits: fc.array(fc.tuple(fc.integer({ min: 2, max: 60 }), fc.constantFrom(1, 2, 3, 5), value), {
      maxLength: 60,
    }),
  })
  .map(({ rows, fill, ours, edits }) => {
    const grid: Grid = Array.from({ length: rows }, (_, row) => fill.slice(row * WIDTH, (row + 1) * WIDTH));
    const positions = new Map(edits.map(([row, column, cell]) => [`${row} ${column}`, edit(row, column, cell)]));
    const list = [...positions.values()];
    // The add-on edits and appends only its rows.
    const isOurs = (row: number) => row > rows || ours[row - 1]! || list.some((each) => each.row === row);
    return { grid, edits: list, isOurs };
  });

test('rows in any order form one rectangle', () => {
  const edits = [5, 3, 4, 2].map((row) => edit(row, 1, `in ${row}`));
  const blocks = blocksOf(
    edits,
    filling([['', '']], () => true),
  );
  expect(blocks).toMatchObject([{ row: 2, column: 1, values: [['in 2'], ['in 3'], ['in 4'], ['in 5']] }]);
});

describe('any edits', () => {
  test('set exactly their cells and leave all others unchanged', () => {
    fc.assert(
      fc.property(cases, ({ grid, edits, isOurs }) => {
        const { cells } = written(grid, blocksOf(edits, filling(grid, isOurs)));
        const expected = cells.map((line, row) => line.map((_, column) => grid[row]?.[column] ?? ''));
        for (const { row, column, cell } of edits) expected[row - 1]![column - 1] = cell;
        expect(cells).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  test('never cover a column or a row of the user', () => {
    fc.assert(
      fc.property(cases, ({ grid, edits, isOurs }) => {
        const covered = blocksOf(edits, filling(grid, isOurs)).flatMap(({ row, column, values }) =>
          values.flatMap((line, down) => line.map((_, across) => ({ row: row + down, column: column + across }))),
        );
        expect(covered.filter(({ row, column }) => !isOurs(row) || !owned.has(column))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test('case 43: every written string has the plain text format', () => {
    fc.assert(
      fc.property(cases, ({ grid, edits, isOurs }) => {
        for (const { values, formats } of blocksOf(edits, filling(grid, isOurs)))
          values.forEach((line, down) => {
            line.forEach((cell, across) => {
              if (typeof cell === 'string' && cell !== '') expect(formats![down]![across]).toBe('@');
            });
          });
      }),
      { numRuns: 500 },
    );
  });

  test('give rectangles with equal values where they overlap', () => {
    fc.assert(
      fc.property(cases, ({ grid, edits, isOurs }) => {
        const covered = new Map<string, Cell>();
        for (const { row, column, values, formats } of blocksOf(edits, filling(grid, isOurs))) {
          expect(formats!.map((line) => line.length)).toEqual(values.map((line) => line.length));
          expect(new Set(values.map((line) => line.length)).size).toBe(1);
          values.forEach((line, down) => {
            line.forEach((cell, across) => {
              const position = `${row + down} ${column + across}`;
              if (covered.has(position)) expect(covered.get(position)).toBe(cell);
              covered.set(position, cell);
            });
          });
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('number of calls', () => {
  const all = () => true;
  const old = Array<Cell>(WIDTH).fill('old');
  const grid = (rows: number): Grid => Array<Grid[number]>(rows).fill(old);

  test('no edits need no call', () => {
    expect(blocksOf([], filling(grid(3), all))).toEqual([]);
  });

  test('edits of neighboring cells are one block', () => {
    const edits = [2, 3, 4].flatMap((row) => [1, 2, 3].map((column) => edit(row, column, row * column)));
    expect(blocksOf(edits, filling(grid(4), all))).toMatchObject([
      {
        row: 2,
        column: 1,
        values: [
          [2, 4, 6],
          [3, 6, 9],
          [4, 8, 12],
        ],
      },
    ]);
  });

  test('a short gap is filled with its current values', () => {
    const blocks = blocksOf([edit(2, 1, 'a'), edit(5, 1, 'b')], filling(grid(6), all));
    expect(blocks).toEqual([
      { row: 2, column: 1, values: [['a'], ['old'], ['old'], ['b']], formats: [['@'], ['@'], ['@'], ['@']] },
    ]);
  });

  test('a gap that costs more than a call starts a new block', () => {
    const edits = [edit(2, 1, 'a'), edit(9000, 1, 'b')];
    expect(blocksOf(edits, filling(grid(9000), all)).map(({ row }) => row)).toEqual([2, 9000]);
  });

  test('a row of the user splits a block', () => {
    const edits = [edit(2, 1, 'a'), edit(4, 1, 'b')];
    expect(
      blocksOf(
        edits,
        filling(grid(6), (row) => row !== 3),
      ).map(({ row }) => row),
    ).toEqual([2, 4]);
  });

  test('10,000 scattered edits in a table of 10,000 rows need at most three calls', () => {
    const edits = Array.from({ length: 10_000 }, (_, index) => edit(index + 2, index % 97 === 0 ? 2 : 1, 'x'));
    expect(blocksOf(edits, filling(grid(10_001), all)).length).toBeLessThanOrEqual(3);
  });

  test('50 edits far apart are merged into at most six blocks', () => {
    const edits = Array.from({ length: 50 }, (_, index) => edit(7000 * index + 2, 1, 'x'));
    expect(blocksOf(edits, filling(grid(350_001), all)).length).toBeLessThanOrEqual(6);
  });

  test('edits on both sides of a user column are in one block', () => {
    const edits = [edit(2, 1, 'x'), edit(2, 3, 'y'), edit(9, 2, 'z')];
    const blocks = blocksOf(edits, filling(grid(10), all));
    expect(blocks.map(({ row, column, values }) => [row, column, values.length, values[0]!.length])).toEqual([
      [2, 1, 8, 3],
    ]);
  });

  test('a row that must be written in one block is never split', () => {
    const parted = (row: number) => row !== 3;
    const canvas = filling(grid(4), all);
    const edits = [2, 4].flatMap((row) => [edit(row, 1, 'x'), edit(row, 3, 'x')]);
    const row = [1, 2, 3].map((column) => edit(3, column, 'y'));
    const blocks = blocksOf([...edits, ...row], {
      ...canvas,
      isFree: (row, column) => !(parted(row) && column === 2) && canvas.isFree(row, column),
    });
    const over = blocks.filter(({ row, values }) => row <= 3 && row + values.length > 3);
    expect(over.map(({ column, values }) => [column, values[0]!.length])).toEqual([[1, 3]]);
  });

  test('formats are written only for blocks with an edit that needs one', () => {
    const canvas = { ...filling(grid(6), all), needsFormat: (row: number) => row === 5 };
    expect(blocksOf([edit(2, 1, 'a')], canvas)).toEqual([{ row: 2, column: 1, values: [['a']] }]);
    expect(blocksOf([edit(5, 1, 'a')], canvas)).toMatchObject([{ formats: [['@']] }]);
  });
});

describe('edits of existing rows are written', () => {
  const segments = [[1, 30]] as const;
  const change = (row: number, positions: readonly number[]) => ({ row, positions, cells: positions.map(() => 'x') });
  const rows = Array.from({ length: 40 }, (_, index) => index);

  test('as whole rows when the rows are consecutive', () => {
    const side = rows.map((row) => change(row + 2, [3, 29]));
    expect(spansOf(side, segments)).toBe(segments);
  });

  test('only in the changed columns when the rows are scattered', () => {
    const scattered = rows.map((row) => change(row * 100 + 2, [3, 29]));
    expect(spansOf(scattered, segments)).toEqual([
      [3, 3],
      [29, 29],
    ]);
  });

  test('including a single unchanged column, because that costs less than another call', () => {
    const scattered = rows.map((row) => change(row * 50 + 2, [3, 5, 29]));
    expect(spansOf(scattered, segments)).toEqual([
      [3, 5],
      [29, 29],
    ]);
  });
});
