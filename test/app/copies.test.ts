/** Copies tables to the clipboard, or rejects the request. */
import { beforeEach, describe, expect, test } from 'vitest';
import { setConsent } from '../../src/account/consent.ts';
import type { TableText } from '../../src/app/copies.ts';
import { answer } from '../../src/app/registry.ts';
import { operations } from '../../src/operations/registry.ts';
import { decodeRecord } from '../../src/protocol/decode.ts';
import { MarketError } from '../../src/protocol/market-error.ts';
import type { Tree } from '../../src/protocol/parse.ts';
import { upsert } from '../../src/tables/apply.ts';
import { parseCsv } from '../host/inside/csv.ts';
import { connected } from '../support/connected-ports.ts';
import { type InMemoryPorts, START } from '../support/in-memory-ports.ts';

const WIRE = {
  SellerID: 'A006',
  OrderNumber: '0012',
  OrderDate: '06/15/2025 22:30:00',
  OnTimeShipDueDate: '2025-06-18',
  CustomerName: '=HYPERLINK("http://x")',
  ShipToZipCode: '00501',
  ShipToStateCode: 'NY',
  OrderTotalAmount: -5.5,
};

let ports: InMemoryPorts;
beforeEach(() => {
  ports = connected(() => {
    throw new Error('A copy must not call the marketplace.');
  });
});

const EVERYTHING = { withheld: new Set<never>() };

/** Writes order sheets with buyer data, even without consent. */
function pull(changes: object = {}): void {
  const record = decodeRecord({ ...WIRE, ...changes } as unknown as Tree, operations.orders.answer.record, EVERYTHING);
  upsert(ports.book, operations.orders, [record], EVERYTHING.withheld, START);
}

function copied(table: string, form = 'csv'): { table: Record<string, string>; rows: number; text: string } {
  const reply = answer(ports, 'tableText', [table, form]);
  if (!reply.ok) throw new Error(`${reply.error.code}: ${reply.error.message}`);
  const { text, rows } = reply.value as TableText;
  const [header, first] = parseCsv(form === 'csv' ? text.slice(1) : text, form === 'csv' ? ',' : '\t');
  return {
    table: Object.fromEntries(header!.map((name, index) => [name, first?.[index] ?? ''])),
    rows,
    text,
  };
}

test('copies only the rows with the given keys', () => {
  for (const OrderNumber of ['0012', '0013', '0014']) pull({ OrderNumber });
  const of = (...keys: unknown[]) => {
    const reply = answer(ports, 'tableText', ['Orders', 'csv', keys]);
    if (!reply.ok) throw new Error(reply.error.message);
    const { rows, text } = reply.value as TableText;
    return [rows, ...parseCsv(text.slice(1), ',').map(([number]) => number)];
  };
  expect(of('A006|0014', 'A006|0012', 'A006|9')).toEqual([2, 'Order number', '0012', '0014']);
  expect(of()).toEqual([0, 'Order number']);
});

function refused(...args: unknown[]) {
  const reply = answer(ports, 'tableText', args);
  if (reply.ok) throw new Error('It was copied.');
  return reply.error;
}

describe('copying orders', () => {
  test('includes visible columns and omits buyer data without consent', () => {
    pull();
    const { table, rows, text } = copied('Orders');
    expect(rows).toBe(1);
    expect(text.startsWith('\ufeffOrder number,Order status description,')).toBe(true);
    expect(table).toMatchObject({
      'Order number': '0012',
      'Order date': '2025-06-16 01:30:00',
      'On time ship due date': '2025-06-18',
      'Order total amount': '-5.5',
    });
    for (const left of [
      'Row key',
      'Raw dates',
      'As of',
      'Seller ID',
      'Customer name',
      'Ship to zip code',
      'Ship to state code',
    ])
      expect(table).not.toHaveProperty([left]);
    expect(text).not.toContain('HYPERLINK');
  });

  test('includes only the destination if only the destination is allowed', () => {
    setConsent(ports, { destination: true });
    pull();
    const { table } = copied('Orders');
    expect(table['Ship to state code']).toBe('NY');
    expect(table).not.toHaveProperty(['Customer name']);
  });

  test('includes buyer data as plain text if it is allowed', () => {
    setConsent(ports, { buyerData: true });
    pull();
    expect(copied('Orders').table).toMatchObject({
      'Customer name': `'=HYPERLINK("http://x")`,
      'Ship to zip code': '00501',
    });
  });

  test("uses tabs for pasting, keeps the user's columns, and skips hidden ones", () => {
    pull();
    const sheet = ports.book.sheet('Orders');
    sheet.insertColumn(2, ['My note', 'ring\ntwice']);
    sheet.hidden.add(1);
    const { table } = copied('Orders', 'tsv');
    expect(Object.keys(table).slice(0, 2)).toEqual(['My note', 'Order status description']);
    expect(table['My note']).toBe('ring twice');
  });

  test('takes the workbook lock', () => {
    pull();
    copied('Orders');
    expect(ports.holds).toBe(1);
  });
});

describe('refuses to copy', () => {
  test.each([
    ['an unknown table', ['Sheet1', 'csv'], 'MARKET_ARGUMENT', 'There is no table "Sheet1".'],
    ['an unknown format', ['Orders', 'xlsx'], 'MARKET_ARGUMENT', 'csv'],
    ['a table without a sheet', ['Orders', 'csv'], 'MARKET_TABLE', 'Pull it first'],
  ])('%s', (_, args, code, said) => {
    const error = refused(...args);
    expect(error.code).toBe(code);
    expect(error.message).toContain(said);
  });

  test('a sheet without its row key column, because buyer columns cannot be recognized', () => {
    pull();
    const sheet = ports.book.sheet('Orders');
    sheet.deleteColumn(sheet.identities.indexOf('rowKey'));
    expect(refused('Orders', 'csv').message).toContain('no longer has its "Row key" column');
  });

  test('a table too large for the page until columns are hidden', () => {
    pull();
    const sheet = ports.book.sheet('Orders');
    const width = sheet.cells[0]!.length;
    const long = 'ä'.repeat(50_000);
    sheet.insertColumn(width + 1, ['Long', ...Array<string>(401).fill(long)]);
    for (let row = 2; row <= 401; row++) sheet.cells[row] = [...Array<string>(width).fill(''), long];
    expect(refused('Orders', 'csv').message).toMatch(/^Orders is 4\d MB as text.*Hide columns/);
    sheet.hidden.add(width + 1);
    expect(copied('Orders').rows).toBe(1);
  });
});

test('lists only tables whose sheet belongs to the add-on', () => {
  const listed = () => answer(ports, 'listTables', []);
  expect(listed()).toEqual({ ok: true, value: [] });
  pull();
  const find = ports.book.find.bind(ports.book);
  ports.book.find = (table) => {
    if (table === 'Inventory') throw new MarketError('MARKET_TABLE', 'not the one of this table');
    return find(table);
  };
  expect(listed()).toEqual({ ok: true, value: ['Orders', 'Order lines', 'Packages'] });
});
