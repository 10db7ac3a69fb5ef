/** With any announced total, paging requests each page once, loses no record, and ends. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adPerformance } from '../../src/operations/ad-performance.ts';
import { inventory } from '../../src/operations/inventory.ts';
import { keywords } from '../../src/operations/keywords.ts';
import { orders } from '../../src/operations/orders.ts';
import { priceHistory } from '../../src/operations/price-history.ts';
import { fetchSlice, type Network } from '../../src/protocol/client.ts';
import { type CallOf, type Cursor, isDone, nextSteps, START, unitsOf } from '../../src/protocol/cursor.ts';
import type { Operation } from '../../src/protocol/operation.ts';
import { type Params, readParams } from '../../src/protocol/params.ts';
import { runs } from '../effort.ts';
import { json } from './arrivals.ts';
import { network, type Paging, pageOf, things } from './paged-service.ts';
import { shop } from './shop.ts';

interface Outcome {
  readonly names: readonly string[];
  readonly calls: number;
  readonly slices: number;
  readonly errors: number;
}

/** Fetches everything, storing the cursor between slices. Fails after `most` slices. */
function fetchAll(ports: Network, operation: Operation, owners: number, limit: number, most = 500): Outcome {
  const params: Params = { owners: Array.from({ length: owners }, (_, index) => String(index)) };
  const units = unitsOf(operation, params);
  const question = {
    operation,
    connection: shop(),
    storefront: 'main' as const,
    units,
    withheld: new Set<never>(),
  };
  const names: string[] = [];
  let cursor: Cursor = START;
  let calls = 0;
  let errors = 0;
  for (let slices = 1; ; slices++) {
    if (slices > most) throw new Error('This is endless.');
    const slice = fetchSlice(ports, question, cursor, limit);
    names.push(...slice.records.map(({ name }) => String(name)));
    calls += slice.calls;
    errors += slice.errors.length;
    cursor = JSON.parse(JSON.stringify(slice.cursor)) as Cursor;
    if (isDone(cursor, units.length)) return { names, calls, slices, errors };
  }
}

const allNames = (totals: readonly number[]) =>
  totals.flatMap((total, owner) => Array.from({ length: total }, (_, index) => `${owner}-${index}`)).sort();

/** Owners' totals, page sizes, and announced totals. A smaller page size is only detectable with an announced total. */
const pagings = fc
  .record({
    totals: fc.array(fc.nat(40), { minLength: 1, maxLength: 30 }),
    announces: fc.constantFrom('total', 'pages', 'both', 'nothing'),
    pageSize: fc.integer({ min: 1, max: 9 }),
    clamp: fc.integer({ min: 1, max: 9 }),
    limit: fc.integer({ min: 1, max: 30 }),
  })
  .map(({ pageSize, clamp, announces, ...rest }) => ({
    ...rest,
    announces: announces as Paging['announces'],
    pageSize,
    greatest: announces === 'nothing' ? pageSize : Math.min(clamp, pageSize),
  }));

describe('a correct service', () => {
  test('case 62, case 77, case 84, case 86: every page is requested exactly once, and no record is lost', () => {
    fc.assert(
      fc.property(pagings, ({ pageSize, limit, ...paging }) => {
        const ports = network((request) => pageOf(paging, request));
        const { names, calls } = fetchAll(ports, things(pageSize), paging.totals.length, limit);
        expect([...names].sort()).toEqual(allNames(paging.totals));
        const asked = ports.asked.map(({ owner, page }) => `${owner} ${page}`);
        expect(new Set(asked).size).toBe(asked.length);
        expect(calls).toBe(asked.length);
        // Without a total, paging ends at the first page that isn't full.
        const pagesOf = (total: number) =>
          paging.announces === 'nothing'
            ? Math.floor(total / pageSize) + 1
            : Math.max(1, Math.ceil(total / paging.greatest));
        expect(asked.length).toBe(paging.totals.reduce((sum, total) => sum + pagesOf(total), 0));
        for (const atOnce of ports.rounds) expect(atOnce).toBeLessThanOrEqual(limit);
      }),
      { numRuns: runs(40, 1000) },
    );
  });

  test('announced pages of one unit are fetched in parallel', () => {
    const paging: Paging = { totals: [95], announces: 'total', greatest: 5 };
    const ports = network((request) => pageOf(paging, request));
    fetchAll(ports, things(5), 1, 20);
    expect(ports.rounds).toEqual([1, 18]);
  });
});

describe('an incorrect service', () => {
  test('case 78: totals that change with every call never cause endless paging, and no page is requested twice', () => {
    fc.assert(
      fc.property(
        pagings,
        fc.array(fc.nat(40), { minLength: 1, maxLength: 8 }),
        ({ pageSize, limit, ...paging }, changes) => {
          let call = 0;
          const ports = network((request) => {
            const total = changes[call++ % changes.length]!;
            return pageOf({ ...paging, totals: paging.totals.map(() => total) }, request);
          });
          fetchAll(ports, things(pageSize), paging.totals.length, limit, 2000);
          const asked = ports.asked.map(({ owner, page }) => `${owner} ${page}`);
          expect(new Set(asked).size).toBe(asked.length);
        },
      ),
      { numRuns: runs(20, 500) },
    );
  });

  test('case 78: a shrinking total loses no existing record', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 9 }), fc.nat(60), (total, size, gone) => {
        const left = Math.max(0, total - gone);
        let call = 0;
        const ports = network((request) =>
          pageOf({ totals: [call++ === 0 ? total : left], announces: 'total', greatest: size }, request),
        );
        const { names } = fetchAll(ports, things(size), 1, 20);
        expect(names).toEqual(expect.arrayContaining(allNames([left])));
      }),
    );
  });

  test.each([
    ['negative', -5],
    ['not a number', 'many'],
    ['null', null],
    ['a fraction', 2.5],
    ['text', '3'],
  ])("a total of %s doesn't cause endless paging", (_, total) => {
    const ports = network((request, { page }) =>
      json({ things: page < 4 ? [{ name: request.url }, { name: `${request.url}b` }] : [], total }),
    );
    const { calls } = fetchAll(ports, things(2), 1, 20, 20);
    expect(calls).toBeGreaterThanOrEqual(1);
    expect(calls).toBeLessThanOrEqual(5);
  });

  test.each([
    ['total', { total: 1e15 }],
    ['number of pages', { pages: 1e9 }],
  ])('case 76: an absurdly high %s ends with the first empty page', (_, told) => {
    const ports = network((request, { page }) => json({ things: page === 1 ? [{ name: request.url }] : [], ...told }));
    const { calls } = fetchAll(ports, things(1), 1, 20, 50);
    expect(calls).toBeLessThanOrEqual(21);
  });

  test('case 76: many pages are announced and the first two are empty', () => {
    const ports = network(() => json({ things: [], total: 200, pages: 200 }));
    expect(fetchAll(ports, things(1), 1, 20)).toMatchObject({ calls: 2, errors: 1 });
  });

  test('case 76: records are returned and no page is announced', () => {
    const ports = network(() => json({ things: [{ name: 'a' }], total: 0, pages: 0 }));
    expect(fetchAll(ports, things(5), 1, 20)).toMatchObject({ calls: 1, names: ['a'] });
  });

  test.each(['total', 'pages', 'both', 'nothing'] as const)(
    'pages larger than requested lose no record, with %s announced',
    (announces) => {
      const paging: Paging = { totals: [23], announces, greatest: 7 };
      const ports = network((request) =>
        pageOf(paging, { ...request, url: request.url.replace(/&size=\d+/, '&size=7') }),
      );
      const { names, calls } = fetchAll(ports, things(5), 1, 20, 20);
      expect([...names].sort()).toEqual(allNames([23]));
      expect(calls).toBeLessThanOrEqual(5);
    },
  );

  test('a service that ignores the page size and returns everything causes no extra calls', () => {
    const ports = network(() => json({ things: Array.from({ length: 7 }, (_, name) => ({ name })), total: 7 }));
    expect(fetchAll(ports, things(5), 1, 20, 5).calls).toBeLessThanOrEqual(2);
  });
});

test.each([
  ['not read yet', [0, 0, '', ''], [2, 3, 4, 5]],
  ['one with records', [1, 2, 'a', 'b'], [2, 3, 4, 5]],
  ['an empty one', [1, 0, '', ''], [2]],
] as const)('case 76: pages are fetched in parallel unless the last page is %s', (_, last, pages) => {
  const seen = { unit: 0, total: null, came: 0, largest: 0, last, texts: [], isUnsure: true };
  const cursor: Cursor = { unit: 1, spans: [{ unit: 0, from: 2, to: 5 }], progress: [seen] };
  expect(nextSteps(cursor, 1, 20).map(({ page }) => page)).toEqual(pages);
});

describe('units of a request', () => {
  const unitsFor = (operation: Operation, input: Readonly<Record<string, unknown>>) =>
    unitsOf(operation, readParams(operation, input).params);
  const many = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

  test('case 56: identifiers are sent in groups of 100, in order', () => {
    const values = many(250, 'SKU-');
    const units = unitsFor(inventory, { values, type: '1', warehouseList: 'USA' });
    expect(units).toEqual([
      { values: values.slice(0, 100), type: '1', warehouseList: ['USA'] },
      { values: values.slice(100, 200), type: '1', warehouseList: ['USA'] },
      { values: values.slice(200), type: '1', warehouseList: ['USA'] },
    ]);
  });

  test('within each type, calls are shared, suspected, isolated, or single', () => {
    const { params } = readParams(inventory, { values: ['9SIA1', 'b', 'c', 'd', 'e', 'f', '9SIA2', 'h'] });
    const calls: Readonly<Record<string, ReturnType<CallOf>>> = {
      c: 'suspected',
      d: 'isolated',
      '9SIA2': 'single-call',
      e: 'single-call',
      f: 'suspected',
    };
    const units = unitsOf(inventory, params, {}, (value) => calls[value] ?? 'shared');
    expect(units).toEqual([
      { values: ['9SIA1'], type: '0' },
      { values: ['9SIA2'], type: '0' },
      { values: ['b', 'h'], type: '1' },
      { values: ['c', 'f'], type: '1' },
      { values: ['d'], type: '1' },
      { values: ['e'], type: '1' },
    ]);
  });

  test('case 59: without a type, item numbers and part numbers are requested separately', () => {
    const units = unitsFor(inventory, { values: ['9SIA1', 'SKU-1', '9sia2', '19SI'] });
    expect(units).toEqual([
      { values: ['9SIA1', '9SIA2'], type: '0' },
      { values: ['SKU-1', '19SI'], type: '1' },
    ]);
  });

  test('case 59: a given type is used as it is', () => {
    expect(unitsFor(inventory, { values: ['9SIA1', '0123'], type: '2' })).toEqual([
      { values: ['9SIA1', '0123'], type: '2' },
    ]);
  });

  test('any identifiers are requested once each, at most 100 per call', () => {
    const identifier = fc.oneof(
      fc.nat(400).map((n) => `9SI${n}`),
      fc.nat(400).map((n) => `SKU${n}`),
    );
    fc.assert(
      fc.property(fc.array(identifier, { minLength: 1, maxLength: 600 }), (values) => {
        const units = unitsFor(inventory, { values });
        expect(units.flatMap((unit) => unit.values).sort()).toEqual([...new Set(values)].sort());
        for (const unit of units) {
          expect(unit.values!.length).toBeLessThanOrEqual(100);
          for (const value of unit.values!) expect(value.startsWith('9SI')).toBe(unit.type === '0');
        }
        const numbers = new Set(values.filter((value) => value.startsWith('9SI'))).size;
        expect(units).toHaveLength(Math.ceil(numbers / 100) + Math.ceil((new Set(values).size - numbers) / 100));
      }),
      { numRuns: 50 },
    );
  });

  test('price history takes one call per item', () => {
    expect(unitsFor(priceHistory, { itemNumbers: 'a,b' })).toEqual([{ itemNumbers: ['a'] }, { itemNumbers: ['b'] }]);
  });

  test('order numbers are sent in groups of 100', () => {
    const units = unitsFor(orders, { orderNumbers: many(101, '') });
    expect(units.map(({ orderNumbers }) => orderNumbers!.length)).toEqual([100, 1]);
    expect(unitsFor(orders, { sellerOrderNumbers: many(101, 'S') })).toHaveLength(2);
    expect(unitsFor(orders, {})).toEqual([{}]);
  });

  test('ad performance takes one request for a range and one per day', () => {
    const input = { fromDate: '2025-06-29', toDate: '2025-07-01' };
    expect(unitsFor(adPerformance, { ...input, by: 'range' })).toHaveLength(1);
    const days = unitsFor(adPerformance, { ...input, campaignNumber: 7 });
    expect(days.map(({ fromDate, toDate, campaignNumber }) => [fromDate, toDate, campaignNumber])).toEqual([
      ['2025-06-29', '2025-06-29', '7'],
      ['2025-06-30', '2025-06-30', '7'],
      ['2025-07-01', '2025-07-01', '7'],
    ]);
  });

  test('keywords of a campaign take one request', () => {
    expect(unitsFor(keywords, { campaignNumber: 7 })).toHaveLength(1);
  });
});
