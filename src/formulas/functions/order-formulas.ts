/** Formulas about orders: `MARKET_ORDERS`, `MARKET_ORDER`. */
import type { RecordFormula, TableFormula } from '../formula.ts';
import { columns, connection, period, refresh } from './arguments.ts';

export const orders: TableFormula = {
  name: 'MARKET_ORDERS',
  gives: 'table',
  summary: 'Orders of a period (Pacific time), without buyer data.',
  example: '=MARKET_ORDERS("last 30 days", , "Shipped")',
  operation: 'orders',
  maxAge: 30,
  table: 'Orders',
  arguments: [
    ...period('orderDateFrom', 'orderDateTo'),
    {
      name: 'status',
      takes: 'single',
      param: 'status',
      optional: true,
      help: 'Status code or name, such as 2 or Shipped. All when left out.',
    },
    columns,
    refresh,
    connection,
  ],
};

export const order: RecordFormula = {
  name: 'MARKET_ORDER',
  gives: 'record',
  summary: 'One field per order number, or one row each. No buyer data.',
  example: '=MARKET_ORDER(A2, "Order status description")',
  operation: 'orders',
  table: 'Orders',
  maxAge: 30,
  arguments: [
    { name: 'orderNumbers', takes: 'identifiers', param: 'orderNumbers', help: 'Order numbers: a cell or a range.' },
    {
      name: 'field',
      takes: 'field',
      optional: true,
      help: 'Name of the column to return, such as Order status. All columns when left out.',
    },
    refresh,
    connection,
  ],
};
