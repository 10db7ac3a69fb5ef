/** Reads form input from the workbook, and saves pulls as jobs. */
import { beforeEach, describe, expect, test } from 'vitest';
import { connected, refused, served } from '../support/connected-ports.ts';
import type { InMemoryPorts } from '../support/in-memory-ports.ts';

let ports: InMemoryPorts;
beforeEach(() => {
  ports = connected();
});

describe('values from the selected cells', () => {
  const take = (operation: string, param: string) => served(ports, 'selectedCells', operation, param);
  const area = (name: string, header: readonly string[], ...cells: readonly (readonly string[])[]) => ({
    name,
    header,
    cells,
    hidden: 0,
  });

  test('are trimmed and deduplicated, without the header', () => {
    ports.book.selection = [area('Mine!B1:B5', ['SKU'], ['SKU'], ['A-1'], [''], [' B-2 '], ['A-1'])];
    expect(take('inventory', 'values')).toEqual({
      values: ['A-1', 'B-2'],
      message: '2 values from Mine!B1:B5. Skipped the header "SKU". Skipped 1 duplicate.',
    });
  });

  test('are taken from the column that matches the field if several are selected', () => {
    const cells = [
      ['12', 'X-1', '9SIA'],
      ['13', 'X-2', '9SIB'],
    ];
    ports.book.selection = [area('Order lines!A2:C3', ['Order number', 'Seller part number', 'Item number'], ...cells)];
    expect(take('price-history', 'itemNumbers')).toEqual({
      values: ['9SIA', '9SIB'],
      message: '2 values from Order lines!A2:C3, column "Item number".',
    });
    expect(take('orders', 'orderNumbers').values).toEqual(['12', '13']);
  });

  test('are taken from all columns if none matches the field', () => {
    ports.book.selection = [area('Mine!A2:B2', ['x', ''], ['A', 'B']), area('Mine!D9:D9', [''], ['C'])];
    expect(take('inventory', 'values')).toEqual({
      values: ['A', 'B', 'C'],
      message: '3 values from Mine!A2:B2, Mine!D9:D9.',
    });
  });

  test('omit hidden rows and mention them', () => {
    const seen = area('Orders!A2:A9', ['Order number'], ['12'], ['13']);
    ports.book.selection = [{ ...seen, hidden: 6 }];
    expect(take('orders', 'orderNumbers')).toEqual({
      values: ['12', '13'],
      message: '2 values from Orders!A2:A9. Skipped 6 hidden rows.',
    });
    ports.book.selection = [{ ...area('Orders!A3:A3', ['Order number']), hidden: 1 }];
    expect(refused(ports, 'selectedCells', 'orders', 'orderNumbers').message).toMatch(/^All selected cells are hidden/);
  });

  test.each([[[]], [[area('Mine!A1:A2', [''], [''], [' '])]]])('are refused if all cells are blank', (selection) => {
    ports.book.selection = selection;
    expect(refused(ports, 'selectedCells', 'inventory', 'values').message).toMatch(/^The selected cells are blank/);
  });

  test.each(['type', 'constructor', undefined])('are refused for %s, because it is not a list field', (param) => {
    expect(refused(ports, 'selectedCells', 'inventory', param).code).toBe('MARKET_ARGUMENT');
  });
});

describe('the facts shown in a form', () => {
  const facts = (operation: string) => served(ports, 'formFacts', operation);

  test("are the marketplace's date, the number of items, and the tables to be created", () => {
    expect(facts('price-history')).toEqual({ today: '2025-06-16', items: 0, newTables: ['Price log'] });
    served(ports, 'startPull', { operation: 'price-history', params: { itemNumbers: ['9SIA', '9SIB'] } });
    expect(facts('price-history')).toEqual({ today: '2025-06-16', items: 2, newTables: [] });
    expect(facts('keywords')).toMatchObject({ items: null, newTables: ['Keywords'] });
  });

  test('use the previous day while it lasts in Pacific time', () => {
    ports.wait(17 * 3_600_000);
    expect(facts('orders').today).toBe('2025-06-16');
  });
});

describe('chosen columns', () => {
  const pull = (columns: unknown) =>
    served(ports, 'startPull', { operation: 'price-history', params: { itemNumbers: '9SIA' }, columns });
  const hidden = () => {
    const { hidden, cells } = ports.book.sheet('Price log');
    return new Set([...hidden].map((position) => String(cells[0]![position - 1])));
  };

  test('are visible in a new sheet; later pulls do not change which columns are hidden', () => {
    pull({
      'Price log': ['marketItemNumber', 'targetUnitPrice', 'platform', 'nothing'],
      Orders: ['orderNumber'],
    });
    const { cells } = ports.book.sheet('Price log');
    const shown = cells[0]!.filter((header) => !hidden().has(String(header)));
    expect(new Set(shown)).toEqual(new Set(['Market item number', 'Target unit price', 'Platform']));
    expect(cells[0]).toContain('Original unit price');
    ports.book.sheet('Price log').hidden.clear();
    pull({ 'Price log': ['marketItemNumber'] });
    expect(hidden()).toEqual(new Set());
  });

  test.each([[undefined], [null], ['x'], [{}], [{ 'Price log': [] }], [{ 'Price log': 'platform' }]])(
    'fall back to the defaults if the choice is %o',
    (columns) => {
      pull(columns);
      expect(hidden().has('Market item number')).toBe(false);
      expect(hidden().has('Row key')).toBe(true);
    },
  );
});

describe('saving a pull as a job', () => {
  const keep = (operation: string, params: object, every = 'hourly') =>
    served(ports, 'keepPull', { operation, params }, every);
  const rows = () => ports.book.rows('Jobs').map(({ Name, Dataset, Filter, Every }) => [Name, Dataset, Filter, Every]);

  test('adds a row on Jobs with the same parameters', () => {
    const { message, schedule } = keep('orders', { status: '0', connection: 'Shop', type: '' });
    expect(message).toBe(
      'Job added: Orders of Shop (Unshipped), every hour. Turn on your schedule in the Schedule tab to run it.',
    );
    expect(rows()).toEqual([
      ['Orders of Shop (Unshipped), every hour', 'Orders', 'status = 0; connection = Shop', 'hourly'],
    ]);
    expect(schedule.jobs).toHaveLength(1);
    served(ports, 'turnOn');
    expect(keep('inventory', { values: 'SKU\nA-1\n\nB-2' }, 'daily').message).toBe(
      'Job added: Inventory (A-1, B-2), every day.',
    );
    expect(rows()[1]![2]).toBe('values = A-1, B-2');
    keep('inventory', { values: '\nSKU\nA-3' }, 'weekly');
    expect(rows()[2]![2]).toBe('values = A-3');
  });

  test('leaves dates and the whole Catalog out of the filter', () => {
    const { message } = keep('ad-performance', {
      fromDate: '2025-06-01',
      toDate: '2025-06-16',
      keyword: 'a; b',
    });
    expect(message).toContain('It pulls new data automatically and ignores From date and To date.');
    keep('price-history', { items: 'catalog' }, 'continuous');
    expect(rows().map(([, , filter]) => filter)).toEqual(['keyword = "a; b"', '']);
  });

  test.each<[string, object, string, RegExp]>([
    ['orders', { orderNumbers: '12' }, 'hourly', /^Jobs for Orders fill in "Order numbers" automatically/],
    ['orders', {}, '', /^Every is blank/],
    ['orders', { status: 'lost' }, 'hourly', /^Filter: "status" takes/],
    ['keywords', {}, 'backfill', /^Every: Keywords cannot run as "backfill"/],
    ['weather', {}, 'hourly', /weather/],
  ])('refuses %s with %o and interval "%s"', (operation, params, every, says) => {
    const error = refused(ports, 'keepPull', { operation, params }, every);
    expect([error.code, error.message]).toEqual(['MARKET_ARGUMENT', expect.stringMatching(says)]);
    expect(ports.book.find('Jobs')).toBeUndefined();
  });

  test('refuses more values than fit into a cell', () => {
    const values = Array.from({ length: 4000 }, (_, index) => `PART-${10_000 + index}-X`).join('\n');
    expect(refused(ports, 'keepPull', { operation: 'inventory', params: { values } }, 'daily').message).toBe(
      'Too many values for a job. Split the list.',
    );
  });

  test('refuses a duplicate', () => {
    keep('orders', {});
    expect(refused(ports, 'keepPull', { operation: 'orders', params: {} }, 'daily').message).toMatch(
      /^A job for this already exists/,
    );
  });
});
