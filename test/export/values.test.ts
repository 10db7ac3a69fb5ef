/** Exports exact values: every digit and time, and zeros distinct from blanks. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NONE_PRIVATE } from '../../src/protocol/fields.ts';
import type { Cell } from '../../src/tables/cells.ts';
import { ownColumn } from '../../src/tables/columns.ts';
import {
  type ExportedField,
  exportedTable,
  exportedTables,
  type FieldType,
  snakeCase,
} from '../../src/warehouse/schema.ts';
import { jsonValue, plainDecimal, UNREADABLE } from '../../src/warehouse/sheet-rows.ts';

const field = (type: FieldType, more: Partial<ExportedField> = {}): ExportedField => ({
  name: 'x',
  type,
  description: '',
  column: ownColumn('orderDate', 'instant', ''),
  ...more,
});
const NEW_YORK = 'America/New_York';

test.each<[FieldType, Cell, unknown]>([
  ['STRING', '0012345678901234567890', '0012345678901234567890'],
  ['STRING', '1E5', '1E5'],
  ['STRING', '=1+1', '=1+1'],
  ['STRING', 4, '4'],
  ['STRING', '', undefined],
  ['NUMERIC', 0, '0'],
  ['NUMERIC', 19.99, '19.99'],
  ['NUMERIC', -0.1, '-0.1'],
  ['NUMERIC', 0.1 + 0.2, '0.3'],
  ['NUMERIC', 123456789012.12, '123456789012.12'],
  ['NUMERIC', '', undefined],
  ['NUMERIC', 'call us', UNREADABLE],
  ['INT64', 0, '0'],
  ['INT64', 1.5, UNREADABLE],
  ['INT64', 2 ** 60, UNREADABLE],
  ['FLOAT64', 0.25, 0.25],
  ['BOOL', false, false],
  ['BOOL', 'maybe', UNREADABLE],
  ['DATE', new Date('2025-06-15T04:00:00Z'), '2025-06-15'],
  ['DATE', 'soon', UNREADABLE],
  ['TIMESTAMP', new Date('2025-06-15T04:00:00.123Z'), '2025-06-15T04:00:00.123Z'],
])('a %s cell %j becomes %j', (type, cell, value) => {
  expect(jsonValue(field(type), cell, NEW_YORK)).toBe(value);
});

test("the add-on's hidden columns are not exported", () => {
  const hidden = exportedTables().flatMap(({ table, columns, fields }) =>
    columns
      .filter((each) => each.hidden && fields.some(({ column }) => column?.id === each.id))
      .map(({ id }) => `${table}: ${id}`),
  );
  expect(hidden).toEqual([]);
  expect(exportedTable('Catalog')!.columns.filter((each) => each.hidden).length).toBeGreaterThan(1);
});

test('an amount keeps up to nine decimal places, without an exponent', () => {
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 15), max: 10 ** 15 }), fc.integer({ min: 0, max: 9 }), (digits, places) => {
      const number = Number(`${digits}e-${places}`);
      const text = plainDecimal(number);
      expect(text).toMatch(/^-?\d+(\.\d{1,9})?$/);
      expect(Math.abs(Number(text) - number)).toBeLessThan(1e-9);
    }),
  );
});

describe('a time in a repeated hour', () => {
  // Clocks in New York are set back at 6:00 UTC on November 2, which is 11:00 PM Pacific.
  const [first, second] = [new Date('2025-11-02T05:30:00Z'), new Date('2025-11-02T06:30:00Z')];
  const date = field('TIMESTAMP');

  test.each([
    [first, '11/1/2025 22:30:00'],
    [second, '11/1/2025 23:30:00'],
  ])('is %s if the service returned %s, for either time in the sheet', (instant, raw) => {
    for (const cell of [first, second])
      expect(jsonValue(date, cell, NEW_YORK, `Auto void time: x; Order date: ${raw}`)).toBe(instant.toISOString());
  });

  test("is the sheet's time without a string from the service", () => {
    expect(jsonValue(date, second, NEW_YORK)).toBe(second.toISOString());
  });
});

test.each([
  ['a Pacific time', '6/15/2025 9:03:05', '2025-06-15T16:03:05Z', '2025-06-15T16:03:05.000Z'],
  [
    'a UTC time, if the connection reads it so',
    '6/15/2025 9:03:05',
    '2025-06-15T09:03:05Z',
    '2025-06-15T09:03:05.000Z',
  ],
  [
    "the service's time if the cell has another",
    '6/15/2025 9:03:05',
    '2025-06-15T22:03:05Z',
    '2025-06-15T16:03:05.000Z',
  ],
  ['its own time', '2025-06-15T09:03:05+02:00', '2025-06-15T22:03:05Z', '2025-06-15T07:03:05.000Z'],
  [
    'a time in a skipped hour',
    '3/9/2025 2:30:00 (clocks skipped this hour: read as an hour later)',
    '2025-03-09T15:30:00Z',
    '2025-03-09T10:30:00.000Z',
  ],
])("the service's string is %s", (_, raw, cell, instant) => {
  expect(jsonValue(field('TIMESTAMP'), new Date(cell), NEW_YORK, `Order date: ${raw}`)).toBe(instant);
});

test('lists are JSON', () => {
  expect(jsonValue(field('STRING', { list: 'values' }), '9SI1, 9SI2', NEW_YORK)).toBe('["9SI1","9SI2"]');
  expect(jsonValue(field('STRING', { list: 'pairs' }), 'Color: Blue; Size: XL; wide', NEW_YORK)).toBe(
    '{"Color":"Blue","Size":"XL; wide"}',
  );
});

describe('the schema', () => {
  test('has lists and pairs as JSON', () => {
    const listed = exportedTables().flatMap(({ view, fields }) =>
      fields.flatMap(({ name, list }) => (list ? [`${view}.${name}: ${list}`] : [])),
    );
    expect(listed).toEqual([
      'inventory.warehouse_allocation: pairs',
      'ad_performance.product_list: values',
      'ad_periods.product_list: values',
      'lookup_report.options: pairs',
    ]);
  });

  test("has a log and a view for each of the seller's tables, and no internal table", () => {
    expect(exportedTables().map(({ log, view }) => [view, log])).toEqual(
      [
        ...['orders', 'order_lines', 'packages', 'inventory', 'stock_history', 'lookup_report', 'price_log'],
        ...['ad_performance', 'ad_periods', 'keywords', 'catalog', 'stock_days'],
      ]
        .map((view) => [view, `${view}_log`])
        .sort((one, other) => order(one[0]!) - order(other[0]!)),
    );
    function order(view: string) {
      return exportedTables().findIndex((each) => each.view === view);
    }
  });

  test('types fields by their kind, and codes as text', () => {
    const types = Object.fromEntries(exportedTable('Orders')!.fields.map(({ name, type }) => [name, type]));
    expect(types).toMatchObject({
      order_number: 'STRING',
      order_status: 'STRING',
      order_date: 'TIMESTAMP',
      on_time_ship_due_date: 'DATE',
      order_total_amount: 'NUMERIC',
      order_qty: 'INT64',
      is_auto_void: 'BOOL',
      as_of: 'TIMESTAMP',
      row_key: 'STRING',
    });
    expect(exportedTable('Ad performance')!.fields).toContainEqual(
      expect.objectContaining({ name: 'acos', type: 'FLOAT64' }),
    );
  });

  test('has unique names that BigQuery accepts', () => {
    for (const { fields } of exportedTables()) {
      const names = fields.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9_]{0,127}$/);
    }
  });

  test('has no field that needs consent', () => {
    for (const { fields } of exportedTables())
      for (const { column } of fields) expect(column?.isPrivate ?? false).toBe(false);
    expect(NONE_PRIVATE.size).toBe(0);
  });
});

test('names are converted to snake case', () => {
  expect(['unitShippingCharge', 'upcCode', 'shipFromAddress2', 'Order lines'].map(snakeCase)).toEqual([
    'unit_shipping_charge',
    'upc_code',
    'ship_from_address_2',
    'order_lines',
  ]);
});
