/** Everything that the add-on counts on, through Google's own client. */
import { gzipSync } from 'node:zlib';
import type { BigQuery, Table } from '@google-cloud/bigquery';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOf, ended, linesOf, upload } from './google-client.ts';
import { type RunningWarehouse, startWarehouse } from './server.ts';

const SCHEMA = [
  { name: 'id', type: 'STRING', description: 'Identity.' },
  { name: 'price', type: 'NUMERIC' },
  { name: 'count', type: 'INT64' },
  { name: 'ratio', type: 'FLOAT64' },
  { name: 'at', type: 'TIMESTAMP' },
  { name: 'day', type: 'DATE' },
  { name: 'is_open', type: 'BOOL' },
  { name: 'as_of', type: 'TIMESTAMP' },
];

const ROW = {
  id: '0012345678901234567890',
  price: '19.990000001',
  count: '9007199254740993',
  ratio: 0.1,
  at: '2025-11-02T08:30:00.123456Z',
  day: '2025-11-02',
  is_open: true,
  as_of: '2025-11-03T00:00:00Z',
};

let warehouse: RunningWarehouse;
let client: BigQuery;
let table: Table;

beforeAll(async () => {
  warehouse = await startWarehouse();
  client = clientOf(warehouse);
  const [dataset] = await client.createDataset('shop', { description: 'Tables of a shop.' });
  [table] = await dataset.createTable('orders_log', {
    schema: { fields: SCHEMA },
    timePartitioning: { type: 'MONTH', field: 'at' },
    clustering: { fields: ['id'] },
    description: 'All versions.',
  });
});
afterAll(() => warehouse.close());

describe('resources', () => {
  test('a dataset says where it is and what it is', async () => {
    const [metadata] = await client.dataset('shop').getMetadata();
    expect(metadata).toMatchObject({ location: 'US', description: 'Tables of a shop.' });
    expect(await client.dataset('none').exists()).toEqual([false]);
    await expect(client.createDataset('shop')).rejects.toMatchObject({ code: 409 });
  });

  test('a table says its columns in the older names of types', async () => {
    const [metadata] = await table.getMetadata();
    expect(metadata).toMatchObject({
      type: 'TABLE',
      timePartitioning: { type: 'MONTH', field: 'at' },
      clustering: { fields: ['id'] },
      description: 'All versions.',
    });
    expect(metadata.schema.fields.map(({ type }: { type: string }) => type)).toEqual([
      'STRING',
      'NUMERIC',
      'INTEGER',
      'FLOAT',
      'TIMESTAMP',
      'DATE',
      'BOOLEAN',
      'TIMESTAMP',
    ]);
    expect(metadata.schema.fields[0]).toEqual({
      name: 'id',
      type: 'STRING',
      mode: 'NULLABLE',
      description: 'Identity.',
    });
  });
});

describe('a load', () => {
  test('brings each type as it was sent, packed or not', async () => {
    for (const [id, lines] of [
      ['load-1', linesOf([ROW])],
      ['load-2', gzipSync(linesOf([{ ...ROW, id: '2' }]))],
    ] as const) {
      const job = await upload(table, lines, { jobId: id });
      const metadata = await ended(job);
      expect(metadata.status).toEqual({ state: 'DONE' });
      expect(metadata.statistics.load.outputRows).toBe('1');
    }
    const [rows] = await client.query({
      query: 'SELECT * EXCEPT (as_of) FROM `local-project.shop.orders_log` ORDER BY id LIMIT 1',
      wrapIntegers: true,
    } as never);
    expect(rows).toHaveLength(1);
    const [row] = rows;
    expect({ ...row, count: undefined }).toMatchObject({ id: ROW.id, ratio: 0.1, is_open: true });
    expect(String(row.price)).toBe('19.990000001');
    expect(row.at.value).toBe('2025-11-02T08:30:00.123456000Z');
    expect(row.day.value).toBe('2025-11-02');
  });
});
