/** Rows that are gone move to the sheet Archive, from every table that marks them and from no other sheet. */
import { beforeEach, expect, test } from 'vitest';
import { archiveGone } from '../../src/app/archive-gone.ts';
import { MarketError } from '../../src/protocol/market-error.ts';
import { keptRuns } from '../../src/tables/journal.ts';
import { envelope, json, serviceError } from '../protocol/arrivals.ts';
import { connected, served } from '../support/connected-ports.ts';
import type { InMemoryPorts } from '../support/in-memory-ports.ts';

const VALUES = ['9SIA', '9SIB', '9SIC'];

/** Items and keywords that the marketplace has now. */
let there: Set<string>;
let ports: InMemoryPorts;
beforeEach(() => {
  there = new Set([...VALUES, 'ssd', 'hdd']);
  ports = connected(({ url, body }) => {
    const { Values } = JSON.parse(body!) as { readonly Values?: readonly string[] };
    if (url.includes('keyword')) {
      const words = ['ssd', 'hdd'].filter((word) => there.has(word));
      const rows = words.map((keyword) => ({ campaignNumber: 7, groupNumber: 1, keyword, matchType: 0 }));
      return json({ rows, totalRows: rows.length });
    }
    const found = Values!.filter((value) => there.has(value));
    if (found.length === 0) return serviceError('CT026');
    const ItemList = found.map((ItemNumber) => ({
      ItemNumber,
      InventoryAllocation: [{ WarehouseLocation: 'USA', AvailableQuantity: 1 }],
    }));
    return envelope({ ItemList });
  });
});

function pullWithout(...gone: readonly string[]): void {
  for (const each of gone) there.delete(each);
  served(ports, 'startPull', { operation: 'inventory', params: { values: VALUES } });
  served(ports, 'startPull', { operation: 'keywords', params: { campaignNumber: [7] } });
}

const column = (table: string, name: string) => ports.book.rows(table).map((row) => row[name]);

test('without a table or a row that is gone it says so, and makes no sheet', () => {
  expect(archiveGone(ports)).toBe('No row is marked as gone.');
  pullWithout();
  expect(archiveGone(ports)).toBe('No row is marked as gone.');
  expect(ports.book.sheets.has('Archive')).toBe(false);
});

test.each([
  [['9SIB'], 'One row that is gone moved to the sheet Archive.', ['Inventory']],
  [['9SIA', '9SIC'], '2 rows that are gone moved to the sheet Archive.', ['Inventory', 'Inventory']],
  [['9SIA', 'hdd'], '2 rows that are gone moved to the sheet Archive.', ['Inventory', 'Keywords']],
])('%o moves, and the others stay', (gone, message, tables) => {
  pullWithout();
  pullWithout(...gone);
  const holds = ports.holds;
  expect(archiveGone(ports)).toBe(message);
  expect(ports.holds).toBe(holds + 1);
  expect(column('Archive', 'Table')).toEqual(tables);
  expect(column('Inventory', 'Item number')).toEqual(VALUES.filter((value) => !gone.includes(value)));
  expect(column('Keywords', 'Keyword')).toEqual(['ssd', 'hdd'].filter((word) => !gone.includes(word)));
  expect(archiveGone(ports)).toBe('No row is marked as gone.');
});

test('taking back a pull leaves rows that moved where they are', () => {
  pullWithout();
  pullWithout('9SIB');
  archiveGone(ports);
  const runs = keptRuns(ports.book.journal);
  for (const { run } of [...runs].reverse()) served(ports, 'undoRun', run);
  expect(column('Archive', 'Table')).toEqual(['Inventory']);
  expect(column('Inventory', 'Item number')).toEqual([]);
});

test("a person's own sheet with the name of a table is passed over; a mistake of the program is not", () => {
  pullWithout();
  pullWithout('9SIB', 'hdd');
  const find = ports.book.find.bind(ports.book);
  let fault: Error = new MarketError('MARKET_TABLE', 'not the one of this table');
  ports.book.find = (table) => {
    if (table === 'Inventory') throw fault;
    return find(table);
  };
  expect(archiveGone(ports)).toBe('One row that is gone moved to the sheet Archive.');
  fault = new TypeError('a mistake');
  expect(() => archiveGone(ports)).toThrow(fault);
});
