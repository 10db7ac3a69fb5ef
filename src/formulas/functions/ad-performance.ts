/** `MARKET_AD_PERFORMANCE`: what each ad group spent and earned in a period. */
import type { TableFormula } from '../formula.ts';
import { activeStatus, columns, connection, period, refresh } from './arguments.ts';

export const adPerformance: TableFormula = {
  name: 'MARKET_AD_PERFORMANCE',
  gives: 'table',
  summary: 'What each ad group spent and earned in a period.',
  example: '=MARKET_AD_PERFORMANCE("last 7 days")',
  operation: 'ad-performance',
  maxAge: 300,
  table: 'Ad periods',
  always: { by: 'range' },
  arguments: [
    ...period('fromDate', 'toDate'),
    {
      name: 'campaign',
      takes: 'single',
      param: 'campaignNumber',
      optional: true,
      help: 'Campaign number.',
    },
    activeStatus,
    columns,
    refresh,
    connection,
  ],
};
