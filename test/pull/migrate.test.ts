/** Tables of earlier builds come to the form of this one once a workbook, whichever of them there are. */
import { expect, test } from 'vitest';
import { operations } from '../../src/operations/registry.ts';
import { columnsOf } from '../../src/operations/tables.ts';
import { migrate } from '../../src/pull/migrate.ts';
import { catalogTable } from '../../src/tables/catalog/catalog-table.ts';
import { requestsTable } from '../../src/tables/lookup-requests.ts';
import type { TabledOperation } from '../../src/tables/table.ts';
import { connected } from '../support/connected-ports.ts';
import type { InMemoryPorts } from '../support/in-memory-ports.ts';

const tables = Object.values<TabledOperation>(operations).flatMap(({ tables }) => tables);
const KEYED = tables.flatMap(({ name, history }) => [name, ...(history ? [history.name] : [])]);
const TYPED = [catalogTable.name, requestsTable.name];
const ALL = [...KEYED, ...TYPED];

/** A sheet of today's columns with a row of a key of then. */
function put(ports: InMemoryPorts, table: string): void {
  const columns = columnsOf(table)!;
  ports.book.create(table, columns);
  ports.book.sheet(table).cells.push(columns.map(({ id }) => (id === 'rowKey' ? 'k' : '')));
}

function rowOf(ports: InMemoryPorts, table: string): readonly unknown[] {
  const [row] = ports.book.rows(table);
  return [row!['Seller ID'], row!['Row key']];
}

test.each(ALL)('%s alone gets the only seller', (table) => {
  const ports = connected();
  put(ports, table);
  expect(migrate(ports)).toEqual([]);
  expect(rowOf(ports, table)).toEqual(['A006', KEYED.includes(table) ? 'A006|k' : 'k']);
});

test('all of them do at once, and are not looked at again', () => {
  const ports = connected();
  for (const table of ALL) put(ports, table);
  expect(migrate(ports)).toEqual([]);
  for (const table of ALL) expect(rowOf(ports, table)[0]).toBe('A006');
  const reads = () => ALL.map((table) => ports.book.sheet(table).reads);
  const before = reads();
  const holds = ports.holds;
  expect(migrate(ports)).toEqual([]);
  expect([reads(), ports.holds]).toEqual([before, holds]);
});

test('a workbook without tables is in form, and other sheets stay', () => {
  const ports = connected();
  ports.book.create('Jobs', columnsOf('Jobs')!);
  expect(migrate(ports)).toEqual([]);
  put(ports, KEYED[0]!);
  expect(migrate(ports)).toEqual([]);
  expect(rowOf(ports, KEYED[0]!)).toEqual(['', 'k']);
});
