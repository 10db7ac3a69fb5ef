/** Formulas in the last two rows are filled down into new rows. */
import { describe, expect, test } from 'vitest';
import type { Cell } from '../../src/tables/cells.ts';
import { AS_OF, ROW_KEY } from '../../src/tables/columns.ts';
import type { RowChange } from '../../src/tables/diff.ts';
import { fillsOf, modelOf } from '../../src/tables/filldown.ts';
import { inMemorySheet } from '../support/in-memory-book.ts';

const POSITIONS = new Map([
  ['name', 1],
  [AS_OF.id, 3],
  [ROW_KEY.id, 4],
]);
const FORMULA = '=R[0]C[-1]*2';

/** A row's key, then the user's cells in columns B, E, and F. Strings that start with `=` are formulas. */
type Line = readonly [key: string, b?: string, e?: string, f?: string];

const NEW: readonly Line[] = [];

function sheetOf(lines: readonly Line[]) {
  const header: Cell[] = ['name', 'Mine', 'As of', 'Row key', 'Twice', 'Thrice'];
  const isFormula = (text: string) => text.startsWith('=');
  const shownValue = (text: string) => (isFormula(text) ? (text === '=""' ? '' : 42) : text);
  const rows = lines.map(([key, b = '', e = '', f = '']): Cell[] => [
    key === '' ? 'Total' : `name of ${key}`,
    shownValue(b),
    '',
    key,
    shownValue(e),
    shownValue(f),
  ]);
  const sheet = inMemorySheet('Orders', [header, ...rows]);
  sheet.formats = sheet.cells.map(() => ['@', 'General', 'yyyy-mm-dd', '@', '0.0', '0%']);
  lines.forEach(([, b = '', e = '', f = ''], index) => {
    for (const [position, text] of [
      [2, b],
      [5, e],
      [6, f],
    ] as const)
      if (isFormula(text)) sheet.formulas.set(`${index + 2} ${position}`, text);
  });
  return { sheet, contents: { cells: sheet.read(), positions: POSITIONS } };
}

function patternsIn(lines: readonly Line[]) {
  const { sheet, contents } = sheetOf(lines);
  return modelOf(sheet, contents).patterns.map(({ position, formula }) => `${position} ${formula}`);
}

/** The top-left cell and size of each fill. */
function fillsFor(lines: readonly Line[], changes: readonly Partial<RowChange>[]) {
  const { sheet, contents } = sheetOf(lines);
  const all = changes.map((change): RowChange => {
    return { row: 0, key: 'k', isNew: true, positions: [], cells: [], ...change };
  });
  const fills = fillsOf(sheet, contents, modelOf(sheet, contents), all);
  return fills.map(({ row, column, formulas }) => {
    return `${String.fromCharCode(64 + column)}${row} ${formulas.length}x${formulas[0]!.length}`;
  });
}

describe('finding a fill-down pattern', () => {
  test.each<[string, readonly Line[], readonly string[]]>([
    [
      'finds a formula that the last two rows share',
      [['k1'], ['k2', '', FORMULA], ['k3', '', FORMULA]],
      [`5 ${FORMULA}`],
    ],
    ['ignores a formula only in the last row', [['k1'], ['k2'], ['k3', '', FORMULA]], []],
    ['ignores a formula in the only row', [['k1', '', FORMULA]], []],
    ['ignores a formula that the last row lacks', [['k1', '', FORMULA], ['k2', '', FORMULA], ['k3']], []],
    [
      'ignores a formula that differs in the last row',
      [
        ['k1', '', FORMULA],
        ['k2', '', '=1'],
      ],
      [],
    ],
    [
      'ignores a repeated value',
      [
        ['k1', '', 'x'],
        ['k2', '', 'x'],
      ],
      [],
    ],
    [
      'finds one per column',
      [
        ['k1', '=1', FORMULA, '=3'],
        ['k2', '=1', FORMULA, '=4'],
      ],
      ['2 =1', `5 ${FORMULA}`],
    ],
    [
      'skips user rows',
      [
        ['k1', '', FORMULA],
        ['', '', '=SUM()'],
        ['k2', '', FORMULA],
        ['', '', 'sum'],
      ],
      [`5 ${FORMULA}`],
    ],
    [
      'skips new rows that a killed run left incomplete',
      [['k1', '', FORMULA], ['k2', '', FORMULA], ['incomplete new: k3'], ['incomplete new: k4']],
      [`5 ${FORMULA}`],
    ],
    [
      'uses existing rows even if they are incomplete',
      [
        ['k1', '', FORMULA],
        ['incomplete: k2', '', FORMULA],
      ],
      [`5 ${FORMULA}`],
    ],
    ['does not look 100 rows up', [['k1', '', FORMULA], ...Array<Line>(100).fill(['']), ['k2', '', FORMULA]], []],
    ['finds no formula in an empty table', NEW, []],
  ])('%s', (_, lines, patterns) => {
    expect(patternsIn(lines)).toEqual(patterns);
  });

  test("ignores formulas in the add-on's columns", () => {
    const { sheet, contents } = sheetOf([['k1'], ['k2']]);
    for (const row of [2, 3]) sheet.formulas.set(`${row} 1`, '=1');
    expect(modelOf(sheet, contents).patterns).toEqual([]);
  });
});

describe('filling new rows', () => {
  const both: readonly Line[] = [
    ['k1', '=1', FORMULA, '=3'],
    ['k2', '=1', FORMULA, '=3'],
  ];

  test('writes neighboring formulas in one call, with the number formats of the last row', () => {
    const { sheet, contents } = sheetOf(both);
    sheet.formats[1] = sheet.formats[1]!.map(() => 'General');
    const change = { row: 4, key: 'k3', isNew: true, positions: [], cells: [] };
    expect(fillsOf(sheet, contents, modelOf(sheet, contents), [change, { ...change, row: 5 }])).toEqual([
      { row: 4, column: 2, formulas: [['=1'], ['=1']], formats: [['General'], ['General']] },
      {
        row: 4,
        column: 5,
        formulas: [
          [FORMULA, '=3'],
          [FORMULA, '=3'],
        ],
        formats: [
          ['0.0', '0%'],
          ['0.0', '0%'],
        ],
      },
    ]);
  });

  test('takes number formats from the last complete row', () => {
    const { sheet, contents } = sheetOf([['k1'], ['incomplete new: k2']]);
    sheet.formats[1]![0] = 'chosen';
    expect(modelOf(sheet, contents)).toMatchObject({ row: 2, formats: sheet.formats[1] });
  });

  test.each<[string, readonly Line[], readonly Partial<RowChange>[], readonly string[]]>([
    ['does not fill a known row', both, [{ row: 2, isNew: false, positions: [1, 4] }], []],
    [
      'fills rows that have other rows between them',
      both,
      [{ row: 4 }, { row: 6 }],
      ['B4 1x1', 'E4 1x2', 'B6 1x1', 'E6 1x2'],
    ],
    [
      'fills an incomplete new row of a killed run when it is completed',
      [...both, ['incomplete new: k3', '', FORMULA]],
      [{ row: 4, isNew: false, positions: [1, 4] }],
      ['B4 1x1', 'F4 1x1'],
    ],
    [
      'does not fill that row while it is incomplete',
      [...both, ['incomplete new: k3']],
      [{ row: 4, isNew: false, positions: [1] }],
      [],
    ],
    [
      'does not fill an existing row that was incomplete: the user may have deleted the formula',
      [['incomplete: k0'], ...both],
      [{ row: 2, isNew: false, positions: [1, 4] }],
      [],
    ],
  ])('%s', (_, lines, changes, fills) => {
    expect(fillsFor(lines, changes)).toEqual(fills);
  });

  test("doesn't overwrite a filled cell, even if its formula's result is blank", () => {
    const { sheet, contents } = sheetOf([...both, ['', '=""', 'mine']]);
    const cells = contents.cells.map((row, index) => (index === 3 ? ['', '', '', '', 'mine', ''] : row));
    const change = { row: 4, key: 'k3', isNew: true, positions: [], cells: [] };
    const fills = fillsOf(sheet, { cells, positions: POSITIONS }, modelOf(sheet, contents), [change]);
    expect(fills.map(({ column }) => column)).toEqual([6]);
  });
});
