import { describe, expect, test } from 'vitest';
import { operations } from '../../../src/operations/registry.ts';
import { strategies } from '../../../src/schedule/strategies/registry.ts';
import { all, count, type DatasetStrategies, day, duration, texts } from '../../../src/schedule/strategies/strategy.ts';
import { HOUR } from '../../support/strategy-input.ts';

test('strategies are in the order of operations', () => {
  const line = 'src/schedule/strategies/registry.ts lists the operations in the order of src/operations/registry.ts';
  expect(Object.keys(strategies), line).toEqual(Object.keys(operations));
});

test("no strategy option has a param's name", () => {
  for (const [id, { options = {}, sets = [] }] of Object.entries<DatasetStrategies>(strategies)) {
    const params = Object.keys(operations[id as keyof typeof operations].params);
    expect(params.filter((name) => name in options)).toEqual([]);
    expect(params).toEqual(expect.arrayContaining([...sets]));
  }
});

describe('a duration', () => {
  test.each([
    ['2 hours', 2 * HOUR],
    ['1 hour', HOUR],
    ['90 minutes', 1.5 * HOUR],
    [' 1.5 Days ', 36 * HOUR],
    ['1 week', 168 * HOUR],
    ['2h', 2 * HOUR],
    ['daily', 24 * HOUR],
    ['', undefined],
    [undefined, undefined],
  ])('accepts %s', (text, expected) => {
    expect(duration('within', text)).toBe(expected);
  });

  test.each(['2', '-1 hour', '0 hours', '2 months', '2 hours ago', 'continuous'])('refuses %s', (text) => {
    expect(() => duration('within', text)).toThrow(
      `"within" must be a duration such as 2 hours or 1 day, not "${text}".`,
    );
  });
});

test('a single word is accepted in any case; other words are refused', () => {
  expect(['all', ' ALL ', '', undefined].map((text) => all('spend', text))).toEqual([
    'all',
    'all',
    undefined,
    undefined,
  ]);
  expect(() => all('spend', 'some')).toThrow('"spend" must be "all" or blank, not "some".');
});

describe('a day', () => {
  test.each([
    ['2025-06-30', '2025-06-30'],
    ['6/30/2025', '2025-06-30'],
    ['2025-06-30 23:30', '2025-06-30'],
    ['2025-06-30T05:00:00Z', '2025-06-29'],
    ['', undefined],
    [null, undefined],
  ])('accepts %s', (input, expected) => {
    expect(day('from', input)).toBe(expected);
  });

  test.each(['soon', '2025-02-30', '45000'])('refuses %s', (input) => {
    expect(() => day('from', input)).toThrow('"from" takes a date such as 2025-06-30');
  });
});

describe('a count', () => {
  test.each([
    [7, 7],
    ['007', 7],
    ['0', 0],
    ['31', 31],
    [31, 31],
    ['', undefined],
  ])('accepts %s', (input, expected) => {
    expect(count(31)('restate', input)).toBe(expected);
  });

  test.each(['32', '-1', '1.5', 'all'])('refuses %s', (input) => {
    expect(() => count(31)('restate', input)).toThrow('"restate" takes a whole number up to 31');
  });
});

test.each([
  [
    ['a', ' b ', ''],
    ['a', 'b'],
  ],
  ['a; b\nc,,d', ['a', 'b', 'c', 'd']],
  [7, ['7']],
  [undefined, []],
])('splits %o into strings', (input, expected) => {
  expect(texts(input)).toEqual(expected);
});
