/** The help knows all that there is: every formula, code, table and column, with what it counts in and how old it may be. */
import { expect, test } from 'vitest';
import { everyFormula } from '../../src/formulas/functions/registry.ts';
import { exampleAt, exampleNamed, sourceOf } from '../../src/help/examples.ts';
import { guideRows } from '../../src/help/guide.ts';
import { ageOf, callOf, type Reference, reference } from '../../src/help/reference.ts';
import { columnsOf, tableNames } from '../../src/operations/tables.ts';
import { columnLetters } from '../../src/tables/letters.ts';
import { inSheetOrder } from '../../src/tables/opening.ts';

test('every table is explained, with its key and how old its rows may be', () => {
  expect(
    reference()
      .tables.map(({ name }) => name)
      .sort(),
  ).toEqual([...tableNames()].sort());
  for (const { name, about, key, valueAge } of reference().tables) {
    expect(valueAge, `age of ${name}`).toMatch(/^[A-Z].*\.$/);
    expect(about, `about of ${name}`).toMatch(/^[A-Z].*\.$/);
    expect(key, name).not.toBe('');
  }
  const ages = Object.fromEntries(reference().tables.map(({ name, valueAge, stay }) => [name, `${valueAge} ${stay}`]));
  expect(ages).toMatchObject({
    Orders: expect.stringMatching(/^As of says when .* After 180 days: /),
    Packages: expect.stringContaining('After 180 days: '),
    Inventory: expect.stringContaining('Gone since says since when'),
    'Price log': expect.stringMatching(/when the row was written\. After 60 days: /),
    'Stock history': expect.stringContaining('from when to when'),
    Jobs: 'As people and the add-on left it. ',
  });
});

test.each(tableNames())('every column of %s has a meaning and a unit', (name) => {
  const { columns } = reference().tables.find((table) => table.name === name)!;
  expect(columns.map(({ header }) => header)).toEqual(columnsOf(name)!.map(({ header }) => header));
  for (const { header, meaning, unit } of columns) {
    expect(meaning, header).toMatch(/^\S.*\.$/);
    expect(unit, header).not.toBe('');
  }
});

test('data of buyers, later versions and hidden columns say so', () => {
  const meaningOf = (table: string, column: string) =>
    reference()
      .tables.find(({ name }) => name === table)
      ?.columns.find(({ header }) => header === column);
  expect(meaningOf('Orders', 'Customer name')?.meaning).toMatch(/Data of buyers: there only while/);
  expect(meaningOf('Orders', 'Auto void time')?.meaning).toMatch(/Comes with order version 313 or higher\.$/);
  expect(meaningOf('Orders', 'Auto void time')?.meaning).toMatch(/^[A-Z].*\. Comes with/);
  expect(meaningOf('Orders', 'Row key')?.hidden).toBe(true);
  expect(meaningOf('Ad performance', 'ACoS')?.unit).toContain('per cent');
});

test('the guide has a row for each of them, and none twice', () => {
  const rows = guideRows(',', reference());
  const count = (about: string) => rows.filter((row) => row.about === about).length;
  expect(count('Table')).toBe(tableNames().length);
  expect(count('Column')).toBe(tableNames().flatMap((name) => columnsOf(name)!).length);
  expect(count('Formula')).toBe(everyFormula.length);
  expect(count('Argument')).toBe(everyFormula.flatMap(({ arguments: taken }) => taken).length);
  expect(count('Error')).toBe(14);
  expect(new Set(rows.map(({ about, of, name }) => `${about}|${of}|${name}`)).size).toBe(rows.length);
  for (const { about, name, meaning, unit, age } of rows) {
    expect(meaning, name).not.toBe('');
    if (about === 'Table' || about === 'Column' || about === 'Formula') expect(unit, name).not.toBe('');
    if (about === 'Table' || about === 'Column' || about === 'Formula') expect(age, name).not.toBe('');
  }
});

test.each(everyFormula.map(({ name }) => name))(
  'the example of %s takes what it asks for from a table that has it',
  (name) => {
    const formula = exampleNamed(name);
    const help = reference().formulas.find((each) => each.name === name)!;
    expect(help.call.join(',')).toMatch(new RegExp(`^=${name}\\(.*\\)$`));
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

test('a name that no formula has inserts nothing', () => {
  for (const name of ['=SUM(A1)', 'MARKET_NOTHING', '', undefined, 'constructor'])
    expect(() => exampleNamed(name)).toThrow('There is no formula');
});

test('examples stand where a new table has what they ask for', () => {
  const exampleOf = (name: string) =>
    reference()
      .formulas.find((each) => each.name === name)!
      .example.join(',');
  expect(exampleOf('MARKET_ORDER')).toBe('=MARKET_ORDER(Orders!A2, "Order status description")');
  const header = inSheetOrder(columnsOf('Keywords')!).map(({ id }) => id);
  const letters = columnLetters(header.indexOf('campaignNumber') + 1);
  expect(exampleOf('MARKET_KEYWORDS')).toBe(`=MARKET_KEYWORDS(Keywords!${letters}2, , , , "Active")`);
});

test('the guide says what to pull for a table, and nothing where no pull fills it', () => {
  const useOf = (table: string) =>
    guideRows(',', reference()).find(({ about, name }) => about === 'Table' && name === table)!.use;
  expect([useOf('Order lines'), useOf('Jobs')]).toEqual(['Pull Orders.', '']);
});

test('the guide says of each thing what there is to say of it, and leaves the rest blank', () => {
  const known: Reference = {
    questions: [],
    tables: [
      {
        ...{ name: 'Parts', about: 'What is sold.', from: 'Stock', key: 'Name, Seller', stay: '' },
        ...{ valueAge: 'As of says.' },
        columns: [
          { header: 'Name', meaning: 'Its name.', unit: 'text' },
          { header: 'Row key', meaning: 'Ours.', unit: 'id', hidden: true },
        ],
      },
      { name: 'Own', about: 'Yours.', from: '', key: 'Name', stay: 'For a day.', valueAge: 'x', columns: [] },
    ],
    formulas: [
      {
        ...{ name: 'MARKET_A', call: ['=MARKET_A(a', ' [b])'], summary: 'Sums.', age: '30 min' },
        ...{ example: ['=MARKET_A(1', ' 2)'], arguments: [['a', 'The first.']] },
      },
      { name: 'MARKET_B', call: ['=MARKET_B()'], summary: 'Ours.', age: '', example: ['='], arguments: [] },
    ],
    errors: [{ code: 'MARKET_KEY', means: 'wrong', todo: 'copy it' }],
  };
  const shown = guideRows(';', known).map(({ about, of, name, meaning, unit, age, use }) =>
    [about, of, name, meaning, unit, age, use].join(' | '),
  );
  expect(shown).toEqual([
    'Table |  | Parts | What is sold. | A row is known by Name, Seller. | As of says. | Pull Stock.',
    'Column | Parts | Name | Its name. | text | As of says. | ',
    'Column | Parts | Row key | Ours. | id | As of says. | Hidden: leave it to the add-on.',
    'Table |  | Own | Yours. | A row is known by Name. | x For a day. | ',
    'Formula |  | MARKET_A | Sums. | =MARKET_A(a; [b]) | an answer serves for 30 min | =MARKET_A(1; 2)',
    'Argument | MARKET_A | a | The first. |  |  | ',
    'Formula |  | MARKET_B | Ours. | =MARKET_B() | as it is now | =',
    'Error |  | MARKET_KEY | wrong |  |  | copy it',
  ]);
});

test('a formula is explained by its declaration', () => {
  const formula = exampleNamed('MARKET_PRICE_HISTORY');
  const found = reference().formulas.find(({ name }) => name === formula.name)!;
  expect(callOf(formula)).toMatch(/^MARKET_PRICE_HISTORY\(itemNumber, \[storefront\], \[limit\], /);
  expect(found.call.join(',')).toBe(`=${callOf(formula)}`);
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
])('an answer that serves for %i minutes is said to serve for %s', (maxAge, said) => {
  const formula = exampleNamed('MARKET_STOCK');
  expect(ageOf({ ...formula, maxAge } as typeof formula)).toBe(said);
  expect(ageOf(exampleNamed('MARKET_QUOTA'))).toBe('');
});

test('history is explained with its own age, and rules without a number of days in words alone', () => {
  const tableOf = (name: string) => reference().tables.find((table) => table.name === name)!;
  expect(tableOf('Stock history').stay).toMatch(/^After \d+ days: /);
  expect(tableOf('Stock history').from).toBe('Inventory');
  expect(tableOf('Orders').stay).not.toMatch(/^Gone since/);
  expect(tableOf('Order lines').stay).toBe(tableOf('Orders').stay);
  const zip = tableOf('Orders').columns.find(({ header }) => header === 'Order number')!;
  expect([zip.hidden, zip.meaning.includes('Comes with'), zip.meaning.includes('Data of buyers')]).toEqual([
    undefined,
    false,
    false,
  ]);
});
