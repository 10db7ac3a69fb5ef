/** Formulas about table freshness and remaining calls. Only orders were pulled. */
import { expect } from 'vitest';
import { type OperationId, operations } from '../../../../src/operations/registry.ts';
import type { TabledOperation } from '../../../../src/tables/table.ts';
import { everyExample } from '../../../operations/registry.ts';
import { type Cases, givesOne, type Row, refuses } from '../case.ts';

const pulled = givesOne(() => expect.any(Date));
const never = givesOne(() => '');

const NEVER = Object.values<TabledOperation>(operations)
  .filter(({ id }) => id !== 'orders')
  .flatMap(({ tables }) => tables.map(({ name }) => name));

export const freshness: Cases = {
  answered: { table: '"Orders"' },
  shows: pulled,
  room: 1,
  arguments: {
    table: [
      ...['orders', ' ORDERS ', 'Order lines', 'Packages'].map((name): Row => [`"${name}"`, pulled]),
      ...NEVER.map((name): Row => [`"${name}"`, never]),
      ['"Stock history"', never],
      ['"Status"', refuses('MARKET_ARGUMENT', /"table" takes .*, not "Status"/)],
      ['"Order"', refuses('MARKET_ARGUMENT', /"table" takes Orders, Order lines, Packages, .*, not "Order"/)],
    ],
  },
  calls: [],
};

const CAPS = Object.fromEntries(everyExample.map(({ id, callsPerHour }) => [id, callsPerHour])) as Record<
  OperationId,
  number
>;

export const quota: Cases = {
  answered: { operation: '"ad-performance"', what: '"cap"' },
  shows: givesOne(() => CAPS['ad-performance']),
  room: 1,
  arguments: {
    operation: [
      ...Object.entries(CAPS).map(([id, cap]): Row => [`"${id}"`, givesOne(() => cap)]),
      ['"Price history"', givesOne(() => CAPS['price-history'])],
      ['" ORDERS "', givesOne(() => CAPS.orders)],
      ['"Stock"', refuses('MARKET_ARGUMENT', `"operation" takes ${Object.keys(operations).join(', ')}, not "Stock".`)],
    ],
    what: [
      ['"CAP"', givesOne(() => CAPS['ad-performance'])],
      ['"left"', givesOne(() => expect.any(Number))],
      ['""', givesOne(() => expect.any(Number))],
      ['"next"', givesOne(() => expect.any(Date))],
      ['"when"', refuses('MARKET_ARGUMENT', '"what" takes left, next, cap, not "when".')],
    ],
  },
  calls: [],
};
