import { afterAll, beforeAll, expect, test } from 'vitest';
import { longTest } from '../effort.ts';
import type { Host } from '../host/host.ts';
import type { RunningMarketplace } from '../marketplace/server.ts';
import { listenTo, PreparedBook, pulled } from './prepared-book.ts';
import { runScenario } from './scenario.ts';
import { connectionTo, openShop, SMALL, TWO_PAGES } from './shop.ts';
import { tableIn } from './table-snapshot.ts';

let shop: RunningMarketplace;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const READ = { get: 'Orders!A1:AB301', as: 'values' };
const NEWER = [
  'Seller order number',
  'Recycling fee amount',
  'On time ship due date',
  'Deliver due date',
  'Auto void time',
  'Currency code',
  'Signature required',
];

test('columns of newer versions keep their values', async () => {
  const replies = await runScenario([
    { open: {} },
    SMALL,
    { connect: connectionTo(shop) },
    // Shipped orders have the same status in every version.
    { pull: { operation: 'orders', params: { status: 'Shipped' } } },
    READ,
    { pull: { operation: 'orders', params: { status: 'Shipped', version: 304 } } },
    READ,
  ]);
  expect(replies[5]!.value.rows).toMatchObject({ added: 0, changed: 0 });
  expect(replies[5]!.value.rows.unchanged).toBeGreaterThan(0);
  expect(replies[6]!.value).toEqual(replies[4]!.value);
});

test('a table created with a lower version gets newer columns on the right', async () => {
  const replies = await runScenario([
    { open: {} },
    SMALL,
    { connect: connectionTo(shop, { version: '304' }) },
    { pull: { operation: 'orders', params: {} } },
    { get: 'Orders!A1:AB1', as: 'values' },
    { connect: connectionTo(shop, { version: '314' }) },
    { pull: { operation: 'orders', params: {} } },
    { get: 'Orders!A1:AB1', as: 'values' },
  ]);
  const [older, newer] = [replies[4]!.value[0], replies[7]!.value[0]].map((row: string[]) =>
    row.filter((name) => name !== ''),
  );
  expect(older!.filter((name: string) => NEWER.includes(name))).toEqual([]);
  expect(newer!.slice(0, older!.length)).toEqual(older);
  expect(newer!.slice(older!.length).sort()).toEqual([...NEWER].sort());
});

test('columns added later are inside the filter, even if Google ended the pull that added them', async () => {
  const book = new PreparedBook();
  const few = { operation: 'orders', params: { orderDateFrom: '2025-06-15' } };
  try {
    await book.go([
      { open: {} },
      SMALL,
      { connect: connectionTo(shop, { version: '304' }) },
      { pull: few },
      { connect: connectionTo(shop, { version: '314' }) },
      { pull: few },
      { consent: { buyerData: true, retentionDays: 30 } },
    ]);
    const widthsOf = ({ workbook }: Host) => {
      const { sheetId, columns } = workbook.sheetByName('Orders')!;
      const [filter] = workbook.attachments('filter', sheetId);
      return { columns, filtered: filter!.rects[0]!.columns, used: workbook.lastColumn(sheetId) };
    };
    const original = await book.twin();
    const calls: string[] = [];
    listenTo(original, calls);
    expect((await pulled(original, few))?.state).toBe('done');
    const widths = widthsOf(original);
    const { columns, filtered, used } = widths;
    // Three columns stay blank.
    expect([filtered, used]).toEqual([columns, columns - 3]);
    const host = await book.twin();
    host.faults.at('serviceCall', calls.indexOf('Sheet.insertColumns') + 2);
    expect(await pulled(host, few)).toBeUndefined();
    expect(widthsOf(host)).toMatchObject({ columns, filtered });
    expect((await pulled(host, few))?.state).toBe('done');
    expect(widthsOf(host)).toEqual(widths);
    for (const each of [original, host]) each.close();
  } finally {
    await book.close();
  }
});

test('a plan uses the last run with the same params', async () => {
  const narrow = { orderDateFrom: '2025-06-15' };
  const replies = await runScenario([
    { open: {} },
    TWO_PAGES,
    { connect: connectionTo(shop) },
    { pull: { operation: 'orders', params: {} } },
    { pull: { operation: 'orders', params: narrow } },
    { pull: { operation: 'orders', params: {}, dryRun: true } },
    { pull: { operation: 'orders', params: narrow, dryRun: true } },
  ]);
  const [all, few, planAll, planFew] = replies.slice(3).map(({ value }) => value);
  expect(all.actual.calls).not.toEqual(few.actual.calls);
  expect(planAll.planned.calls).toEqual(all.actual.calls);
  expect(planFew.planned.calls).toEqual(few.actual.calls);
  expect(planAll.planned.cells).toBe(all.actual.cells);
});

longTest('new columns get headers even if the pull that added them was killed', async () => {
  const book = new PreparedBook();
  const few = { operation: 'orders', params: { orderDateFrom: '2025-06-15' } };
  try {
    await book.go([
      { open: {} },
      SMALL,
      { connect: connectionTo(shop, { version: '304' }) },
      { pull: few },
      { connect: connectionTo(shop, { version: '314' }) },
      // A user column next to the add-on's changes the header's format.
      {
        eval: "const t = ss.getSheetByName('Orders'); const at = t.getLastColumn() + 1; t.insertColumnAfter(at - 1); t.getRange(1, at).setValue('Mine')",
      },
    ]);
    const headersOf = (host: Host) => {
      const { headers, rows } = tableIn(host.workbook, 'Orders')!;
      // Nothing may be below a blank header.
      return headers.filter((name, column) => name !== '' || rows.some(({ cells }) => cells[column] !== '')).sort();
    };
    const original = await book.twin();
    const calls: string[] = [];
    listenTo(original, calls);
    expect((await pulled(original, few))?.state).toBe('done');
    const inserted = calls.indexOf('Sheet.insertColumns') + 1;
    const named = calls.indexOf('Range.setValues', inserted) + 1;
    expect(calls.slice(inserted, named)).toContain('Range.setNotes');
    // Kill before and after columns are inserted, and before and after their headers are written.
    for (const call of [inserted, inserted + 1, named, named + 1]) {
      const host = await book.twin();
      host.faults.at('serviceCall', call);
      expect(await pulled(host, few)).toBeUndefined();
      expect((await pulled(host, few))?.state).toBe('done');
      expect([call, headersOf(host)]).toEqual([call, headersOf(original)]);
      if (call === named + 1) {
        // A header that the user clears stays blank.
        const { sheetId, columns } = host.workbook.sheetByName('Orders')!;
        const [names] = host.workbook.read(sheetId, { row: 1, column: 1, rows: 1, columns }, 'values');
        host.workbook.type(sheetId, 1, names!.indexOf('Currency code') + 1, '');
        expect((await pulled(host, few))?.state).toBe('done');
        expect(headersOf(host)).not.toContain('Currency code');
      }
      host.close();
    }
  } finally {
    await book.close();
  }
});
