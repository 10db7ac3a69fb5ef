/**
 * Strategies with a watermark read each identifier once per cycle within their call limit, no matter where executions
 * end.
 */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { strategies } from '../../../src/schedule/strategies/registry.ts';
import type {
  Input,
  KnownItem,
  NextPulls,
  StrategyInput,
  StrategyState,
} from '../../../src/schedule/strategies/strategy.ts';
import { runs } from '../../effort.ts';
import { DAY, HOUR, input, NOW, names } from '../../support/strategy-input.ts';

const stockOf = (values: unknown) => (values ?? []) as string[];
const isNumber = (value: string) => value.startsWith('9SI');
const hundreds = (count: number) => Math.ceil(count / 100);

const calls: Readonly<Record<string, (pull: Input) => number>> = {
  inventory: ({ values }) =>
    hundreds(stockOf(values).filter(isNumber).length) +
    hundreds(stockOf(values).filter((value) => !isNumber(value)).length),
  keywords: ({ campaignNumber }) => stockOf(campaignNumber).length,
  'lookup-report': () => 1,
};

const askedIn: Readonly<Record<string, (pull: Input) => readonly string[]>> = {
  inventory: ({ values }) => stockOf(values),
  keywords: ({ campaignNumber }) => stockOf(campaignNumber),
  'lookup-report': ({ requestId }) => [String(requestId)],
};

const nextOf = (dataset: string, at: StrategyInput): NextPulls =>
  strategies[dataset as keyof typeof strategies].refresh(at);

/** A strategy's input with the time of each identifier's last read, if any. */
function world(dataset: string, read: ReadonlyMap<string, number | undefined>, more: Partial<StrategyInput>) {
  const at = (value: number | undefined, name: string) => (value === undefined ? {} : { [name]: value });
  const all = [...read];
  return input(
    {
      items: all.map(([name, time]) => ({
        [isNumber(name) ? 'itemNumber' : 'sellerPartNumber']: name,
        ...at(time, 'stockPolled'),
      })),
      campaigns: all.map(([campaignNumber]) => ({ campaignNumber, sellerId: 'A006' })),
      requests: all.map(([requestId, time]) => ({ requestId, ...at(time, 'lastPulled') })),
    },
    { ...more, ...(dataset === 'inventory' ? {} : {}) },
  );
}

describe.each(['inventory', 'keywords', 'lookup-report'])('%s', (dataset) => {
  const most = dataset === 'inventory' ? 2500 : 60;

  test('reads every identifier once, although executions are interrupted and certain identifiers always fail', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: most }),
        fc.integer({ min: 0, max: most }),
        fc.integer({ min: 0, max: 200 }),
        fc.infiniteStream(fc.record({ calls: fc.integer({ min: 0, max: 30 }), ends: fc.integer({ min: 0, max: 8 }) })),
        (numbers, parts, bad, executions) => {
          const all = [...names(numbers, '9SI'), ...names(parts)];
          const read = new Map(all.map((name, index) => [name, index % 3 === 0 ? undefined : NOW - HOUR] as const));
          const asked = new Map<string, number>();
          const isBad = (name: string) => Number(name.slice(-6)) < bad;
          let state: StrategyState = {};
          let wasted = 0;
          for (let now = NOW, isLast = false; !isLast; now += 60_000) {
            const { value: execution } = executions.next();
            const made = nextOf(dataset, world(dataset, read, { now, cycleAt: NOW, state, calls: execution.calls }));
            const spent = made.pulls.map(calls[dataset]!);
            expect(spent.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(execution.calls);
            expect(Math.max(0, ...spent)).toBeLessThanOrEqual(20);
            const done = made.pulls.slice(0, execution.ends);
            for (const name of done.flatMap(askedIn[dataset]!)) {
              asked.set(name, (asked.get(name) ?? 0) + 1);
              if (!isBad(name)) read.set(name, now);
            }
            if (done.length === made.pulls.length) ({ state, isLast } = made);
            else wasted += done.length;
          }
          expect(all.filter((name) => !asked.has(name))).toEqual([]);
          // Catalog items are requested again only if they fail; campaigns, at most one slice per interrupted pull.
          const again = [...asked].filter(([name, times]) => times > 1 && !isBad(name));
          if (dataset !== 'keywords') expect(again).toEqual([]);
          else expect(again.length).toBeLessThanOrEqual(wasted * 20);
        },
      ),
      { numRuns: runs(10, 1000) },
    );
  });

  test('pulls no more after the cycle is complete', () => {
    const read = new Map(names(150).map((name) => [name, NOW - HOUR] as const));
    const first = nextOf(dataset, world(dataset, read, { calls: 1000 }));
    expect(first).toMatchObject({ isLast: true, waitsFor: undefined });
    const again = nextOf(
      dataset,
      world(dataset, read, { calls: 1000, now: NOW + 1, cycleAt: NOW, state: first.state }),
    );
    expect(again).toMatchObject({ pulls: [], isLast: true });
    const next = NOW + HOUR;
    const other = nextOf(dataset, world(dataset, read, { calls: 1000, now: next, cycleAt: next, state: first.state }));
    expect(other.pulls).toEqual(first.pulls);
  });

  test('is complete if no identifier is known', () => {
    expect(nextOf(dataset, input({}))).toMatchObject({ pulls: [], isLast: true });
  });
});

describe('inventory', () => {
  const pulls = (items: readonly KnownItem[], more: Partial<StrategyInput> = {}) =>
    nextOf('inventory', input({ items }, more)).pulls;

  test.each([
    ['a part number', { sellerPartNumber: 'A', itemNumber: '9SI1' }, 'A'],
    ['an item number', { itemNumber: '9SI1' }, '9SI1'],
    ['an item number if the part number looks like one', { sellerPartNumber: '9siA', itemNumber: '9SI1' }, '9SI1'],
    ['such a part number if it has no item number', { sellerPartNumber: '9siA' }, '9siA'],
  ])('requests %s', (_, item, expected) => {
    expect(pulls([item])).toEqual([{ values: [expected] }]);
  });

  test('skips items without an identifier', () => {
    expect(pulls([{}])).toEqual([]);
  });

  test.each([100, 101, 2000, 2001, 20_000])('requests %i items with one call per hundred', (count) => {
    const items = names(count).map((sellerPartNumber) => ({ sellerPartNumber, stockPolled: NOW - HOUR }));
    const made = pulls(items, { calls: 1000 });
    expect(made.map(calls.inventory!).reduce((sum, each) => sum + each, 0)).toBe(Math.ceil(count / 100));
  });

  test('requests items that were never read first', () => {
    const items = [
      ...names(100).map((sellerPartNumber) => ({ sellerPartNumber, stockPolled: 1 })),
      { sellerPartNumber: 'z' },
    ];
    expect(stockOf(pulls(items, { calls: 1 })[0]!.values)).toContain('z');
  });

  test("requests the job's values and warehouses", () => {
    const filter = { values: 'B, A\nA', warehouseList: 'USA', type: '2' };
    expect(pulls([{ sellerPartNumber: 'C' }], { filter })).toEqual([{ ...filter, values: ['A', 'B'] }]);
  });

  test("of the Catalog ignores a type, because the Catalog's identifiers have different types", () => {
    const filter = { warehouseList: 'USA', type: '2' };
    expect(pulls([{ sellerPartNumber: 'C' }], { filter })).toEqual([{ warehouseList: 'USA', values: ['C'] }]);
  });
});

describe('keywords', () => {
  const pulls = (campaigns: Parameters<typeof input>[0]['campaigns'], more: Partial<StrategyInput> = {}) =>
    nextOf('keywords', input(campaigns ? { campaigns } : {}, more)).pulls;

  test('requests twenty campaigns per pull', () => {
    const campaigns = names(45, '').map((campaignNumber) => ({ campaignNumber, sellerId: 'a006' }));
    const made = pulls(campaigns, { filter: { activeStatus: 'Active' } });
    expect(made.map(({ campaignNumber }) => stockOf(campaignNumber).length)).toEqual([20, 20, 5]);
    expect(made[0]).toMatchObject({ activeStatus: 'Active' });
  });

  test('requests campaigns that had ads in the newest thirty days of the table', () => {
    const day = (campaignNumber: string, ago: number) => ({
      campaignNumber,
      sellerId: 'A006',
      lastDay: NOW - (100 + ago) * DAY,
    });
    const campaigns = [day('1', 0), day('2', 30), day('3', 31)];
    expect(pulls(campaigns)).toEqual([{ campaignNumber: ['1', '2'] }]);
  });

  test("requests the job's campaigns", () => {
    const filter = { campaignNumber: [8, 7] };
    const listed = [{ campaignNumber: '1', sellerId: '' }];
    expect(pulls(listed, { filter })).toEqual([{ campaignNumber: ['7', '8'] }]);
    expect(pulls(listed, { filter: { ...filter, campaigns: 'all' } })).toEqual([{ campaignNumber: ['7', '8'] }]);
  });

  test('reports that no campaign is known', () => {
    expect(nextOf('keywords', input({})).waitsFor).toContain('The Ad performance sheet has no campaigns');
  });
});

test('inventory with named items needs no Catalog; without either it reports the problem', () => {
  expect(nextOf('inventory', input({})).waitsFor).toContain('The Catalog has no items');
  const named = nextOf('inventory', input({}, { filter: { values: ['9SI1'] } }));
  expect(named).toMatchObject({ pulls: [{ values: ['9SI1'] }] });
  expect(named.waitsFor).toBeUndefined();
});

describe('lookup reports', () => {
  test("use the row's storefront, otherwise the job's", () => {
    const requests = [{ requestId: 'a', storefront: 'canadian' }, { requestId: 'b' }];
    const { pulls } = nextOf('lookup-report', input({ requests }, { filter: { storefront: 'business' } }));
    expect(pulls).toEqual([
      { requestId: 'a', storefront: 'canadian' },
      { requestId: 'b', storefront: 'business' },
    ]);
  });

  test('are read until they are final', () => {
    const request = (requestId: string, listed: number, pulled?: number) => ({
      requestId,
      firstSeen: NOW - listed * DAY,
      ...(pulled === undefined ? {} : { lastPulled: NOW - pulled * DAY }),
    });
    const requests = [request('new', 0), request('old', 9), request('known', 9, 3), request('final', 9, 2)];
    const { pulls } = nextOf('lookup-report', input({ requests }));
    expect(pulls.map(({ requestId }) => requestId)).toEqual(['known', 'new', 'old']);
  });

  test("are read for the job's requests", () => {
    const { pulls } = nextOf('lookup-report', input({}, { filter: { requestId: 'x; y' } }));
    expect(pulls).toEqual([{ requestId: 'x' }, { requestId: 'y' }]);
  });
});
