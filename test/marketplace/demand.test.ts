import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Draws } from './chance.ts';
import type { Scenario } from './options.ts';
import { runs } from './runs.ts';
import { type Demand, demandOf, driftFactor, wantedOn } from './shop/demand.ts';
import { OrderBook } from './shop/order-book.ts';
import { DemandPool, usualSupply } from './shop/pools.ts';
import { Sales } from './shop/sales.ts';
import { openShop, type Shop } from './shop/shop.ts';
import { StockRoom } from './shop/stock.ts';

const HOUR = 3_600_000;
const DAYS = 140;

const shopOf = (seed: number, scenario: Scenario = 'calm', items = 60): Shop =>
  openShop({ seed, scenario, opened: Date.parse('2025-06-16T18:00:00Z'), itemCount: items, orderCount: 40 });
const roomOf = (shop: Shop) => new StockRoom(shop, new Sales(shop, new OrderBook(shop)));

const days = (shop: Shop, demand: Demand, from = 0, to = DAYS) =>
  Array.from({ length: to - from }, (_, at) =>
    wantedOn(shop, demand, from + at).reduce((sum, units) => sum + units, 0),
  );
const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
const dispersion = (values: readonly number[]) => {
  const average = mean(values);
  return mean(values.map((each) => (each - average) ** 2)) / average;
};
const demand = (seed: number, rest: Partial<Demand>): Demand => ({
  class: 'steady',
  unitsADay: 8,
  seed,
  ...rest,
});
const seeds = fc.integer({ min: 0, max: 0xffff_ffff });
const several = (check: (seed: number) => void, usual = 15) =>
  fc.assert(fc.property(seeds, check), { numRuns: runs(usual) });

it.each(['steady', 'weekly', 'bursty'] as const)('%s demand has its nominal average', (kind) => {
  several((seed) => {
    const shop = shopOf(seed);
    for (const unitsADay of [0.5, 4, 20]) {
      const all = days(shop, demand(seed, { class: kind, unitsADay }));
      // Six standard errors of the mean.
      const variance = unitsADay * (kind === 'bursty' ? 5 : 1.2);
      expect(Math.abs(mean(all) - unitsADay)).toBeLessThan(6 * Math.sqrt(variance / DAYS));
    }
  });
});

it('only bursty demand varies more than chance alone explains', () => {
  several((seed) => {
    const shop = shopOf(seed);
    expect(dispersion(days(shop, demand(seed, {})))).toBeLessThan(1.8);
    expect(dispersion(days(shop, demand(seed, { class: 'bursty' })))).toBeGreaterThan(2.2);
  });
});

it('weekly demand is lower on weekends', () => {
  several((seed) => {
    const shop = shopOf(seed);
    // The opening is on a Monday at 11 AM; Saturday is five days later.
    const all = days(shop, demand(seed, { class: 'weekly', unitsADay: 20 }));
    const on = (weekday: number) => mean(all.filter((_, at) => at % 7 === weekday));
    expect(on(5)).toBeLessThan(on(1) * 0.65);
  });
});

it('demand with a trend doubles, halves, or rises slowly', () => {
  several((seed) => {
    const shop = shopOf(seed);
    // Enough units that each limit is six standard errors away.
    const unitsADay = 80;
    const with_ = (course: 'doubles' | 'halves' | 'rises', from: number) =>
      days(shop, demand(seed, { class: 'trend', unitsADay, trend: { course, from } }));
    const ratio = (all: readonly number[], at: number) => mean(all.slice(at)) / mean(all.slice(0, at));
    expect(ratio(with_('doubles', 28 * 24), 28)).toBeGreaterThan(1.7);
    expect(ratio(with_('halves', 28 * 24), 28)).toBeLessThan(0.6);
    const rising = with_('rises', 0);
    expect(mean(rising.slice(0, 20))).toBeLessThan(mean(rising.slice(40, 60)));
    expect(mean(rising.slice(60))).toBeGreaterThan(1.8 * unitsADay);
  });
});

it('drifting demand varies around its average, with deviations that last for days', () => {
  const shop = shopOf(1, 'drift');
  const all = Array.from({ length: 60 }, (_, index) => demandOf(shop, index));
  expect(all.every((one) => one.class === 'drift')).toBe(true);
  const factors = all.map((one) => Array.from({ length: DAYS }, (_, day) => driftFactor(one, day)));
  expect(Math.abs(mean(factors.flat()) - 1)).toBeLessThan(0.1);
  const covariance = (lag: number) =>
    mean(factors.flatMap((each) => each.slice(lag).map((factor, at) => (factor - 1) * ((each[at] as number) - 1))));
  expect(Math.sqrt(covariance(0))).toBeGreaterThan(0.35);
  expect(covariance(1) / covariance(0)).toBeGreaterThan(0.85);
  expect(covariance(40) / covariance(0)).toBeLessThan(0.3);
  const daily = days(shop, demand(5, { class: 'drift', unitsADay: 20 }));
  expect(dispersion(daily)).toBeGreaterThan(2.2);
  // The result doesn't depend on the first day requested.
  const again = { ...(all[0] as Demand) };
  expect(driftFactor(again, DAYS - 1)).toBe(factors[0]?.at(-1));
});

it('items cover all demand classes and rates from 0.05 to 20', () => {
  const all = Array.from({ length: 500 }, (_, index) => demandOf(shopOf(1), index));
  const rates = all.map(({ unitsADay }) => unitsADay);
  expect([Math.min(...rates), Math.max(...rates)]).toEqual([0.05, 20]);
  for (const kind of ['steady', 'weekly', 'bursty', 'trend']) {
    expect(all.filter((one) => one.class === kind).length).toBeGreaterThan(20);
  }
});

it('a pool loses sold units, gains received units, and is empty while demand is unmet', () => {
  let [missed, received] = [0, 0];
  several((seed) => {
    const shop = shopOf(seed);
    const wanted = demandOf(shop, seed % 60);
    const pool = new DemandPool(shop, wanted, usualSupply(wanted, new Draws(seed)), () => 0);
    let left = pool.leftAt(0);
    expect(left).toBeGreaterThan(0);
    const wrong: unknown[] = [];
    for (const [at, flow] of pool.flowsUpTo(60 * 24).entries()) {
      left += flow.received - flow.sold;
      const isRight = left >= 0 && pool.leftAt(at + 1) === left && flow.sold <= flow.wanted;
      if (!isRight || (flow.sold < flow.wanted && left > 0)) wrong.push({ at, left, ...flow });
      missed += flow.wanted - flow.sold;
      if (flow.received > 0) received++;
    }
    expect(wrong).toEqual([]);
    // Half of the pools always meet their demand.
  }, 45);
  expect(missed).toBeGreaterThan(0);
  expect(received).toBeGreaterThan(0);
});

it('stock at a given time does not depend on earlier reads', () => {
  const hours = fc.array(fc.integer({ min: -60 * 24, max: 120 * 24 }), { minLength: 3, maxLength: 8 });
  const scenario = fc.constantFrom<Scenario>('calm', 'sell-out', 'ads-out', 'trend', 'drift');
  fc.assert(
    fc.property(seeds, scenario, hours, (seed, name, asked) => {
      const shop = shopOf(seed, name, 12);
      const at = (room: StockRoom, hour: number) =>
        Array.from({ length: 12 }, (_, index) => room.at(index, shop.opened + hour * HOUR));
      const room = roomOf(shop);
      const first = asked.map((hour) => at(room, hour));
      expect([...asked].reverse().map((hour) => at(room, hour))).toEqual(first.reverse());
      expect(at(roomOf(shop), asked[0] as number)).toEqual(first.at(-1));
      for (const { quantity } of first.flat(2)) expect(quantity).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: runs(12) },
  );
});

it('every item of a calm shop has stock at the opening, and some run out later', () => {
  let out = 0;
  several((seed) => {
    const shop = shopOf(seed);
    const room = roomOf(shop);
    for (let index = 0; index < 60; index++) {
      expect(room.sellerPool(index).leftAt(0)).toBeGreaterThan(0);
      if (room.sellerPool(index).leftAt(30 * 24) === 0) out++;
    }
  });
  expect(out).toBeGreaterThan(0);
});
