/** Prepares the dataset, logs, and views: creates missing ones, adds columns, or stops with an error. */
import { expect, test } from 'vitest';
import { ensure } from '../../src/warehouse/ensure.ts';
import type { TableResource } from '../../src/warehouse/resources.ts';
import { exportedTable } from '../../src/warehouse/schema.ts';
import type { ServiceRequest, ServiceResult } from '../../src/warehouse/service.ts';
import { faultOf } from '../protocol/fault.ts';
import { exporting, PLACE, START } from '../support/exporting.ts';
import { InMemoryWarehouse, refusal } from '../support/in-memory-warehouse.ts';

const KEYWORDS = exportedTable('Keywords')!;
const WANTED = [{ table: KEYWORDS, fields: KEYWORDS.fields }];

function asked(warehouse: InMemoryWarehouse, service: { call: InMemoryWarehouse['call'] } = warehouse) {
  const { clock, random } = exporting();
  const before = warehouse.requests.length;
  const call = (requests: readonly ServiceRequest[]) => service.call(requests);
  const ensured = ensure({ service: { call }, clock, random }, PLACE, WANTED, START + 60_000);
  const requests = warehouse.requests.slice(before);
  return { ensured, changes: requests.filter(({ method }) => method !== 'get') };
}

/** The warehouse after an export. */
function made(): InMemoryWarehouse {
  const warehouse = new InMemoryWarehouse();
  asked(warehouse);
  return warehouse;
}

const log = (warehouse: InMemoryWarehouse) => warehouse.tables.get('keywords_log') as TableResource;
const fieldsOf = (warehouse: InMemoryWarehouse) => log(warehouse).schema!.fields!;

function change(warehouse: InMemoryWarehouse, more: object): void {
  warehouse.tables.set('keywords_log', { ...log(warehouse), ...more });
}

test('creates missing resources and leaves existing ones unchanged', () => {
  const warehouse = new InMemoryWarehouse();
  const first = asked(warehouse);
  expect(first.changes.map(({ path }) => path.split('/').slice(3).join('/'))).toEqual([
    'datasets',
    'datasets/market_for_sheets/tables',
    'datasets/market_for_sheets/tables',
  ]);
  expect(first.ensured).toEqual({ expires: false, made: new Map([['keywords_log', '1']]) });
  expect(first.changes[0]!.body).toMatchObject({
    datasetReference: { projectId: 'my-shop-123456', datasetId: 'market_for_sheets' },
    location: 'US',
    description: expect.stringMatching(/^Market for Sheets tables\./),
  });
  expect(fieldsOf(warehouse)[0]).toEqual({
    name: KEYWORDS.fields[0]!.name,
    type: KEYWORDS.fields[0]!.type,
    mode: 'NULLABLE',
    description: KEYWORDS.fields[0]!.description,
  });
  expect(asked(warehouse)).toEqual({ ensured: first.ensured, changes: [] });
});

test('adds a missing column after the others and updates the view', () => {
  const warehouse = made();
  const [first, ...others] = fieldsOf(warehouse);
  change(warehouse, { schema: { fields: [...others, { name: 'MINE', type: 'STRING' }] } });
  const { changes } = asked(warehouse);
  expect(changes.map(({ method }) => method)).toEqual(['patch', 'patch']);
  expect(fieldsOf(warehouse).map(({ name }) => name)).toEqual([...others.map(({ name }) => name), 'MINE', first!.name]);
  const { view } = warehouse.tables.get('keywords') as TableResource;
  expect(view!.query).toContain(`, \`MINE\`, \`${first!.name}\` FROM`);
});

test.each([
  ['us', false],
  [undefined, false],
  ['EU', true],
])('a dataset in %s is rejected: %o', (location, isRefused) => {
  const warehouse = made();
  Object.assign(warehouse.dataset!, { location });
  if (isRefused) expect(() => asked(warehouse)).toThrow('is located in EU, not US. Enter EU as the location');
  else expect(asked(warehouse).changes).toEqual([]);
});

test.each([
  ['tables of the dataset', { defaultTableExpirationMs: '1' }, {}, true],
  ['partitions of the dataset', { defaultPartitionExpirationMs: '1' }, {}, true],
  ['the log', {}, { expirationTime: '1' }, true],
  ['partitions of the log', {}, { timePartitioning: { expirationMs: '1' } }, true],
  ['nothing', {}, { timePartitioning: {} }, false],
])('detects whether rows expire with an expiration on %s', (_, dataset, table, expires) => {
  const warehouse = made();
  Object.assign(warehouse.dataset!, dataset);
  change(warehouse, table);
  expect(asked(warehouse).ensured.expires).toBe(expires);
});

test('partitions a log by its date, unless partitions expire', () => {
  const orders = exportedTable('Orders')!;
  const partitioned = (dataset: object) => {
    const warehouse = new InMemoryWarehouse();
    warehouse.defaults = dataset as never;
    const { clock, random } = exporting();
    const wanted = [{ table: orders, fields: orders.fields }];
    ensure({ service: warehouse, clock, random }, PLACE, wanted, START + 60_000);
    return warehouse.tables.get('orders_log')!.timePartitioning;
  };
  expect(partitioned({})).toEqual({ type: 'MONTH', field: 'order_date' });
  expect(partitioned({ defaultPartitionExpirationMs: '1' })).toBeUndefined();
});

test('continues in the next run if another execution creates the same resource', () => {
  const warehouse = new InMemoryWarehouse();
  const call = (requests: readonly ServiceRequest[]): readonly ServiceResult[] =>
    requests.some(({ method }) => method === 'post')
      ? requests.map(() => refusal(409, 'duplicate'))
      : warehouse.call(requests);
  expect(faultOf(() => asked(warehouse, { call })).details.retryAt).toBeGreaterThan(0);
});

test("reports a resource that it isn't allowed to read", () => {
  const warehouse = made();
  warehouse.refused = ({ path }) => (path.endsWith('keywords_log') ? refusal(403, 'accessDenied') : undefined);
  expect(faultOf(() => asked(warehouse)).code).toBe('MARKET_KEY');
  warehouse.refused = ({ path }) => (path.endsWith('market_for_sheets') ? refusal(403, 'quotaExceeded') : undefined);
  expect(faultOf(() => asked(warehouse)).code).toBe('MARKET_QUOTA');
});
