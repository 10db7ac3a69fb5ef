/**
 * Splits a call repeatedly to find the identifiers that break it. Each identifier gets a record or ends up refused or
 * suspected.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inventory } from '../../src/operations/inventory.ts';
import { type FetchUnits, isolate } from '../../src/protocol/isolate.ts';
import { MarketError } from '../../src/protocol/market-error.ts';
import type { Params } from '../../src/protocol/params.ts';
import { asked } from './shop.ts';

const serviceError = (...serviceCodes: string[]) =>
  new MarketError('MARKET_SERVICE', 'Said.', { serviceCode: serviceCodes[0]!, serviceCodes });
const SPOILT = serviceError('CT001');
const names = (count: number) => Array.from({ length: count }, (_, index) => `9SI${index}`);
const paramsOf = (values: readonly string[]): Params => ({ values: [...values], type: '0' });

/** Rejects calls that contain a bad identifier. */
function service(bad: readonly string[], error: (values: readonly string[]) => MarketError = () => SPOILT) {
  const sizes: number[] = [];
  const fetchUnits: FetchUnits = (units) => {
    const outcomes = units.map(({ values }) => {
      const those = values as readonly string[];
      sizes.push(those.length);
      if (those.some((value) => bad.includes(value))) return error(those);
      const unknownFields = [{ is: 'field' as const, field: those[0]!, value: '' }];
      return { records: those.map((itemNumber) => ({ itemNumber })), unknownFields };
    });
    return { outcomes, calls: units.length + 1 };
  };
  return { sizes, fetchUnits };
}

function isolated(values: readonly string[], { fetchUnits }: ReturnType<typeof service>, known: string[] = []) {
  const source = { ...asked(inventory), isolated: new Set(known) };
  return isolate(source, paramsOf(values), SPOILT, fetchUnits);
}

test('for any bad identifiers, each identifier gets exactly one outcome', () => {
  const sets = fc
    .integer({ min: 1, max: 100 })
    .chain((count) =>
      fc.tuple(fc.constant(names(count)), fc.subarray(names(count), { minLength: 1, maxLength: Math.min(4, count) })),
    );
  fc.assert(
    fc.property(sets, ([values, bad]) => {
      const shop = service(bad);
      const { outcome, pages, complete, errors, refused, suspects, calls } = isolated(values, shop)!;
      const { records, unknownFields } = outcome as unknown as {
        records: readonly { itemNumber: string }[];
        unknownFields: readonly unknown[];
      };
      const found = records.map(({ itemNumber }) => itemNumber);
      expect([...found, ...refused, ...suspects].sort()).toEqual([...values].sort());
      for (const each of refused) expect(bad).toContain(each);
      for (const each of bad) expect([...refused, ...suspects]).toContain(each);
      expect(pages.flatMap(({ records }) => records)).toEqual(records);
      expect(complete).toBe(pages);
      expect(unknownFields).toHaveLength(pages.length);
      expect(shop.sizes.length).toBeLessThanOrEqual(14);
      expect(calls).toBe(1.5 * shop.sizes.length);
      expect(errors.length).toBeGreaterThanOrEqual(refused.length);
      if (bad.length === 1) expect([refused, suspects]).toEqual([bad, []]);
    }),
    { numRuns: 60 },
  );
});

test('finding one bad identifier takes seven rounds among a hundred and one round among two', () => {
  for (const [count, rounds] of [
    [100, 7],
    [64, 6],
    [2, 1],
    [1, 0],
  ] as const) {
    const shop = service(['9SI0']);
    const { errors } = isolated(names(count), shop)!;
    expect(shop.sizes).toHaveLength(2 * rounds);
    expect(errors.map(({ message }) => message)).toEqual(['"9SI0": Said.']);
  }
});

test('identifiers left unresolved when the calls run out are suspects, reported by the first', () => {
  const { errors, suspects } = isolated(names(100), service(names(100)))!;
  expect(suspects.length).toBeGreaterThan(50);
  expect(errors[0]!.message).toMatch(/^\d+ identifiers starting with "9SI\d+": Said\.$/);
});

describe("errors that don't depend on one identifier", () => {
  const fetchUnits: FetchUnits = () => {
    throw new Error('Nothing is to be asked.');
  };

  test.each([
    ['another code', serviceError('XX999'), { values: ['a', 'b'] }],
    ['no code', new MarketError('MARKET_TIMEOUT', 'x', {}), { values: ['a', 'b'] }],
    ['no list', SPOILT, {}],
  ])('are not halved: %s', (_, error, params) => {
    expect(isolate(asked(inventory), params, error, fetchUnits)).toBeUndefined();
  });
});

test('an error that affects every call stops the search, and the call is repeated', () => {
  const fatal = new MarketError('MARKET_KEY', 'Wrong key.', {});
  const shop = service(['9SI0'], (values) => (values.length > 4 ? SPOILT : fatal));
  expect(isolated(names(16), shop)).toEqual({
    outcome: 'due',
    pages: [],
    complete: [],
    errors: [],
    refused: [],
    suspects: [],
    calls: 6,
    fatal,
  });
});

test('a different error in one part is reported, and its identifiers are neither refused nor suspect', () => {
  const other = new MarketError('MARKET_SERVICE', 'Down.', { serviceCodes: ['InternalError'] });
  const shop = service(['9SI0'], (values) => (values.length > 2 ? SPOILT : other));
  const { errors, refused, suspects, pages } = isolated(names(8), shop)!;
  expect(errors.map(({ message }) => message)).toEqual(['2 identifiers starting with "9SI0": Down.']);
  expect([refused, suspects, pages.length]).toEqual([[], [], 2]);
});

test.each([
  [3, '"9SI0", "9SI1", "9SI2": Said.'],
  [
    10,
    `${names(10)
      .map((name) => `"${name}"`)
      .join(', ')}: Said.`,
  ],
  [
    12,
    `${names(10)
      .map((name) => `"${name}"`)
      .join(', ')} and 2 more: Said.`,
  ],
])('%i previously refused identifiers are named without halving', (count, message) => {
  const shop = service([]);
  const { errors, refused, suspects } = isolated(names(count), shop, names(count))!;
  expect(errors.map((error) => error.message)).toEqual([message]);
  expect([refused, suspects, shop.sizes]).toEqual([[], [], []]);
});

test('a mix of previously refused and new identifiers is halved', () => {
  const shop = service(['9SI0']);
  expect(isolated(names(2), shop, ['9SI0'])).toMatchObject({ refused: [], suspects: [] });
  expect(shop.sizes).toEqual([1, 1]);
});

test('if no part has results, the call has none', () => {
  const nothing = serviceError('CT026');
  const params = { values: ['a', 'b', 'c'], type: '1' };
  const { fetchUnits } = service(['a', 'b', 'c'], () => nothing);
  const unit = [{ params, records: [] }];
  expect(isolate(asked(inventory), params, nothing, fetchUnits)).toMatchObject({
    outcome: { records: [], unknownFields: [] },
    pages: unit,
    complete: unit,
    errors: [],
    refused: [],
    suspects: [],
  });
});

test('if every part is malformed, the call is malformed, and no identifier is refused', () => {
  const malformed = serviceError('CE002');
  const { fetchUnits } = service(names(4), () => malformed);
  expect(isolate(asked(inventory), paramsOf(names(4)), malformed, fetchUnits)).toMatchObject({
    errors: [malformed],
    refused: [],
    suspects: [],
  });
  const some = service(['9SI0'], () => malformed);
  expect(isolate(asked(inventory), paramsOf(names(4)), malformed, some.fetchUnits)).toMatchObject({
    refused: ['9SI0'],
  });
});

test('a malformed call of previously refused identifiers names them', () => {
  const { errors } = isolate(
    { ...asked(inventory), isolated: new Set(names(2)) },
    paramsOf(names(2)),
    serviceError('CE002'),
    service([]).fetchUnits,
  )!;
  expect(errors.map(({ message }) => message)).toEqual(['"9SI0", "9SI1": Said.']);
});
