/** Field names become headers mechanically, and each table has its columns in their order. */
import { describe, expect, test } from 'vitest';
import { type OperationId, operations } from '../../src/operations/registry.ts';
import type { Privacy } from '../../src/protocol/fields.ts';
import { fieldColumns, sheetColumns } from '../../src/tables/columns.ts';
import { headerOf } from '../../src/tables/header.ts';
import { headerNote } from '../../src/tables/header-note.ts';
import type { Table, TabledOperation } from '../../src/tables/table.ts';
import { expectLines, lineOf } from '../support/lines.ts';

const NOBODY: ReadonlySet<Privacy> = new Set();

test.each([
  ['orderNumber', 'Order number'],
  ['mfrPartNumber', 'Mfr part number'],
  ['sellerId', 'Seller ID'],
  ['requestId', 'Request ID'],
  ['groupId', 'Group ID'],
  ['suggBidLowest', 'Sugg bid lowest'],
  ['keywordUrl', 'Keyword URL'],
  ['landingPageUrl', 'Landing page URL'],
  ['shipToZipCode', 'Ship to zip code'],
  ['shipToAddress2', 'Ship to address 2'],
  ['upc', 'UPC'],
  ['upcCode', 'UPC code'],
  ['acos', 'ACoS'],
  ['ctr', 'CTR'],
  ['cr', 'CR'],
  ['cpc', 'CPC'],
  ['note', 'Note'],
  ['onTimeShipDueDate', 'On time ship due date'],
  ['identity', 'Identity'],
  ['createdOn', 'Created on'],
])('%s is %s', (name, header) => {
  expect(headerOf(name)).toBe(header);
});

const ORDERS =
  'Seller ID, Order number, Seller order number, Invoice number, Order downloaded, Order date, Auto void time, Order status, Order status description, Customer name, Customer phone number, Customer email address, On time ship due date, Deliver due date, Ship to address 1, Ship to address 2, Ship to city name, Ship to state code, Ship to zip code, Ship to country code, Ship service, Signature required, Ship to first name, Ship to last name, Ship to company, Currency code, Order item amount, Shipping amount, Recycling fee amount, Discount amount, Refund amount, Order total amount, Order qty, Is auto void, Sales channel, Sales channel name, Fulfillment option, Fulfillment option name, As of, Raw dates, Row key';

type TableName = (typeof operations)[OperationId]['tables'][number]['name'];

const ADS =
  'Seller ID, From date, To date, Campaign number, Campaign name, Group number, Group name, Country code, Status, Spend, Sales, ACoS, Impressions, Clicks, CTR, Orders, CR, CPC, Default bid, Off site bid, On site bid, Type, Sugg bid, Sugg bid lowest, Sugg bid most, Keyword size, Keyword list, Product size, Product list, Seller name, Active status, In date, In user, Logo, Headline, Title, Landing page type, Landing page URL, Decline reason, Video URL, Cost model, Product targeting list, Live streaming product list, As of, Raw dates, Row key';

const TABLES: Readonly<Record<TableName, string>> = {
  Orders: ORDERS,
  'Order lines':
    'Seller ID, Order number, Seller part number, Market item number, Mfr part number, UPC code, Description, Ordered qty, Shipped qty, Unit price, Extend unit price, Unit shipping charge, Extend shipping charge, Status, Status description, Order date, Order status description, As of, Row key',
  Packages:
    'Seller ID, Order number, Package type, Ship carrier, Ship service, Tracking number, Ship date, Ship from address, Ship from address 2, Ship from city, Ship from state, Ship from zip code, Ship from name, Seller part number, Mfr part number, Shipped qty, As of, Raw dates, Row key',
  Inventory:
    'Seller ID, Item number, Seller part number, Condition, Condition name, Warehouse location, Fulfillment option, Fulfillment option name, Available quantity, Warehouse allocation, Title, Gone since, As of, Row key',
  'Price log':
    'Market item number, Original unit price, Target unit price, Buybox unit price, Request time stamp, Request user, Seller ID, Platform, Source system, Trigger, Process status, Memo, Title, Gap, Raw dates, Row key',
  'Ad performance': ADS,
  'Ad periods': ADS,
  Keywords:
    'Campaign number, Campaign name, Group number, Group name, Keyword, Match type, Match type name, Normalized keyword, Keyword URL, Sugg bid, Sugg bid lowest, Sugg bid most, Search volume, Competition, Bid, Active status, Status, Decline reason, Seller ID, Gone since, As of, Row key',
  'Lookup report':
    'Request ID, Position, Request date, Market item number, UPC, Condition, Condition name, Packs or sets, Manufacturer name, Manufacturer part number, Website short title, Group ID, Options, Note, Seller ID, Gone since, As of, Raw dates, Row key',
};

const IN_TABLES = 'TABLES in test/tables/headers.test.ts';

const tables = Object.values<TabledOperation>(operations).flatMap((operation) =>
  operation.tables.map((table) => ({ operation, table, name: table.name })),
);

describe('columns', () => {
  test('there are these tables', () => {
    expectLines(
      tables.map(({ name }) => name),
      Object.keys(TABLES),
      { list: IN_TABLES, line: 'its headers in their order' },
    );
  });

  test.each(tables)('of $name in their order', ({ operation, table, name }) => {
    const headers = sheetColumns(operation, table, NOBODY)
      .map(({ header }) => header)
      .join(', ');
    expect(headers).toBe(lineOf(TABLES, name, { list: IN_TABLES, line: `if that is right, '${headers}'` }));
  });

  test.each(tables)('of $name have a name and a header of their own', ({ operation, table }) => {
    const columns = sheetColumns(operation, table, NOBODY);
    expect(new Set(columns.map(({ id }) => id)).size).toBe(columns.length);
    expect(new Set(columns.map(({ header }) => header)).size).toBe(columns.length);
    for (const { meaning } of columns) expect(meaning).toMatch(/\S/);
  });

  test.each(tables)(
    'of $name include all that identify a row, and none of them can be withheld',
    ({ operation, table }) => {
      const ids = fieldColumns(operation, table, new Set(['buyer', 'destination'])).map(({ id }) => id);
      expect(ids).toEqual(expect.arrayContaining([...table.key]));
    },
  );

  const BUYER =
    'Customer name, Customer phone number, Customer email address, Ship to address 1, Ship to address 2, Ship to city name, Ship to zip code, Ship to first name, Ship to last name, Ship to company';
  const orders: Table = operations.orders.tables[0];

  test.each([
    {
      withheld: ['buyer', 'destination'] as Privacy[],
      gone: `${BUYER}, Ship to state code, Ship to country code`,
    },
    { withheld: ['buyer'] as Privacy[], gone: BUYER },
  ])('of orders without $withheld', ({ withheld, gone }) => {
    const headers = sheetColumns(operations.orders, orders, new Set(withheld)).map(({ header }) => header);
    const left = ORDERS.split(', ').filter((header) => !gone.split(', ').includes(header));
    expect(headers).toEqual(left);
  });
});

test.each([
  ['text', undefined, 'What it is.\nField: Status'],
  ['integer', undefined, 'What it is. Whole number.\nField: Status'],
  ['integer', 313, 'What it is. Whole number. Comes with order version 313 or higher.\nField: Status'],
] as const)('the note on a header of kind %s since %s says the unit and the field', (kind, since, note) => {
  const meaning = 'What it is.';
  expect(headerNote({ header: 'Status', kind, meaning, ...(since === undefined ? {} : { since }) })).toBe(note);
});
