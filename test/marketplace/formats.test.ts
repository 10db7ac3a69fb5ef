import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Market, xmlOf } from './caller.ts';

let market: Market;
beforeAll(async () => {
  market = await Market.open({ items: 60, orders: 40 });
});
afterAll(() => market.running.close());

const XML = { 'Content-Type': 'application/xml', Accept: 'application/xml' };

/** Converts a JSON response to its XML form: all values are strings ("" if empty), and lists are in child elements. */
function asXml(value: unknown, children: Record<string, string>): unknown {
  if (Array.isArray(value)) throw new Error('a list needs its name');
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  return Object.fromEntries(
    Object.entries(value as object).map(([name, member]) => {
      if (!Array.isArray(member)) return [name, asXml(member, children)];
      const entries = member.map((entry) => asXml(entry, children));
      const child = children[name] as string;
      return [name, entries.length === 0 ? '' : { [child]: entries.length === 1 ? entries[0] : entries }];
    }),
  );
}

/** XML writes money with two decimals; JSON writes a number. */
const numeric = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d+\.\d+$/.test(value)
    ? String(Number(value))
    : typeof value === 'object' && value !== null
      ? Array.isArray(value)
        ? value.map(numeric)
        : Object.fromEntries(Object.entries(value).map(([name, member]) => [name, numeric(member)]))
      : value;

const children = {
  ItemList: 'InventoryResult',
  InventoryAllocation: 'Inventory',
  PriceLogs: 'PriceLog',
  Options: 'ItemVarietyOption',
  OrderInfoList: 'OrderInfo',
  ItemInfoList: 'ItemInfo',
  PackageInfoList: 'PackageInfo',
};

function expectSame(xmlText: string, json: unknown, own: Record<string, string> = {}) {
  const { root, content } = xmlOf(xmlText);
  expect(root).toBe('MarketAPIResponse');
  const { ResponseBody, ...head } = numeric(content) as Record<string, unknown>;
  const expected = numeric(asXml(json, { ...children, ...own })) as Record<string, unknown>;
  expect(ResponseBody).toEqual(expected.ResponseBody);
  expect(Object.keys(head).sort()).toEqual(
    Object.keys(expected)
      .filter((name) => name !== 'ResponseBody')
      .sort(),
  );
}

describe('XML and JSON have the same content', () => {
  it('for inventory', async () => {
    const [first, second] = market.known.itemNumbers;
    const json = await market.inventory({ Type: '0', Values: [first, second] });
    expect(json.status).toBe(200);
    expect(json.headers.get('content-type')).toContain('application/json');
    expect(json.json.OperationType).toBe('GetInventoryList');
    expect(json.json.ResponseBody.TotalCount).toBe(2);
    expect(typeof json.json.ResponseBody.ItemList[0].InventoryAllocation[0].AvailableQuantity).toBe('number');
    const xml = await market.inventory(
      `<ContentQueryCriteria><Type>0</Type><Values><Key>${first}</Key><Key>${second}</Key></Values></ContentQueryCriteria>`,
      { headers: XML },
    );
    expect(xml.headers.get('content-type')).toContain('application/xml');
    expectSame(xml.text, json.json);
  });

  it('for lookup reports', async () => {
    const [id] = market.known.requestIds;
    const json = await market.lookup(id, { PageIndex: '1', PageSize: '20' });
    expect(json.json.OperationType).toBe('ItemLookupResponse');
    expect(json.json.ResponseBody.RequestDate).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/);
    const xml = await market.ask('/marketplace/b2b/reportmgmt/report/result', {
      method: 'PUT',
      headers: XML,
      body: `<?xml version="1.0"?><MarketAPIRequest ><OperationType>ItemLookupRequest</OperationType><RequestBody>
        <RequestID>${id}</RequestID><PageInfo><PageIndex>1</PageIndex><PageSize>20</PageSize></PageInfo>
        </RequestBody></MarketAPIRequest>`,
    });
    expectSame(xml.text, json.json, { ItemList: 'Item' });
  });

  it('for price histories', async () => {
    const item = market.known.itemNumbers[0] as string;
    const json = await market.prices(item);
    expect(json.json.OperationType).toBe('GetRepricerPriceHistory');
    expect(json.json.ResponseDate).toMatch(/-07:00$/);
    const path = `/marketplace/usa/contentmgmt/item/repricer/item/history/${item}`;
    const xml = await market.ask(path, {
      method: 'GET',
      headers: { Accept: 'application/xml', 'Content-Type': undefined },
    });
    expectSame(xml.text, json.json);
  });

  it('for orders', async () => {
    const json = await market.orders({ OrderDateFrom: '2025-05-01 00:00:00' }, { PageIndex: 1, PageSize: 40 });
    expect(json.json.ResponseBody.OrderInfoList.length).toBeGreaterThan(10);
    const xml = await market.ask('/marketplace/b2b/ordermgmt/order/orderinfo', {
      method: 'PUT',
      query: { version: '315' },
      headers: XML,
      body: `<MarketAPIRequest><OperationType>GetOrderInfoRequest</OperationType><RequestBody><PageIndex>1</PageIndex>
        <PageSize>40</PageSize><RequestCriteria><OrderNumberList/><OrderDateFrom>2025-05-01 00:00:00</OrderDateFrom>
        <OrderDateTo/></RequestCriteria></RequestBody></MarketAPIRequest>`,
    });
    expectSame(xml.text, json.json);
  });
});

describe('requests', () => {
  it('are accepted with or without the root in JSON, and with wrapped lists', async () => {
    const sku = 'SSD-000001';
    for (const body of [
      { Values: [sku] },
      { MarketAPIRequest: { Type: 1, Values: { Key: [sku] } } },
      { ContentQueryCriteria: { Type: '', Values: { Key: sku }, WarehouseList: null } },
    ]) {
      const reply = await market.inventory(body);
      expect(reply.json.ResponseBody.ItemList[0].SellerPartNumber).toBe(sku);
    }
    const body = {
      MarketAPIRequest: { OperationType: 'GetOrderInfoRequest', RequestBody: { PageSize: '3' } },
    };
    const path = '/marketplace/b2b/ordermgmt/order/orderinfo';
    const reply = await market.ask(path, { method: 'PUT', query: { version: '304' }, body });
    expect(reply.json.ResponseBody.OrderInfoList).toHaveLength(3);
  });

  it('require their fixed OperationType and accept an email address as IssueUser', async () => {
    const [id] = market.known.requestIds;
    const path = '/marketplace/reportmgmt/report/result';
    const page = { PageIndex: 1, PageSize: 1 };
    const ask = (root: object) =>
      market.ask(path, {
        method: 'PUT',
        body: { OperationType: 'ItemLookupRequest', RequestBody: { RequestID: id, PageInfo: page }, ...root },
      });
    expect((await ask({})).status).toBe(200);
    expect((await ask({ IssueUser: 'seller@shop.example' })).status).toBe(200);
    expect((await ask({ IssueUser: 'nobody' })).status).toBe(400);
    for (const OperationType of [undefined, '', 'GetOrderInfoRequest', 'ItemLookupResponse']) {
      expect((await ask({ OperationType })).status).toBe(400);
    }
    const orders = '/marketplace/b2b/ordermgmt/order/orderinfo';
    const body = { OperationType: 'ItemLookupRequest', RequestBody: {} };
    expect((await market.ask(orders, { method: 'PUT', query: { version: '314' }, body })).status).toBe(400);
  });

  it('require their root in XML', async () => {
    const reply = await market.inventory('<Other><Values><Key>x</Key></Values></Other>', { headers: XML });
    expect(reply.status).toBe(400);
    expect(xmlOf(reply.text)).toMatchObject({ root: 'Errors', content: { Error: { Code: 'CE002' } } });
  });

  it('may accept a response in the other format', async () => {
    const headers = { 'Content-Type': 'application/json', Accept: 'application/xml' };
    const reply = await market.inventory({ Values: ['SSD-000001'] }, { headers });
    expect(xmlOf(reply.text).root).toBe('MarketAPIResponse');
  });

  it('must be JSON in the sponsored operations', async () => {
    const path = '/marketplace/sponsoredmgmt/campaign/keyword/search';
    expect((await market.ask(path, { headers: XML, body: '<a/>' })).status).toBe(415);
    const body = { sellerId: market.known.sellerId, campaignNumber: market.known.campaigns[0] };
    expect((await market.ask(path, { headers: { Accept: 'application/xml' }, body })).status).toBe(406);
    const reply = await market.ask(path, { headers: { Accept: undefined }, body });
    expect(reply.json.rows).toHaveLength(20);
    expect((await market.performance({})).json.rows.length).toBeGreaterThan(5);
  });

  it('are rejected if they have an unknown member, body type, or method', async () => {
    const reply = await market.inventory({ values: ['SSD-000001'] });
    expect(reply.status).toBe(400);
    expect(reply.json[0].Message).toContain("invalid child element 'values'");
    for (const type of ['text/plain', 'text/xml', 'application/x-www-form-urlencoded', 'json']) {
      expect((await market.inventory('a=b', { headers: { 'Content-Type': type } })).status).toBe(415);
    }
    const path = '/marketplace/contentmgmt/item/international/inventorylist';
    expect((await market.ask(path, { method: 'PUT', body: {} })).status).toBe(405);
  });
});
