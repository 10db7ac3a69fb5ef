/** Exported files open in DuckDB as described in the README, and Google's client accepts their schema. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FileForm, filePart, fileTables } from '../../src/warehouse/files.ts';
import { InMemoryBook } from '../support/in-memory-book.ts';
import { clientOf, ended, upload } from '../warehouse/google-client.ts';
import { startWarehouse } from '../warehouse/server.ts';
import { BUYER, order, saveOrders } from './orders.ts';

const NOW = Date.UTC(2025, 5, 16, 12);
const LONG = '0012345678901234567890';
const book = new InMemoryBook();
const part = (table: string, form: FileForm, from = 0) => filePart(book, table, form, from, NOW);
let folder: string;

beforeAll(() => {
  const lines = [
    { SellerPartNumber: LONG, Description: '=1+1', OrderedQty: 0, UnitPrice: 0, ExtendUnitPrice: 19.98 },
    { SellerPartNumber: '1E5', Description: 'a, "b"\nc', OrderedQty: 2, ExtendUnitPrice: 0.07 },
  ];
  saveOrders(book, [order('0001', { ItemInfoList: lines }), order('0002')], NOW);
  folder = mkdtempSync(join(tmpdir(), 'files-'));
  for (const form of ['ndjson', 'csv', 'schema'] as const) {
    const { name, text } = part('Order lines', form);
    writeFileSync(join(folder, name), text);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

test('saves tables with a sheet, named after their views', () => {
  expect(fileTables(book)).toEqual([
    { table: 'Orders', file: 'orders' },
    { table: 'Order lines', file: 'order_lines' },
    { table: 'Packages', file: 'packages' },
  ]);
  expect(() => part('Keywords', 'csv')).toThrow('Pull it first');
  expect(() => part('Nothing', 'csv')).toThrow('no table "Nothing"');
});

test('no file contains buyer data', () => {
  for (const form of ['ndjson', 'csv', 'schema'] as const) {
    const { text } = part('Orders', form);
    for (const value of Object.values(BUYER)) expect(text).not.toContain(value);
    expect(text).not.toMatch(/customer|ship_to/);
  }
});

describe('in DuckDB', () => {
  const readme = readFileSync(new URL('../../src/warehouse/README.md', import.meta.url), 'utf8');
  const [, lines] = /two lines open one:\n\n```sql\n([\s\S]*?)```/.exec(readme)!;

  test("the README's two lines open a file and sum it", async () => {
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const [open, ask] = lines!.trim().split('\n');
    await connection.run(open!.replace('order_lines.ndjson', join(folder, 'order_lines.ndjson')));
    const sums = await connection.runAndReadAll(ask!);
    expect(sums.getRowsJson()).toEqual([['6', '20.05']]);
    const rows = await connection.runAndReadAll('SELECT seller_part_number, description, unit_price FROM order_lines');
    expect(rows.getRowsJson()).toEqual([
      [LONG, '=1+1', '0'],
      ['1E5', 'a, "b"\nc', null],
      ['00A', null, '9.99'],
    ]);
  });

  test('a CSV file has the same values and no formulas', async () => {
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const file = join(folder, 'order_lines.csv');
    const rows = await connection.runAndReadAll(
      `SELECT seller_part_number, description, unit_price, extend_unit_price FROM read_csv('${file}', all_varchar = true)`,
    );
    expect(rows.getRowsJson()).toEqual([
      [LONG, "'=1+1", '0', '19.98'],
      ['1E5', 'a, "b"\nc', null, '0.07'],
      ['00A', null, '9.99', null],
    ]);
  });
});

test("Google's client accepts the schema and loads the file", async () => {
  const warehouse = await startWarehouse({ now: () => NOW });
  try {
    const client = clientOf(warehouse);
    const [dataset] = await client.createDataset('market_for_sheets');
    const schema = JSON.parse(readFileSync(join(folder, 'order_lines.schema.json'), 'utf8')) as object[];
    const [table] = await dataset.createTable('order_lines_log', { schema: { fields: schema } } as object);
    const job = await upload(table, readFileSync(join(folder, 'order_lines.ndjson')), {});
    expect((await ended(job)).status.errorResult).toBeUndefined();
    const rows = await warehouse.query('SELECT seller_part_number, ordered_qty FROM market_for_sheets.order_lines_log');
    expect(rows).toEqual([
      { seller_part_number: LONG, ordered_qty: 0 },
      { seller_part_number: '1E5', ordered_qty: 2 },
      { seller_part_number: '00A', ordered_qty: 2 },
    ]);
  } finally {
    await warehouse.close();
  }
});
