/** `MARKET_ORDER`: one field of an order, or all that may be shown of it. */
import type { RecordFormula } from '../formula.ts';
import { connection, refresh } from './arguments.ts';

export const order: RecordFormula = {
  name: 'MARKET_ORDER',
  gives: 'record',
  summary: 'One field of your orders in the shape of the order numbers, or a row for each; no data of buyers.',
  example: '=MARKET_ORDER(A2, "Order status description")',
  operation: 'orders',
  table: 'Orders',
  maxAge: 30,
  arguments: [
    {
      name: 'orderNumbers',
      takes: 'identifiers',
      param: 'orderNumbers',
      help: 'Order numbers: a cell or a range.',
    },
    {
      name: 'field',
      takes: 'field',
      optional: true,
      help: 'Name of the column you want, such as Order status; a row with all of them when left out.',
    },
    refresh,
    connection,
  ],
};
