import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '../effort.ts';
import type { RunningMarketplace } from '../marketplace/server.ts';
import { PreparedBook } from './prepared-book.ts';
import { runScenario } from './scenario.ts';
import { connectionTo, openShop } from './shop.ts';

let shop: RunningMarketplace;
/** A workbook with the stock of three items. */
const book = new PreparedBook();
beforeAll(async () => {
  shop = await openShop();
  await book.go([...connected(), stock(3)]);
});
afterAll(async () => {
  await book.close();
  await shop.close();
});

const connected = () => [{ open: {} }, { market: { orders: 20 } }, { connect: connectionTo(shop) }];

/** Runs the steps in a copy of the workbook; returns their values. */
const values = (...steps: object[]) => book.values(steps);
const stock = (count: number) => ({
  pull: {
    operation: 'inventory',
    params: { type: '0', values: shop.announcement.allItemNumbers.slice(0, count) },
  },
});
const inventory = { get: 'Inventory!A1:T60', as: 'values' };
const rows = (grid: unknown[][]) => grid.slice(1).filter((row) => row.some((cell) => cell !== ''));
const undo = { sidebar: ['undoRun'] };

test.each(isLong ? ['Status', 'Stock history', 'Catalog'] : ['Status'])(
  'a user\'s sheet named "%s" does not stop pulls and stays unchanged',
  async (name) => {
    const own = { eval: `ss.insertSheet(${JSON.stringify(name)}).getRange(1, 1).setValue("mine")` };
    const orders = { pull: { operation: 'orders', params: {} } };
    const read = { get: `${name}!A1:A2`, as: 'values' };
    const replies = await runScenario([...connected(), own, stock(3), orders, read]);
    const [report, ordered, cells] = replies.slice(-3).map(({ value }) => value);
    expect(report).toMatchObject({ state: 'done', errors: [] });
    expect(report.rows.added).toBeGreaterThan(2);
    expect(ordered).toMatchObject({ state: 'done', errors: [] });
    expect(JSON.stringify([report.notes, ordered.notes])).toContain(`Another sheet is already named \\"${name}\\"`);
    expect(cells).toEqual([['mine'], ['']]);
  },
);

test.each(['Orders', 'orders'])('a user\'s sheet named "%s" stops a pull of orders at once', async (name) => {
  const own = { eval: `ss.getSheetByName('Sheet1').setName('${name}').getRange('A1').setValue('mine')` };
  const [, report] = await values(own, { pull: { operation: 'orders', params: {} } });
  expect(report.state).toBe('failed');
  expect(JSON.stringify(report.errors)).toContain(
    'Another sheet is already named \\"Orders\\". Rename it, then try again.',
  );
});

test('Status lists columns outside the filter and duplicate names, until they are fixed', async () => {
  const sheet = "const t = ss.getSheetByName('Inventory'); const last = t.getMaxColumns();";
  const own = `${sheet} t.insertColumnAfter(last); t.getRange(1, last, 1, 2).setValues([['Title', 'Shelf']])`;
  const fix = `${sheet} t.getRange(1, last - 1).setValue('Name');
    t.getFilter().remove(); t.getRange(1, 1, t.getMaxRows(), last).createFilter()`;
  const states = { get: 'Status!A1:C20', as: 'values' };
  // Today and Findings read Inventory before its next pull.
  const orders = { pull: { operation: 'orders', params: {} } };
  const [, , , broken, , , , fixed] = await values(
    { eval: own },
    orders,
    stock(3),
    states,
    { eval: fix },
    orders,
    stock(3),
    states,
  );
  expect(broken).toContainEqual(['Filter', 'Inventory', '"Shelf" is not covered']);
  expect(broken).toContainEqual(['Header', 'Inventory', 'duplicate column name: "Title"']);
  expect(fixed).toContainEqual(['Filter', 'Inventory', 'covers every column']);
  expect(fixed).toContainEqual(['Header', 'Inventory', 'no duplicate column names']);
});

describe('the journal', () => {
  const journal = 'ss.getSheetByName("Market journal")';

  const EDITS = [
    ['its first line', `${journal}.getRange(1, 1).setValue("mine")`, 'undo data was edited'],
    ['its labels', `${journal}.getRange("B:B").setValue("mine")`, 'No run to undo.'],
    ['another line', `${journal}.getRange(2, 1).setValue("[1]")`, 'undo data was edited'],
    ['its order', `${journal}.sort(1, false)`, 'undo data was edited'],
  ] as const;

  test.each(isLong ? EDITS : EDITS.slice(0, 2))(
    'with %s edited by a person does not affect pulls',
    async (_, script, told) => {
      const [, taken, report, before, again, after] = await values(
        { eval: script },
        undo,
        stock(5),
        inventory,
        undo,
        inventory,
      );
      expect(JSON.stringify(taken)).toContain(told);
      expect(report).toMatchObject({ state: 'done' });
      expect(again).toMatchObject({ ok: true, value: { conflicts: [] } });
      expect(rows(before).length - rows(after).length).toBe(report.rows.added);
    },
  );

  test('is not needed to report missing row keys of a table', async () => {
    const lose = 'const t = ss.getSheetByName("Inventory"); t.deleteColumn(t.getLastColumn());';
    const [, taken] = await values({ eval: lose }, undo);
    expect(taken).toMatchObject({ ok: false, error: { code: 'MARKET_TABLE' } });
    expect(taken.error.message).toContain('no longer has its header or "Row key" column');
  });
});

test('undo keeps new rows that a user edited', async () => {
  const [, taken, after] = await values({ cells: { 'Inventory!D2': 'typed' } }, undo, inventory);
  expect(taken.value.conflicts).toHaveLength(1);
  expect(rows(after)).toHaveLength(1);
  expect(rows(after)[0]![3]).toBe('typed');
});

test('undo removes rows from a table with an array formula column', async () => {
  const column = `
    const t = ss.getSheetByName("Inventory");
    t.getRange(1, 16).setValue("Mine");
    t.getRange(2, 16).setFormula('=ARRAYFORMULA(ROW(A2:A60))');`;
  const [, report, taken] = await values({ eval: column }, stock(8), undo);
  expect(report.rows.added).toBeGreaterThan(2);
  expect(taken.value).toMatchObject({ conflicts: [], restored: 0 });
  expect(taken.value.removed).toBeGreaterThanOrEqual(report.rows.added);
});

test.each([false, true])(
  'a validation rule on the Catalog does not stop other tables; late refusals: %s',
  async (lateRefusals) => {
    const rule = `
    const only = SpreadsheetApp.newDataValidation().requireValueInList(["mine"]).setAllowInvalid(false).build();
    const t = ss.getSheetByName("Catalog");
    t.getRange(2, 1, 900, t.getMaxColumns()).setDataValidation(only);`;
    const [, , report, read] = await values({ eval: rule }, { fault: { lateRefusals } }, stock(30), inventory);
    expect(report).toMatchObject({ state: 'done', errors: [] });
    expect(report.notes.join(' ')).toContain('The "Catalog" sheet rejected the add-on\'s data');
    expect(rows(read).length).toBeGreaterThan(30);
  },
);

test('new rows use prepared rows with unchecked check boxes', async () => {
  const boxes = `
    const t = ss.getSheetByName("Inventory");
    t.getRange(1, 16).setValue("Done");
    t.getRange(2, 16, 200, 1).insertCheckboxes().setValue(false);`;
  const [, report, read] = await values({ eval: boxes }, stock(5), inventory);
  expect(rows(read).filter((row) => row[0] !== '').length).toBe(report.rows.added + report.rows.unchanged);
});

test.each([false, true])(
  'the error names a validation rule that rejects values, and existing rows stay complete; late refusals: %s',
  async (lateRefusals) => {
    const rule = `
    const t = ss.getSheetByName("Inventory");
    const only = SpreadsheetApp.newDataValidation().requireValueInList(["mine"]).setAllowInvalid(false).build();
    t.getRange(2, 4, 60, 1).setDataValidation(only);`;
    const lift = 'ss.getSheetByName("Inventory").getRange(2, 4, 60, 1).clearDataValidations()';
    const [, , refused, , done, read] = await values(
      { eval: rule },
      { fault: { lateRefusals } },
      stock(6),
      { eval: lift },
      stock(6),
      inventory,
    );
    expect(refused.state).not.toBe('done');
    expect(refused.errors[0]).toMatchObject({ code: 'MARKET_TABLE' });
    expect(refused.errors[0].message).toContain('The "Inventory" sheet rejected the add-on\'s data');
    expect(done).toMatchObject({ state: 'done', errors: [] });
    const keys = rows(read).map((row) => row[read[0].indexOf('Row key')]);
    expect(new Set(keys).size).toBe(keys.length);
  },
);

test.each([
  ['immediately', false, ''],
  ['late', true, ''],
  ['while it has no blank rows', false, 'const last = t.getLastRow(); t.deleteRows(last + 1, t.getMaxRows() - last);'],
])('a protected table refuses new rows %s: the error names the protection', async (_, lateRefusals, before) => {
  const protect = `
    const t = ss.getSheetByName("Inventory");
    ${before}
    const guard = t.protect();
    guard.removeEditors(guard.getEditors().map((each) => each.getEmail()));`;
  const lift = 'ss.getSheetByName("Inventory").getProtections(SpreadsheetApp.ProtectionType.SHEET)[0].remove()';
  const [, , , , refused, , , done, read] = await values(
    { eval: protect },
    { fault: { lateRefusals } },
    { as: 'editor@x' },
    { connect: connectionTo(shop) },
    stock(6),
    { as: 'a@x' },
    { eval: lift },
    stock(6),
    inventory,
  );
  expect(refused.state).not.toBe('done');
  expect(refused.rows.added).toBe(0);
  expect(refused.errors[0]).toMatchObject({ code: 'MARKET_TABLE' });
  expect(refused.errors[0].message).toContain('Remove the protection');
  expect(done).toMatchObject({ state: 'done', errors: [] });
  expect(done.rows.added).toBeGreaterThan(0);
  expect(rows(read).length).toBeGreaterThan(done.rows.added);
});

test.each([
  [1000, { values: ['9SI3'] }],
  [1001, { code: 'MARKET_TABLE', message: 'Select at most 1,000 rows, or remove the filter.' }],
])('%d selected rows of a filtered sheet are read or refused', async (count, expected) => {
  const select = `
    const sheet = ss.insertSheet('Mine');
    sheet.insertRowsAfter(1, 999);
    sheet.getRange(1, 1, ${count} + 1, 1).setValues([['Item number'], ...Array(${count}).fill().map((_, row) => [row === 3 ? '9SI3' : 'x'])]);
    const hides = SpreadsheetApp.newFilterCriteria().setHiddenValues(['x']).build();
    sheet.getRange(1, 1, ${count} + 1, 1).createFilter().setColumnFilterCriteria(1, hides);
    sheet.getRange(2, 1, ${count}, 1).activate();`;
  const [, reply] = await values({ eval: select }, { sidebar: ['selectedCells', 'inventory', 'values'] });
  expect(reply.value ?? reply.error).toMatchObject(expected);
});
