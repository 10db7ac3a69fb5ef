import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Market } from './caller.ts';

let market: Market;
beforeAll(async () => {
  market = await Market.open({ items: 150, orders: 230 });
});
afterAll(() => market.running.close());

describe('orders', () => {
  it('have 100 per page by default', async () => {
    const { ResponseBody } = (await market.orders()).json;
    expect(ResponseBody.PageInfo).toEqual({
      TotalCount: 230,
      TotalPageCount: 3,
      PageSize: 100,
      PageIndex: 1,
    });
    expect(ResponseBody.OrderInfoList).toHaveLength(100);
  });

  it('are complete over all pages, without duplicates, and start with the newest', async () => {
    const orders = await market.allOrders();
    const numbers = orders.map((order) => order.OrderNumber);
    expect(new Set(numbers).size).toBe(230);
    expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
  });

  it('have an empty page after the last one', async () => {
    const { ResponseBody } = (await market.orders({}, { PageIndex: 9, PageSize: 50 })).json;
    expect(ResponseBody.OrderInfoList).toEqual([]);
    expect(ResponseBody.PageInfo).toMatchObject({ TotalCount: 230, TotalPageCount: 5, PageIndex: 9 });
  });

  it.each([
    [46, {}, 230, 5],
    [47, {}, 230, 5],
    [45, {}, 230, 6],
    [10, { OrderDateFrom: '2030-01-01' }, 0, 0],
  ])(
    'with page size %i and criteria %o give %i orders on %i pages',
    async (PageSize, criteria, TotalCount, TotalPageCount) => {
      const { PageInfo } = (await market.orders(criteria, { PageSize })).json.ResponseBody;
      expect(PageInfo).toEqual({ TotalCount, TotalPageCount, PageSize, PageIndex: 1 });
    },
  );

  it.each([{ PageSize: 101 }, { PageSize: 0 }, { PageIndex: 0 }, { PageIndex: 'x' }, { PageIndex: 1.5 }])(
    'reject %o',
    async (page) => {
      expect((await market.orders({}, page)).status).toBe(400);
    },
  );
});

describe('lookup reports', () => {
  it('are complete over two pages with up to 100 records', async () => {
    const [id] = market.known.requestIds;
    const first = (await market.lookup(id, { PageIndex: 1, PageSize: 100 })).json.ResponseBody;
    const second = (await market.lookup(id, { PageIndex: '2', PageSize: '100' })).json.ResponseBody;
    expect(first.PageInfo).toEqual({ TotalCount: 137, TotalPageCount: 2, PageSize: 100, PageIndex: 1 });
    expect(first.ItemList).toHaveLength(100);
    expect(second.ItemList).toHaveLength(37);
    expect((await market.lookup(id, { PageIndex: 3, PageSize: 100 })).json.ResponseBody.ItemList).toEqual([]);
  });

  it('require a request ID of their storefront, a page index, and a page size', async () => {
    const [everywhere, mainOnly] = market.known.requestIds;
    expect((await market.lookup(mainOnly)).status).toBe(200);
    expect((await market.lookup(mainOnly, { PageIndex: 1, PageSize: 10 }, 'can/')).json[0].Code).toBe('DF006');
    expect((await market.lookup('never submitted')).status).toBe(400);
    expect((await market.lookup('')).status).toBe(400);
    expect((await market.lookup(everywhere, { PageIndex: 1, PageSize: 101 })).status).toBe(400);
    expect((await market.lookup(everywhere, { PageIndex: 1 })).status).toBe(400);
    expect((await market.lookup(everywhere, { PageSize: 10 })).status).toBe(400);
  });
});

describe('price histories', () => {
  it('have 25 logs per page by default, start with the newest, and continue the previous price', async () => {
    const item = market.known.itemNumbers[0] as string;
    // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary fields
    const logs: any[] = [];
    for (const pageindex of ['1', '2', '3', '4']) {
      const { ResponseBody } = (await market.prices(item, pageindex === '1' ? {} : { pageindex })).json;
      expect(ResponseBody.TotalCount).toBe(63);
      logs.push(...ResponseBody.PriceLogs);
    }
    expect(logs).toHaveLength(63);
    expect(logs.slice(25, 50)).toHaveLength(25);
    logs.forEach((log, at) => {
      if (at === 0) return;
      expect(Date.parse(log.RequestTimeStamp)).toBeLessThan(Date.parse(logs[at - 1].RequestTimeStamp));
      expect(logs[at - 1].OriginalUnitPrice).toBe(log.TargetUnitPrice);
      expect(log.OriginalUnitPrice).not.toBe(log.TargetUnitPrice);
    });
    const large = (await market.prices(item, { pagesize: '1000' })).json.ResponseBody;
    expect(large.PriceLogs).toEqual(logs);
  });

  it('are empty for an item without logs, and reject an invalid page', async () => {
    const none = (await market.prices(market.known.itemNumbers[2] as string)).json;
    expect(none).toMatchObject({ IsSuccess: true, ResponseBody: { PriceLogs: [], TotalCount: 0 } });
    for (const query of [{ pageindex: '0' }, { pageindex: 'one' }, { pagesize: '-5' }, { pagesize: '2.5' }]) {
      expect((await market.prices('x', query)).status).toBe(400);
    }
    expect((await market.prices('x', { pageindex: '' })).status).toBe(200);
  });
});

describe('sponsored operations', () => {
  it('have 20 rows per page by default, and a maximum', async () => {
    expect((await market.keywords({ pageInfo: null })).json.rows).toHaveLength(20);
    const pageInfo = (pageSize: unknown, pageIndex = 1) => ({ pageInfo: { pageIndex, pageSize } });
    const whole = (await market.keywords(pageInfo('9999999'))).json;
    expect(whole.rows).toHaveLength(whole.totalRows);
    expect((await market.keywords(pageInfo(10_000_000))).status).toBe(400);
    expect((await market.performance(pageInfo(101))).status).toBe(400);
    expect((await market.performance(pageInfo(100))).status).toBe(200);
    const second = (await market.keywords(pageInfo(15, 2))).json;
    expect(second.rows).toEqual(whole.rows.slice(15, 30));
    expect(second.totalRows).toBe(whole.totalRows);
  });
});
