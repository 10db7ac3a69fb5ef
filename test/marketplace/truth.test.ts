/**
 * The truth matches findings recomputed from responses alone, and each scenario has the problems that it claims to
 * have.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Market } from './caller.ts';
import type { Scenario } from './options.ts';
import { readWall, wallOf } from './pacific.ts';
import { runs } from './runs.ts';
import type { Findings } from './truth/look.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary fields
type Answered = any;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const zones = ['America/Los_Angeles', 'America/New_York', 'Europe/Berlin', 'Asia/Tokyo', 'UTC'];

const sumOf = (list: readonly Answered[], of: (one: Answered) => number): number =>
  list.reduce((total, one) => total + of(one), 0);
const cents = (amount: number) => Math.round(amount * 100);
const dayOn = (timeZone: string, instant: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(instant);
const shifted = (day: string, by: number) => new Date(Date.parse(day) + by * DAY).toISOString().slice(0, 10);

interface Shown {
  orders: Answered[];
  /** Seller-shipped units in stock, by seller part number. */
  stock: Map<string, number>;
  prices: Answered[];
  groups: Answered[];
  week: Answered[];
  fortnight: Answered[];
  keywords: Answered[];
}

async function read(market: Market, today: string): Promise<Shown> {
  const { allItemNumbers, campaigns } = market.known;
  const { ItemList } = (await market.inventory({ Type: 0, Values: allItemNumbers })).json.ResponseBody;
  const logs = await Promise.all(
    allItemNumbers.flatMap((item) =>
      ['usa', 'can'].map(async (storefront) => {
        const { PriceLogs } = (await market.prices(item, { pagesize: '1' }, storefront)).json.ResponseBody;
        return PriceLogs;
      }),
    ),
  );
  const groupsIn = async (from: number, to: number) =>
    (await market.performance({ fromDate: shifted(today, from), toDate: shifted(today, to) })).json.rows;
  return {
    orders: await market.allOrders(),
    stock: new Map(
      ItemList.map((item: Answered) => [
        item.SellerPartNumber,
        sumOf(item.InventoryAllocation, (one) => (one.FulfillmentOption === '0' ? one.AvailableQuantity : 0)),
      ]),
    ),
    prices: logs.flat(),
    groups: await groupsIn(0, 0),
    week: await groupsIn(-7, -1),
    fortnight: await groupsIn(-14, -1),
    keywords: (
      await Promise.all(campaigns.map(async (campaignNumber) => (await market.keywords({ campaignNumber })).json.rows))
    ).flat(),
  };
}

/**
 * Recomputes the findings of each kind from responses, as strings with the record's identity and any amounts of money.
 */
function findingsIn(shown: Shown, now: number, today: string, parts: Map<string, string>) {
  const { orders, stock, prices, groups, week, fortnight, keywords } = shown;
  const wall = (text: string) => readWall(text) as number;
  const left = (order: Answered) =>
    order.ItemInfoList.map((line: Answered) => ({
      ...line,
      open: line.Status === 3 ? 0 : line.OrderedQty - line.ShippedQty,
    }));
  const open = orders.filter((one) => one.OrderStatus <= 1 && one.FulfillmentOption === 0);
  const value = (order: Answered) => sumOf(left(order), (line) => line.open * cents(line.UnitPrice)) / 100;
  const due = (order: Answered) => {
    const [month, day, year] = order.OnTimeShipDueDate.split('/');
    return `${year}-${month}-${day}`;
  };
  const asked = (list: Answered[]) => list.map((one) => `${one.OrderNumber} ${value(one)} ${one.CurrencyCode}`);
  const hoursToVoid = (one: Answered) => (wall(one.AutoVoidTime) - wallOf(now)) / HOUR;

  const there = new Map(stock);
  const short: string[] = [];
  for (const order of [...open].sort(
    (a, b) => wall(a.AutoVoidTime) - wall(b.AutoVoidTime) || a.OrderNumber - b.OrderNumber,
  )) {
    for (const line of left(order)) {
      const got = Math.min(line.open, there.get(line.SellerPartNumber) as number);
      there.set(line.SellerPartNumber, (there.get(line.SellerPartNumber) as number) - got);
      if (got < line.open)
        short.push(
          `${order.OrderNumber} ${line.SellerPartNumber} ${line.open - got} ${((line.open - got) * cents(line.UnitPrice)) / 100}`,
        );
    }
  }

  const isMismatch = (order: Answered) => {
    const packed = order.PackageInfoList.flatMap((one: Answered) => one.ItemInfoList);
    const units = (lines: Answered[], part: string) =>
      sumOf(lines, (line) => (line.SellerPartNumber === part ? line.ShippedQty : 0));
    const all = [...packed, ...order.ItemInfoList].map((line: Answered) => line.SellerPartNumber);
    const sum = cents(order.OrderItemAmount) + cents(order.ShippingAmount) + cents(order.RecyclingFeeAmount);
    const [total, discount] = [cents(order.OrderTotalAmount), cents(order.DiscountAmount)];
    const off = Math.min(Math.abs(sum - discount - total), Math.abs(sum + discount - total));
    const untracked = order.PackageInfoList.every((one: Answered) => !one.TrackingNumber);
    const defects = [
      ...(all.some((part) => units(packed, part) !== units(order.ItemInfoList, part)) ? ['package-quantity'] : []),
      ...(off > 1 ? [`total ${off / 100}`] : []),
      ...([2, 3].includes(order.OrderStatus) && untracked ? ['no-tracking-number'] : []),
      ...(order.OrderStatus === 4 && order.PackageInfoList.length > 0 ? ['void-with-package'] : []),
    ];
    return defects.length === 0 ? [] : [`${order.OrderNumber} ${defects.sort()}`];
  };

  const sold = new Set(
    orders
      .filter((one) => one.OrderStatus !== 4 && wall(one.OrderDate) >= wallOf(now - 30 * DAY))
      .flatMap((one) => one.ItemInfoList.map((line: Answered) => line.SellerPartNumber)),
  );
  const delivering = groups.filter((group) => group.status === 'Delivering');
  const isOut = (item: string) => stock.get(parts.get(item) as string) === 0;
  const advertised = new Set(delivering.flatMap((group) => group.productList));
  const spendOf = (group: Answered) =>
    week.find(({ groupNumber }) => groupNumber === group.groupNumber)?.spend as number;
  const account = sumOf(fortnight, ({ spend }) => spend) / sumOf(fortnight, ({ sales }) => sales);
  const ages = (log: Answered) => now - Date.parse(log.RequestTimeStamp);
  return {
    'void-soon': asked(open.filter((one) => hoursToVoid(one) > 0 && hoursToVoid(one) <= 48)),
    overdue: asked(open.filter((one) => due(one) < today)),
    'due-today': asked(open.filter((one) => due(one) === today)),
    'cannot-ship': short,
    mismatch: orders.flatMap(isMismatch),
    'out-of-stock': [...parts]
      .filter(([item, part]) => isOut(item) && (sold.has(part) || advertised.has(item)))
      .map(([item]) => item),
    'ads-without-stock': delivering.flatMap((group) => {
      const out = group.productList.filter(isOut).length;
      if (out === 0) return [];
      const whole = out === group.productSize;
      return [`${group.groupNumber} ${out}/${group.productSize} ${whole ? spendOf(group) : ''}`];
    }),
    'above-featured': prices
      .filter((log) => log.BuyboxUnitPrice !== null && ages(log) <= 7 * DAY)
      .filter((log) => cents(log.TargetUnitPrice) * 100 > cents(log.BuyboxUnitPrice) * 102)
      .filter(({ MarketItemNumber: item }) => sold.has(parts.get(item) as string) || advertised.has(item))
      .map((log) => `${log.MarketItemNumber} ${log.Platform}`),
    'ad-budget': fortnight
      .filter((group) => group.status === 'Out of budget' && group.spend / group.sales < account)
      .map((group) => String(group.groupNumber)),
    'keyword-declined': keywords
      .filter((row) => row.declineReason !== null)
      .map((row) => `${row.groupNumber} ${row.keyword} ${row.matchType}`),
  };
}

/** Formats the expected findings as the same strings. */
const said: Record<string, (found: Answered) => string> = {
  'void-soon': (one) => `${one.orderNumber} ${one.atRisk} ${one.currency}`,
  overdue: (one) => `${one.orderNumber} ${one.atRisk} ${one.currency}`,
  'due-today': (one) => `${one.orderNumber} ${one.atRisk} ${one.currency}`,
  'cannot-ship': (one) => `${one.orderNumber} ${one.sellerPartNumber} ${one.short} ${one.atRisk}`,
  mismatch: (one) =>
    `${one.orderNumber} ${one.defects.map((name: string) => (name === 'total' ? `total ${one.atRisk}` : name)).sort()}`,
  'out-of-stock': (one) => one.itemNumber,
  'ads-without-stock': (one) => `${one.groupNumber} ${one.out}/${one.of} ${one.atRisk ?? ''}`,
  'above-featured': (one) => `${one.itemNumber} ${one.platform}`,
  'ad-budget': (one) => String(one.groupNumber),
  'keyword-declined': (one) => `${one.groupNumber} ${one.keyword} ${one.matchType}`,
};

const sorted = (findings: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(findings).map(([kind, list]) => [kind, [...list].sort()]));

/** Opens a shop, advances its clock, and returns the findings from the truth and from the responses. */
async function both(seed: number, scenario: Scenario, hours: number, timeZone: string, orders = 70) {
  const market = await Market.open({ seed, scenario, items: 14, orders, caps: 'none' });
  try {
    market.clock.now += hours * HOUR;
    const { now } = market.clock;
    const today = dayOn(timeZone, now);
    const truth = market.running.truth(timeZone);
    const parts = new Map(truth.items.map((item) => [item.itemNumber, item.sellerPartNumber]));
    const shown = await read(market, today);
    const findings = Object.fromEntries(
      Object.entries(truth.findings).map(([kind, list]) => [kind, list.map((one) => said[kind]?.(one) ?? '')]),
    );
    return { truth, shown, told: sorted(findings), seen: sorted(findingsIn(shown, now, today, parts)) };
  } finally {
    await market.running.close();
  }
}

const anyShop = (...names: Scenario[]) =>
  [fc.nat(), fc.constantFrom(...names), fc.integer({ min: 0, max: 200 }), fc.constantFrom(...zones)] as const;

it('findings are exactly those visible in responses', async () => {
  const names = [
    ...(['calm', 'void-storm', 'sell-out', 'buybox-lost', 'quiet', 'ads-out', 'mismatch', 'trend'] as const),
    ...(['drift', 'two-currencies'] as const),
  ] as const;
  await fc.assert(
    fc.asyncProperty(...anyShop(...names), async (seed, scenario, hours, zone) => {
      const { told, seen } = await both(seed, scenario, hours, zone);
      expect(told).toEqual(seen);
    }),
    { numRuns: runs(12) },
  );
});

const none = Object.fromEntries(Object.keys(said).map((kind) => [kind, []]));
const nonEmpty = (findings: Findings) =>
  Object.keys(findings).filter((kind) => (findings[kind] as unknown[]).length > 0);

it('a quiet shop never has findings, in any time zone', async () => {
  await fc.assert(
    fc.asyncProperty(...anyShop('quiet'), fc.integer({ min: 0, max: 300 }), async (seed, _, hours, zone, orders) => {
      expect((await both(seed, 'quiet', hours * 8, zone, orders)).told).toEqual(none);
    }),
    { numRuns: runs(4) },
  );
});

it('the mismatch scenario has only mismatch findings, with every defect', async () => {
  await fc.assert(
    fc.asyncProperty(...anyShop('mismatch'), async (seed, scenario, hours, zone) => {
      const market = await Market.open({ seed, scenario, items: 20, orders: 200 });
      market.clock.now += hours * HOUR;
      const { findings } = market.running.truth(zone);
      await market.running.close();
      expect(nonEmpty(findings)).toEqual(['mismatch']);
      const found = findings.mismatch as Answered[];
      for (const defect of ['package-quantity', 'total', 'no-tracking-number', 'void-with-package']) {
        expect(found.filter((one) => one.defects.join() === defect).length, defect).toBeGreaterThan(0);
      }
      expect(found.length).toBeLessThan(100);
    }),
    { numRuns: runs(6) },
  );
});

it('the ads-out scenario has ads with all, some, and no products out of stock', async () => {
  const open = async (seed: number) => {
    const market = await Market.open({ seed, scenario: 'ads-out', caps: 'none' });
    const { findings, adGroups } = market.running.truth();
    const { ItemList } = (await market.inventory({ Type: 0, Values: market.known.allItemNumbers.slice(0, 100) })).json
      .ResponseBody;
    await market.running.close();
    return { findings, adGroups, ItemList };
  };
  await fc.assert(
    fc.asyncProperty(fc.nat(), async (seed) => {
      const { findings, adGroups, ItemList } = await open(seed);
      expect(nonEmpty(findings)).toEqual(['out-of-stock', 'ads-without-stock']);
      const ads = findings['ads-without-stock'] as Answered[];
      expect(ads.some(({ out, of }) => out === of)).toBe(true);
      expect(ads.some(({ out, of }) => out < of)).toBe(true);
      const delivering = adGroups.filter(({ status }) => status === 'Delivering');
      expect(delivering.length).toBeGreaterThan(ads.length);
      // Items without ads are out of stock too, some with sales and some without.
      const items = findings['out-of-stock'] as Answered[];
      expect(items.some(({ units }) => units === 0)).toBe(true);
      expect(items.some(({ units }) => units > 0)).toBe(true);
      // Some items are in stock only in another country.
      const abroadOnly = ItemList.filter(
        ({ InventoryAllocation: [home, away] }: Answered) =>
          home.AvailableQuantity === 0 && away?.AvailableQuantity > 0,
      );
      expect(abroadOnly.length).toBeGreaterThan(0);
    }),
    { numRuns: runs(4) },
  );
});

it('calm and void-storm always have seller-shipped orders with an auto-void within two days', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      fc.constantFrom('calm', 'void-storm'),
      fc.integer({ min: 7, max: 40 }),
      async (seed, scenario, orders) => {
        const market = await Market.open({ seed, scenario: scenario as Scenario, items: 5, orders });
        const { findings } = market.running.truth();
        await market.running.close();
        expect(findings['void-soon']?.length).toBeGreaterThan(0);
      },
    ),
    { numRuns: runs(20) },
  );
});

it('orders in two currencies add up per currency, and each currency has orders with an auto-void soon', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), async (seed) => {
      const market = await Market.open({ seed, scenario: 'two-currencies', items: 20, orders: 60, caps: 'none' });
      const { findings, items, orders, canadianOrders = {} } = market.running.truth();
      const shown = await market.allOrders();
      await market.running.close();
      const sumIn = (currency: string, status: number) =>
        sumOf(shown, (one) => (one.CurrencyCode === currency && one.OrderStatus === status ? one.OrderTotalAmount : 0));
      expect(shown.filter((one) => one.CurrencyCode === 'CAD')).toHaveLength(20);
      for (const one of shown) expect(one.ShipToCountryCode === 'CANADA').toBe(one.CurrencyCode === 'CAD');
      expect(orders.Invoiced?.total).toBeCloseTo(sumIn('USD', 3), 6);
      expect(canadianOrders.Invoiced?.total).toBeCloseTo(sumIn('CAD', 3), 6);
      expect(canadianOrders.Invoiced?.orders).toBeGreaterThan(0);
      const counted = (sums: typeof orders) =>
        Object.values(sums).reduce((sum, { items: amount }) => sum + amount, 0) - (sums.Voided?.items ?? 0);
      expect(sumOf(items, ({ ordered }) => ordered.amount)).toBeCloseTo(counted(orders), 6);
      expect(sumOf(items, ({ ordered }) => ordered.canadianAmount ?? 0)).toBeCloseTo(counted(canadianOrders), 6);
      expect(new Set(findings['void-soon']?.map(({ currency }) => currency))).toEqual(new Set(['USD', 'CAD']));
    }),
    { numRuns: runs(4) },
  );
});

it("sales and receipts of an item add up to its stock, and its orders to the shop's totals", async () => {
  const market = await Market.open({ seed: 7, scenario: 'calm', items: 40, orders: 60 });
  const before = market.running.truth();
  market.clock.now += 45 * DAY;
  const { items, orders } = market.running.truth();
  const shown = await market.allOrders();
  await market.running.close();
  for (const [at, item] of items.entries()) {
    const received = sumOf(item.receipts, ({ units }) => units);
    const sold = sumOf(item.sales, (units) => units);
    expect(item.stock).toBe((before.items[at]?.stock as number) + received - sold);
    expect(item.sales).toHaveLength(46);
  }
  const invoiced = shown.filter((one) => one.OrderStatus === 3);
  expect(orders.Invoiced?.orders).toBe(invoiced.length);
  expect(orders.Invoiced?.total).toBeCloseTo(
    sumOf(invoiced, (one) => one.OrderTotalAmount),
    6,
  );
  expect(orders.Invoiced?.refund).toBeCloseTo(
    sumOf(invoiced, (one) => one.RefundAmount),
    6,
  );
  const counted =
    Object.values(orders).reduce((sum, { items: amount }) => sum + amount, 0) - (orders.Voided?.items ?? 0);
  expect(sumOf(items, ({ ordered }) => ordered.amount)).toBeCloseTo(counted, 6);
});

it("ad groups convert at their true rates: the account's, a better, or a worse one", async () => {
  const market = await Market.open({ seed: 3, scenario: 'trend', items: 40, orders: 20 });
  const { adGroups } = market.running.truth();
  const { rows } = (await market.performance({ fromDate: '2025-06-02', toDate: '2025-06-15' })).json;
  await market.running.close();
  let large = 0;
  for (const { groupNumber, conversion = 0, clicksADay = 0 } of adGroups) {
    const row = rows.find((one: Answered) => one.groupNumber === groupNumber);
    if (clicksADay < 20) continue;
    large++;
    const error = Math.sqrt((conversion * (1 - conversion)) / row.clicks);
    expect(Math.abs(row.cr - conversion)).toBeLessThan(5 * error);
  }
  expect(large).toBeGreaterThan(5);
  const kinds = adGroups.map(({ conversion = 0, accountConversion = 1 }) => conversion / accountConversion);
  expect(Math.min(...kinds)).toBeLessThan(0.5);
  expect(Math.max(...kinds)).toBeGreaterThan(1.5);
});
