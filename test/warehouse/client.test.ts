/** Tests all BigQuery features that the add-on uses, with Google's client. */
import { gzipSync } from 'node:zlib';
import type { BigQuery, Dataset, Job, Table } from '@google-cloud/bigquery';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runs } from '../effort.ts';
import { clientOf, ended, linesOf, upload } from './google-client.ts';
import { type RunningWarehouse, startWarehouse } from './server.ts';

const FIELDS = [
  { name: 'id', type: 'STRING', description: 'Identity.' },
  { name: 'price', type: 'NUMERIC' },
  { name: 'stock', type: 'INT64' },
  { name: 'ratio', type: 'FLOAT64' },
  { name: 'sold', type: 'TIMESTAMP' },
  { name: 'day', type: 'DATE' },
  { name: 'is_open', type: 'BOOL' },
  { name: 'as_of', type: 'TIMESTAMP' },
];

const ROW = {
  id: '0012345678901234567890',
  price: '19.990000001',
  stock: '9007199254740993',
  ratio: 0.1,
  // A time in the repeated hour when daylight saving time ends in Los Angeles.
  sold: '2025-11-02T08:30:00.123456Z',
  day: '2025-11-02',
  is_open: true,
  as_of: '2025-11-03T00:00:00Z',
};

const DAY = 86_400_000;
const MANY = runs(500, 1_000_000);

const idOf = (n: number) => String(n).padStart(22, '0');

/** Row `n` with a value of each type. */
function manyFields(n: number, fields: readonly { name: string; type: string }[]): object {
  const sold = new Date(Date.parse('2020-01-01T00:00:00Z') + n * 1000).toISOString();
  const values: Readonly<Record<string, unknown>> = {
    STRING: idOf(n),
    NUMERIC: `${Math.floor(n / 100)}.${String(n % 100).padStart(2, '0')}`,
    INT64: String(9_007_199_254_740n + BigInt(n)),
    FLOAT64: n / 7,
    TIMESTAMP: sold,
    DATE: sold.slice(0, 10),
  };
  return Object.fromEntries(fields.map(({ name, type }) => [name, name === 'n' ? n : values[type]]));
}
let now = Date.parse('2025-11-04T00:00:00Z');
let warehouse: RunningWarehouse;
let client: BigQuery;
let shop: Dataset;
let log: Table;

beforeAll(async () => {
  warehouse = await startWarehouse({ now: () => now, loadsPerTableAndDay: 20 });
  client = clientOf(warehouse);
  [shop] = await client.createDataset('shop', { description: 'Tables of a shop.' });
  [log] = await shop.createTable('orders_log', {
    schema: { fields: FIELDS },
    timePartitioning: { type: 'MONTH', field: 'sold' },
    clustering: { fields: ['id'] },
    description: 'All versions.',
  });
});
afterAll(() => warehouse.close());

async function loaded(table: Table, lines: Buffer | string, load: object = {}) {
  return await ended(await upload(table, lines, load));
}

async function tableOf(id: string, metadata: object): Promise<Table> {
  const [table] = await shop.createTable(id, metadata);
  return table;
}

async function rowsOf(query: string): Promise<Record<string, unknown>[]> {
  const [rows] = await client.query(query);
  return rows as Record<string, unknown>[];
}

const countOf = async (table: Table) => (await rowsOf(`SELECT COUNT(*) AS n FROM shop.${table.id}`))[0]!.n;

describe('resources', () => {
  test('a dataset has its location and description', async () => {
    const [metadata] = await shop.getMetadata();
    expect(metadata).toMatchObject({
      id: 'local-project:shop',
      location: 'US',
      description: 'Tables of a shop.',
    });
    expect(await client.dataset('none').exists()).toEqual([false]);
    await expect(client.createDataset('shop')).rejects.toMatchObject({ code: 409 });
    await expect(client.createDataset('a-b')).rejects.toMatchObject({ code: 400 });
    const [all] = await client.getDatasets();
    expect(all.map(({ id }) => id)).toEqual(['shop']);
  });

  test('a table has its columns, with legacy type names, and its size', async () => {
    const [metadata] = await log.getMetadata();
    expect(metadata).toMatchObject({
      type: 'TABLE',
      timePartitioning: { type: 'MONTH', field: 'sold' },
      clustering: { fields: ['id'] },
      description: 'All versions.',
      numRows: '0',
    });
    const { fields } = metadata.schema;
    expect(fields[0]).toEqual({ name: 'id', type: 'STRING', mode: 'NULLABLE', description: 'Identity.' });
    expect(fields.map(({ type }: { type: string }) => type).join(' ')).toBe(
      'STRING NUMERIC INTEGER FLOAT TIMESTAMP DATE BOOLEAN TIMESTAMP',
    );
    await expect(shop.createTable('orders_log', { schema: FIELDS })).rejects.toMatchObject({ code: 409 });
  });

  test('columns can be added, but not removed or changed', async () => {
    const table = await tableOf('columns_log', { schema: { fields: FIELDS.slice(0, 2) } });
    await loaded(table, linesOf([{ id: '1' }]));
    await table.setMetadata({ schema: { fields: FIELDS.slice(0, 3) } });
    expect(await rowsOf('SELECT * FROM shop.columns_log')).toEqual([{ id: '1', price: null, stock: null }]);
    for (const fields of [FIELDS.slice(0, 2), [FIELDS[0]!, { name: 'price', type: 'FLOAT64' }, FIELDS[2]!]])
      await expect(table.setMetadata({ schema: { fields } })).rejects.toMatchObject({
        code: 400,
        message: expect.stringMatching(/Provided Schema does not match Table local-project:shop\.columns_log/),
      });
    const extra = { ...FIELDS[3]!, mode: 'REQUIRED' };
    await expect(table.setMetadata({ schema: { fields: [...FIELDS.slice(0, 3), extra] } })).rejects.toMatchObject({
      code: 400,
    });
  });

  test('a change with an outdated etag is refused', async () => {
    const [{ etag }] = await log.getMetadata();
    const description = 'All versions of each order.';
    await log.setMetadata({ etag, description });
    await expect(log.setMetadata({ etag, description: 'Another.' })).rejects.toMatchObject({ code: 412 });
    expect((await log.getMetadata())[0].description).toBe(description);
  });

  test('deleted tables and datasets no longer exist', async () => {
    const table = await tableOf('gone', { schema: { fields: FIELDS } });
    await table.delete();
    expect(await table.exists()).toEqual([false]);
    const [dataset] = await client.createDataset('brief');
    await dataset.createTable('t', { schema: { fields: FIELDS } });
    await expect(dataset.delete()).rejects.toMatchObject({ code: 400 });
    await dataset.delete({ force: true });
    expect(await dataset.exists()).toEqual([false]);
  });
});

describe('a load job', () => {
  test('is running when accepted, and loads each type unchanged, gzipped or not', async () => {
    const job = await upload(log, linesOf([ROW]), { jobId: 'plain' });
    expect(job.metadata.status.state).toBe('RUNNING');
    const { status, statistics } = await ended(job);
    expect(status).toEqual({ state: 'DONE' });
    expect(statistics.load.outputRows).toBe('1');
    await loaded(log, gzipSync(linesOf([{ id: '2' }])));

    const query = 'SELECT * EXCEPT (as_of) FROM `local-project.shop.orders_log` ORDER BY id';
    const [rows] = await client.query({ query }, { wrapIntegers: true });
    expect(rows).toHaveLength(2);
    const [{ price, stock, sold, day, ...others }, blank] = rows;
    expect(others).toEqual({ id: ROW.id, ratio: ROW.ratio, is_open: true });
    expect([price.toFixed(), stock.value, day.value]).toEqual([ROW.price, ROW.stock, ROW.day]);
    expect(sold.value).toBe('2025-11-02T08:30:00.123456000Z');
    expect(blank).toEqual({
      id: '2',
      price: null,
      stock: null,
      ratio: null,
      sold: null,
      day: null,
      is_open: null,
    });
  });

  test('uses up its ID, even if it fails', async () => {
    const table = await tableOf('ids_log', { schema: { fields: FIELDS } });
    const failed = await loaded(table, '{"id":1}', { jobId: 'once' });
    expect(failed.status.errorResult).toMatchObject({ reason: 'invalid' });
    await expect(upload(table, linesOf([ROW]), { jobId: 'once' })).rejects.toMatchObject({ code: 409 });
    const [job] = await client.job('once').get();
    expect(job.metadata.status).toEqual(failed.status);
    await loaded(table, linesOf([ROW]), { jobId: 'twice' });
    await expect(upload(table, linesOf([ROW]), { jobId: 'twice' })).rejects.toMatchObject({ code: 409 });
    expect(await countOf(table)).toBe(1);
    await expect(client.job('never').get()).rejects.toMatchObject({ code: 404 });
    await expect(upload(table, '', { jobId: 'not/allowed' })).rejects.toMatchObject({ code: 400 });
  });

  test('reports each invalid line and loads none', async () => {
    const table = await tableOf('lines_log', { schema: { fields: FIELDS } });
    const lines = linesOf([ROW, { id: 'x', buyer: 'y' }, { stock: '1.5' }]);
    const { status } = await loaded(table, lines);
    expect(status.errorResult.message).toMatch(
      /JSON table encountered too many errors, giving up\. Rows: 2; errors: 2/,
    );
    const said = status.errors.map(({ message }: { message: string }) => message).join('\n');
    expect(said).toMatch(/No such field: buyer\./);
    expect(said).toMatch(/Could not convert value 'string_value: 1\.5' to integer\. Field: stock; Value: 1\.5/);
    expect(await countOf(table)).toBe(0);
    // The client throws job errors without a code.
    const job = await upload(table, lines, {});
    await expect(job.promise()).rejects.toMatchObject({ errors: status.errors });
  });

  test('creates a table from its schema, appends, replaces, and adds columns if allowed', async () => {
    const table = shop.table('made');
    const schema = { fields: FIELDS.slice(0, 1) };
    const lines = linesOf([{ id: '1' }]);
    const message = async (load: object) => (await loaded(table, lines, load)).status.errorResult?.message;
    expect(await message({ createDisposition: 'CREATE_NEVER' })).toMatch(/Not found: Table/);
    expect(await message({})).toBe('No schema specified on job or table.');
    expect(await message({ schema })).toBeUndefined();
    expect(await message({ writeDisposition: 'WRITE_APPEND' })).toBeUndefined();
    expect(await countOf(table)).toBe(2);
    expect(await message({ writeDisposition: 'WRITE_EMPTY' })).toMatch(/Already Exists/);
    expect(await message({ writeDisposition: 'WRITE_TRUNCATE' })).toBeUndefined();
    expect(await countOf(table)).toBe(1);
    const wider = { schema: { fields: FIELDS.slice(0, 2) } };
    expect(await message(wider)).toMatch(/Cannot add fields \(field: price\)/);
    expect(await message({ ...wider, schemaUpdateOptions: ['ALLOW_FIELD_ADDITION'] })).toBeUndefined();
    expect((await table.getMetadata())[0].schema.fields).toHaveLength(2);
  });

  test(`loads ${MANY} rows of 20 columns, each once`, async () => {
    const repeated = [1, 2, 3].flatMap((part) =>
      FIELDS.slice(0, 6).map(({ name, type }) => ({ name: `${name}_${part}`, type })),
    );
    const fields = [{ name: 'n', type: 'INT64' }, ...repeated, { name: 'as_of', type: 'TIMESTAMP' }];
    const table = await tableOf('many_log', { schema: { fields }, clustering: { fields: ['id_1'] } });
    const piece = MANY / 10;
    for (let from = 0; from < MANY; from += piece) {
      const rows = Array.from({ length: piece }, (_, index) => manyFields(from + index, fields));
      const { status, statistics } = await loaded(table, gzipSync(linesOf(rows), { level: 1 }));
      expect([status, statistics.load.outputRows]).toEqual([{ state: 'DONE' }, String(piece)]);
    }
    const query = `SELECT COUNT(*) AS count, COUNT(DISTINCT n) AS distinct_count, CAST(SUM(price_3) AS STRING) AS price,
      CAST(SUM(stock_2) AS STRING) AS stock, MIN(id_1) AS first_id, MAX(id_1) AS last_id,
      COUNTIF(DATE(sold_1) = day_1) AS days FROM shop.many_log`;
    const cents = (BigInt(MANY) * BigInt(MANY - 1)) / 2n;
    expect(await rowsOf(query)).toEqual([
      {
        count: MANY,
        distinct_count: MANY,
        price: `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`.replace(/\.?0+$/, ''),
        stock: String(cents + BigInt(MANY) * 9_007_199_254_740n),
        first_id: idOf(0),
        last_id: idOf(MANY - 1),
        days: MANY,
      },
    ]);
  });

  test('rejects another location, a view, and a missing dataset', async () => {
    const elsewhere = client.dataset('shop', { location: 'EU' }).table('orders_log');
    await expect(upload(elsewhere, '', {})).rejects.toMatchObject({
      code: 404,
      message: expect.stringMatching(/was not found in location EU/),
    });
    await expect(upload(client.dataset('none').table('t'), '', {})).rejects.toMatchObject({ code: 404 });
    const view = await tableOf('some_view', { view: { query: 'SELECT 1 AS one', useLegacySql: false } });
    expect((await loaded(view, linesOf([{ one: 1 }]))).status.errorResult.message).toMatch(/currently a VIEW/);
  });

  test('rejects unsupported options instead of ignoring them', async () => {
    for (const load of [
      { maxBadRecords: 1 },
      { ignoreUnknownValues: true },
      { autodetect: true },
      { sourceFormat: 'CSV' },
    ])
      await expect(upload(log, '', load)).rejects.toMatchObject({ code: 501 });
  });

  test("is part of its table's daily limit, even if it fails", async () => {
    const table = await tableOf('often_log', { schema: { fields: FIELDS } });
    const jobs: Promise<Job>[] = Array.from({ length: 20 }, (_, index) => upload(table, index % 2 ? '' : '{', {}));
    await Promise.all(jobs);
    await expect(upload(table, '', {})).rejects.toMatchObject({
      code: 403,
      errors: [{ reason: 'quotaExceeded' }],
    });
    now += DAY;
    await upload(table, '', {});
  });
});

describe('a query', () => {
  test('reads a view of the newest versions, which follows its table', async () => {
    const table = await tableOf('versions_log', { schema: { fields: FIELDS } });
    const query =
      'SELECT * EXCEPT (ratio) FROM `local-project.shop.versions_log` WHERE TRUE QUALIFY ROW_NUMBER() OVER (PARTITION BY `id` ORDER BY `as_of` DESC) = 1';
    const view = await tableOf('versions', { view: { query, useLegacySql: false } });
    expect((await view.getMetadata())[0]).toMatchObject({ type: 'VIEW', view: { query } });
    const later = { ...ROW, price: '20', as_of: '2025-11-03T00:00:01Z' };
    await loaded(table, linesOf([later, ROW]));
    expect(await rowsOf('SELECT id, CAST(price AS STRING) AS price FROM shop.versions')).toEqual([
      { id: ROW.id, price: '20' },
    ]);
    await table.setMetadata({ schema: { fields: [...FIELDS, { name: 'note', type: 'STRING' }] } });
    expect((await rowsOf('SELECT * FROM shop.versions'))[0]).toHaveProperty('note', null);
    await view.setMetadata({ view: { query: 'SELECT id FROM shop.versions_log', useLegacySql: false } });
    expect(await rowsOf('SELECT COUNT(*) AS n FROM shop.versions')).toEqual([{ n: 2 }]);
    await expect(tableOf('legacy', { view: 'SELECT 1' })).resolves.toBeDefined();
    await expect(tableOf('broken', { view: { query: 'SELECT x', useLegacySql: false } })).rejects.toMatchObject({
      code: 400,
    });
  });

  test('returns its result in pages', async () => {
    const query = "SELECT day FROM UNNEST(GENERATE_DATE_ARRAY(DATE '2025-01-01', DATE '2025-01-25')) AS day";
    const [rows] = await client.query({ query, maxResults: 10 });
    expect(rows).toHaveLength(25);
    const [job] = await client.createQueryJob({ query });
    const [page, next] = await job.getQueryResults({ maxResults: 20, autoPaginate: false });
    expect(page).toHaveLength(20);
    expect((await job.getQueryResults({ ...next, autoPaginate: false }))[0]).toHaveLength(5);
  });

  test('accepts named and positional parameters', async () => {
    const { id, day } = ROW;
    const [named] = await client.query({
      query: 'SELECT id FROM shop.orders_log WHERE id = @id AND day = CAST(@day AS DATE)',
      params: { id, day },
    });
    expect(named).toEqual([{ id: ROW.id }]);
    const [placed] = await client.query({ query: 'SELECT ? AS a, ? AS b', params: [7, 'x'] });
    expect(placed).toEqual([{ a: 7, b: 'x' }]);
  });

  test('creates tables from its result, and drops them', async () => {
    const say = (query: string) => client.query(query);
    await say(
      "CREATE OR REPLACE TABLE shop.days PARTITION BY day CLUSTER BY id OPTIONS(description = 'By day') AS SELECT id, day, SUM(stock) AS stock FROM shop.orders_log WHERE day IS NOT NULL GROUP BY id, day",
    );
    const [metadata] = await shop.table('days').getMetadata();
    expect(metadata).toMatchObject({
      numRows: '1',
      description: 'By day',
      timePartitioning: { type: 'DAY', field: 'day' },
      clustering: { fields: ['id'] },
    });
    await say('CREATE OR REPLACE TABLE shop.days AS SELECT * FROM shop.days UNION ALL SELECT * FROM shop.days');
    expect(await rowsOf('SELECT COUNT(*) AS n FROM shop.days')).toEqual([{ n: 2 }]);
    await say('CREATE OR REPLACE VIEW shop.days_view AS SELECT id FROM shop.days');
    await say('ALTER TABLE shop.days ADD COLUMN IF NOT EXISTS note STRING, DROP COLUMN stock');
    expect((await rowsOf('SELECT * FROM shop.days LIMIT 1'))[0]).toEqual({
      id: ROW.id,
      day: expect.anything(),
      note: null,
    });
    await say('DROP VIEW shop.days_view');
    await say('DROP TABLE IF EXISTS shop.days');
    expect(await shop.table('days').exists()).toEqual([false]);
  });

  test('is rejected if it is invalid or needs billing', async () => {
    await expect(client.query('SELECT nothing FROM shop.orders_log')).rejects.toMatchObject({
      code: 400,
      errors: [{ reason: 'invalidQuery', location: 'query' }],
    });
    await expect(client.query('DELETE FROM shop.orders_log WHERE TRUE')).rejects.toMatchObject({
      code: 403,
      errors: [{ reason: 'billingNotEnabled' }],
    });
    await expect(client.query({ query: 'SELECT 1', useLegacySql: true })).rejects.toMatchObject({
      code: 501,
    });
    await expect(client.query({ query: 'SELECT 1 FROM shop.orders_log', location: 'EU' })).rejects.toMatchObject({
      code: 404,
    });
    await expect(log.insert([{ id: '1' }])).rejects.toMatchObject({ code: 403 });
  });
});

describe('expiration', () => {
  test('removes tables, and silently drops rows of old partitions', async () => {
    const [dataset] = await client.createDataset('brief', {
      defaultTableExpirationMs: String(60 * DAY),
      defaultPartitionExpirationMs: String(30 * DAY),
    });
    const schema = { fields: FIELDS };
    const [whole] = await dataset.createTable('whole', { schema });
    const [parted] = await dataset.createTable('parted', {
      schema,
      timePartitioning: { type: 'DAY', field: 'day' },
    });
    expect((await whole.getMetadata())[0].expirationTime).toBe(String(now + 60 * DAY));
    const [metadata] = await parted.getMetadata();
    expect(metadata.timePartitioning.expirationMs).toBe(String(30 * DAY));
    expect(metadata.expirationTime).toBeUndefined();

    const day = (ago: number) => new Date(now - ago * DAY).toISOString().slice(0, 10);
    const lines = linesOf([0, 29, 30, 400].map((ago) => ({ id: String(ago), day: day(ago) })));
    expect((await loaded(parted, lines)).status).toEqual({ state: 'DONE' });
    await loaded(whole, lines);
    const left = async () => (await rowsOf('SELECT id FROM brief.parted ORDER BY id')).map(({ id }) => id);
    expect(await left()).toEqual(['0', '29']);
    expect(await rowsOf('SELECT COUNT(*) AS n FROM brief.whole')).toEqual([{ n: 4 }]);
    now += 2 * DAY;
    expect(await left()).toEqual(['0']);
    now += 58 * DAY;
    expect(await whole.exists()).toEqual([false]);
    expect(await left()).toEqual([]);
  });

  test('applies to everything in a sandbox, after at most 60 days', async () => {
    const sandbox = await startWarehouse({ sandbox: true, now: () => now });
    const free = clientOf(sandbox);
    const [dataset] = await free.createDataset('free');
    expect((await dataset.getMetadata())[0]).toMatchObject({
      defaultTableExpirationMs: String(60 * DAY),
      defaultPartitionExpirationMs: String(60 * DAY),
    });
    const longer = { defaultTableExpirationMs: String(61 * DAY) };
    await expect(dataset.setMetadata(longer)).rejects.toMatchObject({ code: 403 });
    await sandbox.close();
  });
});
