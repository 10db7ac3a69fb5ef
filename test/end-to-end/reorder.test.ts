import { afterEach, expect, test } from 'vitest';
import { isLong, longTest } from '../effort.ts';
import type { World } from '../host/steps/world.ts';
import { count, type Line, linesOf, number, sum, text } from '../insights/by-the-book/sheets.ts';
import { Draws } from '../marketplace/chance.ts';
import { newWorld, valuesOf } from './scenario.ts';

/** Midnight at the marketplace, so its days match the workbook's. */
const MIDNIGHT = '2025-06-16T07:00:00Z';
const ZONE = 'America/Los_Angeles';
const DAY = 86_400_000;

let world: World;
afterEach(() => world.close());

const go = (...steps: readonly object[]) => valuesOf(world, steps);

async function openShop(options: object): Promise<{ allItemNumbers: string[]; campaigns: string[] }> {
  world = newWorld();
  const [, shop] = await go({ open: { clock: MIDNIGHT, timeZone: ZONE } }, { market: { ...options, caps: 'none' } });
  const { sellerId, apiKey, secretKey } = shop;
  await go({ connect: { name: 'Shop', baseUrl: 'https://market.test', sellerId, apiKey, secretKey } });
  return shop;
}

const pull = (operation: string, params: object) => ({ pull: { operation, params } });

longTest('the reports are empty for a quiet shop', async () => {
  const { allItemNumbers, campaigns } = await openShop({ scenario: 'quiet', items: 8, orders: 8 });
  await go(
    pull('orders', {}),
    pull('ad-performance', { fromDate: '2025-06-01', toDate: '2025-06-15' }),
    pull('keywords', { campaignNumber: campaigns }),
    ...['Reorder', 'Items', 'Ads', 'Bids'].map((menu) => ({ menu })),
  );
  const [, findings, items, ads, bids] = await go(
    pull('inventory', { values: allItemNumbers }),
    ...['Findings', 'Items', 'Ads', 'Bids'].map((name) => ({ get: `${name}!A1:AZ200` })),
  );
  expect(linesOf(findings)).toEqual([]);
  expect(linesOf(items).length).toBeGreaterThan(5);
  expect(linesOf(ads).filter((line) => line.Verdict === 'worse')).toEqual([]);
  expect(linesOf(bids).filter((line) => line['Outside by'] !== '')).toEqual([]);
});

interface Truth {
  readonly opened: string;
  readonly items: readonly {
    readonly itemNumber: string;
    readonly unitsADay: number;
    readonly sales: readonly number[];
    readonly missed?: readonly number[];
    readonly receipts: readonly { readonly at: string }[];
  }[];
}

const [WATCHED, FOLLOWED] = [30, 9];

if (isLong)
  test('80% of forecast intervals hold for 100 items read every four hours', async () => {
    const { allItemNumbers } = await openShop({ scenario: 'calm', items: 100, orders: 20 });
    const look = pull('inventory', { values: allItemNumbers });
    const looks = async (from: number, days: number) => {
      for (let number = 1; number <= days * 6; number++) {
        const [now] = await go({ eval: 'return Date.now()' });
        const at = Date.parse(MIDNIGHT) + (from + number / 6) * DAY;
        await go({ advance: `PT${Math.ceil((at - Number(now)) / 1000)}S` }, look);
      }
    };
    await go(look);
    await looks(0, WATCHED);
    await go({ menu: 'Reorder' });
    const [reorder, score] = (await go({ get: 'Reorder!A1:AZ200' }, { get: 'Forecast score!A1:AZ200' })).map(
      linesOf,
    ) as [readonly Line[], readonly Line[]];
    await looks(WATCHED, FOLLOWED);
    const later = linesOf((await go({ get: 'Forecast score!A1:AZ200' }))[0]);
    const [, truth] = (await go({ advance: 'P120D' }, { truth: true })) as [unknown, Truth];

    const today = Date.parse(MIDNIGHT) + WATCHED * DAY;
    const first = Math.round((today - Date.parse(`${truth.opened.slice(0, 10)}T07:00:00Z`)) / DAY);
    const known = new Map(truth.items.map((item) => [item.itemNumber, item]));
    const wanted = (item: string, day: number) =>
      (known.get(item)!.sales[first + day] ?? 0) + (known.get(item)!.missed?.[first + day] ?? 0);
    const itemOf = (line: Line) => text(line, 'Item number');
    const told = reorder.filter((line) => ['now', 'soon', 'ok', 'check'].includes(text(line, 'Verdict')));
    expect(told.length).toBeGreaterThan(50);

    const lasts = told.flatMap((line) => {
      let [units, days] = [count(line, 'Stock'), 0];
      if (units === 0) return [];
      for (; units > 0 && days < 120; days++) units -= wanted(itemOf(line), days);
      // Stock ran out at a random time on the last day.
      const ended = days - new Draws(Number(days), told.indexOf(line)).unit();
      return [Number(ended >= count(line, 'Days left P10') && ended <= count(line, 'Days left P90'))];
    });
    const names = new Set(told.map(itemOf));
    const weeks = score
      .filter((line) => names.has(itemOf(line)))
      .map((line) => {
        const units = sum(Array.from({ length: 7 }, (_, day) => wanted(itemOf(line), day)));
        const [low, high] = [count(line, 'Next low'), count(line, 'Next high')];
        // Units are integers, so values at either end of the interval count half.
        return (Number(units >= low && units <= high) + Number(units > low && units < high)) / 2;
      });
    const share = (all: readonly number[]) => sum(all) / all.length;
    for (const each of [lasts, weeks]) expect(share(each)).toBeGreaterThan(0.68);
    for (const each of [lasts, weeks]) expect(share(each)).toBeLessThanOrEqual(0.97);

    // Reported sales match actual sales in fully observed weeks.
    const sold = later.flatMap((line) => {
      const [said, came] = [Date.parse(text(line, 'Forecast on')), number(line, 'Sold')];
      const item = known.get(itemOf(line))!;
      const from = Math.round((said - today) / DAY);
      const days = Array.from({ length: 7 }, (_, day) => first + from + day);
      const isWhole =
        !item.receipts.some(({ at }) => Date.parse(at) > said && Date.parse(at) <= said + 7 * DAY) &&
        days.every((day) => !item.missed?.[day]);
      if (came === undefined || !isWhole) return [];
      const sales = (day: number) => item.sales[day] ?? 0;
      const [begin, end] = [days[0]!, days[6]!];
      // Sales are dated by the read that found them, so sales before midnight may be on the next day.
      const apart = Math.max(...[begin - 1, begin, end, end + 1].map(sales));
      return [{ item: itemOf(line), apart, off: came - sum(days.map(sales)) }];
    });
    expect(sold.length).toBeGreaterThan(30);
    expect(sold.filter(({ apart, off }) => Math.abs(off) > apart)).toEqual([]);
    expect(sold.filter(({ off }) => off === 0).length).toBeGreaterThan(sold.length / 2);
    const right = later.filter((line) => line.Result !== '' && line.Result !== 'not seen');
    for (const line of right) {
      const [low, came, high] = ['Forecast low', 'Sold', 'Forecast high'].map((name) => count(line, name)) as [
        number,
        number,
        number,
      ];
      expect(line.Result).toBe(came < low ? 'less' : came > high ? 'more' : 'within');
    }
  }, 3_600_000);

test('shows whole days left, with one decimal below 3', async () => {
  world = newWorld();
  const add = [{ menu: 'Try with the demo shop' }, { menu: 'Reorder' }];
  const [, , , cells] = await go({ open: { clock: MIDNIGHT } }, ...add, { get: 'Reorder!A1:R12', as: 'display' });
  const [headers, ...rows] = cells as string[][];
  const shown = ['Days left P10', 'Days left P50', 'Days left P90'].flatMap((header) =>
    rows.map((row) => row[headers!.indexOf(header)]!),
  );
  expect(shown.filter((days) => !/^([0-2]\.[1-9]|\d+)$/.test(days))).toEqual([]);
});
