import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong, runs } from '../../effort.ts';
import { type Line, linesOf } from '../../insights/by-the-book/sheets.ts';
import { CLOCK, newWorld, QUICK_SCHEDULE, valuesOf } from '../scenario.ts';

/** Long runs pass midnight, so orders become due and late. */
const HOURS = runs(2, 28);
const STEP = runs(2, 4);
/** Maximum number of findings. */
const MOST: Readonly<Record<string, number>> = { 'sell-out': Number.POSITIVE_INFINITY, calm: 25, quiet: 0 };
const SIZES: Readonly<Record<string, object>> = {
  'sell-out': isLong ? { items: 120, orders: 150 } : { items: 30, orders: 40 },
  calm: { items: 150, orders: 200 },
  quiet: { items: 60, orders: 80 },
};

describe.each(isLong ? Object.keys(MOST) : ['sell-out'])('%s', (scenario) => {
  const world = newWorld();
  afterAll(() => world.close());
  const go = (...steps: readonly object[]) => valuesOf(world, steps);
  const rows = async (name: string): Promise<readonly Line[]> =>
    linesOf((await go({ get: `${name}!A1:AZ${runs(1600, 5100)}` }))[0]);

  beforeAll(
    async () => {
      const [, shop] = await go(
        { open: { clock: CLOCK, timeZone: 'America/New_York', ...QUICK_SCHEDULE } },
        { market: { scenario, ...SIZES[scenario] } },
      );
      const { sellerId, apiKey, secretKey, allItemNumbers } = shop;
      await go(
        { connect: { name: 'Shop', baseUrl: 'https://market.test', sellerId, apiKey, secretKey } },
        { pull: { operation: 'orders', params: {} } },
        { pull: { operation: 'inventory', params: { values: allItemNumbers } } },
        { menu: 'Set up standard jobs' },
      );
      for (let hour = 0; hour < HOURS; hour += STEP) {
        await go({ advance: `PT${STEP}H` });
        const findings = await rows('Findings');
        const ranked = findings.filter(({ State }) => State !== 'ended');
        expect(findings.slice(0, ranked.length)).toEqual(ranked);
        expect(ranked.map(({ Rank }) => Rank)).toEqual(ranked.map((_, index) => index + 1));
        expect(findings.length).toBeLessThanOrEqual(MOST[scenario]!);
        if (MOST[scenario] === 0) expect(findings).toEqual([]);
      }
    },
    runs(300_000, 3_600_000),
  );

  test('Changes and Log are short, and few sheets are visible', async () => {
    expect((await rows('Changes')).length).toBeLessThan(1500);
    expect((await rows('Log')).length).toBeLessThan(80);
    const [sheets] = await go({ sheets: true });
    expect(sheets.filter(({ hidden }: { hidden: boolean }) => !hidden).length).toBeLessThanOrEqual(11);
  });

  test('reports do not change the counts on Today', async () => {
    const tiles = async () => (await go({ sidebar: ['today'] }))[0].value.tiles;
    const before = await tiles();
    await go(...['Reorder', 'Items', 'Ads', 'Bids'].map((menu) => ({ menu })));
    expect(await tiles()).toEqual(before);
    await go({ advance: isLong ? 'PT20M' : 'PT65M' });
    const after = await tiles();
    await go(...['Reorder', 'Items', 'Ads', 'Bids'].map((name) => ({ edit: ['deleteSheet', name, {}] })));
    await go({ menu: 'Make Today and Findings again' });
    expect(await tiles()).toEqual(after);
  });
});
