/**
 * A day of standard jobs with maximum price freshness, manual pulls, and formulas uses the whole cap but only a small
 * share of Google's daily quotas.
 */
import { expect, test } from 'vitest';
import { type Chance, chanceOf } from '../../bench/caps/chance.ts';
import { SILENT } from '../../host/execution/witness.ts';
import type { Host, HostOptions } from '../../host/host.ts';
import type { Operation } from '../../marketplace/operations/operation.ts';
import { operations } from '../../marketplace/operations/registry.ts';
import type { RunningMarketplace } from '../../marketplace/server.ts';
import { HOUR, MINUTE, ScheduledShop } from './scheduled-shop.ts';

const SEED = 1;
const ITEMS = 3000;
/** Milliseconds per call. */
const LATENCY = 600;
const CAPS = Object.fromEntries(operations.map(({ id, callsPerHour }) => [id, callsPerHour])) as Record<
  Operation['id'],
  number
>;

/** Maximum daily use of Google's quotas. */
const GOALS = { properties: 15_000, triggerMinutes: 60 };

interface Person {
  readonly who: string;
  readonly hours: number;
  readonly book: Partial<HostOptions>;
}

const PEOPLE: readonly Person[] = [
  // Consumer accounts have the lowest quotas.
  { who: 'a consumer account', hours: 26, book: { account: 'consumer' } },
  { who: 'the add-on', hours: 26, book: { account: 'consumer', mode: 'addon' } },
];

test.each(PEOPLE)(
  '$who uses the whole cap in a day of standard jobs, but never exceeds it',
  async ({ who, hours, book }) => {
    const chance = chanceOf(SEED);
    const shop = await ScheduledShop.open({ jitter: true, ...book }, { items: ITEMS, latency: LATENCY });
    try {
      await setUp(shop, book);
      const { host, market } = shop;
      const from = host.clock.now();
      const spent: Spent[] = [];
      for (let hour = 0; hour < hours; hour++) {
        const spends = watch(host);
        const ended = await hourOfPeople(shop, chance);
        expect(ended.filter(({ result }) => !result.ok)).toEqual([]);
        spent.push(spends());
      }
      const times = pricesAt(market, from);
      const perHour = hoursOf(times, hours);
      const waits = times.slice(CAPS['price-history']).map((time, index) => time - times[index]!);
      // The first hours include backfills.
      const usual = spent.slice(-Math.min(24, hours - 1));
      const day = (of: (each: Spent) => number) => (usual.reduce((sum, each) => sum + of(each), 0) * 24) / usual.length;
      const figures = {
        items: shop.rows('Catalog').length,
        maxInAnyHour: market.maxInAnyHour(),
        pricesInAnHour: perHour,
        longestForSoMany: Math.round(Math.max(0, ...waits) / MINUTE),
        refused: market.requests.filter(({ status }) => status === 429).length,
        propertiesADay: Math.round(day(({ properties }) => properties)),
        triggerMinutesADay: Math.round(day(({ minutes }) => minutes) * 10) / 10,
      };
      console.log(`${who}, seed ${SEED}, ${hours} hours: ${JSON.stringify(figures)}`);
      expect(figures.items).toBe(ITEMS);
      expect(figures.refused).toBe(0);
      for (const { id } of operations) expect(figures.maxInAnyHour[id], id).toBeLessThanOrEqual(CAPS[id]);
      if (perHour.length > 0) {
        const all = perHour.reduce((sum, calls) => sum + calls, 0);
        expect(all / perHour.length).toBeGreaterThan(0.95 * CAPS['price-history']);
      }
      // Bursts of calls drift, so a clock hour may have none.
      expect(Math.max(0, ...waits)).toBeLessThan(2 * HOUR);
      expect(figures.propertiesADay).toBeLessThanOrEqual(GOALS.properties);
      expect(figures.triggerMinutesADay).toBeLessThanOrEqual(GOALS.triggerMinutes);
    } finally {
      await shop.close();
    }
  },
  3 * HOUR,
);

async function setUp(shop: ScheduledShop, { mode }: Partial<HostOptions>): Promise<void> {
  await shop.menu('Set up standard jobs');
  await shop.setFilter('Price history', 'top = 200; spend = all');
  // Wait for the first scheduled run.
  await shop.pass(mode === 'addon' ? HOUR + 5 * MINUTE : 15 * MINUTE);
  await shop.pull('inventory', { values: shop.market.announcement.allItemNumbers });
}

/** Types formulas at a random time and pulls occasionally. */
async function hourOfPeople(shop: ScheduledShop, chance: Chance) {
  const { allItemNumbers } = shop.market.announcement;
  const item = () => allItemNumbers[chance.whole(0, allItemNumbers.length - 1)]!;
  const until = shop.host.clock.now() + HOUR;
  const before = await shop.pass(chance.whole(0, HOUR));
  await shop.type({
    'Sheet1!A1': `=MARKET_STOCK("${item()}")`,
    'Sheet1!A2': `=MARKET_PRICE_HISTORY("${item()}")`,
  });
  if (chance.happens(0.3)) await shop.pull('price-history', { itemNumbers: [item(), item(), item()] });
  if (chance.happens(0.3)) await shop.pull('orders');
  return [...before, ...(await shop.pass(until - shop.host.clock.now()))];
}

interface Spent {
  readonly properties: number;
  readonly minutes: number;
}

/** Counts property calls and trigger minutes from now on. */
function watch(host: Host): () => Spent {
  host.statistics.reset();
  let properties = 0;
  host.witness = ({ kind }) => ({
    ...SILENT,
    calls: (method) => {
      if (kind === 'trigger' && method.startsWith('Properties.')) properties++;
    },
  });
  return () => {
    const triggers = host.statistics.executions.filter(({ kind }) => kind === 'trigger');
    return { properties, minutes: triggers.reduce((sum, { ms }) => sum + ms, 0) / MINUTE };
  };
}

function pricesAt({ requests }: RunningMarketplace, from: number): readonly number[] {
  return requests.flatMap(({ operation, time }) => (operation === 'price-history' && time >= from ? [time] : []));
}

function hoursOf(times: readonly number[], hours: number): readonly number[] {
  const counts = Array.from({ length: hours - 1 }, () => 0);
  for (const time of times) {
    const hour = Math.floor((time - times[0]!) / HOUR);
    if (hour < counts.length) counts[hour]!++;
  }
  return counts;
}
