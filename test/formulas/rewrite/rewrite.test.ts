/** Formulas that are turned into one and back: the same ones again, and a cell that is in the way is named. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CellInput } from '../../../src/formulas/formula.ts';
import type { Workbook } from '../../../src/formulas/ports.ts';
import { type Along, moved, referringIn, textOf } from '../../../src/formulas/rewrite/cell-reference.ts';
import { type CellsIn, planIntoMany } from '../../../src/formulas/rewrite/into-many.ts';
import { caution, errorsText, planIntoOne, seriesIn } from '../../../src/formulas/rewrite/into-one.ts';
import { areaOf, type Rewritten, type Selected, singlesOf } from '../../../src/formulas/rewrite/rewritten.ts';
import { STOREFRONTS } from '../../../src/protocol/operation.ts';
import { columnLetters } from '../../../src/tables/letters.ts';
import { sheetOf } from '../../support/in-memory-storm.ts';

const CONTEXT = { owner: { name: 'Shop', version: '314', storefronts: STOREFRONTS }, zone: 'UTC', now: 0 };

interface Line {
  readonly along: Along;
  readonly top: number;
  readonly left: number;
  readonly formulas: readonly string[];
}

const mark = fc.constantFrom('', '$');
const anyLine: fc.Arbitrary<Line> = fc
  .record({
    along: fc.constantFrom<Along>('down', 'across'),
    top: fc.integer({ min: 1, max: 2000 }),
    left: fc.integer({ min: 1, max: 800 }),
    count: fc.integer({ min: 2, max: 60 }),
    head: fc.constantFrom(
      '=MARKET_STOCK(',
      '=market_stock( ',
      '= MARKET_PRICE(Items!',
      "=MARKET_STOCK('My ''own'' list'!",
      '=MARKET_STOCK(Übersicht!',
    ),
    marks: fc.tuple(mark, mark),
    row: fc.integer({ min: 1, max: 100_000 }),
    column: fc.integer({ min: 1, max: 700 }),
    tail: fc.constantFrom(')', ' )', ',"buybox")', ';"USA";0;$Z$1) ', ',,,MARKET_TICK)', ',"a ""b)"" A2")'),
  })
  .map(({ along, top, left, count, head, marks: [columnMark, rowMark], row, column, tail }) => {
    const formulas = Array.from({ length: count }, (_, index) => {
      const [down, right] = along === 'down' ? [index, 0] : [0, index];
      return `${head}${columnMark}${columnLetters(column + right)}${rowMark}${row + down}${tail}`;
    });
    return { along, top, left, formulas };
  });

function selectedOf({ along, top, left, formulas }: Line): Selected {
  const grid = along === 'down' ? formulas.map((text) => [text]) : [formulas];
  return { sheet: 'Stock', top, left, formulas: grid, values: grid.map((line) => line.map(() => 0)) };
}

/** The sheet after formulas were turned into one, which shows a value in each cell. */
function sheetWith(rewritten: Rewritten): CellsIn {
  const own = areaOf(rewritten);
  return ({ top, left, bottom, right }) => {
    const grid = <T>(of: (row: number, column: number) => T) =>
      Array.from({ length: bottom - top + 1 }, (_, y) =>
        Array.from({ length: right - left + 1 }, (_, x) => of(top + y, left + x)),
      );
    const isFirst = (row: number, column: number) => row === own.top && column === own.left;
    const isIn = (row: number, column: number) =>
      row >= own.top && row <= own.bottom && column >= own.left && column <= own.right;
    return {
      formulas: grid((row, column) => (isFirst(row, column) ? rewritten.one : '')),
      values: grid((row, column) => (isIn(row, column) ? 7 : '')),
    };
  };
}

function selectedIn(cellsIn: CellsIn, top: number, left: number): Selected {
  return { sheet: 'Stock', top, left, ...cellsIn({ top, left, bottom: top, right: left }) };
}

test('turned into one and back, the formulas are the same', () => {
  fc.assert(
    fc.property(anyLine, fc.boolean(), (line, isRemembered) => {
      const rewritten = seriesIn(selectedOf(line));
      expect([rewritten.count, rewritten.along]).toEqual([line.formulas.length, line.along]);
      expect(rewritten.one.length).toBeLessThan(line.formulas[0]!.length + 20);
      const cellsIn = sheetWith(rewritten);
      const selected = selectedIn(cellsIn, rewritten.row, rewritten.column);
      const [back, ...others] = planIntoMany(selected, isRemembered ? [rewritten] : [], cellsIn);
      expect(others).toEqual([]);
      expect(areaOf(back!)).toEqual(areaOf(rewritten));
      expect(singlesOf(back!)).toEqual(line.formulas);
    }),
  );
});

test('whichever of its cells is selected, what is remembered is found', () => {
  fc.assert(
    fc.property(anyLine, fc.nat(), (line, any) => {
      const rewritten = seriesIn(selectedOf(line));
      const index = any % rewritten.count;
      const [down, right] = rewritten.along === 'down' ? [index, 0] : [0, index];
      const cellsIn = sheetWith(rewritten);
      const selected = selectedIn(cellsIn, rewritten.row + down, rewritten.column + right);
      expect(planIntoMany(selected, [rewritten], cellsIn)).toEqual([rewritten]);
    }),
  );
});

test('one formula that is another is in the way, wherever it stands', () => {
  fc.assert(
    fc.property(anyLine, fc.nat(), fc.constantFrom('=MARKET_STOCK("x")', '=A1', ''), (line, any, other) => {
      const index = 1 + (any % (line.formulas.length - 1));
      // At the end a cell without a formula is left out.
      fc.pre(other !== '' || index < line.formulas.length - 1);
      const formulas = line.formulas.map((text, at) => (at === index ? other : text));
      const [row, column] = line.along === 'down' ? [line.top + index, line.left] : [line.top, line.left + index];
      expect(() => seriesIn(selectedOf({ ...line, formulas }))).toThrow(`${columnLetters(column)}${row} is in the way`);
    }),
  );
});

test("while it shows an error, what stands in its other cells is a person's", () => {
  fc.assert(
    fc.property(anyLine, fc.nat(), fc.constantFrom('#ERROR!', '#REF!', '#NAME?', 'Loading...'), (line, any, error) => {
      const rewritten = seriesIn(selectedOf(line));
      const index = 1 + (any % (rewritten.count - 1));
      const own = areaOf(rewritten);
      const [row, column] = rewritten.along === 'down' ? [own.top + index, own.left] : [own.top, own.left + index];
      const cellsIn: CellsIn = (area) => {
        const cells = sheetWith(rewritten)(area);
        const values = cells.values.map((cells, y) =>
          cells.map((_, x) => {
            if (area.top + y === own.top && area.left + x === own.left) return error;
            return area.top + y === row && area.left + x === column ? 'mine' : '';
          }),
        );
        return { ...cells, values };
      };
      expect(() => planIntoMany(selectedIn(cellsIn, rewritten.row, rewritten.column), [rewritten], cellsIn)).toThrow(
        `${columnLetters(column)}${row} is in the way: it holds "mine".`,
      );
    }),
  );
});

test.each([
  [1_000_000, true],
  [20_001, true],
  [20_000, false],
])('a range of %i cells is not turned into as many formulas: %s', (count, isRefused) => {
  const selected = {
    sheet: 'Stock',
    top: 2,
    left: 2,
    formulas: [[`=MARKET_STOCK(A2:A${count + 1})`]],
    values: [[1]],
  };
  let said = '';
  try {
    planIntoMany(selected, [], () => selected);
  } catch (error) {
    said = (error as Error).message;
  }
  const many = `B2 stands for ${count.toLocaleString('en-US')} cells, and at most 20,000 formulas can be turned back. Shorten its range first. Nothing`;
  expect(said.includes(many)).toBe(isRefused);
});

test.each<[string, string]>([
  ['=MARKET_STOCK(A2)', 'Keep B2: without it all of the values go.'],
  ['=MARKET_STOCK(stock!A2)', 'Keep B2: without it all of the values go.'],
  ['=MARKET_STOCK(A3)', 'Its identifiers are not in the same rows: a row that you insert or delete here'],
  ['=MARKET_STOCK(Items!A2)', 'Its identifiers are on the sheet "Items": a row that you insert'],
])('what to know of %s as one is told', (single, expected) => {
  const referring = referringIn(single)!;
  const formulas = [0, 1].map((index) => [textOf(moved(referring, 'down', index))]);
  const rewritten = seriesIn({ sheet: 'Stock', top: 2, left: 2, formulas, values: [[0], [0]] });
  const told = caution('Stock', rewritten);
  expect(told).toContain(expected);
  expect(told.startsWith('Keep B2: without it all of the values go.')).toBe(true);
  expect(told.length > 60).toBe(expected.startsWith('Its'));
});

test.each<[string, readonly CellInput[], string]>([
  ['none', [1, '', 0], ''],
  ['one', [1, '#ERROR!', 0], 'One of them showed an error (B3); where nothing is found there is a blank now.'],
  ['two, of whatever kind', ['#ERROR!', 2, '#REF!'], '2 of them showed an error (B2, B4); where'],
  [
    'more than are named',
    Array<CellInput>(7).fill('#ERROR!'),
    '7 of them showed an error (B2, B3, B4, B5, B6 and 2 more);',
  ],
])('of errors among formulas that become one: %s', (_, shown, expected) => {
  const formulas = shown.map((_, index) => [`=MARKET_STOCK(A${index + 2})`]);
  const selected = {
    sheet: 'Stock',
    top: 1,
    left: 2,
    formulas: [[''], ...formulas],
    values: [['#REF!'], ...shown.map((each) => [each])],
  };
  const told = errorsText(seriesIn(selected), selected);
  if (expected === '') expect(told).toBe('');
  else expect(told.startsWith(expected), told).toBe(true);
});

test('a text that does not come out as it went in is no reference', () => {
  const texts = ['=MARKET_STOCK(a2)', '=MARKET_STOCK(A02)', '=MARKET_STOCK(A2+1)', '=SUM(A2)', '=MARKET_STOCK(A:A)'];
  expect(texts.map(referringIn)).toEqual(texts.map(() => undefined));
  const range = "=MARKET_STOCK('It''s'!$A2:B$3,1)";
  expect(textOf(referringIn(range)!)).toBe(range);
});

describe('what would not give the same values', () => {
  function plan(changes: Readonly<Record<string, CellInput>>, area = 'B2:B6') {
    const grid: CellInput[][] = Array.from({ length: 8 }, (_, index) =>
      index >= 1 && index <= 5 ? [`id${index}`, `=MARKET_STOCK(A${index + 1})`, ''] : ['', '', ''],
    );
    for (const [cell, value] of Object.entries(changes))
      grid[Number(cell.slice(1)) - 1]!['ABC'.indexOf(cell[0]!)] = value;
    const sheet = sheetOf('Stock', grid);
    const [, from, top, to = from, bottom = top] = /^(\w)(\d)(?::(\w)(\d))?$/.exec(area)!;
    const corners = {
      top: Number(top),
      left: 'ABC'.indexOf(from!) + 1,
      bottom: Number(bottom),
      right: 'ABC'.indexOf(to!) + 1,
    };
    const workbook: Workbook = {
      ownColumn: () => 1,
      sheets: () => [sheet],
      named: () => undefined,
    };
    const cells = { formulas: sheet.formulas(corners), values: sheet.values(corners) };
    return planIntoOne({ sheet: 'Stock', ...corners, ...cells }, workbook, () => CONTEXT);
  }

  const column = (of: (row: number) => CellInput, letter = 'B') =>
    Object.fromEntries([2, 3, 4, 5, 6].map((row) => [`${letter}${row}`, of(row)]));

  test('headers and blanks around them are left out', () => {
    expect(plan({ B1: 'Stock' }, 'B1:B8')).toEqual({
      row: 2,
      column: 2,
      along: 'down',
      count: 5,
      single: '=MARKET_STOCK(A2)',
      one: '=MARKET_STOCK(A2:A6)',
    });
  });

  test.each<[string, Readonly<Record<string, CellInput>>, string, string]>([
    [
      'another argument',
      { B4: '=MARKET_STOCK(A4,"CAN")' },
      'B2:B6',
      'B4 is in the way: it holds =MARKET_STOCK(A4,"CAN"), where =MARKET_STOCK(A4) would go on.',
    ],
    ['a skipped row', { B4: '=MARKET_STOCK(A5)' }, 'B2:B6', 'B4 is in the way: it holds =MARKET_STOCK(A5)'],
    ['the same row', column(() => '=MARKET_STOCK(A$2)'), 'B2:B6', 'B3 is in the way: it holds =MARKET_STOCK(A$2)'],
    ['an argument that goes along', column((row) => `=MARKET_STOCK(A${row},C${row})`), 'B2:B6', 'B3 is in the way'],
    ['a text between', { B4: 'soon' }, 'B2:B6', 'B4 is in the way: it holds "soon"'],
    ['a blank between', { B4: '' }, 'B2:B6', 'B4 is in the way: it is blank'],
    ['a total below', { B7: '=SUM(B2:B6)' }, 'B1:B8', 'B7 is in the way: it holds =SUM(B2:B6)'],
    ['more than a call', { B2: '=MARKET_STOCK(A2)+1' }, 'B2:B6', 'B2 holds =MARKET_STOCK(A2)+1. Only formulas'],
    [
      'a computed argument',
      { B2: '=MARKET_STOCK(A2,UPPER("usa"))' },
      'B2:B6',
      'B2 holds =MARKET_STOCK(A2,UPPER("usa")). Only formulas',
    ],
    ['a table', { B2: '=MARKET_INVENTORY(A2)' }, 'B2:B6', 'B2 holds =MARKET_INVENTORY(A2). Only formulas'],
    ['an order without a field', { B2: '=MARKET_ORDER(A2)' }, 'B2:B6', 'B2 holds =MARKET_ORDER(A2). Only formulas'],
    [
      'a field that is blank',
      { ...column((row) => row, 'A'), ...column((row) => `=MARKET_ORDER(A${row},$C$1)`) },
      'B2:B6',
      'The cell that names the field is blank',
    ],
    [
      'no reference',
      { B2: '=MARKET_STOCK("x")' },
      'B2:B6',
      'Its identifier has to be in a cell, as in =MARKET_STOCK(A2).',
    ],
    ['a range', { B2: '=MARKET_STOCK(A2:A3)' }, 'B2:B6', 'Its identifier has to be in a cell'],
    [
      'values of its own',
      column((row) => `=MARKET_STOCK(B${row + 1})`),
      'B2:B6',
      'one formula cannot refer to its own values',
    ],
    ['two columns', {}, 'A2:B6', 'Select formulas of one column, or of one row.'],
    ['one formula', {}, 'B2', 'Select at least two formulas'],
    ['none', {}, 'C2:C6', 'Select at least two formulas'],
    [
      'a date as identifier',
      { A4: new Date(0) },
      'B2:B6',
      'As one formula they would all fail: An identifier became the date 1970-01-01',
    ],
    ['an error as identifier', { A4: '#DIV/0!' }, 'B2:B6', 'A4 shows #DIV/0!'],
  ])('%s', (_, changes, area, complaint) => {
    expect(() => plan(changes, area)).toThrow(complaint);
    expect(() => plan(changes, area)).toThrow(/ Nothing was changed\.$/);
  });

  test('more calls than one formula has time for', () => {
    const prices = Array.from({ length: 101 }, (_, index) => [`9SI${index}`, `=MARKET_PRICE(A${index + 1})`]);
    const all = (count: number) => {
      const sheet = sheetOf('Prices', prices.slice(0, count));
      const area = { top: 1, left: 2, bottom: count, right: 2 };
      const selected = {
        sheet: 'Prices',
        top: 1,
        left: 2,
        formulas: sheet.formulas(area),
        values: sheet.values(area),
      };
      const workbook = {
        ownColumn: () => 1,
        sheets: () => [sheet],
        named: () => undefined,
      };
      return planIntoOne(selected, workbook, () => CONTEXT).count;
    };
    expect(all(100)).toBe(100);
    expect(() => all(101)).toThrow('One formula would need 101 calls, and has time for 100 at most.');
  });
});
