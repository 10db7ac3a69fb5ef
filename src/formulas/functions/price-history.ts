/** `MARKET_PRICE_HISTORY`: the automatic price changes of an item. */
import type { TableFormula } from '../formula.ts';
import { columns, connection, refresh, storefront } from './arguments.ts';

export const priceHistory: TableFormula = {
  name: 'MARKET_PRICE_HISTORY',
  gives: 'table',
  summary: 'Automatic price changes of an item, newest first.',
  example: '=MARKET_PRICE_HISTORY(A2, , 10)',
  operation: 'price-history',
  maxAge: 300,
  table: 'Price log',
  latestBy: 'requestTimeStamp',
  limit: 25,
  arguments: [
    {
      name: 'itemNumber',
      takes: 'single',
      param: 'itemNumbers',
      help: 'Item number, or a part number or UPC code that the Catalog knows.',
    },
    storefront,
    { name: 'limit', takes: 'count', optional: true, help: 'How many changes at most; 25 when left out.' },
    columns,
    refresh,
    connection,
  ],
};
