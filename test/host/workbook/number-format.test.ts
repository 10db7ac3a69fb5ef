import { expect, test } from 'vitest';
import { formatValue, isDateFormat } from './number-format.ts';
import { serialFromWallClock } from './serial-date.ts';

const moment = serialFromWallClock(2025, 3, 4, 15, 6, 7);

test.each<[number | string | boolean, string, string]>([
  [5, 'General', '5'],
  [0.1 + 0.2, 'General', '0.3'],
  [1 / 3, 'General', '0.3333333333'],
  [2000 / 3, 'General', '666.6666667'],
  [1234567.891, 'General', '1234567.891'],
  [-0, 'General', '0'],
  [1e15, 'General', '1E+15'],
  [123456789012345, 'General', '123456789012345'],
  [true, 'General', 'TRUE'],
  [1234.5, '0', '1235'],
  [1234.5, '#,##0.00', '1,234.50'],
  [1.005, '0.00', '1.01'],
  [-0.001, '0.00', '0.00'],
  [1e9, '#,##0', '1,000,000,000'],
  [0.5, '#.##', '.5'],
  [5, '0.#', '5.'],
  [7, '000', '007'],
  [0.1234, '0.0%', '12.3%'],
  [-1234.5, '"$"#,##0.00', '-$1,234.50'],
  [1234.5, '$#,##0.00', '$1,234.50'],
  [1234.5, '[$€-407]#,##0.00', '€1,234.50'],
  [-5, '0;(0)', '(5)'],
  [0, '0;-0;"none"', 'none'],
  [-5, '0;[Red]-0', '-5'],
  [12345, '0.00E+00', '1.23E+04'],
  [1234567, '0.0,,"M"', '1.2M'],
  ['abc', '0.00', 'abc'],
  ['abc', '0;0;0;"<"@">"', '<abc>'],
  [moment, 'yyyy-mm-dd hh:mm:ss', '2025-03-04 15:06:07'],
  [moment, 'm/d/yyyy', '3/4/2025'],
  [moment, 'h:mm am/pm', '3:06 PM'],
  [moment, 'ddd, mmm d', 'Tue, Mar 4'],
  [moment, 'dddd d mmmm yy', 'Tuesday 4 March 25'],
  [moment, 'mm:ss', '06:07'],
  [1.5, '[h]:mm', '36:00'],
  [moment, 'yyyy"y"', '2025y'],
])('%j with the format %s shows %j', (value, format, shown) => {
  expect(formatValue(value, format)).toBe(shown);
});

test.each([
  ['yyyy-mm-dd', true],
  ['h:mm', true],
  ['[h]:mm', true],
  ['0.00', false],
  ['General', false],
  ['"day" 0', false],
  ['[Red]0', false],
  ['@', false],
])('%s is a date format: %j', (format, expected) => {
  expect(isDateFormat(format)).toBe(expected);
});
