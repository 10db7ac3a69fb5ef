import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalFormula, localFormula } from './formula-locale.ts';
import { localeOf } from './locale.ts';
import { formatValue } from './number-format.ts';
import { SampleWorkbook } from './sample-workbook.ts';

/** By locale: the typed text, the value's type, and the displayed text. */
const TYPED: Record<string, [typed: string, kind: 'number' | 'date' | 'string' | 'boolean', shown: string][]> = {
  en_US: [
    ['1,234.56', 'number', '1,234.56'],
    ['1.234,56', 'string', '1.234,56'],
    ['6/16/2025', 'date', '6/16/2025'],
    ['16.6.2025', 'string', '16.6.2025'],
    ['$5', 'number', '$5'],
    ['WAHR', 'string', 'WAHR'],
  ],
  en_GB: [
    ['1,234.56', 'number', '1,234.56'],
    ['16/6/2025', 'date', '16/06/2025'],
    ['6/16/2025', 'string', '6/16/2025'],
    ['3-4', 'date', '3-4'],
    ['£5.50', 'number', '£5.50'],
    ['16 June 2025', 'date', '16-Jun-2025'],
  ],
  de_DE: [
    ['1.234,56', 'number', '1.234,56'],
    ['1,5', 'number', '1,5'],
    ['1.234', 'number', '1.234'],
    ['1,234.56', 'string', '1,234.56'],
    ['12,5%', 'number', '12,50%'],
    ['5,50 €', 'number', '5,50 €'],
    ['-5 €', 'number', '-5 €'],
    ['1,5e3', 'number', '1,50E+03'],
    ['16.6.2025', 'date', '16.06.2025'],
    ['16.06.2025 13:05', 'date', '16.06.2025 13:05'],
    // This looks like a decimal number, but is a date in this locale.
    ['3.4', 'date', '3.4'],
    ['2025-06-16', 'date', '2025-06-16'],
    ['16. Juni 2025', 'date', '16-Jun-2025'],
    ['6/16/2025', 'string', '6/16/2025'],
    ['wahr', 'boolean', 'WAHR'],
    ['FALSE', 'boolean', 'FALSCH'],
  ],
  fr_CA: [
    ['1 234,56', 'number', '1\u00a0234,56'],
    ['1\u00a0234', 'number', '1\u00a0234'],
    ['2,5 $', 'number', '2,50 $'],
    ['2025-06-16', 'date', '2025-06-16'],
    ['1.5', 'string', '1.5'],
    ['vrai', 'boolean', 'VRAI'],
  ],
  zh_CN: [
    ['1,234.56', 'number', '1,234.56'],
    ['2025/6/16', 'date', '2025/06/16'],
    ['¥5', 'number', '¥5'],
    ['1.5', 'number', '1.5'],
    ['true', 'boolean', 'TRUE'],
  ],
};

describe.each(Object.keys(TYPED))('in %s', (locale) => {
  const sample = new SampleWorkbook({
    locale,
    answers: { OWN_DAY: () => new Date(Date.UTC(2025, 5, 16, 4)) },
  });

  test.each(TYPED[locale]!)('typed %s is converted and displayed correctly', async (typed, kind, shown) => {
    await sample.type({ B1: typed });
    const value = sample.value('B1');
    expect([value instanceof Date ? 'date' : typeof value, sample.shown('B1')]).toEqual([kind, shown]);
    sample.book.clear(0, { row: 1, column: 2, rows: 1, columns: 1 }, { contents: true, formats: true });
  });

  test("written and calculated dates use the locale's date format", async () => {
    sample.fill('C1', 'values', new Date(Date.UTC(2025, 5, 16, 4)));
    sample.fill('C2', 'values', new Date(Date.UTC(2025, 5, 16, 17, 5, 9)));
    await sample.type({ C3: '=OWN_DAY()', C4: '=TODAY()' });
    const { date } = localeOf(locale);
    const shown = (day: number) =>
      date
        .replace('yyyy', '2025')
        .replace(/m+/, (m) => '6'.padStart(m.length, '0'))
        .replace(/d+/, String(day));
    expect(['C1', 'C2', 'C3', 'C4'].map((cell) => sample.shown(cell))).toEqual([
      shown(16),
      `${shown(16)} 13:05:09`,
      shown(16),
      shown(16),
    ]);
  });

  test("number formats use en_US notation and display the locale's marks", () => {
    const { decimal, group } = localeOf(locale);
    const shown = (value: number, format: string) => formatValue(value, format, localeOf(locale));
    expect(shown(1234567.891, '#,##0.00')).toBe(`1${group}234${group}567${decimal}89`);
    expect(shown(0.1234, '0.0%')).toBe(`12${decimal}3%`);
    expect(shown(1 / 3, 'General')).toBe(`0${decimal}3333333333`);
    expect(shown(-1234.5, '"."0.0;(#,##0.0)')).toBe(`(1${group}234${decimal}5)`);
  });
});

describe('a formula in a locale with decimal commas', () => {
  const german = () => new SampleWorkbook({ locale: 'de_DE', answers: { ECHO: (...args) => JSON.stringify(args) } });

  test.each([
    ['=SUM(1;2)', 3, '=SUM(1;2)'],
    ['=SUM(1,5;2)', 3.5, '=SUM(1,5;2)'],
    ['=SUM(5,7)', 5.7, '=SUM(5,7)'],
    ['=A1*0,5', 5, '=A1*0,5'],
    ['=VALUE("1,5")', 1.5, '=VALUE("1,5")'],
    ['=YEAR(DATE(2025;6;16))', 2025, '=YEAR(DATE(2025;6;16))'],
    ['=SUM({1\\2;3\\4})', 10, '=SUM({1\\2;3\\4})'],
    ['=ECHO("a,b;c.d";1,5;A1)', '["a,b;c.d",1.5,10]', '=ECHO("a,b;c.d";1,5;A1)'],
    ["=SUM('a,b;c'!A1;2)", 9, "=SUM('a,b;c'!A1;2)"],
    ['="x"&A1/4', 'x2,5', '="x"&A1/4'],
    ['=COUNTIF(A1:A9;">"&A1-0,5)', 1, '=COUNTIF(A1:A9;">"&A1-0,5)'],
    ['=COUNTIF(A1:A9;">"&A1+0,5)', 0, '=COUNTIF(A1:A9;">"&A1+0,5)'],
    ['=SUMIFS(A1:A9;A1:A9;A1*1,0;A1:A9;"<"&A1+1/3)', 10, '=SUMIFS(A1:A9;A1:A9;A1*1,0;A1:A9;"<"&A1+1/3)'],
    ['=TEXTJOIN("|";1;A1;A1/4)', '10|2,5', '=TEXTJOIN("|";1;A1;A1/4)'],
    ['=VALUE(A1/4)', 2.5, '=VALUE(A1/4)'],
    // Formulas in en_US notation are errors, and the typed text is kept.
    ['=SUM(A1,2)', '#ERROR!', '=SUM(A1,2)'],
    ['=SUM(A1,A1)', '#ERROR!', '=SUM(A1,A1)'],
    ['=A1*1.5', '#ERROR!', '=A1*1.5'],
    ['=ECHO("x", , 10)', '#ERROR!', '=ECHO("x", , 10)'],
  ])('%s gives the right value and reads back unchanged', async (typed, value, read) => {
    const sample = german();
    const other = sample.book.insertSheet({ name: 'a,b;c' });
    sample.book.type(other, 1, 1, '7');
    await sample.type({ A1: '10', B1: typed });
    expect([sample.value('B1'), sample.formula('B1')]).toEqual([value, read]);
    sample.fill('B2', 'formulas', typed);
    await sample.book.settled();
    expect([sample.value('B2') === value || value === '#ERROR!', sample.error('B1')]).toEqual([
      true,
      value === '#ERROR!' ? 'Formula parse error.' : '',
    ]);
  });

  test('adjusts to moved cells and has the same notation in R1C1', async () => {
    const sample = german();
    await sample.type({ A1: '10', B1: '=SUM(A1;1,5)' });
    sample.book.insertRows(0, 1, 1);
    expect([sample.formula('B2'), sample.read('B2', 'formulasR1C1')[0]![0]]).toEqual([
      '=SUM(A2;1,5)',
      '=SUM(R[0]C[-1];1,5)',
    ]);
    sample.fill('C2', 'formulasR1C1', '=SUM(R[0]C[-2];2,5)');
    expect([sample.formula('C2'), sample.value('C2')]).toEqual(['=SUM(A2;2,5)', 12.5]);
  });
});

test('in locales with commas, semicolons also separate arguments and read back as commas', async () => {
  const sample = new SampleWorkbook({ locale: 'en_GB' });
  await sample.type({ A1: '=SUM(1.5;2)', A2: '=SUM({1,2;3,4};1)', A3: '=IF(TRUE;"a;b";)' });
  expect([sample.formula('A1'), sample.formula('A2'), sample.formula('A3')]).toEqual([
    '=SUM(1.5,2)',
    '=SUM({1,2;3,4},1)',
    '=IF(TRUE,"a;b",)',
  ]);
  expect([sample.value('A1'), sample.value('A2'), sample.value('A3')]).toEqual([3.5, 11, 'a;b']);
});

test('any formula reads back as it was written', () => {
  const part = fc.constantFrom(
    'SUM(',
    ')',
    ';',
    ',',
    '\\',
    '{',
    '}',
    '"a,b;1.5"',
    "'x.y;z'!",
    'A1',
    '$B$2',
    '1,5',
    '2',
    '.5',
    ',5',
    '1E5',
    ' ',
    '&',
    'NA.ME',
    '-',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), fc.constantFrom('de_DE', 'fr_CA'), (parts, code) => {
      const text = `=${parts.join('')}`;
      fc.pre(!/\d,\d*,\d|,,/.test(text) && balanced(text));
      expect(localFormula(canonicalFormula(text, localeOf(code)), localeOf(code))).toBe(text);
    }),
    { numRuns: 300 },
  );
});

function balanced(text: string): boolean {
  return !/[{}]/.test(text) || /^[^{}]*(\{[^{}]*\}[^{}]*)*$/.test(text);
}

test('an unsupported locale is rejected, and the error names it', () => {
  expect(() => new SampleWorkbook({ locale: 'tlh_XX' })).toThrow('not emulated: the locale tlh_XX');
});
