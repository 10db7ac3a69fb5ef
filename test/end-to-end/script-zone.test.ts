/** Formulas use the right times even if the spreadsheet and the script are in different time zones. */
import { expect, test } from 'vitest';
import { runScenario } from './scenario.ts';

/** Types a two-second range around an order's date and returns that order. */
const ASK = `
  const table = ss.getSheetByName('Orders').getDataRange().getValues();
  const [number, date] = ['Order number', 'Order date'].map((name) => table[0].indexOf(name));
  const [, , order] = table;
  const at = order[date].getTime();
  const sheet = ss.getSheetByName('Sheet1');
  sheet.getRange('A1:B1').setValues([[new Date(at - 1000), new Date(at + 1000)]]).setNumberFormat('yyyy-mm-dd hh:mm:ss');
  return [order[number], order[date].toISOString()]`;

test.each([
  ['America/New_York', 'America/New_York'],
  ['Asia/Tokyo', 'America/Los_Angeles'],
  ['America/Los_Angeles', 'Asia/Kolkata'],
])('formulas use the right instants with a spreadsheet in %s and a script in %s', async (timeZone, scriptTimeZone) => {
  const replies = await runScenario([
    { open: { timeZone, scriptTimeZone } },
    { market: { orders: 30, items: 10 } },
    { connect: { name: 'Shop', baseUrl: 'https://market.test' } },
    { pull: { operation: 'orders', params: {} } },
    { eval: ASK },
    {
      cells: { 'Sheet1!A3': '=MARKET_ORDERS(A1,B1,,"Order number,Order date")', 'Sheet1!D3': '=MARKET_CAP("orders")' },
    },
    { get: 'Sheet1!A4:B5', as: 'values' },
  ]);
  expect(replies.filter(({ ok }) => !ok)).toEqual([]);
  const order = replies[4]!.value;
  expect(replies[6]!.value).toEqual([order, ['', '']]);
});
