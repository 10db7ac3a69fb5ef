/** Help covers every formula, error code, table, and column, with units and data ages. */
import { afterAll, expect, test } from 'vitest';
import { everyFormula } from '../../src/formulas/functions/registry.ts';
import { exampleAt, exampleNamed, sourceOf } from '../../src/help/examples.ts';
import { ageOf, callOf, reference } from '../../src/help/reference.ts';
import { columnsOf, tableNames } from '../../src/operations/tables.ts';
import { inSheetOrder } from '../../src/tables/columns.ts';
import { columnLetters } from '../../src/tables/formula-text.ts';

let made: ReturnType<typeof reference> | undefined;
function shownHelp() {
  made ??= reference();
  return made;
}
afterAll(() => {
  made = undefined;
});

test('explains every table, with its key and maximum age', () => {
  expect(
    shownHelp()
      .tables.map(({ name }) => name)
      .sort(),
  ).toEqual([...tableNames()].sort());
  for (const { name, about, key, valueAge } of shownHelp().tables) {
    expect(valueAge, `age of ${name}`).toMatch(/^[A-Z"].*\.$/);
    expect(about, `about of ${name}`).toMatch(/^[A-Z].*\.$/);
    expect(key, name).not.toBe('');
  }
  const ages = Object.fromEntries(shownHelp().tables.map(({ name, valueAge, stay }) => [name, `${valueAge} ${stay}`]));
  expect(ages).toMatchObject({
    Orders: expect.stringMatching(
      /^"As of" shows when .* Rows are removed after 180 days if they are closed, and they have been exported to BigQuery or, if nobody exports, /,
    ),
    Packages: expect.stringContaining('after 180 days'),
    Inventory: expect.stringContaining('"Gone since" shows when a row was first found missing'),
    'Price log': expect.stringMatching(
      /when the row was written\. Rows are removed after 60 days, except the newest 25 for each item\.$/,
    ),
    'Stock history': expect.stringContaining('how long the value stayed the same'),
    Jobs: 'Edited by you and the add-on. ',
  });
});

test.each(tableNames())('every column of %s has a meaning and a unit', (name) => {
  const { columns } = shownHelp().tables.find((table) => table.name === name)!;
  expect(columns.map(({ header }) => header)).toEqual(columnsOf(name)!.map(({ header }) => header));
  for (const { header, meaning, unit } of columns) {
    expect(meaning, header).toMatch(/^\S.*\.$/);
    expect(unit, header).not.toBe('');
  }
});

test('buyer data, newer order versions and hidden columns are marked', () => {
  const meaningOf = (table: string, column: string) =>
    shownHelp()
      .tables.find(({ name }) => name === table)
      ?.columns.find(({ header }) => header === column);
  expect(meaningOf('Orders', 'Customer name')?.meaning).toMatch(/Buyer data\. Filled in only while/);
  expect(meaningOf('Orders', 'Auto void time')?.meaning).toMatch(/Order version 313 or higher\.$/);
  expect(meaningOf('Orders', 'Auto void time')?.meaning).toMatch(/^[A-Z].*\. Order version/);
  expect(meaningOf('Orders', 'Order number')?.meaning).not.toMatch(/Order version|Buyer data/);
  expect(meaningOf('Orders', 'Row key')?.hidden).toBe(true);
  expect(meaningOf('Ad performance', 'ACoS')?.unit).toBe('percentage');
});

test.each(everyFormula.map(({ name }) => name))(
  'the example of %s takes its argument from a table that has it',
  (name) => {
    const formula = exampleNamed(name);
    const source = sourceOf(formula);
    expect(source !== undefined).toBe(/\bA2\b/.test(formula.example));
    const written = exampleAt(formula, source && { sheet: "Bob's list", position: 28 });
    expect(written).toMatch(new RegExp(`^=${name}\\(.*\\)$`));
    if (!source) return expect(written).toBe(formula.example);
    expect(columnsOf(source.table)!.map(({ id }) => id)).toContain(source.column);
    expect(written).toContain("('Bob''s list'!AB2");
    expect(written.replace(/'Bob''s list'!AB2(:AB10)?/, '')).not.toMatch(/A2|AB/);
  },
);

test('an unknown formula name inserts no text', () => {
  for (const name of ['=SUM(A1)', 'MARKET_NOTHING', '', undefined, 'constructor'])
    expect(() => exampleNamed(name)).toThrow('There is no formula');
});

test('examples refer to the columns of a new table', () => {
  const exampleOf = (name: string) =>
    shownHelp()
      .formulas.find((each) => each.name === name)!
      .example.join(',');
  expect(exampleOf('MARKET_ORDER')).toBe('=MARKET_ORDER(Orders!A2:A10, "Order status description")');
  const header = inSheetOrder(columnsOf('Keywords')!).map(({ id }) => id);
  const letters = columnLetters(header.indexOf('campaignNumber') + 1);
  expect(exampleOf('MARKET_KEYWORDS')).toBe(`=MARKET_KEYWORDS(Keywords!${letters}2, , , , "Active")`);
});

test('explains a formula from its declaration', () => {
  const formula = exampleNamed('MARKET_PRICE_HISTORY');
  const found = shownHelp().formulas.find(({ name }) => name === formula.name)!;
  expect(callOf(formula)).toMatch(/^MARKET_PRICE_HISTORY\(itemNumber, \[storefront\], \[limit\], /);
  expect(found.summary).toBe(formula.summary);
  expect(found.arguments).toEqual(
    formula.arguments.map(({ name, optional, help }) => [optional ? `[${name}]` : name, help]),
  );
});

test.each([
  [30, '30 min'],
  [59, '59 min'],
  [60, '1 h'],
  [360, '6 h'],
])('an answer valid for %i minutes is shown as %s', (maxAge, said) => {
  const formula = exampleNamed('MARKET_STOCK');
  expect(ageOf({ ...formula, maxAge } as typeof formula)).toBe(said);
  expect(ageOf(exampleNamed('MARKET_QUOTA'))).toBe('');
});

test("a history has its own age limit, and order lines have their order's", () => {
  const tableOf = (name: string) => shownHelp().tables.find((table) => table.name === name)!;
  expect(tableOf('Stock history').stay).toBe('Rows are removed after 60 days.');
  expect(tableOf('Stock history').from).toBe('Inventory');
  expect(tableOf('Orders').stay).not.toMatch(/^Gone since/);
  expect(tableOf('Order lines').stay).toBe(tableOf('Orders').stay);
  const zip = tableOf('Orders').columns.find(({ header }) => header === 'Order number')!;
  expect([zip.hidden, zip.meaning.includes('Comes with'), zip.meaning.includes('Buyer data')]).toEqual([
    undefined,
    false,
    false,
  ]);
});
