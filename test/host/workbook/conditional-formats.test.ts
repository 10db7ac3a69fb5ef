import { expect, test } from 'vitest';
import { ConditionalFormats, type Setting } from './conditional-formats.ts';
import { rect, SampleWorkbook } from './sample-workbook.ts';
import type { CellValue } from './surface.ts';

const RED: Setting = ['setBackground', ['#ff0000']];

/** Backgrounds of `A1:A4`. */
function painted(values: CellValue[], ...rules: Setting[][]): unknown[] {
  const { book } = new SampleWorkbook();
  book.write(
    0,
    { row: 1, column: 1, rows: values.length, columns: 1 },
    'values',
    values.map((value) => [value]),
  );
  for (const rule of rules) book.attach('conditionalFormat', 0, [rect('A1:A9')], rule);
  const formats = new ConditionalFormats(book.book, book.book.sheet(0));
  return values.map((_, index) => formats.at(index + 1, 1)?.background);
}

const day = (text: string) => new Date(`${text}T00:00:00-04:00`);

test.each<[Setting, CellValue[], boolean[]]>([
  [
    ['whenTextContains', ['ship']],
    ['Shipped', 'Unshipped', 'Voided', ''],
    [true, true, false, false],
  ],
  [
    ['whenTextDoesNotContain', ['ship']],
    ['Shipped', 'Voided', ''],
    [false, true, true],
  ],
  [
    ['whenTextEqualTo', ['voided']],
    ['Voided', 'Voided!', ''],
    [true, false, false],
  ],
  [
    ['whenTextStartsWith', ['un']],
    ['Unshipped', 'Shun'],
    [true, false],
  ],
  [
    ['whenTextEndsWith', ['ed']],
    ['Voided', 'Edited again'],
    [true, false],
  ],
  [
    ['whenCellEmpty', []],
    ['x', '', 0],
    [false, true, false],
  ],
  [
    ['whenCellNotEmpty', []],
    ['x', '', 0],
    [true, false, true],
  ],
  [
    ['whenNumberLessThan', [0]],
    [-1, 0, '', 'less'],
    [true, false, false, false],
  ],
  [
    ['whenNumberBetween', [1, 2]],
    [1, 2, 2.5],
    [true, true, false],
  ],
  [
    ['whenNumberNotBetween', [1, 2]],
    [1, 3, ''],
    [false, true, false],
  ],
  [
    ['whenDateBefore', [day('2025-06-16')]],
    [day('2025-06-15'), day('2025-06-16'), ''],
    [true, false, false],
  ],
  [['whenDateEqualTo', [day('2025-06-16')]], [new Date('2025-06-16T12:00:00-04:00')], [true]],
  [
    ['whenDateAfter', [day('2025-06-16')]],
    [new Date('2025-06-16T23:59:00-04:00'), day('2025-06-17')],
    [false, true],
  ],
  [
    ['whenFormulaSatisfied', ['=AND(A1>1,A1<COUNT($A$1:$A$4))']],
    [1, 2, 3, 4],
    [false, true, true, false],
  ],
  [
    ['whenFormulaSatisfied', ['=A2']],
    [1, 0, true, 'text'],
    [false, true, false, false],
  ],
  [['whenFormulaSatisfied', ['=NONE(A1)']], [1], [false]],
])('the condition %j matches the right cells', (condition, values, holds) => {
  expect(painted(values, [RED, condition])).toEqual(holds.map((is) => (is ? '#ff0000' : undefined)));
});

test.each([
  ['=$A1>1', [false, false, true, true]],
  ['=A$1>1', [false, false, false, false]],
  ['=$A1+COLUMN()>4', [false, false, false, true]],
  ['=A1>1', [false, false, true, false]],
])('%s is evaluated relative to each cell', (formula, holds) => {
  const { book } = new SampleWorkbook();
  book.write(0, rect('A1:B2'), 'values', [
    [1, ''],
    [3, ''],
  ]);
  book.attach('conditionalFormat', 0, [rect('A1:B2')], [RED, ['whenFormulaSatisfied', [formula]]]);
  const formats = new ConditionalFormats(book.book, book.book.sheet(0));
  const found = [1, 2].flatMap((row) => [1, 2].map((column) => formats.at(row, column) !== undefined));
  expect(found).toEqual(holds);
});

test('only the first matching rule applies, even if it changes other properties', () => {
  const bold: Setting[] = [
    ['setBold', [true]],
    ['whenNumberGreaterThan', [2]],
  ];
  expect(painted([1, 3], bold, [RED, ['whenNumberGreaterThan', [0]]])).toEqual(['#ff0000', undefined]);
});

test('a gradient interpolates between its points', () => {
  const ends: Setting[] = [
    ['setGradientMinpoint', ['#ffffff']],
    ['setGradientMidpointWithValue', ['#ffff00', 'PERCENT', '50']],
    ['setGradientMaxpoint', ['#ff0000']],
  ];
  expect(painted([0, 50, 100, 75, 'none'], ends)).toEqual(['#ffffff', '#ffff00', '#ff0000', '#ff8000', undefined]);
});
