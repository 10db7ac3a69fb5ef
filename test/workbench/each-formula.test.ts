import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { callOfPage } from '../host/steps/product.ts';
import { expectLines } from '../support/lines.ts';
import { formulaHelp } from './formula-help.ts';
import { visit } from './visit.ts';

const here = visit({ connected: true });

const OFFERED = formulaHelp(readFileSync(new URL('../../dist/Code.js', import.meta.url), 'utf8'));

const shows = (cell: string) => expect.poll(() => here.visitor.text(cell));

/** Expected value of the cell, or of the first cell below a table's header. */
const RESULTS: Readonly<Record<string, readonly [typed: string, below: boolean, shows: RegExp]>> = {
  MARKET_STOCK: ['=MARKET_STOCK(A1)', false, /^\d+$/],
  MARKET_PRICE: ['=MARKET_PRICE(A1)', false, /^\d+([.,]\d+)?$/],
  MARKET_ORDER: ['=MARKET_ORDER(A3,"Order status")', false, /^\d$/],
  MARKET_INVENTORY: ['=MARKET_INVENTORY(A1)', true, /\S/],
  MARKET_LOOKUP_REPORT: ['=MARKET_LOOKUP_REPORT(A4)', true, /\S/],
  MARKET_PRICE_HISTORY: ['=MARKET_PRICE_HISTORY(A1,,3)', true, /^9SI/],
  MARKET_AD_PERFORMANCE: ['=MARKET_AD_PERFORMANCE("last 7 days")', true, /\S/],
  MARKET_KEYWORDS: ['=MARKET_KEYWORDS(A2)', true, /\S/],
  MARKET_ORDERS: ['=MARKET_ORDERS("last 14 days")', true, /\S/],
  MARKET_FRESHNESS: ['=MARKET_FRESHNESS("Orders")', false, /\d/],
  MARKET_QUOTA: ['=MARKET_QUOTA("orders")', false, /^\d+$/],
  MARKET_CHECK: ['=MARKET_CHECK()', true, /^The script runs on V8$/],
};

describe('with a connected shop and its orders pulled', () => {
  beforeAll(async () => {
    const { visitor, workbench } = here;
    const { announcement } = workbench.market;
    await callOfPage(workbench.host, 'startPull', [{ operation: 'orders', params: {} }]);
    await visitor.showTab('Orders');
    const order = await visitor.text('A2', 'Orders');
    await visitor.showTab('Sheet1');
    const given = [announcement.itemNumbers[0], announcement.campaigns[0], order, announcement.requestIds[0]];
    for (const [index, value] of given.entries()) await visitor.type(`A${index + 1}`, String(value));
  });

  test('covers every formula', () => {
    expectLines(
      OFFERED.map(({ name }) => name),
      Object.keys(RESULTS),
      {
        list: 'RESULTS in test/workbench/each-formula.test.ts',
        line: 'what is typed, whether the result is a table, and what is shown',
      },
    );
  });

  test.each(OFFERED)('$name shows argument help while typing, then its result', async (offered) => {
    const [typed, isTable, shown] = RESULTS[offered.name]!;
    const { visitor } = here;
    const { keyboard } = visitor.page;
    const assistant = visitor.page.locator('.o-formula-assistant');
    const begin = `${offered.name}(`;
    await visitor.goTo('C1');
    await keyboard.type('=');
    await keyboard.insertText(begin);
    for (const { description } of offered.arguments)
      await assistant.getByText(description).first().waitFor({ state: 'attached' });
    await keyboard.insertText(typed.slice(1 + begin.length));
    await keyboard.press('Enter');
    await shows(isTable ? 'C2' : 'C1').toMatch(shown);
    await here.visitor.goTo('C1');
    await here.visitor.page.keyboard.press('Delete');
    await shows('C1').toBe('');
  });

  test('an error shows its code and advice on hover', async () => {
    await here.visitor.type('C1', '=MARKET_STOCK(A1,"US")');
    await shows('C1').toBe('#ERROR!');
    await here.visitor.pointAt('C1');
    const sentence = 'MARKET_ARGUMENT: "warehouse" takes 3-letter codes such as USA, not "US".';
    await here.visitor.page.locator('.o-error-tooltip', { hasText: sentence }).waitFor();
    await here.visitor.goTo('C1');
    await here.visitor.page.keyboard.press('Delete');
  });
});
