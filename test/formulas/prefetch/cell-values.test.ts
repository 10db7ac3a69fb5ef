import { describe, expect, test } from 'vitest';
import type { CellInput } from '../../../src/formulas/formula.ts';
import type { SheetView, Workbook } from '../../../src/formulas/ports.ts';
import { type ArgumentText, callsIn, isUnknown, readCells } from '../../../src/formulas/prefetch/cell-calls.ts';
import type { Area } from '../../../src/tables/sheet.ts';

const GRIDS: Readonly<Record<string, readonly (readonly CellInput[])[]>> = {
  Own: [
    ['a', 1, true],
    ['b', '', false],
    ['Loading...', '#N/A', 'c'],
  ],
  Other: [['x', 'y']],
};

function setting(mostCells = 100) {
  const reads: string[] = [];
  const sheets = Object.entries(GRIDS).map(
    ([name, grid]): SheetView => ({
      name,
      rows: grid.length,
      columns: grid[0]!.length,
      formulas: () => [],
      values: ({ top, left, bottom, right }: Area) => {
        reads.push(`${name} ${top},${left}-${bottom},${right}`);
        return grid.slice(top - 1, bottom).map((row) => row.slice(left - 1, right));
      },
    }),
  );
  let asked = 0;
  const workbook: Workbook = {
    ownColumn: () => 1,
    sheets: () => sheets,
    sheet: (name) => sheets.find((each) => each.name.toLowerCase() === name.toLowerCase()),
    named: (name) => {
      asked++;
      return name === 'TICK' ? { sheet: 'Other', area: { top: 1, left: 2, bottom: 1, right: 2 } } : undefined;
    },
  };
  const inputs = (...texts: readonly string[]) => {
    const references = texts.map((text) => ({ sheet: sheets[0]!, argument: argumentOf(text) }));
    const inputOf = readCells(workbook, references, mostCells);
    return references.map(({ sheet, argument }) => inputOf(sheet, argument)?.input);
  };
  return { inputs, reads, names: () => asked };
}

function argumentOf(text: string): ArgumentText {
  return callsIn(`=MARKET_STOCK(${text})`).calls[0]!.arguments[0]!;
}

test.each<[string, unknown]>([
  ['"text"', 'text'],
  ['A1', 'a'],
  ['B2', ''],
  [
    'A1:B2',
    [
      ['a', 1],
      ['b', ''],
    ],
  ],
  ['A1:A1', 'a'],
  ['C:C', [[true], [false], ['c']]],
  ['C2:C', [[false], ['c']]],
  ['1:1', [['a', 1, true]]],
  ['other!A1', 'x'],
  ['Other!A1:B1', [['x', 'y']]],
  ['TICK', 'y'],
  ['A1&"-"&B1', 'a-1'],
  ['A1&C1&C2', 'aTRUEFALSE'],
  ['A1&B2', 'a'],
  ['A1&TICK', 'ay'],
])('argument %s is read as %j', (text, expected) => {
  expect(setting().inputs(text)).toEqual([expected]);
});

test.each(['A3', 'B3', 'A1:A3', 'Gone!A1', 'NOBODY', 'A1&A3', 'A1&A1:A2', 'A1&NOBODY'])(
  'argument %s is unknown',
  (text) => {
    expect(setting().inputs(text)).toEqual([undefined]);
  },
);

describe('sheets', () => {
  test('are read once each, only around the needed cells', () => {
    const { inputs, reads, names } = setting();
    expect(inputs('B2', 'C1', 'Other!A1', 'TICK', 'TICK&Other!A1', '"x"')).toEqual(['', true, 'x', 'y', 'yx', 'x']);
    expect(reads).toEqual(['Own 1,2-2,3', 'Other 1,1-1,2']);
    expect(names()).toBe(1);
  });

  test('are not read if the needed cells are too far apart', () => {
    const near = setting(9);
    expect(near.inputs('A1', 'C2', 'Other!A1')).toEqual(['a', false, 'x']);
    const exact = setting(6);
    expect(exact.inputs('A1', 'C2')).toEqual(['a', false]);
    const far = setting(5);
    expect(far.inputs('A1', 'C2', 'Other!A1')).toEqual([undefined, undefined, 'x']);
    expect(far.reads).toEqual(['Other 1,1-1,1']);
  });
});

test.each([
  'Loading...',
  'Wird geladen...',
  '読み込んでいます…',
  '#N/A',
  '#NV',
  '#N/D',
  '#I/T',
  '#Н/Д',
  '#HIÁNYZIK',
  '#REF!',
  '#DIV/0!',
  '#BEZUG!',
  '#NAME?',
])("a cell that shows %s isn't computed yet", (shown) => {
  expect(isUnknown(shown)).toBe(true);
});

test.each(['#12-A', '#RED-L', '#Blue', '#A12', '# 1!', '...a', '#', '', 0])(
  'a cell that shows %j is computed',
  (shown) => {
    expect(isUnknown(shown)).toBe(false);
  },
);
