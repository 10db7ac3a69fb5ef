/** What is remembered of runs, and what a plan makes of it. */
import { describe, expect, test } from 'vitest';
import { daysOf, expectedSize, type PlannedQuestion, recallSize, rememberSize } from '../../src/pull/sizes.ts';
import { inMemoryStore } from '../support/in-memory-store.ts';

const ORDERS = { id: 'orders', period: ['from', 'to'] } as const;
const june = { from: '2025-06-01', to: '2025-06-10', status: '1' };
const july = { from: '2025-07-01', to: '2025-07-31', status: '1' };
const size = (calls: number) => ({
  units: 1,
  calls,
  cells: 100 * calls,
  records: 100 * calls - 50,
  days: 10,
});

describe('remembered', () => {
  test('is the same question first, then the latest period of it', () => {
    const store = inMemoryStore();
    expect(recallSize(store, ORDERS, june)).toBeUndefined();
    rememberSize(store, ORDERS, june, size(3));
    expect(recallSize(store, ORDERS, july)).toEqual({ size: size(3), isOtherPeriod: true });
    rememberSize(store, ORDERS, july, size(9));
    expect(recallSize(store, ORDERS, june)).toEqual({ size: size(3), isOtherPeriod: false });
    expect(recallSize(store, ORDERS, { ...july, to: '' })).toEqual({ size: size(9), isOtherPeriod: true });
    expect(recallSize(store, ORDERS, { ...june, status: '2' })).toBeUndefined();
    rememberSize(store, ORDERS, { from: june.from, status: '1' }, size(4));
    expect(recallSize(store, ORDERS, { ...june, to: '' })).toEqual({ size: size(4), isOtherPeriod: false });
  });

  test('periods of one question do not crowd out the others', () => {
    const store = inMemoryStore();
    rememberSize(store, ORDERS, { status: '2' }, size(2));
    for (let day = 10; day < 31; day++) rememberSize(store, ORDERS, { ...june, to: `2025-06-${day}` }, size(day));
    expect(recallSize(store, ORDERS, { status: '2' })?.size.calls).toBe(2);
    expect(recallSize(store, ORDERS, { ...june, to: '2025-06-30' })?.isOtherPeriod).toBe(false);
    expect(recallSize(store, ORDERS, june)).toEqual({ size: size(30), isOtherPeriod: true });
  });

  test('fits a property, however long the words are that were asked', () => {
    const store = inMemoryStore();
    const words = (number: number) =>
      Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`keyword${at}`, 'ж'.repeat(60) + number]));
    for (let number = 0; number < 12; number++)
      rememberSize(store, { id: 'keywords' }, { number, ...words(number) }, size(number));
    expect(recallSize(store, { id: 'keywords' }, { number: 11, ...words(11) })?.size.calls).toBe(11);
  });
});

describe('expected', () => {
  const asked = (changes: Partial<PlannedQuestion> = {}): PlannedQuestion => ({
    units: 1,
    days: 10,
    pageSize: 100,
    ...changes,
  });
  const same = { size: { units: 1, calls: 3, cells: 290, records: 250, days: 10 }, isOtherPeriod: false };
  const other = { ...same, isOtherPeriod: true };
  const daily = { size: { units: 10, calls: 20, cells: 500, records: 1500, days: 10 }, isOtherPeriod: true };
  const small = { size: { units: 1, calls: 13, cells: 290, records: 250, days: 10 }, isOtherPeriod: true };
  test.each([
    ['of an unknown question, a call a unit at least', asked({ units: 4 }), undefined, 4, 0, 'at least'],
    ['of the same question, the same', asked(), same, 3, 290, undefined],
    ['of another period of its length, about the same', asked(), other, 3, 290, 'about'],
    ['of a longer period, the records of its days', asked({ days: 30 }), other, 8, 870, 'about'],
    ['of a day, a call at least', asked({ days: 1 }), other, 1, 29, 'about'],
    ['of days that are asked one by one, the pages of each', asked({ units: 30, days: 30 }), daily, 60, 1500, 'about'],
    ['of a service with small pages, more of them', asked({ days: 20, usual: 20 }), small, 25, 580, 'about'],
    ['of a service whose pages are none known, pages like those it had', asked({ days: 20 }), small, 26, 580, 'about'],
    [
      'of twice as many identifiers, twice the calls',
      { units: 4, pageSize: 100 },
      { size: { units: 2, calls: 2, cells: 80 }, isOtherPeriod: false },
      4,
      160,
      'about',
    ],
    [
      'of as many identifiers, as many',
      { units: 2, pageSize: 100 },
      { size: { units: 2, calls: 3, cells: 80 }, isOtherPeriod: false },
      3,
      80,
      undefined,
    ],
  ] as const)('%s', (_, question, last, calls, cells, precision) => {
    expect(expectedSize(question, last)).toEqual({ calls, cells, ...(precision ? { precision } : {}) });
  });
});

test.each([
  [{ from: '2025-06-01', to: '2025-06-10' }, 10],
  [{ from: '2025-06-01 00:00:00', to: '2025-06-10 23:59:59' }, 10],
  [{ from: '2025-06-01 00:00:00', to: '2025-06-01 11:59:59' }, 0.5],
  [{ from: '2025-06-15 05:00:00' }, 1],
  [{ to: '2025-06-10' }, undefined],
  [{ from: '2025-06-20' }, undefined],
  [{ from: '2025-06-01', to: '2025-06-10 11:59:59' }, 9.5],
  [{ from: 'soon', to: '2025-06-10' }, undefined],
  [{ from: '2025-06-01', to: 'soon' }, undefined],
] as const)('the length of %o', (params, days) => {
  expect(daysOf(ORDERS, params, Date.UTC(2025, 5, 16, 11, 59, 59))).toBe(days);
});
