/** `MARKET_ORDERS`: the orders of a period. */
import type { TableFormula } from '../formula.ts';
import { columns, connection, period, refresh } from './arguments.ts';

export const orders: TableFormula = {
  name: 'MARKET_ORDERS',
  gives: 'table',
  summary: 'Orders of a period in Pacific time, without data of buyers.',
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
      help: 'Status code or name, such as 2 or Shipped; all when left out.',
    },
    columns,
    refresh,
    connection,
  ],
};
