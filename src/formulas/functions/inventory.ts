/** `MARKET_INVENTORY`: the stock of items, a row for each warehouse country. */
import type { TableFormula } from '../formula.ts';
import { columns, connection, identifiers, identifierType, refresh } from './arguments.ts';

export const inventory: TableFormula = {
  name: 'MARKET_INVENTORY',
  gives: 'table',
  summary: 'Stock of your items, one row for each warehouse country.',
  example: '=MARKET_INVENTORY(A2:A10, , , "Item number, Available quantity")',
  operation: 'inventory',
  maxAge: 60,
  table: 'Inventory',
  arguments: [
    identifiers,
    identifierType,
    {
      name: 'warehouses',
      takes: 'identifiers',
      param: 'warehouseList',
      optional: true,
      help: 'Country codes of warehouses, such as USA: a cell or a range; all when left out.',
    },
    columns,
    refresh,
    connection,
  ],
};
