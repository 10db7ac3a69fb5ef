import { expect, test } from 'vitest';
import { SampleWorkbook } from './sample-workbook.ts';

const echo = (...args: unknown[]) => JSON.stringify(args);

test('arguments are values, dates, or rows of values; blank cells are empty strings', async () => {
  const sample = new SampleWorkbook({ answers: { SEE: echo } });
  await sample.type({ A1: '2025-06-15', B1: '50%', A2: 'x', C2: '=1/0' });
  await sample.type({ E1: '=SEE(A1,A1:B2,"t",C2,,Z99,A1:A1,TRUE)' });
  const [call] = sample.calls;
  const date = new Date('2025-06-15T04:00:00Z');
  expect(call).toEqual({
    name: 'SEE',
    args: [
      date,
      [
        [date, 0.5],
        ['x', ''],
      ],
      't',
      '#DIV/0!',
      '',
      '',
      date,
      true,
    ],
    cell: { sheetId: 0, row: 1, column: 5 },
  });
});

test('an array of one value is passed as that value', async () => {
  const sample = new SampleWorkbook({ answers: { SEE: echo } });
  await sample.type({ A1: '=SEE({"My shop"},{1,2})' });
  expect(sample.calls[0]!.args).toEqual(['My shop', [[1, 2]]]);
});

test('dates keep their wall-clock time if the script has another time zone', async () => {
  const answers = { SEE: (at: unknown) => (at as Date).toISOString(), GIVE: () => new Date('2025-06-15T12:00:00Z') };
  const sample = new SampleWorkbook({ scriptTimeZone: 'Asia/Tokyo', answers });
  await sample.type({ A1: '2025-06-15', B1: '=SEE(A1)', C1: '=GIVE()' });
  expect(sample.value('B1')).toBe('2025-06-14T15:00:00.000Z');
  // 12:00 UTC is 9 PM in Tokyo, as shown in the cell.
  expect(sample.value('C1')).toEqual(new Date('2025-06-16T01:00:00Z'));
});

test.each<[string, unknown, unknown[][]]>([
  ['a number', 5, [[5, '']]],
  ['a text with leading zeros', '0017', [['0017', '']]],
  ['null', null, [['', '']]],
  [
    'a flat array',
    [1, 2],
    [
      [1, ''],
      [2, ''],
    ],
  ],
  [
    'rows of unequal length',
    [[1], [2, null]],
    [
      [1, ''],
      [2, ''],
    ],
  ],
  ['a date', [[new Date('2025-06-15T12:00:00Z'), true]], [[new Date('2025-06-15T12:00:00Z'), true]]],
  ['a text that looks like a formula', '=1+1', [['=1+1', '']]],
])('a result that is %s is shown correctly', async (_, result, shown) => {
  const sample = new SampleWorkbook({ answers: { GIVE: () => result } });
  await sample.type({ B2: '=GIVE()' });
  expect(sample.book.read(0, { row: 2, column: 2, rows: shown.length, columns: 2 }, 'values')).toEqual(shown);
});

test('a cell shows Loading... until the result arrives, and dependent functions wait', async () => {
  const sample = new SampleWorkbook({ answers: { SLOW: () => [[1, 2]], NEXT: echo } });
  sample.fill('A1', 'values', '=SLOW()');
  sample.fill('A2', 'values', '=IFERROR(B1+1,"none")');
  sample.fill('A3', 'values', '=NEXT(A1:B1)');
  expect(sample.values('A1:A3')).toEqual([['Loading...'], [1], ['Loading...']]);
  await sample.book.settled();
  expect(sample.values('A1:A3')).toEqual([[1], [3], ['[[[1,2]]]']]);
  expect(sample.calls.map((call) => call.name)).toEqual(['SLOW', 'NEXT']);
});

test('a function is called once per set of arguments, for any number of cells', async () => {
  const sample = new SampleWorkbook({ answers: { DOUBLE: (n) => Number(n) * 2 } });
  await sample.type({
    A1: '1',
    A2: '2',
    B1: '=DOUBLE(A1)',
    B2: '=DOUBLE(A2)',
    C1: '=double(1)',
    C2: '=DOUBLE("1")',
  });
  expect(sample.values('B1:C2')).toEqual([
    [2, 2],
    [4, 2],
  ]);
  expect(sample.calls).toHaveLength(3);
  await sample.type({ B1: '=DOUBLE(A1)', Z1: 'unrelated' });
  expect(sample.calls).toHaveLength(3);
  await sample.type({ A1: '3' });
  expect([sample.value('B1'), sample.calls.length]).toEqual([6, 4]);
  await sample.type({ A1: '1' });
  expect([sample.value('B1'), sample.calls.length]).toEqual([2, 4]);
  sample.book.insertRows(0, 1, 1);
  await sample.book.settled();
  expect(sample.calls).toHaveLength(4);
  sample.book.recalculate();
  await sample.book.settled();
  expect(sample.calls).toHaveLength(7);
  expect(sample.values('B2:C3')).toEqual([
    [2, 2],
    [4, 2],
  ]);
});

test('dependents of a reloading spill are not called with blanks', async () => {
  let version = 1;
  const sample = new SampleWorkbook({ answers: { TABLE: () => [['h'], [version]], USE: echo } });
  await sample.type({ A1: '=TABLE()' });
  await sample.type({ C1: '=USE(A2)' });
  version = 2;
  sample.book.recalculate();
  await sample.book.settled();
  expect(sample.value('C1')).toBe('[2]');
  expect(sample.calls.filter((call) => call.name === 'USE').map((call) => call.args[0])).toEqual([1, 2]);
});

test('an error shows #ERROR! and its message; a blocked spill shows #REF!', async () => {
  const sample = new SampleWorkbook({
    answers: {
      FAIL: () => {
        throw new Error('MARKET_KEY: renew the key.');
      },
      TABLE: () => [
        [1, 2],
        [3, 4],
      ],
    },
  });
  await sample.type({ A1: '=FAIL()', D2: 'mine', C1: '=TABLE()' });
  expect([sample.value('A1'), sample.shown('A1'), sample.error('A1')]).toEqual([
    '#ERROR!',
    '#ERROR!',
    'MARKET_KEY: renew the key.',
  ]);
  expect([sample.value('C1'), sample.error('C1')]).toEqual([
    '#REF!',
    'Array result was not expanded because it would overwrite data in D2.',
  ]);
  expect([sample.value('D2'), sample.value('C2')]).toEqual(['mine', '']);
  await sample.type({ D2: '' });
  expect([sample.value('D2'), sample.error('C1'), sample.calls.length]).toEqual([4, '', 2]);
});

test.each([
  '=SEE(NOW())',
  '=SEE(TODAY())',
  '=SEE(TODAY()-7)',
  '=SEE(RAND())',
  '=SEE(B1)',
  '=SEE(A9:B9)+RANDBETWEEN(1,2)',
  '=SEE(B1:B2)',
])('%s is rejected immediately instead of loading forever', async (formula) => {
  const sample = new SampleWorkbook({ answers: { SEE: echo } });
  await sample.type({ B1: '=NOW()', B9: '=B1', A1: formula });
  expect([sample.value('A1'), sample.calls.length]).toEqual(['#ERROR!', 0]);
  expect(sample.error('A1')).toContain('not allowed to reference a cell with NOW()');
});

test('a function exists only while the workbook declares it', async () => {
  const sample = new SampleWorkbook({ answers: { LATER: () => 1 } });
  sample.book.setFunctions([]);
  await sample.type({ A1: '=LATER()' });
  expect(sample.value('A1')).toBe('#NAME?');
  sample.book.setFunctions(['Later']);
  await sample.book.settled();
  expect(sample.value('A1')).toBe(1);
});

test('a thousand formulas finish', async () => {
  const sample = new SampleWorkbook({ answers: { DOUBLE: (n) => Number(n) * 2 } });
  const rows = Array.from({ length: 1000 }, (_, i) => [i, `=DOUBLE(A${i + 1})`]);
  sample.book.write(0, { row: 1, column: 1, rows: 1000, columns: 2 }, 'values', rows);
  await sample.book.settled();
  expect(sample.calls).toHaveLength(1000);
  expect(sample.value('B1000')).toBe(1998);
});
