/** A copied table can be read back unchanged, and no program evaluates its strings as formulas. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesOf, delimited, type Form, type Plain } from '../../src/tables/delimited.ts';
import { isLong, runs } from '../effort.ts';
import { parseCsv } from '../host/inside/csv.ts';
import { converted } from '../host/xlsx/office.ts';

const BOM = '\ufeff';

describe('a cell in a file and in a paste', () => {
  test.each<[cell: Plain, csv: string, tsv: string]>([
    ['plain', 'plain', 'plain'],
    ['', '', ''],
    [0, '0', '0'],
    [-5, '-5', '-5'],
    [12.5, '12.5', '12.5'],
    [1e21, '1e+21', '1e+21'],
    [true, 'TRUE', 'TRUE'],
    ['00501', '00501', '00501'],
    ['1234567890123456789012', '1234567890123456789012', '1234567890123456789012'],
    ['1E5', '1E5', '1E5'],
    ['a,b', '"a,b"', 'a,b'],
    ['a;b', '"a;b"', 'a;b'],
    ['24" screen', '"24"" screen"', '24" screen'],
    ['"new"', '"""new"""', '"""new"""'],
    ['two\nlines', '"two\nlines"', 'two lines'],
    ['two\r\nlines', '"two\r\nlines"', 'two lines'],
    ['a\tb', '"a\tb"', 'a b'],
    ['a\u2028b', 'a\u2028b', 'a b'],
    [' padded ', '" padded "', ' padded '],
    ['Zürich 🚲', 'Zürich 🚲', 'Zürich 🚲'],
    ['#N/A', '#N/A', '#N/A'],
    ['3-4', '3-4', '3-4'],
    ['a=b', 'a=b', 'a=b'],
    ["'=1", "'=1", "'=1"],
  ])('%j is written unchanged, quoted only where needed', (cell, csv, tsv) => {
    expect(delimited([[cell]], 'csv')).toBe(`${BOM}${csv}\r\n`);
    expect(delimited([[cell]], 'tsv')).toBe(tsv);
  });

  test.each<[text: string, harmless: string]>([
    ['=1+1', "'=1+1"],
    ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
    ['+1 555 0100', "'+1 555 0100"],
    ['-2+3', "'-2+3"],
    ['@SUM(1)', "'@SUM(1)"],
    ['\t=1', "'\t'=1"],
    ['\rx', "'\rx"],
    ['\nx', "'\nx"],
    ['   =1', "'   =1"],
    ['\u00a0=1', "'\u00a0=1"],
    ['\u200b=1', "'\u200b=1"],
    ['\ufeff=1', "'\ufeff=1"],
    ['"=1"', `'"=1"`],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠SUM(1)', "'＠SUM(1)"],
    ['\u2212 1', "'\u2212 1"],
    ['x;=1', "x;'=1"],
    ['x; "=1"', `x;' "=1"`],
    ['x\n=1', "x\n'=1"],
    ['a;b;-c', "a;b;'-c"],
  ])('%j gets an apostrophe because a program might read it as a formula', (text, harmless) => {
    expect(parseCsv(delimited([[text]], 'csv').slice(1), ',')).toEqual([[harmless]]);
    expect(delimited([[text]], 'tsv').startsWith("'")).toBe(harmless.startsWith("'"));
  });
});

test('a file ends with a line break, a paste does not', () => {
  const rows = [
    ['a', 1],
    ['b', 2],
  ];
  expect(delimited(rows, 'csv')).toBe(`${BOM}a,1\r\nb,2\r\n`);
  expect(delimited(rows, 'tsv')).toBe('a\t1\nb\t2');
});

/** Strings made mostly of special characters in CSV files and formulas. */
const awkward = fc
  .array(
    fc.constantFrom(
      ...'=+-@;,"\' \t\r\n\u00a0\u200b\ufeff＝＠|!aé🚲01'.split(/(?:)/u),
      '\r\n',
      '=1',
      ';"=1"',
      "=cmd|' /C calc'!A0",
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));
const cells = fc.oneof(awkward, fc.string({ unit: 'grapheme' }));
const tables = fc.tuple(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 1, max: 5 })).chain(([width, height]) =>
  fc.array(fc.array(cells, { minLength: width, maxLength: width }), {
    minLength: height,
    maxLength: height,
  }),
);

/** Detects formulas, even after characters that programs skip. */
const isFormula = (cell: string) => /^[\s\p{Cc}\p{Cf}"]*[=+\-@＝＋－＠\u2212]/u.test(cell);
const without = (text: string) => text.replace(/'/g, '');

describe('random strings', () => {
  const check = (form: Form, property: (rows: string[][], text: string) => void) =>
    fc.assert(
      fc.property(tables, (rows) => property(rows, delimited(rows, form))),
      { numRuns: runs(800, 100_000) },
    );

  test('in a file read back unchanged except for apostrophes', () => {
    check('csv', (rows, text) => {
      const read = parseCsv(text.slice(1), ',');
      expect(read.map((row) => row.map(without))).toEqual(rows.map((row) => row.map(without)));
    });
  });

  test.each([',', ';', '\t'])('in a file contain no formula for a program with the separator %j', (separator) => {
    check('csv', (_, text) => {
      expect(parseCsv(text.slice(1), separator).flat().filter(isFormula)).toEqual([]);
    });
  });

  test('in a paste keep their rows and columns and contain no formula', () => {
    check('tsv', (rows, text) => {
      const read = parseCsv(text, '\t');
      const blank = (cell: string) => without(cell.replace(/\r\n|[\t\r\n\v\f\u0085\u2028\u2029]/g, ' '));
      expect(read.map((row) => row.map(without))).toEqual(rows.map((row) => row.map(blank)));
      expect(read.flat().filter(isFormula)).toEqual([]);
    });
  });
});

test("counts a string's bytes in UTF-8", () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(bytesOf(text)).toBe(Buffer.byteLength(text));
    }),
  );
  // The last characters of one, two, three, and four bytes.
  expect(['\u007f', '\u07ff', '\uffff', '\u{10ffff}'].map(bytesOf)).toEqual([1, 2, 3, 4]);
});

if (isLong)
  test('LibreOffice finds no formulas even when it evaluates them, with either separator', () => {
    const oneLine = awkward.filter((text) => !/[\r\n\t]/.test(text));
    const texts = fc.sample(oneLine, { numRuns: 2000, seed: 11 });
    const rows = texts.map((text, index) => [`row ${index}.`, text, -5]);
    const file = Buffer.from(delimited(rows, 'csv'));
    for (const separator of [',', ';']) {
      // Field separator, quote, UTF-8, first line, and so on; the last value makes LibreOffice evaluate formulas.
      const filter = `CSV:${separator.charCodeAt(0)},34,76,1,,0,false,true,false,false,false,0,true`;
      const book = converted(file, 'fods', 'csv', filter).toString();
      expect(book).not.toContain('table:formula');
      expect(book.match(/row \d+\./g)).toHaveLength(rows.length);
    }
  });
