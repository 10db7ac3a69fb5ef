/** Strategies, run as real pulls, need few calls. */
import { expect, test } from 'vitest';
import { operations } from '../../../src/operations/registry.ts';
import type { HttpRequest, HttpResult } from '../../../src/protocol/http.ts';
import { strategies } from '../../../src/schedule/strategies/registry.ts';
import type { Filter, NextPulls, StrategyState } from '../../../src/schedule/strategies/strategy.ts';
import { viewOf } from '../../../src/schedule/strategies/workbook-view.ts';
import { readCatalog } from '../../../src/tables/catalog/catalog.ts';
import { envelope, json } from '../../protocol/arrivals.ts';
import { shop } from '../../protocol/shop.ts';
import { begun } from '../../support/begun-run.ts';
import { executed } from '../../support/executed.ts';
import { type InMemoryPorts, inMemoryPorts } from '../../support/in-memory-ports.ts';
import { HOUR, names } from '../../support/strategy-input.ts';

type Id = keyof typeof operations;

const PURPOSE = { job: 'j', isLast: true, endsCycle: true, strategyState: {}, inFull: true };

/** Runs cycles of one job, execution by execution, and counts each cycle's calls. */
function job(ports: InMemoryPorts, dataset: Id, filter: Filter = {}, isContinuous = false) {
  let state: StrategyState = {};
  const execute = (cycleAt: number, calls: number): NextPulls => {
    const now = ports.clock.now();
    const view = viewOf(ports.book, now);
    const interval = HOUR / 6;
    const at = { filter, state, view, now, cycleAt, calls, callsPerHour: 500, isContinuous, interval };
    const turn = strategies[dataset]!.refresh(at);
    const operation = operations[dataset];
    for (const input of turn.pulls) {
      const catalog = () => readCatalog(ports.book, shop());
      const asked = begun(operation, input, { now: ports.clock.now(), catalog });
      const run = executed(ports, { ...asked, purpose: PURPOSE });
      expect(run).toMatchObject({ state: 'done', errors: [] });
    }
    state = turn.state;
    return turn;
  };
  return {
    execute: (calls: number) => execute(ports.clock.now(), calls),
    cycle(calls = 1000): number {
      ports.wait(HOUR);
      const before = ports.requests.length;
      const cycleAt = ports.clock.now();
      for (let isLast = false; !isLast; ) {
        const spent = ports.requests.length;
        ({ isLast } = execute(cycleAt, calls));
        expect(ports.requests.length - spent).toBeLessThanOrEqual(calls);
        ports.wait(60_000);
      }
      return ports.requests.length - before;
    },
  };
}

const bodyOf = ({ body }: HttpRequest) => JSON.parse(body!);

test('stock of all items found in orders takes one call per hundred', () => {
  const parts = names(250);
  const ports = inMemoryPorts((request): HttpResult => {
    if (request.url.includes('/orderinfo'))
      return envelope({
        PageInfo: { TotalCount: 1, TotalPageCount: 1 },
        OrderInfoList: [{ OrderNumber: 1, ItemInfoList: parts.map((SellerPartNumber) => ({ SellerPartNumber })) }],
      });
    const known = (bodyOf(request).Values as string[]).filter((value) => !value.endsWith('7'));
    return envelope({
      ItemList: known.map((value) => ({ ItemNumber: `9SI${value}`, SellerPartNumber: value })),
    });
  });
  job(ports, 'orders').cycle();
  const stock = job(ports, 'inventory');
  expect([stock.cycle(), stock.cycle(1), stock.cycle(2)]).toEqual([3, 3, 3]);
  const polled = ports.book.rows('Catalog').map((row) => Number(row['Stock polled']));
  expect(polled).toHaveLength(250);
  expect(Math.min(...polled)).toBeGreaterThan(ports.clock.now() - HOUR);
});

test('orders take one call for new ones and one per hundred that may change', () => {
  const orders = Array.from({ length: 230 }, (_, index) => ({
    SellerID: 'A006',
    OrderNumber: index + 1,
    OrderStatus: index < 120 ? 0 : 2,
    OrderDate: '06/16/2025 01:00:00',
  }));
  const asked: number[][] = [];
  const ports = inMemoryPorts((request) => {
    const { RequestCriteria, PageIndex } = bodyOf(request).RequestBody;
    const numbers = RequestCriteria.OrderNumberList?.OrderNumber as (string | number)[] | undefined;
    if (numbers) asked.push(numbers.map(Number));
    const all = numbers ? orders.filter(({ OrderNumber }) => numbers.map(Number).includes(OrderNumber)) : orders;
    const OrderInfoList = all.slice((PageIndex - 1) * 100, PageIndex * 100);
    return envelope({
      PageInfo: { TotalCount: all.length, TotalPageCount: Math.ceil(all.length / 100), PageSize: 100 },
      OrderInfoList,
    });
  });
  const made = job(ports, 'orders');
  // The first cycle reads all orders in three pages.
  expect(made.cycle()).toBe(3);
  orders[3]!.OrderStatus = 4;
  ports.wait(12 * HOUR);
  // The next cycle rereads all orders because of the overlap, plus 120 open orders by number.
  expect(made.cycle()).toBe(3 + 2);
  expect(asked.map(({ length }) => length)).toEqual([100, 20]);
  expect(new Set(asked.flat()).size).toBe(120);
  expect(ports.book.rows('Orders').filter((row) => row['Order status'] === 4)).toHaveLength(1);
});

test('keywords take one call per campaign found in ads', () => {
  const ports = inMemoryPorts((request) => {
    const { campaignNumber, fromDate } = bodyOf(request);
    if (fromDate === undefined) return json({ rows: [{ campaignNumber, keyword: 'ssd', matchType: 0 }], totalRows: 1 });
    const rows = Array.from({ length: 45 }, (_, index) => ({
      sellerID: 'A006',
      campaignNumber: index + 1,
      groupNumber: 1,
    }));
    return json({ rows, totalRows: rows.length });
  });
  expect(job(ports, 'ad-performance').cycle()).toBe(4);
  expect(job(ports, 'keywords').cycle()).toBe(45);
  expect(ports.book.rows('Keywords')).toHaveLength(45);
});

test('price history takes one call per item once its log is known', () => {
  const parts = names(12, '9SI');
  const ports = inMemoryPorts((request) => {
    if (request.url.includes('/orderinfo'))
      return envelope({
        PageInfo: { TotalCount: 1, TotalPageCount: 1 },
        OrderInfoList: [{ OrderNumber: 1, ItemInfoList: parts.map((MarketItemNumber) => ({ MarketItemNumber })) }],
      });
    const [, item, page, size] = /history\/(\w+)\?.*pageindex=(\d+)&pagesize=(\d+)/.exec(request.url)!;
    const [first, count] = [(Number(page) - 1) * Number(size), 2.5 * Number(size)];
    const PriceLogs = Array.from({ length: Math.min(Number(size), count - first) }, (_, index) => ({
      MarketItemNumber: item!.toUpperCase(),
      RequestTimeStamp: new Date(Date.UTC(2025, 5, 16) - (first + index) * HOUR).toISOString(),
      TargetUnitPrice: first + index,
      Platform: 'USA',
    }));
    return envelope({ TotalCount: count, PriceLogs });
  });
  job(ports, 'orders').cycle();
  const calm = job(ports, 'price-history', { spend: 'all' }, true);
  calm.execute(12);
  const before = ports.requests.length;
  calm.execute(12);
  expect(ports.requests.length - before).toBe(12);
  expect(job(ports, 'price-history').cycle(5)).toBe(12);
});
