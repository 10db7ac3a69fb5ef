/** Orders that stand in their table need not be asked for: whole rows of the same seller, each as old as it says. */
import { expect, test } from 'vitest';
import { evaluate } from '../../../src/formulas/evaluate.ts';
import type { Item } from '../../../src/formulas/items.ts';
import { findFormula } from '../../../src/formulas/registry.ts';
import { answerOf } from '../../../src/formulas/together/entry.ts';
import { storedEntries } from '../../../src/formulas/together/stored.ts';
import { columnsOf } from '../../../src/operations/tables.ts';
import type { Cell } from '../../../src/tables/cells.ts';
import type { Contents } from '../../../src/tables/places.ts';
import { incompleteKey, newKey } from '../../../src/tables/places.ts';
import { answers, NOW } from '../noted-answers.ts';

const AT = NOW - 60_000;
const columns = columnsOf('Orders')!;

function table(rows: readonly Readonly<Record<string, Cell>>[]): Contents {
  const places = new Map(columns.map(({ id }, index) => [id, index + 1] as const));
  const line = (row: Readonly<Record<string, Cell>>) => columns.map(({ id }) => row[id] ?? '');
  return { cells: [columns.map(({ header }) => header), ...rows.map(line)], places };
}

const row = (orderNumber: string, more: Readonly<Record<string, Cell>> = {}) => ({
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

/** What is stored of the orders that a formula asks for, by number, and what the formula makes of it. */
function stored(
  numbers: readonly string[],
  rows: readonly Readonly<Record<string, Cell>>[],
  formula = 'MARKET_ORDER',
) {
  const items: Item[] = [];
  const range = [numbers.map((number) => number)];
  const port = answers([], {
    answer: (asked) => {
      items.push(...asked);
      const entries = storedEntries(
        (name) => (name === 'Orders' ? table(rows) : undefined),
        asked,
        'A1',
        'UTC',
      );
      return asked.map((item) => {
        const entry = entries.get(item.key);
        return entry ? answerOf(item, entry) : { at: 0, records: [] };
      });
    },
  });
  return evaluate(findFormula(formula), [range], port) as Cell[][];
}

const column = (result: Cell[][], header: string) =>
  result.slice(1).map((line) => line[result[0]!.indexOf(header)]);

test('a row answers for its order, typed and without the data of buyers', () => {
  const result = stored(['1', '2', '3'], [row('2'), row('1', { orderStatusDescription: 'Voided' })]);
  expect(column(result, 'Order number')).toEqual(['1', '2', '']);
  expect(column(result, 'Order status description')).toEqual(['Voided', 'Shipped', '']);
  expect(column(result, 'Order total amount')).toEqual([12.5, 12.5, '']);
  expect(column(result, 'Order date')).toEqual([new Date(AT - 1000), new Date(AT - 1000), '']);
  expect(column(result, 'As of')).toEqual([new Date(AT), new Date(AT), '']);
  expect(JSON.stringify(result)).not.toContain('Secret');
});

test.each([
  ['of another seller', row('1', { sellerId: 'A2' })],
  ['of nobody knows when', row('1', { asOf: 'incomplete' })],
  ['that an execution left half', row('1', { rowKey: incompleteKey('A1|1') })],
  ['that an execution had begun', row('1', { rowKey: newKey('A1|1') })],
  ['of the user', row('1', { rowKey: '' })],
])('a row %s answers for nothing', (_, line) => {
  expect(column(stored(['1'], [line]), 'Order number')).toEqual(['']);
});

test('rows of stock do not tell of which warehouses an item was asked', () => {
  const line = { itemNumber: '9SIA', availableQuantity: 3, asOf: new Date(AT), rowKey: 'k', sellerId: 'A1' };
  expect(stored(['9SIA'], [line], 'MARKET_STOCK')).toEqual([['']]);
});
