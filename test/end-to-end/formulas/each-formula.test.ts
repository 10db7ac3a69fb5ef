import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Argument, Formula } from '../../../src/formulas/formula.ts';
import { formulas } from '../../../src/formulas/functions/registry.ts';
import { isLong } from '../../effort.ts';
import type { Host } from '../../host/host.ts';
import type { CellValue } from '../../host/workbook/surface.ts';
import { expectLines, lineOf } from '../../support/lines.ts';
import { PreparedBook } from '../prepared-book.ts';
import { connectionTo } from '../shop.ts';
import type { Cases, Row, Shown } from './case.ts';
import { adPerformance } from './cases/ad-performance.ts';
import { inventory } from './cases/inventory.ts';
import { keywords } from './cases/keywords.ts';
import { lookupReport } from './cases/lookup-report.ts';
import { order } from './cases/order.ts';
import { orders } from './cases/orders.ts';
import { price } from './cases/price.ts';
import { priceHistory } from './cases/price-history.ts';
import { freshness, quota } from './cases/state.ts';
import { stock } from './cases/stock.ts';
import { generatedCases } from './generated.ts';
import { givenFor, upcOf } from './given.ts';
import { askForTruth, SHOP, type Truth } from './truth.ts';
import { shownBy, typeGiven } from './typed.ts';

const CASES: Readonly<Record<string, Cases>> = {
  MARKET_STOCK: stock,
  MARKET_PRICE: price,
  MARKET_ORDER: order,
  MARKET_INVENTORY: inventory,
  MARKET_LOOKUP_REPORT: lookupReport,
  MARKET_PRICE_HISTORY: priceHistory,
  MARKET_AD_PERFORMANCE: adPerformance,
  MARKET_KEYWORDS: keywords,
  MARKET_ORDERS: orders,
  MARKET_FRESHNESS: freshness,
  MARKET_QUOTA: quota,
};

const IN_CASES = {
  list: 'CASES in test/end-to-end/formulas/each-formula.test.ts',
  line: 'its cases, from a file in cases/',
};

const known = formulas.filter(({ name }) => CASES[name]);

/** Quick runs generate cases for these formulas, which have every kind of argument. Unit tests check the others. */
const GENERATED = ['MARKET_STOCK', 'MARKET_ORDERS', 'MARKET_PRICE_HISTORY', 'MARKET_FRESHNESS', 'MARKET_QUOTA'];

/** A formula's own cases take precedence over generated ones. */
function casesOf(formula: Formula): ReadonlyMap<string, Row[1]> {
  const own = CASES[formula.name]!;
  const typed = (given: Readonly<Record<string, string>>) =>
    formula.arguments
      .map(({ name }) => given[name] ?? '')
      .join(',')
      .replace(/,+$/, '');
  const rows: Row[] = [
    [typed(own.answered), own.shows],
    ...Object.entries(own.arguments).flatMap(([name, each]) =>
      each.map(([given, shows]): Row => [typed({ ...own.answered, [name]: given }), shows]),
    ),
    ...own.calls,
    ...(isLong || GENERATED.includes(formula.name) ? generatedCases(formula, own, typed) : []),
  ];
  return new Map([...rows].reverse());
}

let truth: Truth;
let shown: ReadonlyMap<string, Shown>;
let fetches: number;
let examples: ReadonlyMap<string, () => CellValue>;
const book = new PreparedBook();

beforeAll(async () => {
  truth = await askForTruth();
  await book.go([
    { open: {} },
    { market: SHOP },
    { connect: connectionTo(truth) },
    { pull: { operation: 'orders', params: {} } },
    // Adds an item without orders to the Catalog.
    {
      cells: {
        'Catalog!A200': 'SSD-000001',
        'Catalog!B200': truth.announcement.itemNumbers[0],
        'Catalog!F200': upcOf(truth),
      },
    },
  ]);
  const host = await book.twin();
  typeGiven(host, givenFor(truth));
  examples = typeExamples(host);
  const all = known.flatMap((formula) =>
    [...casesOf(formula).keys()].map((typed) => ({
      sheet: formula.name,
      text: `=${formula.name}(${typed})`,
      room: CASES[formula.name]!.room,
    })),
  );
  shown = await shownBy(host, all);
  fetches = host.statistics.fetches.length;
});
afterAll(() => book.close());

/** Whether an argument needs its own cases. Those for the others are generated. */
const hasCases = ({ takes }: Argument) => takes !== 'refresh' && takes !== 'connection';

test('every formula and argument has a case', () => {
  expectLines(
    formulas.map(({ name }) => name),
    Object.keys(CASES),
    IN_CASES,
  );
  for (const { name, arguments: taken } of formulas)
    expectLines(
      taken.filter(hasCases).map((each) => each.name),
      Object.entries(CASES[name]!.arguments).flatMap(([argument, rows]) => (rows.length > 0 ? [argument] : [])),
      { list: `\`arguments\` of the cases of ${name}`, line: 'its valid and invalid values' },
    );
  const declared = formulas.map(({ name, arguments: taken }) => [
    name,
    taken.filter(hasCases).map((each) => each.name),
  ]);
  expect(
    Object.entries(CASES).map(([name, cases]) => [
      name,
      Object.entries(cases.arguments).flatMap(([argument, rows]) => (rows.length > 0 ? [argument] : [])),
    ]),
  ).toEqual(declared);
});

test('generated cases cover every kind of argument', () => {
  const kinds = (all: readonly Formula[]) => new Set(all.flatMap((each) => each.arguments.map(({ takes }) => takes)));
  expect(kinds(formulas.filter(({ name }) => GENERATED.includes(name)))).toEqual(kinds(formulas));
});

test("every value of a formula's field has a case", () => {
  for (const formula of formulas)
    if (formula.gives === 'values' && Object.keys(formula.values).length > 1) {
      const asked = CASES[formula.name]!.arguments.field!.map(([typed]) => typed);
      expect(asked).toEqual(expect.arrayContaining(Object.keys(formula.values).map((name) => JSON.stringify(name))));
    }
});

describe.each(known.map((formula) => [formula.name, formula] as const))('=%s', (name, formula) => {
  test.each([...casesOf(formula)])('(%s) shows its expected result', (typed, expected) => {
    const shownFor = (given: string) => shown.get(`${name}!=${name}(${given})`);
    expect(shownFor(typed)).toEqual(expected(truth, shownFor));
  });
});

/** Types each example on a separate sheet, above the identifiers it uses. */
function typeExamples({ workbook }: Host): ReadonlyMap<string, () => CellValue> {
  const cell = { row: 1, column: 3, rows: 1, columns: 1 };
  return new Map(
    known.map(({ name, example, arguments: [first] }) => {
      const sheetId = workbook.insertSheet({ name: `Example of ${name}` });
      workbook.type(sheetId, 2, 1, `=${CASES[name]!.answered[first!.name]!}`);
      workbook.type(sheetId, cell.row, cell.column, example);
      return [name, () => workbook.read(sheetId, cell, 'values')[0]![0]!] as const;
    }),
  );
}

test.each(formulas.map(({ name, example, gives }) => [example, name, gives] as const))(
  'the example %s works',
  (_, name, gives) => {
    lineOf(CASES, name, IN_CASES);
    const value = examples.get(name)!();
    expect(String(value)).not.toMatch(/^#|^$/);
    expect(typeof value === 'string').toBe(gives === 'table' || name === 'MARKET_ORDER');
  },
);

test('all cases together take few calls', () => {
  expect(fetches).toBeLessThan(100);
});
