/** Complete table rows answer formulas of the same seller. */
import { describe, expect, test } from 'vitest';
import { answerOf, packRecords } from '../../../src/formulas/cache/answer-cache.ts';
import type { Input, Output } from '../../../src/formulas/formula.ts';
import { findFormula } from '../../../src/formulas/functions/registry.ts';
import { tableEntries } from '../../../src/formulas/prefetch/table-answers.ts';
import { queryOf } from '../../../src/formulas/query.ts';
import { columnsOf } from '../../../src/operations/tables.ts';
import type { AnyRecord } from '../../../src/protocol/fields.ts';
import type { Cell } from '../../../src/tables/cells.ts';
import { type Contents, incompleteKey, newKey } from '../../../src/tables/positions.ts';
import { answers, evaluateWith, NOW } from '../../support/noted-answers.ts';

const AT = NOW - 60_000;

type Line = Readonly<Record<string, Cell>>;

function table(name: string, rows: readonly Line[]): Contents {
  const columns = columnsOf(name)!;
  const positions = new Map(columns.map(({ id }, index) => [id, index + 1] as const));
  const line = (row: Line) => columns.map(({ id }) => row[id] ?? '');
  return { cells: [columns.map(({ header }) => header), ...rows.map(line)], positions };
}

const row = (orderNumber: string, more: Line = {}): Line => ({
  sellerId: 'A1',
  orderNumber,
  orderStatusDescription: 'Shipped',
  orderTotalAmount: 12.5,
  orderDate: new Date(AT - 1000),
  customerName: 'Secret Name',
  shipToZipCode: 'Secret Zip',
  asOf: new Date(AT),
  rowKey: `A1|${orderNumber}`,
  ...more,
});

/** Evaluates a formula, using only tables. */
function shown(
  formula: string,
  inputs: readonly Input[],
  sheets: Readonly<Record<string, readonly Line[]>>,
  completeSince?: number,
): Output {
  const tables = (name: string) => (sheets[name] ? table(name, sheets[name]) : undefined);
  const port = answers([], {
    answer: (asked) => {
      const ports = { tables, completeSince: () => completeSince, zone: 'UTC', owner: port.owner };
      const entries = new Map(tableEntries(ports, asked, 'A1'));
      return asked.map((query) => {
        const entry = entries.get(query.key);
        return entry ? answerOf(query, entry) : { at: 0, records: [] };
      });
    },
  });
  return evaluateWith(findFormula(formula), inputs, port);
}

const tableAnswers = (numbers: readonly string[], rows: readonly Line[]) =>
  shown('MARKET_ORDER', [[[...numbers]]], { Orders: rows }) as Cell[][];

const column = (result: Cell[][], header: string) => result.slice(1).map((line) => line[result[0]!.indexOf(header)]);

test('a row answers formulas about its order, with typed values and no buyer data', () => {
  const result = tableAnswers(['1', '2', '3'], [row('2'), row('1', { orderStatusDescription: 'Voided' })]);
  expect(column(result, 'Order number')).toEqual(['1', '2', '']);
  expect(column(result, 'Order status description')).toEqual(['Voided', 'Shipped', '']);
  expect(column(result, 'Order total amount')).toEqual([12.5, 12.5, '']);
  expect(column(result, 'Order date')).toEqual([new Date(AT - 1000), new Date(AT - 1000), '']);
  expect(column(result, 'As of')).toEqual([new Date(AT), new Date(AT), '']);
  expect(JSON.stringify(result)).not.toContain('Secret');
});

test("days start at midnight in the formula's time zone", () => {
  const days = { onTimeShipDueDate: new Date('2025-06-18T00:00:00Z'), deliverDueDate: '' };
  const result = tableAnswers(['1'], [row('1', days)]);
  expect(column(result, 'On time ship due date')).toEqual([new Date('2025-06-18T04:00:00Z')]);
  expect(column(result, 'Deliver due date')).toEqual(['']);
});

test.each([
  ['of another seller', row('1', { sellerId: 'A2' })],
  ['without a time', row('1', { asOf: 'incomplete' })],
  ['that is half written', row('1', { rowKey: incompleteKey('A1|1') })],
  ['that is new and half written', row('1', { rowKey: newKey('A1|1') })],
  ['typed by a user', row('1', { rowKey: '' })],
])('a row %s answers no formula', (_, line) => {
  expect(column(tableAnswers(['1'], [line]), 'Order number')).toEqual(['']);
});

describe('stock', () => {
  const piece = (warehouseLocation: string, availableQuantity: number, more: Line = {}): Line => ({
    sellerId: 'A1',
    itemNumber: '9SIA',
    sellerPartNumber: 'part',
    condition: 1,
    warehouseLocation,
    fulfillmentOption: '0',
    availableQuantity,
    asOf: new Date(AT),
    rowKey: `A1|9SIA|${warehouseLocation}`,
    ...more,
  });
  const BOTH = [piece('USA', 3), piece('CAN', 4)];
  const stockOf = (rows: readonly Line[], inputs: readonly Input[] = [[['9SIA']]], since: number | undefined = AT) =>
    shown('MARKET_STOCK', inputs, { Inventory: rows }, since);

  test('is summed over all rows of an item, by either number, in any case', () => {
    expect(stockOf(BOTH, [[['9SIA'], ['part'], ['PART'], ['9SIX']]])).toEqual([[7], [7], [7], ['']]);
  });

  test('has the rows that the marketplace would return', () => {
    const result = shown('MARKET_INVENTORY', ['9SIA'], { Inventory: BOTH }, AT) as Cell[][];
    expect(column(result, 'Warehouse location')).toEqual(['USA', 'CAN']);
    expect(column(result, 'Available quantity')).toEqual([3, 4]);
    expect(column(result, 'Condition name')).toEqual(['New', 'New']);
    expect(column(result, 'As of')).toEqual([new Date(AT), new Date(AT)]);
  });

  test('is packed like a response of the marketplace, without blanks', () => {
    const query = queryOf('inventory', 'main', { values: ['9SIA'], type: '0' }, 'values', undefined);
    const packed = (rows: readonly Line[]) => {
      const tables = (name: string) => (name === 'Inventory' ? table(name, rows) : undefined);
      const owner = { name: 'Shop', version: '314', storefronts: [] };
      return tableEntries({ tables, completeSince: () => AT, zone: 'UTC', owner }, [query], 'A1');
    };
    const item = { sellerId: 'A1', itemNumber: '9SIA', sellerPartNumber: 'part', condition: 1 };
    const allocation = { warehouseLocation: 'USA', fulfillmentOption: '0', availableQuantity: 3 };
    const records = (inventoryAllocation: readonly object[]) =>
      packRecords('inventory', [{ ...item, inventoryAllocation } as unknown as AnyRecord]);
    expect(packed([piece('USA', 3)])).toEqual([[query.key, { at: AT, records: records([allocation]) }]]);
    const nowhere = piece('', 0, { fulfillmentOption: '', availableQuantity: '' });
    expect(packed([nowhere])).toEqual([[query.key, { at: AT, records: records([]) }]]);
  });

  test('ignores rows that are gone; an item without warehouses has no rows', () => {
    expect(stockOf([piece('USA', 3), piece('CAN', 4, { goneSince: new Date(AT) })])).toEqual([[3]]);
    const nowhere = piece('', 0, { fulfillmentOption: '', availableQuantity: '' });
    const result = shown('MARKET_INVENTORY', ['9SIA'], { Inventory: [nowhere] }, AT) as Cell[][];
    expect(column(result, 'Item number')).toEqual(['9SIA']);
  });

  test('counts a copied row once', () => {
    expect(stockOf([piece('USA', 3), piece('USA', 3), piece('CAN', 4)])).toEqual([[7]]);
  });

  test.each([
    ['after a pull of only some warehouses', BOTH, AT + 1],
    ['if the last complete pull is unknown', BOTH, undefined],
    ['with different times', [piece('USA', 3), piece('CAN', 4, { asOf: new Date(AT - 1) })], 0],
    ['with one being written', [piece('USA', 3), piece('CAN', 4, { asOf: 'incomplete' })], 0],
    ['with a new one being written', [piece('USA', 3), piece('CAN', 4, { rowKey: newKey('k') })], 0],
    ['in two conditions', [piece('USA', 3), piece('USA', 4, { condition: 2, rowKey: 'k2' })], 0],
  ])('rows %s answer no formula', (_, rows, since) => {
    expect(shown('MARKET_STOCK', [[['9SIA']]], { Inventory: rows }, since)).toEqual([['']]);
  });

  test('of one warehouse needs a call', () => {
    expect(stockOf(BOTH, [[['9SIA']], 'USA'])).toEqual([['']]);
  });
});

describe('prices', () => {
  const change = (minute: number, targetUnitPrice: number, more: Line = {}): Line => ({
    marketItemNumber: '9SIA',
    sellerId: 'A1',
    platform: 'USA',
    originalUnitPrice: 20,
    targetUnitPrice,
    requestTimeStamp: new Date(AT - minute * 60_000),
    rowKey: `${minute}`,
    ...more,
  });
  const LOG = [change(9, 11), change(1, 12), change(5, 13)];
  const polled = (more: Line = {}): Line => ({
    sellerId: 'A1',
    itemNumber: '9SIA',
    pricesPolled: new Date(AT),
    logsKnown: 3,
    logsOf: 'USA',
    rowKey: 'k',
    ...more,
  });
  const priceOf = (log: readonly Line[], known: readonly Line[], inputs: readonly Input[] = [[['9SIA']]]) =>
    shown('MARKET_PRICE', inputs, { 'Price log': log, Catalog: known });

  test('show the latest row', () => {
    expect(priceOf(LOG, [polled()], [[['9SIA'], ['9sia'], ['9SIX']]])).toEqual([[12], [12], ['']]);
  });

  test("as a history are as old as the item's last poll", () => {
    const sheets = { 'Price log': LOG, Catalog: [polled()] };
    const result = shown('MARKET_PRICE_HISTORY', ['9SIA', '', 2], sheets) as Cell[][];
    expect(column(result, 'Target unit price')).toEqual([12, 13]);
    expect(column(result, 'As of')).toEqual([new Date(AT), new Date(AT)]);
  });

  test('as a history of another storefront are as old as its last poll there', () => {
    const log = LOG.map((each) => ({ ...each, platform: 'CAN' }));
    const known = polled({ logsOf: 'CAN', pricesPolled: new Date(AT + 1000), canadianPricesPolled: new Date(AT) });
    const sheets = { 'Price log': log, Catalog: [known] };
    const result = shown('MARKET_PRICE_HISTORY', ['9SIA', 'canadian', 2], sheets) as Cell[][];
    expect(column(result, 'Target unit price')).toEqual([12, 13]);
    expect(column(result, 'As of')).toEqual([new Date(AT), new Date(AT)]);
  });

  test.each([
    ['with one missing', LOG.slice(1), polled()],
    ['of an item that was never polled', LOG, polled({ pricesPolled: '' })],
    ['of an item that is not in the Catalog', LOG, polled({ itemNumber: '9SIX' })],
    ['of another storefront', LOG.map((each) => ({ ...each, platform: 'CAN' })), polled({ logsOf: 'CAN' })],
    ['with one being written', [...LOG.slice(1), change(9, 11, { rowKey: newKey('k') })], polled()],
    ['without the older ones', LOG, polled({ logsLeft: 4 })],
    ['that fill a page', Array.from({ length: 25 }, (_, minute) => change(minute, 1)), polled({ logsKnown: 25 })],
  ])('rows %s answer no formula', (_, log, known) => {
    expect(priceOf(log, [known])).toEqual([['']]);
  });
});

test('a table without one of its columns answers no formula', () => {
  const { cells, positions } = table('Orders', [row('1')]);
  const ports = {
    tables: () => ({ cells, positions: new Map([...positions].filter(([id]) => id !== 'orderTotalAmount')) }),
    completeSince: () => 0,
    zone: 'UTC',
    owner: { name: 'Shop', version: '314', storefronts: [] },
  };
  const query = queryOf('orders', 'main', { orderNumbers: ['1'] }, 'orderNumbers', undefined);
  expect(tableEntries(ports, [query], 'A1')).toEqual([]);
});
