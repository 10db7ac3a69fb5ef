import { beforeEach, describe, expect, test } from 'vitest';
import { saveConnection } from '../../src/account/connections.ts';
import { demoLosses } from '../../src/app/losses.ts';
import { json } from '../protocol/arrivals.ts';
import { CONNECTION, connected, refused, served } from '../support/connected-ports.ts';
import { type InMemoryPorts, inMemoryPorts } from '../support/in-memory-ports.ts';

const SHOP = {
  baseUrl: 'https://demo.market.example',
  sellerId: 'D001',
  apiKey: 'demo-key-123456',
  secretKey: 'demo-secret-123456',
  itemNumbers: ['9SIA'],
  campaigns: [7],
  requestIds: ['R1'],
};

/** Keywords returned by the marketplace. */
let words: string[];
let ports: InMemoryPorts;
beforeEach(() => {
  words = ['ssd', 'hdd', 'usb'];
});

const answer = () => {
  const rows = words.map((keyword) => ({ campaignNumber: 7, groupNumber: 1, keyword, matchType: 0 }));
  return json({ rows, totalRows: rows.length });
};
const pull = () => served(ports, 'startPull', { operation: 'keywords', params: { campaignNumber: [7] } });

/** Adds a user column with a value in one row. */
function addColumn(table: string, header: string): void {
  const { cells } = ports.book.sheet(table);
  const at = cells[0]!.length;
  for (const row of cells) row[at] = '';
  cells[0]![at] = header;
  cells[1]![at] = 0.2;
}

describe('removing the demo shop', () => {
  beforeEach(() => {
    ports = { ...inMemoryPorts(answer), demoShop: () => SHOP };
    served(ports, 'startDemo');
    pull();
  });

  test('lists the sheets that will be deleted', () => {
    const [sheets, ...others] = served(ports, 'connectionLosses', 'Demo shop');
    expect(sheets).toMatch(/^\d sheets will be deleted: Keywords, .* and Changes\.$/);
    expect(others).toEqual([]);
  });

  test("lists the user's columns and notes in those sheets", () => {
    addColumn('Keywords', 'Margin');
    addColumn('Keywords', '');
    // Formulas reference this cell to force a refresh.
    ports.book.sheet('Status').cells[0]!.push(new Date(0));
    ports.book.sheet('Keywords').rowNotes.add(2).add(3);
    expect(demoLosses(ports).slice(1)).toEqual([
      'Cells in columns you added will be deleted too: Margin (Keywords) and an unnamed column (Keywords).',
      'Your notes will be deleted too: on 2 rows in Keywords.',
    ]);
  });

  test("lists rows and jobs if another shop is connected, and no losses if the demo isn't connected", () => {
    served(ports, 'saveConnection', CONNECTION);
    served(ports, 'startPull', { operation: 'keywords', params: { campaignNumber: [7], connection: 'Shop' } });
    served(ports, 'addJob', { dataset: 'orders', filter: 'connection = Shop', every: 'hourly' });
    served(ports, 'addJob', { dataset: 'orders', filter: 'connection = Demo shop', every: 'hourly' });
    addColumn('Keywords', 'Margin');
    addColumn('Keywords', 'Blank');
    ports.book.sheet('Keywords').cells[1]!.splice(-1, 1, '');
    const keys = ports.book.rows('Keywords').map((row) => row['Seller ID']);
    ports.book
      .sheet('Keywords')
      .rowNotes.add(keys.indexOf('D001') + 2)
      .add(keys.indexOf('A006') + 2);
    expect(demoLosses(ports)).toEqual([
      expect.stringMatching(/^\d rows of the demo shop will be deleted: Keywords and Changes\.$/),
      '1 job will be deleted.',
      'Rows and jobs of other shops will be kept.',
      'Cells in columns you added will be deleted too: Margin (Keywords).',
      'Your notes will be deleted too: on 1 row in Keywords.',
    ]);
    served(ports, 'removeDemo');
    expect(demoLosses(ports)).toEqual([]);
  });

  test('keeps the rows of a shop whose connection was removed before', () => {
    served(ports, 'saveConnection', CONNECTION);
    served(ports, 'startPull', { operation: 'keywords', params: { campaignNumber: [7], connection: 'Shop' } });
    served(ports, 'removeConnection', 'Shop');
    expect(demoLosses(ports)).toContain('Rows and jobs of other shops will be kept.');
    served(ports, 'removeDemo');
    expect(ports.book.rows('Keywords').map((row) => row['Seller ID'])).toEqual(words.map(() => 'A006'));
  });

  test.each([
    { ...CONNECTION, name: 'Demo shop' },
    { ...CONNECTION, name: 'Demo shop', baseUrl: SHOP.baseUrl },
    { ...CONNECTION, name: 'Demo shop', before: null },
    { ...CONNECTION, before: 'Demo shop' },
    { name: 'Mine', baseUrl: SHOP.baseUrl, sellerId: 'D001', before: 'Demo shop' },
  ])('is not asked for a shop of the user, because its connection cannot be changed: %o', (input) => {
    expect(refused(ports, 'saveConnection', input).message).toBe(
      'The demo shop cannot be changed. Add your shop under another name.',
    );
  });

  test('is possible after the demo became the default', () => {
    served(ports, 'saveConnection', CONNECTION);
    const demo = { name: 'Demo shop', baseUrl: SHOP.baseUrl, sellerId: 'D001', isDefault: true };
    const keys = { apiKey: SHOP.apiKey, secretKey: SHOP.secretKey };
    expect(served(ports, 'saveConnection', { ...demo, ...keys })).toMatchObject({ name: 'Demo shop', isDefault: true });
    served(ports, 'removeDemo');
    expect(served(ports, 'listConnections').map(({ name }) => name)).toEqual(['Shop']);
  });
});

describe('removing a connection', () => {
  beforeEach(() => {
    ports = connected(answer);
  });

  test('lists only the keys if the connection has no jobs', () => {
    expect(served(ports, 'connectionLosses', 'Shop')).toEqual([
      'Its keys will be deleted. Tables in this spreadsheet will be kept.',
    ]);
    expect(refused(ports, 'connectionLosses', 'Other').code).toBe('MARKET_NO_CONNECTION');
  });

  test('counts the jobs that will be paused', () => {
    served(ports, 'addJob', { dataset: 'orders', filter: '', every: 'hourly' });
    served(ports, 'addJob', { dataset: 'inventory', filter: 'connection = Shop', every: 'daily' });
    expect(served(ports, 'connectionLosses', 'Shop')[1]).toBe('2 jobs will be paused.');
    saveConnection(ports, { ...CONNECTION, name: 'Second', sellerId: 'B007' });
    expect(served(ports, 'connectionLosses', 'Second')).toHaveLength(1);
    // The remaining connection becomes the default, but jobs without a connection stay with the removed shop.
    expect(served(ports, 'connectionLosses', 'Shop')[1]).toBe('2 jobs will be paused.');
  });
});
