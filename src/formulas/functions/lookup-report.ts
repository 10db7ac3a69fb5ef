/** `MARKET_LOOKUP_REPORT`: the catalogue matches of a lookup request. */
import type { TableFormula } from '../formula.ts';
import { columns, connection, refresh, storefront } from './arguments.ts';

export const lookupReport: TableFormula = {
  name: 'MARKET_LOOKUP_REPORT',
  gives: 'table',
  summary: 'The catalogue matches of a lookup request.',
  example: '=MARKET_LOOKUP_REPORT(A2)',
  operation: 'lookup-report',
  maxAge: 300,
  table: 'Lookup report',
  arguments: [
    {
      name: 'requestId',
      takes: 'single',
      param: 'requestId',
      help: 'ID that the marketplace gave the lookup request.',
    },
    storefront,
    columns,
    refresh,
    connection,
  ],
};
