/** The user's and the add-on's formulas work in locales with decimal commas and semicolon separators. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLong, runs } from '../effort.ts';
import type { RunningMarketplace } from '../marketplace/server.ts';
import { runScenario } from './scenario.ts';
import { connectionTo, openShop } from './shop.ts';

let shop: RunningMarketplace;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** Evaluates all conditional formatting formulas in an empty cell. */
const RULES = `const blank = ss.insertSheet().getRange('Z99');
  return ss.getSheets().flatMap((sheet) => sheet.getConditionalFormatRules())
    .map((rule) => rule.getBooleanCondition()).filter((each) => String(each.getCriteriaType()) === 'CUSTOM_FORMULA')
    .map((each) => blank.setFormula(each.getCriteriaValues()[0]).getValue())`;

const LOCALES = [
  ['de_DE', /^\d\d\.06\.2025 \d\d:\d\d:\d\d$/],
  ['fr_CA', /^2025-06-\d\d \d\d:\d\d:\d\d$/],
] as const;

test.each(LOCALES.slice(0, runs(1, 2)))(
  'formulas and rules work in %s',
  async (locale, time) => {
    const { itemNumbers } = shop.announcement;
    const replies = await runScenario([
      { open: { locale } },
      { market: { items: 40, orders: 12 } },
      { connect: connectionTo(shop) },
      { pull: { operation: 'orders' } },
      { menu: 'Set up standard jobs' },
      { eval: RULES },
      {
        cells: {
          'Sheet1!A1': itemNumbers[0],
          'Sheet1!B1': '=MARKET_STOCK(A1)',
          'Sheet1!B2': '=MARKET_PRICE(A1; "price")*1,5',
          'Sheet1!B3': '=MARKET_PRICE(A1, "price")',
          'Sheet1!D1': '=MARKET_PRICE_HISTORY(A1; ; 2; "Target unit price,Request time stamp")',
        },
      },
      { get: 'Sheet1!B1:E3', as: 'display' },
      { get: 'Sheet1!B1:B3', as: 'values' },
      { eval: "ss.insertSheet('Mine').getRange('A1').activate()" },
      { sidebar: ['insertExample', 'MARKET_QUOTA'] },
      { get: 'Mine!A1', as: 'display' },
      { get: 'Orders!A1:T60', as: 'display' },
      { sidebar: ['state'] },
    ]);
    expect(replies.filter(({ ok }) => !ok)).toEqual([]);
    const values = replies.map(({ value }) => value);
    expect(values[5].length).toBeGreaterThan(10);
    expect(values[5].filter((each: unknown) => typeof each !== 'boolean')).toEqual([]);

    const [shown, computed] = [values[7], values[8]];
    expect(computed[0][0]).toBeTypeOf('number');
    expect(shown[1][0]).toBe(String(computed[1][0]).replace('.', ','));
    expect(shown[2][0]).toBe('#ERROR!');
    expect(shown[1].slice(2)).toEqual([expect.stringMatching(/^\d+(,\d+)?$/), expect.stringMatching(time)]);

    expect(values[10].value.formula).toBe('=MARKET_QUOTA("Price history"; "next")');
    expect(values[11][0][0]).toMatch(time);
    expect(values[12].flat()).toEqual(expect.arrayContaining([expect.stringMatching(/^\d+,\d\d$/)]));
    expect(values[13].value.separator).toBe(';');
  },
  30_000,
);

const DATES = [
  ['en_US', 'm/d/yyyy h:mm am/pm', /^\d+\/\d+\/2025 \d+:\d\d [AP]M$/],
  ['de_DE', 'dd.mm.yyyy hh:mm', /^\d\d\.\d\d\.2025 \d\d:\d\d$/],
] as const;

const column = (header: string) => `const sheet = ss.getSheetByName('Orders');
  const [names] = sheet.getDataRange().getValues();
  const range = sheet.getRange(2, names.indexOf('${header}') + 1, sheet.getLastRow() - 1);`;
const READ = 'return [[...new Set(range.getNumberFormats().flat())], range.getDisplayValues().flat()]';

test.each(isLong ? DATES : DATES.slice(1))(
  "dates in %s have the format %s; a user's format is kept and applied to new rows",
  async (locale, format, shown) => {
    const orders = { pull: { operation: 'orders' } };
    const chosen = 'yyyy-mm-dd hh:mm:ss';
    const replies = await runScenario([
      { open: { locale } },
      { market: { items: 40, orders: 12 } },
      { connect: connectionTo(shop) },
      orders,
      { eval: column('Order date') + READ },
      { eval: `${column('Order date')} range.setNumberFormat('${chosen}')` },
      { advance: 'P2D' },
      orders,
      { eval: column('Order date') + READ },
      { eval: column('Auto void time') + READ },
      orders,
    ]);
    expect(replies.filter(({ ok }) => !ok)).toEqual([]);
    const values = replies.map(({ value }) => value);
    expect(values[4][0]).toEqual([format]);
    expect(values[4][1].filter((text: string) => !shown.test(text))).toEqual([]);
    expect(values[7].rows.added).toBeGreaterThan(0);
    expect([values[8][0], values[9][0]]).toEqual([[chosen], [format]]);
    expect(values[10].rows).toMatchObject({ added: 0, changed: 0 });
  },
);
