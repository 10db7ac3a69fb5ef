import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutAtArguments, separatorOf, withSeparator } from '../../src/tables/formula-text.ts';

test.each([
  ['en_US', ','],
  ['en_GB', ','],
  ['zh_CN', ','],
  ['ja_JP', ','],
  ['es_MX', ','],
  ['de_CH', ','],
  ['iw_IL', ','],
  ['de_DE', ';'],
  ['fr_CA', ';'],
  ['fr_FR', ';'],
  ['es_ES', ';'],
  ['pt_BR', ';'],
  ['ru_RU', ';'],
  ['in_ID', ';'],
  ['xx_YY', ';'],
  ['not a locale', ';'],
  ['', ';'],
])('%s uses %s', (locale, separator) => {
  expect(separatorOf(locale)).toBe(separator);
});

test('uses a semicolon if the runtime lacks locale data', () => {
  const known = globalThis.Intl;
  try {
    Reflect.set(globalThis, 'Intl', undefined);
    expect(separatorOf('en_US')).toBe(';');
  } finally {
    globalThis.Intl = known;
  }
});

test.each([
  [
    '=MARKET_INVENTORY(A2:A10, , , "Item number, Available quantity")',
    '=MARKET_INVENTORY(A2:A10; ; ; "Item number, Available quantity")',
  ],
  [`=F('My, sheet'!A2,"a ""b, c""",'It''s, here'!B1)`, `=F('My, sheet'!A2;"a ""b, c""";'It''s, here'!B1)`],
  ['=F(A2,,10)', '=F(A2;;10)'],
  ['=F()', '=F()'],
])('replaces the separators in %s', (formula, local) => {
  expect(withSeparator(formula, ';')).toBe(local);
  expect(withSeparator(formula, ',')).toBe(formula);
});

test('loses no character of any string', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('"', "'", ',', 'a', ' ', '(') }), (text) => {
      expect(cutAtArguments(text).join(',')).toBe(text);
    }),
  );
});
