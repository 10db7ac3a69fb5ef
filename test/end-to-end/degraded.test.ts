/** Fallbacks for features that Google may not provide. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningMarketplace } from '../marketplace/server.ts';
import { newWorld, repliesOf, runScenario } from './scenario.ts';
import { connectionTo, openShop } from './shop.ts';

let shop: RunningMarketplace;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

test('a time zone unknown to Intl is named, with what to do', async () => {
  const replies = await runScenario([
    { open: { timeZone: 'Asia/Kathmandu' } },
    { fault: { missingZone: 'Asia/Kathmandu' } },
    { connect: connectionTo(shop) },
    { pull: { operation: 'orders', params: {} } },
  ]);
  expect(JSON.stringify(replies.at(-1))).toContain('The time zone Asia/Kathmandu is not supported. Choose another one');
});

test('reports a schedule that Google runs without its spreadsheet, in the sidebar and on opening', async () => {
  const world = newWorld();
  try {
    const replies = await repliesOf(world, [
      { open: { mode: 'addon', triggerDocument: false } },
      { market: { orders: 5, items: 5 } },
      { connect: connectionTo(shop) },
      { menu: 'Set up standard jobs' },
      { advance: 'PT70M' },
      { sidebar: ['schedule'] },
    ]);
    const said = expect.stringContaining('Google runs your schedule without access to its spreadsheet');
    expect(replies.at(-1)!.value.value.advice).toMatchObject({ text: said });
    const host = await world.host();
    expect((await host.open())!.shown).toMatchObject([{ what: 'toast', text: said }]);
    // Google passes the spreadsheet to the trigger from now on.
    Object.assign(host.options, { triggerDocument: true });
    await repliesOf(world, [{ advance: 'PT70M' }]);
    expect((await host.open())!.shown).toEqual([]);
  } finally {
    await world.close();
  }
});
