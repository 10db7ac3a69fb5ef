/** If manual edits damage a sheet, a pull or *Status* reports it, and no row is lost. */
import { expect, test } from 'vitest';
import { isLong } from '../effort.ts';
import { runScenario } from '../end-to-end/scenario.ts';

const PULL = { pull: { operation: 'orders', params: {} } };
const READ = { get: 'Orders!A1:AF30', as: 'values' };
const sorting = (ascending: boolean) => ({
  eval: `const sheet = ss.getSheetByName('Orders'); sheet.setFrozenRows(0); ss.deleteSheet(sh);
    sheet.getRange(1, 1, sheet.getLastRow(), sheet.getLastColumn()).sort({ column: 1, ascending: ${ascending} })`,
});

test.each(isLong ? ['bound', 'addon'] : ['bound'])(
  'a pull reports a header sorted into the rows and loses none (%s)',
  async (mode) => {
    const replies = await runScenario([
      { open: { mode } },
      { market: { seed: 31, orders: 20, items: 10, caps: 'none' } },
      { connect: { name: 'Shop', baseUrl: 'https://market.test' } },
      PULL,
      READ,
      sorting(true),
      READ,
      PULL,
      READ,
      // Strings sort after numbers, so this moves the header back to the top.
      sorting(false),
      PULL,
      READ,
    ]);
    expect(replies.filter(({ ok }) => !ok)).toEqual([]);
    const value = (at: number) => replies[at]!.value;
    const keys = (at: number) => value(at).map((row: string[]) => row[0]);
    expect(keys(6)[0]).not.toBe('Order number');
    expect(value(7)).toMatchObject({ state: 'failed', errors: [{ code: 'MARKET_TABLE' }] });
    expect(value(7).errors[0].message).toMatch(
      /first row of the sheet "Orders" is no longer its header\. Undo that change/,
    );
    expect(value(8)).toEqual(value(6));
    expect(value(10)).toMatchObject({ state: 'done', rows: { added: 0 } });
    expect(keys(11).sort()).toEqual(keys(4).sort());
  },
);

const FRESH = [
  { open: {} },
  { market: { seed: 31, orders: 20, items: 10, caps: 'none' } },
  { connect: { name: 'Shop', baseUrl: 'https://market.test' } },
  PULL,
  READ,
];

const MERGED = [
  ['over whole rows', 'getRange(3, 1, 3, sheet.getLastColumn()).mergeVertically()', 'A3:A5, B3:B5'],
  ['in one column', "getRange('A3:A5').merge()", 'A3:A5'],
  ['where new rows go', "deleteRows(3, 2); sheet.getRange('A20:A21').merge()", 'A20:A21'],
] as const;

test.each(isLong ? MERGED : MERGED.slice(0, 1))(
  'a pull names merged cells %s, and updates all rows once they are unmerged',
  async (_, merging, cells) => {
    const replies = await runScenario([
      ...FRESH,
      { eval: `const sheet = ss.getSheetByName('Orders'); sheet.${merging}` },
      PULL,
      {
        eval: `const sheet = ss.getSheetByName('Orders'); sheet.getRange(1, 1, sheet.getMaxRows(), sheet.getMaxColumns()).breakApart()`,
      },
      PULL,
      PULL,
      READ,
    ]);
    expect(replies.filter(({ ok }) => !ok)).toEqual([]);
    const [merged, , again, last, read] = replies.slice(6).map(({ value }) => value);
    expect(merged).toMatchObject({ state: 'failed', errors: [{ code: 'MARKET_TABLE' }] });
    expect(merged.errors[0].message).toContain(`"Orders" has merged cells in the add-on's columns: ${cells}`);
    expect([again.state, last.state, last.rows.changed]).toEqual(['done', 'done', 0]);
    const keys = (rows: string[][]) => rows.map(([key]) => key).filter((key) => key !== '');
    expect(keys(read).sort()).toEqual(keys(replies[4]!.value).sort());
  },
);

test('the next pull restores a deleted Today data sheet and the content of Today', async () => {
  const today = { get: 'Today!A1:H50', as: 'values' };
  const replies = await runScenario([
    ...FRESH,
    today,
    { cells: { 'Today!J3': 'my note' } },
    { eval: `ss.deleteSheet(ss.getSheetByName('Today data'))` },
    today,
    PULL,
    today,
    { get: 'Today!J3', as: 'values' },
    { sheets: true },
  ]);
  expect(JSON.stringify(replies[8]!.value)).toContain(
    'The Today data sheet was deleted. The next run will recreate it.',
  );
  expect(JSON.stringify(replies[8]!.value)).not.toContain('#');
  expect(replies[10]!.value).toEqual(replies[5]!.value);
  expect(replies[11]!.value).toEqual([['my note']]);
  expect(replies[12]!.value.find(({ name }: { name: string }) => name === 'Today').charts).toBe(3);
});

test.each([
  ['kept its note', ''],
  ['lost its note', "ss.getSheetByName('Orders').getRange('C1').clearNote()"],
])('Status reports a user column named like one of ours that %s, and the column stays unchanged', async (_, losing) => {
  const replies = await runScenario([
    ...FRESH,
    { edit: ['insertColumn', 'Orders', { before: 2 }] },
    { cells: { 'Orders!B1': 'Order status description', 'Orders!B2': 'mine' } },
    { eval: losing },
    PULL,
    { get: 'Orders!A1:AF3', as: 'values' },
    { get: 'Status!A1:D20', as: 'values' },
  ]);
  expect(replies[8]!.value.state).toBe('done');
  expect(replies[9]!.value[1][1]).toBe('mine');
  expect(replies[10]!.value).toContainEqual([
    'Header',
    'Orders',
    'duplicate column name: "Order status description"',
    "The add-on fills the column whose header has the add-on's note. Rename or delete the others.",
  ]);
});
