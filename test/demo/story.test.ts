import { expect, it } from 'vitest';
import { Market } from '../marketplace/caller.ts';
import { startMarketplace } from '../marketplace/server.ts';
import { RECORDED_AT, SHOP } from './record.ts';

const HOUR = 3_600_000;
const WORKBENCH = { story: true, items: 500, orders: 300 };

const zone = 'America/New_York';

it.each([0, 5, 11, 18, 23])(
  'the demo shop has 1 to 11 findings of each kind %i hours after recording',
  async (hours) => {
    const market = await Market.open(SHOP, RECORDED_AT);
    const { findings } = market.running.truth(zone, RECORDED_AT + hours * HOUR);
    await market.running.close();
    for (const [kind, found] of Object.entries(findings)) {
      expect(found.length, kind).toBeGreaterThan(0);
      expect(found.length, kind).toBeLessThan(12);
    }
  },
);

it.each([0, 4, 8, 12, 16, 20])('the workbench shop has 1 to 39 findings of each kind at %i o’clock', async (hour) => {
  const at = Date.UTC(2025, 5, 17, hour);
  const running = await startMarketplace({ ...WORKBENCH, now: () => at });
  const { findings } = running.truth(zone);
  await running.close();
  for (const [kind, found] of Object.entries(findings)) {
    expect(found.length, kind).toBeGreaterThan(0);
    expect(found.length, kind).toBeLessThan(40);
  }
});

it('a scenario that only changes responses does not change the shop', async () => {
  const texts = await Promise.all(
    (['calm', 'flaky'] as const).map(async (scenario) => {
      const market = await Market.open({ story: true, scenario, items: 30, orders: 40 });
      const truth = market.running.truth();
      await market.running.close();
      return JSON.stringify({ ...truth, scenario: '' });
    }),
  );
  expect(texts[0]).toBe(texts[1]);
});

it("the demo shop's orders, stock, prices, and ads are consistent", async () => {
  const market = await Market.open(SHOP, RECORDED_AT);
  const { items, adGroups } = market.running.truth(zone);
  await market.running.close();
  const ordered = (from: number, to: number) =>
    items.slice(from, to).reduce((sum, item) => sum + item.ordered.units, 0);
  expect(ordered(0, 20)).toBeGreaterThan(4 * ordered(20, 50));
  expect(adGroups.filter(({ conversion }) => conversion === 0)).toHaveLength(1);
});
