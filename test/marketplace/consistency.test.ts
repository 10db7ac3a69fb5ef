/** Responses are consistent with each other, for any seed and at any time. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../effort.ts';
import { Market } from './caller.ts';
import type { Scenario } from './options.ts';
import { readWall } from './pacific.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary fields
type Answered = any;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const RUNS = runs(4, 180);

const openings = {
  seed: fc.nat(),
  opening: fc.integer({ min: Date.parse('2012-01-01Z'), max: Date.parse('2036-12-31Z') }),
};

/** Opens small random shops and moves the clock to a time before or after the opening. */
async function inShops(
  scenarios: readonly Scenario[],
  check: (market: Market, opening: number) => Promise<void>,
  [earliest, latest] = [-20 * 24, 150],
) {
  const hours = fc.integer({ min: earliest as number, max: latest as number });
  const shop = fc.record({ ...openings, hours, scenario: fc.constantFrom(...scenarios) });
  await fc.assert(
    fc.asyncProperty(shop, async ({ seed, opening, hours, scenario }) => {
      const market = await Market.open({ seed, scenario, items: 9, orders: 25, caps: 'none' }, opening);
      try {
        market.clock.now = opening + hours * HOUR;
        await check(market, opening);
      } finally {
        await market.running.close();
      }
    }),
    { numRuns: RUNS },
  );
}

const cents = (amount: number) => Math.round(amount * 100);
const sumOf = (list: Answered[], of: (one: Answered) => number): number =>
  list.reduce((total, one) => total + of(one), 0);

async function inventoryOf(market: Market): Promise<Answered[]> {
  const reply = await market.inventory({ Type: 0, Values: market.known.allItemNumbers });
  return reply.json.ResponseBody.ItemList;
}

function expectAmountsOfLines(order: Answered) {
  const lines = order.ItemInfoList;
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) {
    expect(cents(line.ExtendUnitPrice)).toBe(cents(line.UnitPrice) * line.OrderedQty);
    expect(cents(line.ExtendShippingCharge)).toBe(cents(line.UnitShippingCharge) * line.OrderedQty);
  }
  expect(sumOf(lines, (line) => cents(line.ExtendUnitPrice))).toBe(cents(order.OrderItemAmount));
  expect(sumOf(lines, (line) => cents(line.ExtendShippingCharge))).toBe(cents(order.ShippingAmount));
  expect(sumOf(lines, (line) => line.OrderedQty)).toBe(order.OrderQty);
}

it("order lines add up to the order's amounts, and the amounts to its total", async () => {
  await inShops(['calm', 'sell-out', 'void-storm'], async (market) => {
    for (const order of await market.allOrders()) {
      const { OrderItemAmount, ShippingAmount, RecyclingFeeAmount, DiscountAmount, OrderTotalAmount } = order;
      expect(cents(OrderTotalAmount)).toBe(
        cents(OrderItemAmount) + cents(ShippingAmount) + cents(RecyclingFeeAmount) - cents(DiscountAmount),
      );
      expect(cents(order.RefundAmount)).toBeLessThanOrEqual(cents(OrderTotalAmount));
      // The void-storm scenario removes all line items from some voided orders.
      if (order.ItemInfoList.length > 0) expectAmountsOfLines(order);
      else expect(order.OrderStatus).toBe(4);
    }
  });
});

function expectPackages(order: Answered) {
  const inPackages = order.PackageInfoList.flatMap((one: Answered) => one.ItemInfoList);
  const shipped = (lines: Answered[], part: string) =>
    sumOf(lines, (line) => (line.SellerPartNumber === part ? line.ShippedQty : 0));
  for (const line of order.ItemInfoList) {
    const part = line.SellerPartNumber;
    expect(shipped(inPackages, part)).toBe(shipped(order.ItemInfoList, part));
    const expected = order.OrderStatus === 4 ? 3 : line.ShippedQty === line.OrderedQty ? 2 : 1;
    expect(line.Status).toBe(expected);
  }
  const left = sumOf(order.ItemInfoList, (line) => line.ShippedQty);
  if ([0, 4, 5].includes(order.OrderStatus)) expect(left).toBe(0);
  if ([2, 3].includes(order.OrderStatus)) expect(left).toBe(order.OrderQty);
  if (order.OrderStatus === 1) {
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(order.OrderQty);
  }
  expect(order.PackageInfoList.length > 0).toBe(left > 0);
}

it('packages match the shipped quantities, and shipped orders are marked as downloaded', async () => {
  await inShops(['calm'], async (market) => {
    for (const order of await market.allOrders()) {
      expectPackages(order);
      if ([1, 2, 3].includes(order.OrderStatus)) expect(order.OrderDownloaded).toBe(true);
      expect(order.InvoiceNumber > 0).toBe(order.OrderStatus === 3);
      if (order.IsAutoVoid) expect(order.OrderStatus).toBe(4);
    }
  });
});

it('no date of an order is before the order or in the future', async () => {
  await inShops(['calm'], async (market) => {
    const { ResponseDate } = (await market.orders()).json;
    const now = readWall(ResponseDate) as number;
    for (const order of await market.allOrders()) {
      const placed = readWall(order.OrderDate) as number;
      expect(placed).toBeLessThanOrEqual(now);
      for (const { ShipDate } of order.PackageInfoList) {
        // Allow an hour, because one hour repeats when daylight saving time ends.
        expect(readWall(ShipDate)).toBeGreaterThanOrEqual(placed - HOUR);
        expect(readWall(ShipDate)).toBeLessThanOrEqual(now + HOUR);
      }
      if (order.OrderStatus === 0) expect(readWall(order.AutoVoidTime)).toBeGreaterThan(now - 2 * HOUR);
      if (order.IsAutoVoid) expect(readWall(order.AutoVoidTime)).toBeLessThanOrEqual(now + HOUR);
    }
  });
});

it('the price of an order line matches the price log at the time of the order', async () => {
  let compared = 0;
  await inShops(
    ['calm', 'buybox-lost'],
    async (market) => {
      for (const order of await market.allOrders()) {
        for (const line of order.ItemInfoList) {
          const all = (await market.prices(line.MarketItemNumber, { pagesize: '500' })).json.ResponseBody;
          const wallOf = (log: Answered) => readWall(log.RequestTimeStamp.slice(0, 19)) as number;
          const placed = readWall(order.OrderDate) as number;
          const near = all.PriceLogs.some((log: Answered) => Math.abs(wallOf(log) - placed) <= 2 * HOUR);
          if (near || all.TotalCount === 0) continue;
          const before = all.PriceLogs.find((log: Answered) => wallOf(log) < placed);
          expect(line.UnitPrice).toBe(before?.TargetUnitPrice ?? all.PriceLogs.at(-1).OriginalUnitPrice);
          compared++;
        }
      }
    },
    // Checked only at the opening: a later payment gives a pending order a new date but not a new price.
    [0, 0],
  );
  expect(compared).toBeGreaterThan(RUNS * 5);
});

it('orders reduce the stock', async () => {
  let left = 0;
  await inShops(['calm', 'void-storm', 'sell-out'], async (market, opening) => {
    market.clock.now = opening;
    const orders = await market.allOrders();
    // The shop changes once per hour, between these two readings.
    for (const order of orders.filter((one) => one.OrderStatus !== 5).slice(0, 12)) {
      const hoursAgo = Math.floor(((readWall(order.OrderDate) as number) - wallAt(opening)) / HOUR);
      const stockAfter = async (hours: number) => {
        market.clock.now = opening + hours * HOUR;
        const items = await inventoryOf(market);
        return new Map(
          items.map((item) => [item.ItemNumber, sumOf(item.InventoryAllocation, (one) => one.AvailableQuantity)]),
        );
      };
      // This window is long enough for a daylight saving change.
      const [before, after] = [await stockAfter(hoursAgo - 1), await stockAfter(hoursAgo + 2)];
      for (const line of order.ItemInfoList) {
        const sold = sumOf(order.ItemInfoList, (one) =>
          one.MarketItemNumber === line.MarketItemNumber ? one.OrderedQty : 0,
        );
        const fallen = (before.get(line.MarketItemNumber) ?? 0) - (after.get(line.MarketItemNumber) ?? 0);
        // Skip items that were restocked in between.
        if (fallen < 0) continue;
        expect(fallen).toBeGreaterThanOrEqual(sold);
        left++;
      }
    }
  });
  expect(left).toBeGreaterThan(RUNS * 5);
});

const wallAt = (instant: number): number =>
  readWall(
    new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'America/Los_Angeles',
      dateStyle: 'short',
      timeStyle: 'medium',
    }).format(instant),
  ) as number;

it('an item is the same in orders, inventory, lookup reports, and ads', async () => {
  await inShops(['calm'], async (market, opening) => {
    market.clock.now = opening;
    const stock = new Map((await inventoryOf(market)).map((item) => [item.ItemNumber, item]));
    expect(stock.size).toBe(9);
    const codes = new Map<string, string>();
    for (const order of await market.allOrders()) {
      for (const line of order.ItemInfoList) {
        expect(stock.get(line.MarketItemNumber).SellerPartNumber).toBe(line.SellerPartNumber);
        if (line.UPCCode) codes.set(line.MarketItemNumber, line.UPCCode);
      }
    }
    const report = (await market.lookup(market.known.requestIds[0])).json.ResponseBody.ItemList;
    for (const item of report) {
      const code = codes.get(item.MarketItemNumber);
      if (code !== undefined) expect(item.UPC).toBe(code);
    }
    for (const [number, code] of codes) {
      const found = (await market.inventory({ Type: 2, Values: [code] })).json.ResponseBody.ItemList;
      expect(found).toEqual([stock.get(number)]);
    }
    for (const row of (await market.performance({})).json.rows) {
      expect(row.productList).toHaveLength(row.productSize);
      for (const number of row.productList) expect(stock.has(number)).toBe(true);
    }
  });
});

const day = (instant: number) => new Date(instant).toISOString().slice(0, 10);
const sums = ['impressions', 'clicks', 'orders', 'spend', 'sales'] as const;

function expectRatios(row: Answered) {
  const ratio = (part: number, whole: number) => (whole === 0 ? null : expect.closeTo(part / whole, 5));
  expect(row).toMatchObject({
    acos: ratio(row.spend, row.sales),
    ctr: ratio(row.clicks, row.impressions),
    cr: ratio(row.orders, row.clicks),
    cpc: ratio(row.spend, row.clicks),
  });
  expect(row.clicks).toBeLessThanOrEqual(row.impressions);
  expect(row.orders).toBeLessThanOrEqual(row.clicks);
}

it('daily figures of an ad group add up to those of the range, including today, with ratios computed from the sums', async () => {
  await inShops(['calm'], async (market) => {
    const days = [3, 2, 1, 0].map((ago) => day(wallAt(market.clock.now) - ago * DAY));
    const rowsOf = async (fromDate: unknown, toDate: unknown): Promise<Answered[]> =>
      (await market.performance({ fromDate, toDate })).json.rows;
    const perDay = await Promise.all(days.map((one) => rowsOf(one, one)));
    for (const [at, row] of (await rowsOf(days[0], days[3])).entries()) {
      for (const name of sums) {
        expect(row[name]).toBeCloseTo(
          sumOf(perDay, (rows) => rows[at][name]),
          6,
        );
      }
      expectRatios(row);
    }
  });
});

it('an ad group has the keywords that its campaign lists', async () => {
  await inShops(['calm'], async (market) => {
    for (const campaignNumber of market.known.campaigns) {
      const keywords: Answered[] = (await market.keywords({ campaignNumber })).json.rows;
      const groups: Answered[] = (await market.performance({ campaignNumber })).json.rows;
      expect(sumOf(groups, (group) => group.keywordSize)).toBe(keywords.length);
      for (const group of groups) {
        const own = keywords.filter(({ groupNumber }) => groupNumber === group.groupNumber);
        expect(own).toHaveLength(group.keywordSize);
        const letters = (text: string) => [...text].sort().join('');
        expect(letters(group.keywordList)).toBe(letters(own.map(({ keyword }) => keyword).join(',')));
        for (const row of own) {
          const { campaignName, groupName } = group;
          expect(row).toMatchObject({ campaignNumber, campaignName, groupName });
        }
      }
    }
  });
});
