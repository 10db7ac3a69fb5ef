/** Reads Every and Filter in any reasonable spelling, and explains invalid entries. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { operations } from '../../src/operations/registry.ts';
import { type Dataset, datasets } from '../../src/schedule/datasets.ts';
import { readFilter } from '../../src/schedule/filter.ts';
import { readEvery } from '../../src/schedule/job.ts';
import { filterText } from '../support/filter-text.ts';

const of = (id: keyof typeof operations): Dataset => datasets.find(({ operation }) => operation.id === id)!;

describe('Every', () => {
  test.each<[string, number]>([
    ['5 minutes', 5],
    ['every 5 minutes', 5],
    ['15 min', 15],
    ['15min.', 15],
    ['90 m', 90],
    ['hourly', 60],
    ['Every hour', 60],
    ['2 h', 120],
    ['every 2 hours', 120],
    ['1.5 hours', 90],
    ['1,5 hrs', 90],
    ['daily', 1440],
    ['every day', 1440],
    ['  EVERY  2 DAYS ', 2880],
    ['weekly', 10_080],
    ['1 week', 10_080],
    ['366 days', 527_040],
  ])('reads %s', (typed, minutes) => {
    expect(readEvery(typed)).toEqual({ minutes });
  });

  test('reads continuous and backfill', () => {
    expect(readEvery('Continuous')).toEqual({ continuous: true });
    expect(readEvery('continuously ')).toEqual({ continuous: true });
    expect(readEvery(' Backfill')).toEqual({ backfill: true });
  });

  test.each([
    ['', 'Every is blank. Enter, for example, 15 minutes, 2 hours, hourly, daily, continuous, or backfill.'],
    [
      '5',
      'Every: "5" is not a valid interval. Enter, for example, 15 minutes, 2 hours, hourly, daily, continuous, or backfill.',
    ],
    ['1 minute', 'Every: "1 minute" is less than 5 minutes. Enter 5 minutes or more.'],
    ['every 0 hours', 'Every: "every 0 hours" is less than 5 minutes. Enter 5 minutes or more.'],
    [
      ' 400 days ',
      'Every: "400 days" is more than a year. Enter, for example, 15 minutes, 2 hours, hourly, daily, continuous, or backfill.',
    ],
    [
      ' 10 ',
      'Every: "10" is not a valid interval. Enter, for example, 15 minutes, 2 hours, hourly, daily, continuous, or backfill.',
    ],
    [
      'now and then',
      'Every: "now and then" is not a valid interval. Enter, for example, 15 minutes, 2 hours, hourly, daily, continuous, or backfill.',
    ],
  ])('explains "%s"', (typed, problem) => {
    expect(readEvery(typed)).toBe(problem);
  });

  test.each(['constructor', '2 hourly', '-5 minutes', '5 minutes ago', '53 weeks', '9'.repeat(400), '#REF!'])(
    'refuses "%s"',
    (typed) => {
      expect(readEvery(typed)).toMatch(/^Every: /);
    },
  );

  test('reads or explains any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const read = readEvery(text);
        if (typeof read === 'string') expect(read).toMatch(/^Every.*\.$/s);
      }),
    );
  });
});

describe('Filter', () => {
  test.each<[keyof typeof operations, string, Record<string, unknown>]>([
    ['orders', '', {}],
    ['orders', ' ; ;\n', {}],
    ['orders', 'status = Unshipped', { status: '0' }],
    ['orders', 'Status=unshipped;', { status: '0' }],
    ['orders', 'Shipped by = 2', { type: '2' }],
    ['orders', 'order-downloaded = 0\nVoid soon = 24 hours', { orderDownloaded: '0', voidSoon: '24' }],
    [
      'orders',
      'status = 4; connection = My shop; from = 2025-01-01',
      { status: '4', connection: 'My shop', from: '2025-01-01' },
    ],
    ['orders', 'storefront = Business', { storefront: 'business' }],
    ['inventory', 'Identifiers = A, B,, A; warehouses = usa', { values: ['A', 'B'], warehouseList: ['USA'] }],
    ['keywords', 'campaign number = 12, 13', { campaignNumber: ['12', '13'] }],
    ['ad-performance', 'keyword = "a; b ""c"""', { keyword: 'a; b "c"' }],
    ['ad-performance', 'keyword = "a ""b; c"""; sortType = Asc', { keyword: 'a "b; c"', sortType: 'Asc' }],
    ['ad-performance', 'keyword = 27" wide; sortType = Asc', { keyword: '27" wide', sortType: 'Asc' }],
    ['ad-performance', 'keyword = a = b', { keyword: 'a = b' }],
  ])('of %s reads: %s', (id, typed, filter) => {
    expect(readFilter(of(id), typed)).toEqual(filter);
  });

  test.each<[keyof typeof operations, string, string | RegExp]>([
    [
      'orders',
      'status = lost',
      'Filter: "status" takes 0 (Unshipped), 1 (Partially Shipped), 2 (Shipped), 3 (Invoiced), 4 (Voided), 5 (Payment Pending), not "lost".',
    ],
    [
      'orders',
      'colour = red',
      /^Filter: Orders has no filter "colour"\. Choose from .*status.*from, connection, storefront\.$/,
    ],
    [
      'orders',
      'unshipped',
      'Filter: "unshipped" is not a valid filter. Enter a name, an equals sign, and a value, such as status = Unshipped.',
    ],
    ['orders', '= 3', /^Filter: "= 3" is not a valid filter/],
    ['orders', 'status =', 'Filter: "status" has no value. Enter one after the equals sign.'],
    ['orders', 'status = 1; Status = 2', 'Filter: "status" appears twice. Put its values after one equals sign.'],
    ['orders', 'from = soon', 'Filter: "from" takes a date such as 2025-06-30, not "soon".'],
    ['orders', 'orderNumbers = 1', /^Filter: Orders has no filter "orderNumbers"/],
    ['orders', 'storefront = main', 'Filter: Orders is not available on the "main" storefront. Choose from business.'],
    ['keywords', 'campaignNumber = x', 'Filter: "campaignNumber" takes a whole number, not "x".'],
    ['keywords', 'keyword = a', 'Filter: "keyword" and "searchKeywordType" go together. Enter both or neither.'],
    [
      'ad-performance',
      'keyword = "a; sortType = Asc',
      'Filter: put quotation marks around the entire value of "keyword", and double any inside it.',
    ],
    ['orders', 'constructor = 1', /^Filter: Orders has no filter "constructor"/],
    ['orders', '__proto__ = 1', /^Filter: Orders has no filter "__proto__"/],
  ])('of %s explains: %s', (id, typed, problem) => {
    if (typeof problem === 'string') expect(readFilter(of(id), typed)).toBe(problem);
    else expect(readFilter(of(id), typed)).toMatch(problem);
  });

  test('reads back any filter it wrote', () => {
    const value = fc
      .string({ minLength: 1 })
      .map((text) => text.replace(/\p{Cc}+/gu, ' ').trim())
      .filter((text) => text !== '' && !/^\d([.,]\d+)?E\+\d+$/i.test(text));
    const filter = fc.record(
      { keyword: value, searchKeywordType: value.map((text) => `open ${text}`), connection: value },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(filter, (given) => {
        expect(readFilter(of('ad-performance'), filterText(given))).toEqual(given);
      }),
    );
  });

  test('reads or explains any input', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.constantFrom('keyword', 'status', ' = ', '"', ';', 'a', '\n', ',')).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (typed) => {
        const read = readFilter(of('ad-performance'), typed);
        if (typeof read === 'string') expect(read).toMatch(/^Filter: /);
        else expect(readFilter(of('ad-performance'), filterText(read))).toEqual(read);
      }),
    );
  });
});
