import { afterEach, describe, expect, it } from 'vitest';
import { Market, xmlOf } from './caller.ts';
import type { Scenario } from './options.ts';

let market: Market;
afterEach(() => market.running.close());

const HOUR = 3_600_000;
const open = async (scenario: Scenario, items = 100, orders = 200) => {
  market = await Market.open({ scenario, items, orders });
  return market;
};

describe('void-storm', () => {
  it('voids many orders, some without lines, and many more within two days', async () => {
    await open('void-storm');
    const orders = await market.allOrders();
    const voided = orders.filter((order) => order.OrderStatus === 4);
    expect(voided.length).toBeGreaterThan(40);
    const empty = voided.filter((order) => order.ItemInfoList.length === 0);
    expect(empty.length).toBeGreaterThan(0);
    for (const order of empty) expect(order.DiscountAmount).toBeLessThan(0);
    const soon = await market.allOrders({ VoidSoon: 48 });
    expect(soon.length).toBeGreaterThan(10);
    market.clock.now += 49 * HOUR;
    const later = await market.allOrders({
      OrderNumberList: { OrderNumber: soon.map((one) => one.OrderNumber) },
    });
    const lost = later.filter((order) => order.OrderStatus === 4);
    expect(lost.length).toBeGreaterThan(soon.length / 2);
    expect(lost.every((order) => order.IsAutoVoid)).toBe(true);
  });
});

describe('sell-out', () => {
  it('sells out completely within a day', async () => {
    await open('sell-out');
    const stock = async () => {
      const { ItemList } = (await market.inventory({ Type: 0, Values: market.known.allItemNumbers })).json.ResponseBody;
      return ItemList.flatMap((item: { InventoryAllocation: { AvailableQuantity: number }[] }) =>
        item.InventoryAllocation.map((one) => one.AvailableQuantity),
      ) as number[];
    };
    const first = await stock();
    expect(first.includes(0)).toBe(true);
    expect(first.some((quantity) => quantity > 0)).toBe(true);
    market.clock.now += 24 * HOUR;
    expect((await stock()).every((quantity) => quantity === 0)).toBe(true);
  });
});

describe('buybox-lost', () => {
  it('undercuts most target prices', async () => {
    await open('buybox-lost');
    const { PriceLogs } = (await market.prices(market.known.itemNumbers[0] as string)).json.ResponseBody;
    const lost = PriceLogs.filter(
      (log: Record<string, number>) => (log.BuyboxUnitPrice as number) < (log.TargetUnitPrice as number),
    );
    expect(lost.length).toBeGreaterThan(PriceLogs.length * 0.8);
  });
});

describe('flaky', () => {
  async function outcomes(): Promise<string[]> {
    await open('flaky', 10, 0);
    const seen: string[] = [];
    for (let call = 0; call < 100; call++) {
      const body = { Type: 0, Values: [market.known.allItemNumbers[call % 10], String(call)] };
      for (let attempt = 0; ; attempt++) {
        expect(attempt).toBeLessThan(2);
        try {
          const reply = await market.inventory(body);
          if (reply.status === 200) break;
          seen.push(String(reply.status));
          if (reply.status === 502) expect(reply.text).toContain('<html>');
          if (reply.status === 503) expect(reply.text).toBe('');
          if (reply.status === 500) expect(reply.json[0].Code).toBe('InternalError');
        } catch (error) {
          seen.push(error instanceof SyntaxError ? 'truncated' : 'closed');
        }
      }
    }
    return seen;
  }

  it('fails in five ways, determined by the seed, and serves the repeated call', async () => {
    const first = await outcomes();
    expect(new Set(first)).toEqual(new Set(['500', '502', '503', 'truncated', 'closed']));
    await market.running.close();
    expect(await outcomes()).toEqual(first);
  });
});

describe('odd-shapes', () => {
  /** Converts a response in odd shapes to the usual shape. */
  function straighten(value: unknown, name = ''): unknown {
    const wrapped = ['InventoryResult', 'Inventory', 'Item', 'PriceLog', 'OrderInfo', 'ItemInfo', 'PackageInfo'];
    if (typeof value === 'string') return value.trim();
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    if (Array.isArray(value)) return value.map((entry) => straighten(entry));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value);
    if (entries.length === 1 && wrapped.includes(entries[0]?.[0] ?? '')) return straighten(entries[0]?.[1], name);
    if (entries[0]?.[0] === 'MarketAPIResponse') return straighten(entries[0][1]);
    const straight = Object.fromEntries(entries.map(([key, member]) => [key, straighten(member, key)]));
    return /List$|Logs$|Allocation$/.test(name) ? [straight] : straight;
  }
  const amounts = (value: unknown) =>
    JSON.stringify(value)
      .replace(/"(-?\d+\.\d*?)0+"/g, '"$1"')
      .replace(/\."/g, '"');

  it('has the same content in JSON as calm', async () => {
    await open('odd-shapes');
    const ask = () => market.inventory({ Type: 0, Values: market.known.itemNumbers });
    const texts = new Set<string>();
    const meanings = new Set<string>();
    for (let again = 0; again < 40; again++) {
      const reply = await ask();
      texts.add(reply.text);
      meanings.add(amounts((straighten(reply.json) as { ResponseBody: { ItemList: unknown } }).ResponseBody.ItemList));
    }
    expect(texts.size).toBeGreaterThan(10);
    expect(meanings.size).toBe(1);
    const all = [...texts].join('\n');
    expect(all).toContain('\uFEFF{');
    expect(all).toContain('{"MarketAPIResponse":');
    expect(all).toContain('"ItemList":{"InventoryResult":[');
    expect(all).toMatch(/"AvailableQuantity":"\d+"/);
  });

  it('sends a single object for a list, null or blank for an empty list, and padded strings', async () => {
    await open('odd-shapes');
    const texts: string[] = [];
    for (let again = 0; again < 40; again++) texts.push((await market.orders({ Status: 0 }, { PageSize: 1 })).text);
    const all = texts.join('\n');
    expect(all).toMatch(/"OrderInfoList":\{"(SellerID|OrderInfo":\{)/);
    expect(all).toContain('"PackageInfoList":null');
    expect(all).toContain('"PackageInfoList":""');
    expect(texts.some((text) => !text.includes('PackageInfoList'))).toBe(true);
    expect(all).toMatch(/"CustomerName":"[^"]+ {12}"/);
  });

  it('sends an error with or without a list around it', async () => {
    await open('odd-shapes');
    const texts: string[] = [];
    for (let again = 0; again < 30; again++) texts.push((await market.orders({ Status: 99 })).text);
    expect(texts.some((text) => /^\uFEFF?\{"Code":"CE002"/.test(text))).toBe(true);
    expect(texts.some((text) => /^\uFEFF?\[\{"Code":"CE002"/.test(text))).toBe(true);
  });

  it('has the same content in XML as calm', async () => {
    await open('odd-shapes');
    const [id] = market.known.requestIds;
    const body = `<MarketAPIRequest><OperationType>ItemLookupRequest</OperationType><RequestBody><RequestID>${id}</RequestID>
      <PageInfo><PageIndex>1</PageIndex><PageSize>5</PageSize></PageInfo></RequestBody></MarketAPIRequest>`;
    const headers = { 'Content-Type': 'application/xml', Accept: 'application/xml' };
    const meanings = new Set<string>();
    let all = '';
    for (let again = 0; again < 30; again++) {
      const { text } = await market.ask('/marketplace/reportmgmt/report/result', {
        method: 'PUT',
        headers,
        body,
      });
      all += text;
      meanings.add(JSON.stringify(xmlOf(text)));
    }
    expect(meanings.size).toBe(1);
    expect(all).toContain('<![CDATA[');
    expect(all).toContain('\uFEFF<MarketAPIResponse>');
    expect(all).toContain('<?xml');
  });
});

describe('unknown-codes', () => {
  it('contains undocumented codes and fields', async () => {
    await open('unknown-codes');
    const orders = JSON.stringify(await market.allOrders());
    for (const part of ['"OrderStatus":9', '"Status":7', '"PackageType":"Returned"', '"LoyaltyTier"']) {
      expect(orders).toContain(part);
    }
    expect((await market.keywords({})).text).toContain('"matchType":7');
    const inventory = await market.inventory({ Type: 0, Values: market.known.allItemNumbers });
    expect(inventory.text).toContain('"Condition":3');
    expect((await market.performance({})).text).toContain('"type":9');
    expect((await market.prices(market.known.itemNumbers[0] as string)).text).toContain('"Platform":"MEX"');
  });
});
