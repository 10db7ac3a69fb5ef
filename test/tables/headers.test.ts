import { describe, expect, test } from 'vitest';
import { operations } from '../../src/operations/registry.ts';
import type { Privacy } from '../../src/protocol/fields.ts';
import { fieldColumns, sheetColumns } from '../../src/tables/columns.ts';
import { headerNote, headerOf } from '../../src/tables/header.ts';
import type { Table, TabledOperation } from '../../src/tables/table.ts';
import { everyExample } from '../operations/registry.ts';
import { expectLines } from '../support/lines.ts';

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
])('turns %s into %s', (name, header) => {
  expect(headerOf(name)).toBe(header);
});

test.each([
  [{ header: 'Total', kind: 'money', meaning: 'What was paid.' }, 'What was paid. Amount.\nField: Total'],
  [{ header: 'CTR', kind: 'ratio', meaning: 'Clicks.' }, 'Clicks. Percentage.\nField: CTR'],
  [
    { header: 'Note', kind: 'text', meaning: 'A note.', since: 307 },
    'A note. Order version 307 or higher.\nField: Note',
  ],
] as const)('the note of %j is %j', (column, note) => {
  expect(headerNote(column)).toBe(note);
});

const EXPECTED = Object.fromEntries(everyExample.flatMap((example) => Object.entries(example.tables)));

const IN_TABLES = 'tables of test/operations';

const tables = Object.values<TabledOperation>(operations).flatMap((operation) =>
  operation.tables.map((table) => ({ operation, table, name: table.name })),
);

describe('columns', () => {
  test('every table has expected headers', () => {
    expectLines(
      tables.map(({ name }) => name),
      Object.keys(EXPECTED),
      { list: IN_TABLES, line: 'its headers in their order' },
    );
  });

  test.each(tables)('of $name are in order', ({ operation, table, name }) => {
    const headers = sheetColumns(operation, table, NOBODY)
      .map(({ header }) => header)
      .join(', ');
    expect(headers).toBe(EXPECTED[name]?.headers);
  });

  test.each(tables)('of $name have unique IDs and headers, and a meaning', ({ operation, table }) => {
    const columns = sheetColumns(operation, table, NOBODY);
    expect(new Set(columns.map(({ id }) => id)).size).toBe(columns.length);
    expect(new Set(columns.map(({ header }) => header)).size).toBe(columns.length);
    for (const { meaning } of columns) expect(meaning).toMatch(/\S/);
  });

  test.each(tables)('of $name include every key column even if buyer data is withheld', ({ operation, table }) => {
    const ids = fieldColumns(operation, table, new Set(['buyer', 'destination'])).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([...table.key]));
  });

  const BUYER =
    'Customer name, Customer phone number, Customer email address, Ship to address 1, Ship to address 2, Ship to city name, Ship to zip code, Ship to first name, Ship to last name, Ship to company';
  const orders: Table = operations.orders.tables[0];

  test.each([
    {
      withheld: ['buyer', 'destination'] as Privacy[],
      gone: `${BUYER}, Ship to state code, Ship to country code`,
    },
    { withheld: ['buyer'] as Privacy[], gone: BUYER },
  ])('of Orders omit fields of $withheld', ({ withheld, gone }) => {
    const headers = sheetColumns(operations.orders, orders, new Set(withheld)).map(({ header }) => header);
    const left = EXPECTED.Orders!.headers.split(', ').filter((header) => !gone.split(', ').includes(header));
    expect(headers).toEqual(left);
  });
});

test.each([
  ['text', undefined, 'What it is.\nField: Status'],
  ['integer', undefined, 'What it is.\nField: Status'],
  ['integer', 313, 'What it is. Order version 313 or higher.\nField: Status'],
] as const)('the note on a %s header since version %s describes it and names its field', (kind, since, note) => {
  const meaning = 'What it is.';
  expect(headerNote({ header: 'Status', kind, meaning, ...(since === undefined ? {} : { since }) })).toBe(note);
});
