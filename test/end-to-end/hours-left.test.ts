import { expect, test } from 'vitest';
import { isLong, runs } from '../effort.ts';
import { startMarketplace } from '../marketplace/server.ts';
import { runScenario } from './scenario.ts';
import { connectionTo } from './shop.ts';

const CASES = [
  ['2025-06-16T18:00:00Z', 'America/New_York', 'en_US'],
  ['2025-06-18T12:00:00Z', 'Europe/Berlin', 'de_DE'],
  ['2025-06-18T12:00:00Z', 'Asia/Tokyo', 'ja_JP'],
] as const;

test.each(isLong ? CASES : CASES.slice(0, 1))('at %s in %s, %s', async (clock, timeZone, locale) => {
  const options = { scenario: 'void-storm', items: 20, orders: runs(80, 150) } as const;
  const shop = await startMarketplace(options);
  const read = { get: 'Findings!A1:AA300', as: 'values' };
  const orders = { get: `Orders!A1:AM${runs(81, 151)}`, as: 'values' };
  const replies = await runScenario([
    { open: { clock, timeZone, locale } },
    { market: options },
    { connect: connectionTo(shop) },
    { pull: { operation: 'orders', params: {} } },
    read,
    orders,
    { eval: 'return Date.now()' },
  ]);
  await shop.close();
  const now = Number(replies[6]!.value);
  const table = (reply: number) => {
    const [header, ...rows] = replies[reply]!.value as unknown[][];
    return rows
      .filter(([first]) => first !== '')
      .map((row) => Object.fromEntries(header!.map((name, index) => [String(name), row[index]])));
  };
  const voids = new Map(table(5).map((row) => [row['Order number'], Date.parse(String(row['Auto void time']))]));
  const soon = table(4).filter(({ Kinds }) => Kinds === 'void-soon');
  expect(soon.length).toBeGreaterThan(5);
  for (const row of soon) {
    const hours = (voids.get(row['Record ID'])! - now) / 3_600_000;
    expect(row['Hours left']).toBeCloseTo(hours, 2);
    expect(row.Record).toBe(`Order ${row['Record ID']}`);
  }
});

test('with Today open, hours update hourly without a run or an edit', async () => {
  const hours = {
    eval: `const [names, ...rows] = ss.getSheetByName('Findings').getDataRange().getValues();
      return rows.map((row) => row[names.indexOf('Hours left')]).find((left) => left > 5)`,
  };
  const replies = await runScenario([
    { open: {} },
    { market: { scenario: 'void-storm', items: 20, orders: runs(80, 150) } },
    { connect: { name: 'Shop', baseUrl: 'https://market.test' } },
    { pull: { operation: 'orders', params: {} } },
    { menu: 'Make Today and Findings again' },
    hours,
    { advance: 'PT3H' },
    hours,
  ]);
  expect(replies.filter(({ ok }) => !ok)).toEqual([]);
  const [before, after] = [replies[5]!.value, replies[7]!.value];
  expect(before - after).toBeGreaterThanOrEqual(2);
  expect(before - after).toBeLessThanOrEqual(3.01);
});
