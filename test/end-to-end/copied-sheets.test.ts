import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningMarketplace } from '../marketplace/server.ts';
import { runScenario } from './scenario.ts';
import { connectionTo, openShop, SMALL } from './shop.ts';

let shop: RunningMarketplace;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

test.each([1, 9])(
  'a pull fills the original of a copied sheet, and the copy after the original was deleted (copy at position %d)',
  async (place) => {
    const values = shop.announcement.itemNumbers;
    const pull = { pull: { operation: 'inventory', params: { type: '0', values } } };
    const copy = `
    const original = ss.getSheetByName('Inventory');
    ss.insertSheet('Twin', ${place === 1 ? 0 : 'ss.getNumSheets()'}, { template: original });`;
    const asOf = (sheet: string) => ({ get: `${sheet}!A1:P3`, as: 'values' });
    const replies = await runScenario([
      { open: {} },
      SMALL,
      { connect: connectionTo(shop) },
      pull,
      { eval: copy },
      { advance: 'PT1H' },
      pull,
      asOf('Inventory'),
      asOf('Twin'),
      { edit: ['deleteSheet', 'Inventory', {}] },
      { advance: 'PT1H' },
      pull,
      asOf('Twin'),
      { sheets: true },
    ]);
    expect(replies.filter(({ ok }) => !ok)).toEqual([]);
    const time = (step: number) => {
      const [header, row] = replies[step]!.value as string[][];
      return row![header!.indexOf('As of')]!.slice(11, 13);
    };
    expect([time(7), time(8), time(12)]).toEqual(['19', '18', '20']);
    const names = (replies[13]!.value as { name: string }[]).map(({ name }) => name);
    expect(names.filter((name) => /Inventory|Twin/.test(name))).toEqual(['Twin']);
  },
);
