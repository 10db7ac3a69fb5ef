/** After each write, every row is complete or marked incomplete. */
import { expect, test } from 'vitest';
import { consecutive } from '../../src/protocol/lists.ts';
import type { Canvas } from '../../src/tables/canvas.ts';
import type { Cell } from '../../src/tables/cells.ts';
import type { RowChange } from '../../src/tables/diff.ts';
import type { Fill } from '../../src/tables/sheet.ts';
import { type Step, stepsOf } from '../../src/tables/steps.ts';

/** Columns from A; a star marks a user column. */
interface Layout {
  readonly columns: string;
  /** Default keys are k2, k3, and so on. */
  readonly keys?: Readonly<Record<number, string>>;
  /** Cells with a user formula, such as `B2`. */
  readonly formulas?: readonly string[];
}

/** Cells by column ID; `asOf` updates the row's time. */
interface Change {
  readonly row: number;
  readonly isNew?: true;
  readonly cells: Readonly<Record<string, Cell>>;
}

const LAST = 4;
const letter = (position: number) => String.fromCharCode(64 + position);

function stepsFor({ columns, keys = {}, formulas = [] }: Layout, changes: readonly Change[], filled: string[]) {
  const ids = columns.split(' ');
  const positions = new Map(ids.flatMap((id, index) => (id === '*' ? [] : [[id, index + 1] as const])));
  const cell = (row: number, position: number): Cell =>
    ids[position - 1] === 'rowKey' ? (keys[row] ?? `k${row}`) : `old ${letter(position)}${row}`;
  const canvas: Canvas = {
    segments: consecutive(positions.values()),
    cell,
    isFree: (row, position) =>
      row <= LAST && ids[position - 1] !== '*' && !formulas.includes(`${letter(position)}${row}`),
    format: () => '@',
    needsFormat: () => true,
    formatOf: () => '@',
  };
  const rowChanges = changes.map(({ row, isNew = false, cells }): RowChange => {
    const { asOf, ...others } = cells;
    const key = `k${row}`;
    const all = isNew ? { ...others, rowKey: key } : others;
    const sorted = Object.entries(all).sort(([one], [other]) => positions.get(one)! - positions.get(other)!);
    return {
      row,
      key,
      isNew,
      positions: sorted.map(([id]) => positions.get(id)!),
      cells: sorted.map(([, each]) => each),
      ...(asOf === undefined ? {} : { asOf }),
    };
  });
  const fills = filled.map((at): Fill => {
    const [column, row] = [at.charCodeAt(0) - 64, Number(at.slice(1))];
    return { row, column, formulas: [['=R[0]C[-1]']], formats: [['0']] };
  });
  return stepsOf(rowChanges, fills, positions, () => canvas);
}

/** `A2: x 1 / y 2` means two rows starting at A2. */
function asText(step: Step): string {
  if ('fill' in step) return `fill ${letter(step.fill.column)}${step.fill.row}`;
  const { row, column, values } = step.write;
  return `${letter(column)}${row}: ${values.map((line) => line.join(' ')).join(' / ')}`;
}

const renamed: Change = { row: 2, cells: { name: 'x', price: 1, asOf: 'now' } };
const added: Change = { row: 5, isNew: true, cells: { name: 'x', price: 1, asOf: 'now' } };
const { asOf: _, ...timeless } = renamed.cells;

interface Case {
  readonly of: Layout;
  readonly changes: readonly Change[];
  readonly filled?: string[];
  readonly steps: readonly string[];
}

const cases: Readonly<Record<string, Case>> = {
  'a row in one block: its cells, then its time': {
    of: { columns: 'name price asOf rowKey' },
    changes: [renamed],
    steps: ['A2: x 1', 'C2: now'],
  },
  'an unchanged row: only its time': {
    of: { columns: 'name price asOf rowKey' },
    changes: [{ row: 3, cells: { asOf: 'now' } }],
    steps: ['C3: now'],
  },
  'a row that is only marked gone keeps its time': {
    of: { columns: 'name goneSince asOf rowKey' },
    changes: [{ row: 3, cells: { goneSince: 'now' } }],
    steps: ['B3: now'],
  },
  'a row split by a user column: mark, parts, time, key': {
    of: { columns: 'name * price asOf rowKey' },
    changes: [renamed],
    steps: ['E2: incomplete: k2', 'A2: x', 'C2: 1', 'D2: now', 'E2: k2'],
  },
  'a row split by a formula in one of its cells: mark, parts, time, key': {
    of: { columns: 'name memo price asOf rowKey', formulas: ['B2'] },
    changes: [renamed],
    steps: ['E2: incomplete: k2', 'A2: x', 'C2: 1', 'D2: now', 'E2: k2'],
  },
  'a split row that was read at the same time keeps its time': {
    of: { columns: 'name * price asOf rowKey' },
    changes: [{ row: 2, cells: timeless }],
    steps: ['E2: incomplete: k2', 'A2: x', 'C2: 1', 'E2: k2'],
  },
  'a row in a single block is not marked, even when another row is split': {
    of: { columns: 'name * price asOf rowKey' },
    changes: [renamed, { row: 4, cells: { name: 'y', asOf: 'now' } }],
    steps: ['E2: incomplete: k2', 'A2: x / old A3 / y', 'C2: 1', 'D2: now / old D3 / now', 'E2: k2'],
  },
  'new rows in one block: everything at once': {
    of: { columns: 'name price asOf rowKey' },
    changes: [added, { ...added, row: 6 }],
    steps: ['A5: x 1 now k5 / x 1 now k6'],
  },
  'a split new row: the block with the marked key first, the true key last': {
    of: { columns: 'name * price asOf rowKey' },
    changes: [added],
    steps: ['C5: 1 now incomplete new: k5', 'A5: x', 'E5: k5'],
  },
  'the block with the key is written first at any position': {
    of: { columns: 'rowKey * asOf name price' },
    changes: [added],
    steps: ['A5: incomplete new: k5', 'C5: now x 1', 'A5: k5'],
  },
  'a block that covers the key of a split row writes the marked key': {
    of: { columns: 'name * price rowKey', keys: { 3: 'incomplete: k3' } },
    changes: [
      { row: 2, cells: timeless },
      { row: 3, cells: { price: 7, rowKey: 'k3' } },
      { row: 4, cells: timeless },
    ],
    steps: [
      'D2: incomplete: k2 / incomplete: k3 / incomplete: k4',
      'C2: 1 incomplete: k2 / 7 k3 / 1 incomplete: k4',
      'A2: x / old A3 / x',
      'D2: k2',
      'D4: k4',
    ],
  },
  'a marked key is written last': {
    of: { columns: 'name * price rowKey', keys: { 2: 'incomplete: k2' } },
    changes: [{ row: 2, cells: { ...timeless, rowKey: 'k2' } }],
    steps: ['D2: incomplete: k2', 'A2: x', 'C2: 1', 'D2: k2'],
  },
  'a marked key alone is written at once': {
    of: { columns: 'name * price rowKey', keys: { 2: 'incomplete: k2' } },
    changes: [{ row: 2, cells: { rowKey: 'k2' } }],
    steps: ['D2: k2'],
  },
  'a row that was new stays marked as new': {
    of: { columns: 'name * price rowKey', keys: { 2: 'incomplete new: k2' } },
    changes: [{ row: 2, cells: { ...timeless, rowKey: 'k2' } }],
    steps: ['D2: incomplete new: k2', 'A2: x', 'C2: 1', 'D2: k2'],
  },
  'formulas are filled before the true key is written': {
    of: { columns: 'name price asOf rowKey *' },
    changes: [added],
    filled: ['E5'],
    steps: ['A5: x 1 now incomplete new: k5', 'fill E5', 'D5: k5'],
  },
  'all new rows get their true keys after the formulas of one': {
    of: { columns: 'name price asOf rowKey *' },
    changes: [added, { ...added, row: 6 }],
    filled: ['E6'],
    steps: ['A5: x 1 now incomplete new: k5 / x 1 now incomplete new: k6', 'fill E6', 'D5: k5 / k6'],
  },
  'formulas are filled into an incomplete row of a killed run': {
    of: { columns: 'name price asOf rowKey *', keys: { 2: 'incomplete new: k2' } },
    changes: [{ row: 2, cells: { ...renamed.cells, rowKey: 'k2' } }],
    filled: ['E2'],
    steps: ['D2: incomplete new: k2', 'A2: x 1', 'fill E2', 'C2: now', 'D2: k2'],
  },
};

test.each(Object.entries(cases))('%s', (_, { of, changes, filled = [], steps }) => {
  expect(stepsFor(of, changes, filled).map(asText)).toEqual(steps);
});

test('no changes need no steps', () => {
  expect(stepsFor({ columns: 'name * price asOf rowKey' }, [], [])).toEqual([]);
});
