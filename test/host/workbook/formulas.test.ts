import { describe, expect, test } from 'vitest';
import { SampleWorkbook } from './sample-workbook.ts';

test.each<[string, unknown, string]>([
  ['=A1*2', 24, ''],
  ['=SUM(A1:A2)', 13.5, ''],
  ['=SUM(A:A)', 13.5, ''],
  ['=A1&"x"', '12x', ''],
  ['=IF(B1="","blank","full")', 'blank', ''],
  ['=Other!A1', 'there', ''],
  ["='Two words'!A1+1", 8, ''],
  ['=VLOOKUP("k",D1:E2,2,FALSE)', 'found', ''],
  ['=INDIRECT("A1")', 12, ''],
  ['=ARRAYFORMULA(SUM(A1:A2*2))', 27, ''],
  ['=REGEXMATCH("abc","^a.c$")', true, ''],
  ['=TOTAL+1', 13, ''],
  ['=ROW()', 5, ''],
  ['=1/0', '#DIV/0!', 'The divisor must be different from zero.'],
  ['=NOSUCH(1)', '#NAME?', 'Unknown function: "NOSUCH"'],
  ['=nosuch', '#NAME?', "Unknown range name: 'nosuch'."],
  ['=1+', '#ERROR!', 'Formula parse error.'],
  ['=Nowhere!A1', '#REF!', "Unresolved sheet name 'Nowhere'."],
  ['=F5', '#REF!', 'Circular dependency detected. To resolve with iterative calculation, see File > Settings.'],
])('%s gives %j', async (formula, value, message) => {
  const sample = new SampleWorkbook();
  const { book } = sample;
  book.fill(book.insertSheet({ name: 'Other' }), { row: 1, column: 1, rows: 1, columns: 1 }, 'values', 'there');
  book.fill(book.insertSheet({ name: 'Two words' }), { row: 1, column: 1, rows: 1, columns: 1 }, 'values', 7);
  book.setNamedRange('TOTAL', 0, { row: 1, column: 1, rows: 1, columns: 1 });
  await sample.type({ A1: '12', A2: '1.5', D2: 'k', E2: 'found', F5: formula });
  expect([sample.value('F5'), sample.error('F5')]).toEqual([value, message]);
});

test.each([
  ['A*1', 1],
  ['A?1', 1],
  ['a~*1', 3],
  ['A~?1', '#N/A'],
  ['A~~1', 4],
  ['A~~~*', 5],
  ['A~**', 3],
  ['(a|b)', 6],
  ['(a|*', 6],
  ['A1', '#N/A'],
])('MATCH finds "%s" at %s', async (wanted, at) => {
  const sample = new SampleWorkbook();
  await sample.type({ B1: 'AB1', B2: 'AxyB', B3: 'A*1', B4: 'A~1', B5: 'A~*', B6: '(a|b)', A1: wanted });
  await sample.type({ C1: '=MATCH(A1,B:B,0)', C2: '=MATCH(3,{1,3},0)' });
  expect(sample.values('C1:C2')).toEqual([[at], [2]]);
});

test('dates stay dates in formulas, and NOW uses the virtual clock', async () => {
  const sample = new SampleWorkbook();
  await sample.type({ A1: '2025-06-15', B1: '=A1', C1: '=NOW()', D1: '=TODAY()', E1: '=A1+1' });
  expect(sample.values('B1:E1')[0]).toEqual([
    new Date('2025-06-15T04:00:00Z'),
    new Date('2025-06-16T18:00:00Z'),
    new Date('2025-06-16T04:00:00Z'),
    new Date('2025-06-16T04:00:00Z'),
  ]);
  sample.now += 86_400_000;
  await sample.type({ Z9: 'any edit' });
  expect(sample.value('C1')).toEqual(new Date('2025-06-17T18:00:00Z'));
});

test('dependents of a written cell recalculate across sheets and spills', async () => {
  const sample = new SampleWorkbook();
  const other = sample.book.insertSheet({ name: 'Other' });
  await sample.type({ A1: '1', A2: '2', B1: '=ARRAYFORMULA(A1:A2*10)', C1: '=SUM(B1:B2)', D1: '=B2&"!"' });
  sample.book.type(other, 1, 1, '=Sheet1!C1+1');
  expect(sample.values('B1:D2')).toEqual([
    [10, 30, '20!'],
    [20, '', ''],
  ]);
  sample.fill('A2', 'values', 5);
  expect(sample.values('C1:D1')).toEqual([[60, '50!']]);
  sample.sheetId = other;
  expect(sample.value('A1')).toBe(61);
});

describe('a spill', () => {
  test('is blocked by a value, a formula, or another spill, and returns when they are removed', async () => {
    const sample = new SampleWorkbook();
    await sample.type({ B2: '={1,2;3,4}' });
    expect(sample.values('B2:C3')).toEqual([
      [1, 2],
      [3, 4],
    ]);
    for (const obstacle of ['x', '=1', '={1;2}']) {
      await sample.type({ C3: obstacle });
      expect(sample.values('B2:C2')).toEqual([['#REF!', '']]);
      expect(sample.error('B2')).toBe('Array result was not expanded because it would overwrite data in C3.');
      await sample.type({ C3: '' });
      expect(sample.value('C3')).toBe(4);
    }
  });

  test('releases its cells when it shrinks, and a blocked neighbor can then spill', async () => {
    const sample = new SampleWorkbook();
    await sample.type({ A1: '3', B1: '=SEQUENCE(A1)', D1: '=SUM(B:B)', A2: '={7,8,9}' });
    expect([sample.value('A2'), sample.value('B3'), sample.value('D1')]).toEqual(['#REF!', 3, 6]);
    await sample.type({ A1: '1' });
    expect(sample.values('A2:C3')).toEqual([
      [7, 8, 9],
      ['', '', ''],
    ]);
    expect(sample.value('D1')).toBe(9);
    expect(sample.book.lastRow(0)).toBe(2);
  });

  test('extends the grid', async () => {
    const sample = new SampleWorkbook();
    await sample.type({ Z999: '=SEQUENCE(5,3)' });
    expect(sample.book.sheet(0)).toMatchObject({ rows: 1003, columns: 28 });
    expect(sample.value('AB1003')).toBe(15);
  });
});

test.each([1, -1])('a chain of 5,000 formulas is calculated, direction %i', async (direction) => {
  const sample = new SampleWorkbook();
  sample.book.insertRows(0, 1, 5000);
  const rows = Array.from({ length: 5000 }, (_, i) => [`=A${i + 2 + direction}+1`]);
  sample.book.write(0, { row: 2, column: 1, rows: 5000, columns: 1 }, 'values', rows);
  const [start, end] = direction === 1 ? ['A5002', 'A2'] : ['A1', 'A5001'];
  await sample.type({ [start]: '7' });
  expect(sample.value(end)).toBe(5007);
});

test('a chain of OFFSET, which catches errors, is calculated', async () => {
  const sample = new SampleWorkbook();
  const rows = Array.from({ length: 300 }, (_, i) => [`=OFFSET(A${i + 1},1,0)+1`]);
  sample.book.write(0, { row: 1, column: 1, rows: 300, columns: 1 }, 'values', rows);
  await sample.type({ A301: '7' });
  expect(sample.value('A1')).toBe(307);
});

test('SUM over 20,000 cells updates after a write to one of them', () => {
  const sample = new SampleWorkbook();
  const data = Array.from({ length: 20_000 }, (_, i) => [i]);
  const sheetId = sample.book.insertSheet({ name: 'Data', rows: 20_000, columns: 1 });
  sample.book.write(sheetId, { row: 1, column: 1, rows: 20_000, columns: 1 }, 'values', data);
  sample.fill('A1', 'formulas', '=SUM(Data!A1:A20000)');
  expect(sample.value('A1')).toBe(199_990_000);
  sample.book.fill(sheetId, { row: 20_000, column: 1, rows: 1, columns: 1 }, 'values', 0);
  expect(sample.value('A1')).toBe(199_970_001);
});

test('formulas convert to and from R1C1 notation', () => {
  const sample = new SampleWorkbook();
  sample.fill('C3', 'formulasR1C1', '=SUM(R1C1:R[-1]C)+RC[-1]&"R1C1"');
  expect(sample.formula('C3')).toBe('=SUM($A$1:C2)+B3&"R1C1"');
  expect(sample.read('C3', 'formulasR1C1')).toEqual([['=SUM(R1C1:R[-1]C[0])+R[0]C[-1]&"R1C1"']]);
});

describe('an array in place of a single value', () => {
  const cells = { A1: '1', A2: '2', A3: '3', B1: '10', C1: '20', D1: 'x', D2: 'y' };

  test.each<[string, string, unknown[]]>([
    // The value in line with the formula.
    ['=A1:A3*2', 'F2', [4, '']],
    ['=A1:A3', 'F3', [3, '']],
    ['=A1:A3&"!"', 'F1', ['1!', '']],
    ['=A1:C1+1', 'B7', [11, '']],
    ['=LEN(D1:D2)', 'F2', [1, '']],
    ['=IF(A1:A3>1,"more","less")', 'F1', ['less', '']],
    ['=IF(TRUE,A1:A3)', 'F2', [2, '']],
    ['=SUM(A1:A3*2)', 'F2', [4, '']],
    // Neither in the same row nor in the same column as the formula.
    ['=A1:A3*2', 'F7', ['#VALUE!', '']],
    ['=A1:B2*2', 'F1', ['#VALUE!', '']],
    ['=IFERROR(A1:A3*2,"none")', 'F7', ['none', '']],
    // The first value of an array that isn't a range.
    ['={1;2;3}*2', 'F7', [2, '']],
    ['=SEQUENCE(3)+1', 'F7', [2, '']],
  ])('%s in %s becomes one value', async (formula, cell, shown) => {
    const sample = new SampleWorkbook();
    await sample.type({ ...cells, [cell]: formula });
    const below = cell.replace(/\d+/, (row) => String(Number(row) + 1));
    expect([sample.value(cell), sample.value(below)]).toEqual(shown);
  });

  test.each<[string, unknown[]]>([
    ['=ARRAYFORMULA(A1:A3*2)', [2, 4, 6]],
    ['={A1:A3}', [1, 2, 3]],
    ['=FILTER(A1:A3,A1:A3*2>2)', [2, 3, '']],
    ['=SUMPRODUCT(A1:A3*2)', [12, '', '']],
    ['=SORT(A1:A3*-1,1,TRUE)', [-3, -2, -1]],
    ['=IFERROR(UNIQUE(A1:A3),"none")', [1, 2, 3]],
    ['=IF(TRUE,{1;2;3})', [1, 2, 3]],
    ['=SUM(A1:A3)', [6, '', '']],
    ['=CONCATENATE(A1:A3,"!")', ['123!', '', '']],
    ['=ARRAYFORMULA(A1:A3&"!")', ['1!', '2!', '3!']],
    ['=COUNTIF(A1:A3,">1")', [2, '', '']],
    ['=VLOOKUP(2,A1:B3,1,FALSE)', [2, '', '']],
    ['=TABLE(A1:A3)', [1, 2, 3]],
    ['=IFERROR(TABLE(A1:A3),"none")', [1, 2, 3]],
  ])('%s keeps all values', async (formula, shown) => {
    const sample = new SampleWorkbook({ answers: { TABLE: (rows) => rows } });
    await sample.type({ ...cells, F7: formula });
    expect(sample.values('F7:F9').flat()).toEqual(shown);
  });

  test('the error explains that no value is in line', async () => {
    const sample = new SampleWorkbook();
    await sample.type({ A1: '1', A2: '2', F7: '=A1:A2*2' });
    expect(sample.error('F7')).toBe('An array value could not be found.');
  });
});

test.each([
  ['=A1+B1', '#VALUE!'],
  ['=-B1', '#VALUE!'],
  ['=VALUE("x")', '#VALUE!'],
  ['=IF(B1,1,2)', '#VALUE!'],
  ['=IFERROR(A1+B1,"caught")', 'caught'],
  ['=SUM(A1:B1)', '1'],
  ['=1+', '#ERROR!'],
])('text in place of a number: %s shows %s', async (formula, shown) => {
  const sample = new SampleWorkbook();
  await sample.type({ A1: '1', B1: 'x', C1: formula });
  expect(sample.read('C1', 'displayValues')).toEqual([[shown]]);
});
