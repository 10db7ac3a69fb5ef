import { expect, test } from 'vitest';
import { runScenario } from './scenario.ts';
import { connectionTo, openShop, SMALL, TABS } from './shop.ts';

test('new sheets are placed without moving others', async () => {
  const shop = await openShop();
  const { itemNumbers } = shop.announcement;
  const replies = await runScenario([
    { open: {} },
    SMALL,
    { connect: connectionTo(shop) },
    { pull: { operation: 'inventory', params: { type: '0', values: itemNumbers.slice(0, 3) } } },
    TABS,
    // A user inserts a sheet, moves a helper sheet to the front, and renames a table.
    {
      eval: `ss.insertSheet('Mine', 2); ss.getSheetByName('Log').showSheet(); ss.setActiveSheet(ss.getSheetByName('Log')); ss.moveActiveSheet(1)`,
    },
    { edit: ['renameSheet', 'Inventory', { to: 'Stock' }] },
    { eval: `ss.setActiveSheet(ss.getSheetByName('Mine'))` },
    { pull: { operation: 'price-history', params: { itemNumbers: itemNumbers.slice(0, 1) } } },
    { pull: { operation: 'orders', params: { orderDateFrom: '2025-06-14' } } },
    TABS,
    { sidebar: ['listTables'] },
    { sidebar: ['showTable', 'Stock history'] },
    TABS,
    { pull: { operation: 'inventory', params: { type: '0', values: itemNumbers.slice(0, 4) } } },
    TABS,
  ]);
  await shop.close();
  expect(replies.filter(({ ok }) => !ok)).toEqual([]);
  const [first, second, shown, last] = replies
    .filter((_, index) => [4, 10, 13, 15].includes(index))
    .map(({ value }) => value as string[]);
  expect(first).toEqual([
    ...['Today', 'Today', 'Findings', 'Inventory', 'Catalog'],
    ...['Rules hidden', 'Changes hidden', 'Log hidden', 'Status hidden', 'Stock history hidden'],
    ...['Today data hidden', 'Market journal hidden', 'Sheet1'],
  ]);
  expect(second).toEqual([
    ...['Mine', 'Log', 'Today', 'Findings'],
    ...['Orders', 'Order lines', 'Packages', 'Mine', 'Stock', 'Price log', 'Catalog'],
    ...['Rules hidden', 'Changes hidden', 'Status hidden', 'Stock history hidden'],
    ...['Today data hidden', 'Market journal hidden', 'Sheet1'],
  ]);
  expect(replies[11]!.value.value).toContain('Stock history');
  const open = second!.slice(1).map((name) => (name === 'Stock history hidden' ? 'Stock history' : name));
  expect(shown).toEqual(['Stock history', ...open]);
  expect(last).toEqual(shown);
});
