/** A copied table matches the displayed sheet; dates become strings in the spreadsheet's time zone. */
import { describe, expect, test } from 'vitest';
import type { Cell } from '../../src/tables/cells.ts';
import type { Column } from '../../src/tables/columns.ts';
import { excerptOf } from '../../src/tables/delimited.ts';

const ZONE = 'America/New_York';
const column = (id: string, more: Partial<Column> = {}): Column => ({
  id,
  header: id,
  kind: 'text',
  meaning: '',
  depth: 0,
  isPrivate: false,
  ...more,
});
const at = (text: string) => new Date(text);

function excerpt(
  cells: Cell[][],
  columns: readonly Column[],
  { withheld = [] as string[], hidden = [] as number[], zone = ZONE, positions = {} } = {},
) {
  const found = new Map(columns.map(({ id }, index) => [id, index + 1]));
  for (const [id, position] of Object.entries(positions)) found.set(id, position as number);
  return excerptOf(
    { cells, positions: found },
    columns,
    new Set(withheld),
    (position) => hidden.includes(position),
    zone,
  );
}

describe('columns', () => {
  const columns = [column('name'), column('buyer'), column('key', { hidden: true })];
  const cells = [
    ['Name, renamed', 'Buyer', 'Row key', 'My note'],
    ['a', 'Ann', 'a|1', 'call back'],
  ];

  test("include the user's columns and omit the add-on's hidden ones", () => {
    expect(excerpt(cells, columns)).toEqual([
      ['Name, renamed', 'Buyer', 'My note'],
      ['a', 'Ann', 'call back'],
    ]);
  });

  test('that must not be copied are omitted, including headers', () => {
    expect(excerpt(cells, columns, { withheld: ['buyer'] })).toEqual([
      ['Name, renamed', 'My note'],
      ['a', 'call back'],
    ]);
  });

  test('hidden by the user are omitted, even if the key column is visible', () => {
    expect(excerpt(cells, columns, { hidden: [1, 2] })).toEqual([['My note'], ['call back']]);
    expect(excerpt(cells, columns, { hidden: [1, 2, 4] })).toEqual([[]]);
  });

  test('are found at any position', () => {
    const moved = cells.map(([name, buyer, key, note]) => [note!, key!, buyer!, name!]);
    const positions = { name: 4, buyer: 3, key: 2 };
    expect(excerpt(moved, columns, { positions, withheld: ['buyer'] })).toEqual([
      ['My note', 'Name, renamed'],
      ['call back', 'a'],
    ]);
  });
});

describe('dates', () => {
  const columns = [column('when', { kind: 'instant' }), column('day', { kind: 'day' })];
  const rows = (...cells: Cell[][]) => [['when', 'day', 'mine', 'mine too'], ...cells];

  test('are wall time in the given zone, and days have no time', () => {
    const cells = rows([at('2025-06-16T16:00:00Z'), at('2025-06-16T04:00:00Z'), '', '']);
    expect(excerpt(cells, columns)[1]).toEqual(['2025-06-16 12:00:00', '2025-06-16', '', '']);
    expect(excerpt(cells, columns, { zone: 'Asia/Tokyo' })[1]!.slice(0, 2)).toEqual([
      '2025-06-17 01:00:00',
      '2025-06-16',
    ]);
  });

  test('at midnight with a time keep it', () => {
    expect(excerpt(rows([at('2025-06-16T04:00:00Z'), '', '', '']), columns)[1]![0]).toBe('2025-06-16 00:00:00');
  });

  test('in a user column show no time if all are at midnight', () => {
    const cells = rows(
      ['', '', at('2025-06-16T04:00:00Z'), at('2025-06-16T04:00:00Z')],
      ['', '', 'later', at('2025-06-17T04:30:00Z')],
    );
    expect(excerpt(cells, columns).slice(1)).toEqual([
      ['', '', '2025-06-16', '2025-06-16 00:00:00'],
      ['', '', 'later', '2025-06-17 00:30:00'],
    ]);
  });
});

test('keeps blank rows between others and drops rows at the end that are blank in the copy', () => {
  const columns = [column('name'), column('key', { hidden: true })];
  const cells = [
    ['name', 'Row key'],
    ['a', 'a'],
    ['', ''],
    ['b', 'b'],
    ['', 'c'],
    ['', ''],
  ];
  expect(excerpt(cells, columns)).toEqual([['name'], ['a'], [''], ['b']]);
});

test('numbers and booleans are unchanged', () => {
  expect(excerpt([['n'], [-5], [0], [false]], [column('n')])).toEqual([['n'], [-5], [0], [false]]);
});
