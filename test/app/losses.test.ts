/** What is said of what goes before something is removed. */
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

/** Keywords that the marketplace has. */
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

/** A person's own column, filled in one row. */
function addColumn(table: string, header: string): void {
  const { cells } = ports.book.sheet(table);
  const at = cells[0]!.length;
  for (const row of cells) row[at] = '';
  cells[0]![at] = header;
  cells[1]![at] = 0.2;
}

describe('with the demo shop', () => {
  beforeEach(() => {
    ports = { ...inMemoryPorts(answer), demoShop: () => SHOP };
    served(ports, 'startDemo');
    pull();
  });

  test('its sheets, by the names that they have', () => {
    const [sheets, ...others] = served(ports, 'connectionLosses', 'Demo shop');
    expect(sheets).toMatch(/^\d sheets are deleted with it: Keywords, .* and Changes\.$/);
    expect(others).toEqual([]);
  });

  test('and what the person put into them', () => {
    addColumn('Keywords', 'Margin');
    addColumn('Keywords', '');
    // The cell that formulas are given to ask again.
    ports.book.sheet('Status').cells[0]!.push(new Date(0));
    ports.book.sheet('Keywords').rowNotes.add(2).add(3);
    expect(demoLosses(ports).slice(1)).toEqual([
      'Your own columns there are deleted too: Margin (Keywords) and an unnamed column (Keywords).',
      'Your notes there are deleted too: on 2 rows of Keywords.',
    ]);
  });

  test('no sheet where another shop may have rows in them, and nothing where it is not connected', () => {
    saveConnection(ports, CONNECTION);
    expect(demoLosses(ports)).toEqual(['The tables stay because they may hold rows of your other shops.']);
    served(ports, 'removeDemo');
    expect(demoLosses(ports)).toEqual([]);
  });
});

describe('with a connection', () => {
  beforeEach(() => {
    ports = connected(answer);
  });

  test('its keys alone', () => {
    expect(served(ports, 'connectionLosses', 'Shop')).toEqual([
      'Its keys are deleted. The tables in this spreadsheet stay.',
    ]);
    expect(refused(ports, 'connectionLosses', 'Other').code).toBe('MARKET_NO_CONNECTION');
  });

  test('and the jobs that pull with it', () => {
    served(ports, 'addJob', { dataset: 'orders', filter: '', every: 'hourly' });
    served(ports, 'addJob', { dataset: 'inventory', filter: 'connection = Shop', every: 'daily' });
    expect(served(ports, 'connectionLosses', 'Shop')[1]).toBe('2 jobs stop with it.');
    saveConnection(ports, { ...CONNECTION, name: 'Second', sellerId: 'B007' });
    expect(served(ports, 'connectionLosses', 'Second')).toHaveLength(1);
    // The other one takes the place of the default.
    expect(served(ports, 'connectionLosses', 'Shop')[1]).toBe('1 job stops with it.');
  });
});
