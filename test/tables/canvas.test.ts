/** Blocks rewrite neighboring cells only if that is safe, and preserve the user's number formats. */
import { describe, expect, test } from 'vitest';
import { groundOf } from '../../src/tables/canvas.ts';
import type { Cell } from '../../src/tables/cells.ts';
import { AS_OF, type Column, ROW_KEY } from '../../src/tables/columns.ts';
import type { RowEdit } from '../../src/tables/diff.ts';
import type { Area } from '../../src/tables/sheet.ts';
import { blocksOf } from '../../src/tables/steps.ts';
import { type InMemorySheet, inMemorySheet } from '../support/in-memory-book.ts';

const column = (id: string, kind: Column['kind']): Column => ({ ...AS_OF, id, header: id, kind });
const COLUMNS = [column('title', 'text'), column('price', 'money'), column('sold', 'day'), ROW_KEY];
const POSITIONS = new Map(COLUMNS.map(({ id }, index) => [id, index + 1]));
const DAY = new Date(Date.UTC(2025, 5, 16));
const LATER = new Date(Date.UTC(2025, 5, 17));

const ROWS: readonly Cell[][] = [
  ['one', 1, DAY, 'k1'],
  ['two', 2, DAY, 'k2'],
  ['three', 3, DAY, 'k3'],
  ['Total', 6, '', ''],
];

/** The sheet after the user edits one cell. */
function sheetWith(
  at: readonly [row: number, column: number],
  done: { format?: string; formula?: string; cell?: Cell },
) {
  const sheet = inMemorySheet('Orders', [COLUMNS.map(({ header }) => header), ...ROWS.map((row) => [...row])]);
  sheet.formats = sheet.cells.map(() => ['@', '#,##0.00', 'yyyy-mm-dd', '@']);
  const [row, position] = at;
  if (done.format !== undefined) sheet.formats[row - 1]![position - 1] = done.format;
  if (done.formula) sheet.formulas.set(`${row} ${position}`, done.formula);
  if (done.cell !== undefined) sheet.cells[row - 1]![position - 1] = done.cell;
  return sheet;
}

const canvasOn = (sheet: InMemorySheet, model?: readonly string[]) =>
  groundOf(sheet, { cells: sheet.read(), positions: POSITIONS }, COLUMNS, model)(ALL_ROWS);

/** Edits whose range covers all add-on rows. */
const ALL_ROWS: readonly RowEdit[] = [
  { row: 2, positions: [1, 2, 3, 4], cells: [] },
  { row: 4, positions: [1, 2, 3, 4], cells: [] },
];

const edit = (row: number, position: number, cell: Cell): RowEdit => ({
  row,
  positions: [position],
  cells: [cell],
});

describe('between two edited rows', () => {
  test.each([
    ['a formula', 2, { formula: '=B2*2' }],
    ['text in a cell that is no longer plain text', 1, { format: 'General' }],
    ['a number in a plain text cell', 2, { format: '@' }],
  ])('%s splits the blocks', (_, position, done) => {
    const cells = position === 1 ? ['uno', 'tres'] : [10, 30];
    const edits = [edit(2, position, cells[0]!), edit(4, position, cells[1]!)];
    const blocks = blocksOf(edits, canvasOn(sheetWith([3, position], done)));
    expect(blocks.map(({ row, values }) => [row, values.length])).toEqual([
      [2, 1],
      [4, 1],
    ]);
  });

  test('values whose formats already fit are written without formats', () => {
    const sheet = sheetWith([3, 2], { format: '0.000 "EUR"' });
    expect(blocksOf([edit(2, 2, 10), edit(4, 2, 30)], canvasOn(sheet))).toEqual([
      { row: 2, column: 2, values: [[10], [2], [30]] },
    ]);
  });

  test("keeps the user's number format when a block writes formats", () => {
    const sheet = sheetWith([3, 2], { format: '0.000 "EUR"' });
    expect(blocksOf([edit(2, 2, 'n/a'), edit(4, 2, 30)], canvasOn(sheet))).toEqual([
      { row: 2, column: 2, values: [['n/a'], [2], [30]], formats: [['@'], ['0.000 "EUR"'], ['#,##0.00']] },
    ]);
  });

  test('writes a changed cell without the formula next to it', () => {
    const sheet = sheetWith([2, 2], { formula: '=1+1' });
    const blocks = blocksOf([edit(2, 1, 'uno'), edit(3, 2, 20)], canvasOn(sheet));
    expect(blocks.map(({ row, column, values }) => [row, column, values])).toEqual([
      [2, 1, [['uno']]],
      [3, 2, [[20]]],
    ]);
  });
});

test.each([
  ['a cell of the add-on', [3, 1], {}, true],
  ['a blank cell of the add-on', [3, 2], { cell: '' }, true],
  ['a cell with a formula', [3, 1], { formula: '=A2' }, false],
  ['a cell with a formula that shows nothing', [3, 1], { formula: '=""', cell: '' }, false],
  ['a text that Sheets would parse', [3, 1], { format: 'General' }, false],
  ['a text typed over a number', [3, 2], { cell: 'n/a' }, false],
  ['a date that would become text', [3, 3], { format: '@' }, false],
  ['a number with any format', [3, 2], { format: '[$€]0' }, true],
  ['a user row', [5, 2], {}, false],
  ['a row below the range that was read', [6, 2], {}, false],
  ['a header', [1, 1], {}, false],
  ['a user column', [3, 5], {}, false],
] as const)('whether a block may rewrite %s', (_, at, done, expected) => {
  const canvas = canvasOn(sheetWith(at[0] < 6 && at[1] < 5 ? at : [3, 1], done));
  expect(canvas.isFree(at[0], at[1])).toBe(expected);
});

test.each([
  ['keeps a chosen number format', 2, 2, '0.0', 5, '0.0'],
  ['keeps a chosen date format', 3, DAY, 'd.m.yyyy', LATER, 'd.m.yyyy'],
  ['keeps a chosen date format when the cell was blank', 3, '', 'd.m.yyyy', LATER, 'd.m.yyyy'],
  ['keeps a chosen format when the cell becomes blank', 2, 2, '0.0', '', '0.0'],
  ['gives text the plain text format', 1, '', 'General', '=1', '@'],
  ['gives text in a number column the plain text format', 2, 2, '0.0', '9-9', '@'],
  ['gives a number that replaces text the format of its column', 2, '9-9', '@', 5, '#,##0.00'],
  ['gives a number in a plain text cell the format of its column', 2, 2, '@', 5, '#,##0.00'],
  ['gives a number in an unformatted cell the format of its column', 2, '', 'General', 5, '#,##0.00'],
  ['gives a date that replaces a formatted number a date format', 3, 45824, '0.0', LATER, 'date'],
  ['gives a number that replaces a formatted date the format of its column', 2, DAY, 'yyyy', 5, '#,##0.00'],
  ['does not mistake quoted words in a format for a date format', 2, '', '0.0 "days"', 5, '0.0 "days"'],
  [
    'does not mistake colors and currencies in a format for a date format',
    2,
    '',
    '[Red][$USD]0.0',
    5,
    '[Red][$USD]0.0',
  ],
  ['treats a duration format as a date format', 2, '', '[h]', 5, '#,##0.00'],
  ['treats a duration format with leading zeros as a date format', 2, '', '[ss]', 5, '#,##0.00'],
  ['gives an unformatted number the format of its column', 2, 2, 'General', 5, '#,##0.00'],
  ['keeps plain text on a cell that becomes blank', 2, '9-9', '@', '', '@'],
] as [string, number, Cell, string, Cell, string][])('%s', (_, position, before, format, value, expected) => {
  const sheet = sheetWith([3, position], { cell: before, format });
  const canvas = canvasOn(sheet);
  const is = canvas.needsFormat(3, position, value) ? canvas.formatOf(3, position, value) : format;
  expect(is).toBe(expected);
  // Formats required by the block's other cells don't change the result.
  expect(canvas.formatOf(3, position, value)).toBe(expected);
});

describe('new rows', () => {
  const canvas = canvasOn(sheetWith([3, 1], {}), ['@', '0.000 "EUR"', '0.0', '@']);

  test.each([
    ['copy a format that the user chose', 2, 5, '0.000 "EUR"'],
    ['do not copy a format that does not fit the value', 3, DAY, 'date'],
    ['show text as plain text', 2, '9-9', '@'],
  ] as [string, number, Cell, string][])('%s', (_, position, value, expected) => {
    expect(canvas.needsFormat(7, position, value)).toBe(true);
    expect(canvas.formatOf(7, position, value)).toBe(expected);
  });

  test('copy a date format into blank cells', () => {
    expect(canvasOn(sheetWith([3, 1], {}), ['@', '0', 'd.m.yyyy', '@']).formatOf(7, 3, '')).toBe('d.m.yyyy');
  });

  test('leave columns without data unformatted', () => {
    const sheet = sheetWith([3, 1], {});
    const asked = COLUMNS.filter(({ id }) => id !== 'price');
    const canvas = groundOf(sheet, { cells: sheet.read(), positions: POSITIONS }, asked)(ALL_ROWS);
    expect(canvas.formatOf(7, 2, '')).toBe('General');
  });
});

test.each([
  ['the format of the other rows, when it has none', 2, 'General', 5, '0.000 "EUR"'],
  ['the format of the other rows instead of plain text from the incomplete mark', 3, '@', DAY, 'd.m.yyyy'],
  ['the format of the other rows in blank cells', 3, 'General', '', 'd.m.yyyy'],
  ['the format of its column, when nobody chose one', 1, 'General', '', '@'],
  ['no new format if the user chose one since', 2, '0.0', 5, '0.0'],
] as [string, number, string, Cell, string][])('an incomplete row gets %s', (_, position, format, value, is) => {
  const sheet = sheetWith([3, position], { cell: '', format });
  sheet.cells[2]![3] = 'incomplete new: k2';
  const canvas = canvasOn(sheet, ['@', '0.000 "EUR"', 'd.m.yyyy', '@']);
  expect(canvas.formatOf(3, position, value)).toBe(is);
  expect(canvas.needsFormat(3, position, value)).toBe(is !== format);
});

test('a block rewrites only cells between its edits', () => {
  const sheet = sheetWith([3, 1], {});
  const edits = [edit(2, 1, 'uno'), edit(3, 2, 5)];
  const canvas = groundOf(sheet, { cells: sheet.read(), positions: POSITIONS }, COLUMNS)(edits);
  expect([3, 4].map((row) => canvas.isFree(row, 2))).toEqual([true, false]);
  expect([2, 3].map((position) => canvas.isFree(2, position))).toEqual([true, false]);
});

test('reads formats and formulas once, and only if needed', () => {
  const sheet = sheetWith([3, 1], {});
  const asked: Area[] = [];
  const { details } = sheet;
  sheet.details = (area) => {
    asked.push(area);
    return details(area);
  };
  const canvas = canvasOn(sheet);
  canvas.isFree(5, 1);
  canvas.formatOf(7, 2, 5);
  expect(asked).toEqual([]);
  canvas.isFree(3, 1);
  canvas.format(2, 1);
  expect(asked).toEqual([{ top: 2, bottom: 4, left: 1, right: 4 }]);
});

test('a table without a sheet is all new', () => {
  const contents = { cells: [COLUMNS.map(({ header }) => header)], positions: POSITIONS };
  const canvas = groundOf(undefined, contents, COLUMNS)([]);
  expect(canvas.segments).toEqual([[1, 4]]);
  expect(canvas.isFree(2, 1)).toBe(false);
  expect(canvas.formatOf(2, 2, 5)).toBe('#,##0.00');
});
