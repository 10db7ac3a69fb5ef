import { expect, test } from 'vitest';
import { runScenario } from './scenario.ts';

const MARKET = { market: { orders: 30, items: 10 } };
const ALL = { pull: { operation: 'orders', params: {} } };
const DATES = {
  eval: `const rows = ss.getSheetByName('Orders').getDataRange().getValues(); const at = rows[0].indexOf('Order date');
    return rows.slice(1).map((row) => row[at].getTime())`,
};
/** Deletes the newest rows so that the next pull adds them. */
const DROP = "const sheet = ss.getSheetByName('Orders'); sheet.deleteRows(2, 3)";
const column = "sheet.getRange(1, 1, 1, sheet.getLastColumn()).getValues()[0].indexOf('Order status description') + 1";
const HIDE = `const sheet = ss.getSheetByName('Orders'); const criteria = SpreadsheetApp.newFilterCriteria().setHiddenValues(['Shipped']).build();
  sheet.getFilter().setColumnFilterCriteria(${column}, criteria)`;
const CLEAR = `const sheet = ss.getSheetByName('Orders'); sheet.getFilter().removeColumnFilterCriteria(${column})`;

test.each([true, false])(
  'new rows stay at the bottom while a filter hides rows and are sorted after it is removed (sorting skips hidden rows: %s)',
  async (sortLeavesHidden) => {
    const replies = await runScenario([
      { fault: { sortLeavesHidden } },
      MARKET,
      { connect: { name: 'Shop', baseUrl: 'https://market.test' } },
      ALL,
      DATES,
      { eval: DROP },
      { eval: HIDE },
      ALL,
      DATES,
      { eval: CLEAR },
      ALL,
      DATES,
    ]);
    expect(replies.filter(({ ok }) => !ok)).toEqual([]);
    const [first, hidden, last] = [4, 8, 11].map((step) => (replies[step]!.value as unknown[]).flat());
    const sorted = [...(first as number[])].sort((one, other) => other - one);
    expect(first).toEqual(sorted);
    expect(hidden).toEqual([...sorted.slice(3), ...sorted.slice(0, 3)]);
    expect(last).toEqual(sorted);
  },
);
