import { describe, expect, test } from 'vitest';
import { SampleWorkbook } from './sample-workbook.ts';
import type { CellValue } from './surface.ts';

describe('typed or written text is converted as in Sheets', () => {
  const cases: [text: string, value: CellValue, shown: string, format: string][] = [
    ['hello', 'hello', 'hello', 'General'],
    ['12', 12, '12', 'General'],
    ['0017', 17, '17', 'General'],
    [' 12 ', 12, '12', 'General'],
    ['-3.50', -3.5, '-3.5', 'General'],
    ['1,234.50', 1234.5, '1,234.50', '#,##0.00'],
    ['1,23', '1,23', '1,23', 'General'],
    ['1E5', 100000, '1.00E+05', '0.00E+00'],
    ['10%', 0.1, '10%', '0%'],
    ['10.1%', 0.101, '10.10%', '0.00%'],
    ['$1,234.5', 1234.5, '$1,234.50', '"$"#,##0.00'],
    ['-$5', -5, '-$5', '"$"#,##0'],
    ['true', true, 'TRUE', 'General'],
    ["'001", '001', '001', 'General'],
    ["'=1+1", '=1+1', '=1+1', 'General'],
    [' =1+1', ' =1+1', ' =1+1', 'General'],
    ['2025-06-15', new Date('2025-06-15T04:00:00Z'), '2025-06-15', 'yyyy-mm-dd'],
    ['1/2/2023', new Date('2023-01-02T05:00:00Z'), '1/2/2023', 'm/d/yyyy'],
    ['3-4', new Date('2025-03-04T05:00:00Z'), '3-4', 'm-d'],
    ['2023/01/01 12:00:00', new Date('2023-01-01T17:00:00Z'), '2023/01/01 12:00:00', 'yyyy/mm/dd h:mm:ss'],
    ['1/2/2023 3:04 pm', new Date('2023-01-02T20:04:00Z'), '1/2/2023 3:04 PM', 'm/d/yyyy h:mm am/pm'],
    ['Jan 5, 2024', new Date('2024-01-05T05:00:00Z'), 'Jan 5, 2024', 'mmm d, yyyy'],
    ['2/30/2023', '2/30/2023', '2/30/2023', 'General'],
    ['13-1-2023', '13-1-2023', '13-1-2023', 'General'],
    ['2023-01-01T12:00:00Z', '2023-01-01T12:00:00Z', '2023-01-01T12:00:00Z', 'General'],
    ['9SIA1234', '9SIA1234', '9SIA1234', 'General'],
    ['1234567890123456789012', 1.2345678901234568e21, '1.23456789E+21', 'General'],
    ['12:30', new Date('1899-12-30T17:30:00Z'), '12:30', 'h:mm'],
  ];
  test.each(cases)('%j', (text, value, shown, format) => {
    const typed = new SampleWorkbook();
    typed.fill('A1', 'values', text);
    expect(typed.value('A1')).toEqual(value);
    expect(typed.shown('A1')).toBe(shown);
    expect(typed.read('A1', 'numberFormats')).toEqual([[format]]);
    expect(typed.formula('A1')).toBe('');
  });
});

test.each(['0012', '1E5', '3-4', '=1+1', "'x", '1234567890123456789012', 'TRUE', ' 5 '])(
  'a cell with the format @ keeps %j as a string',
  (text) => {
    const sample = new SampleWorkbook();
    sample.fill('A1', 'numberFormats', '@');
    sample.fill('A1', 'values', text);
    expect([sample.value('A1'), sample.shown('A1'), sample.formula('A1')]).toEqual([text, text, '']);
  },
);

test('numbers, booleans, and dates keep their types; null, undefined, and empty strings clear a cell', () => {
  const sample = new SampleWorkbook();
  const instant = new Date('2025-01-01T12:34:56.789Z');
  sample.book.write(0, { row: 1, column: 1, rows: 1, columns: 3 }, 'values', [[1.5, false, instant]]);
  expect(sample.values('A1:C1')).toEqual([[1.5, false, instant]]);
  expect(sample.shown('C1')).toBe('1/1/2025 7:34:57');
  expect(sample.book.lastColumn(0)).toBe(3);
  sample.book.write(0, { row: 1, column: 1, rows: 1, columns: 3 }, 'values', [[null, undefined, '']]);
  expect(sample.values('A1:C1')).toEqual([['', '', '']]);
  expect([sample.book.lastRow(0), sample.book.lastColumn(0)]).toEqual([0, 0]);
});

test('writing back a value that was read can convert a string', () => {
  const sample = new SampleWorkbook();
  sample.fill('A1', 'values', "'001");
  const kept = sample.value('A1');
  sample.fill('B1', 'values', kept);
  expect([kept, sample.value('B1')]).toEqual(['001', 1]);
});

test("a typed date keeps the cell's existing format", () => {
  const sample = new SampleWorkbook();
  sample.fill('A1', 'numberFormats', 'dd.mm.yyyy');
  sample.fill('A1', 'values', '2025-06-15');
  expect(sample.shown('A1')).toBe('15.06.2025');
});
