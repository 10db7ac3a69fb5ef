/** Formulas about ads: `MARKET_AD_PERFORMANCE`, `MARKET_KEYWORDS`. */
import type { TableFormula } from '../formula.ts';
import { activeStatus, columns, connection, period, refresh } from './arguments.ts';

export const adPerformance: TableFormula = {
  name: 'MARKET_AD_PERFORMANCE',
  gives: 'table',
  summary: 'Spend and sales of each ad group in a period.',
  example: '=MARKET_AD_PERFORMANCE("last 7 days")',
  operation: 'ad-performance',
  maxAge: 300,
  table: 'Ad periods',
  always: { by: 'range' },
  arguments: [
    ...period('fromDate', 'toDate'),
    { name: 'campaign', takes: 'single', param: 'campaignNumber', optional: true, help: 'Campaign number.' },
    activeStatus,
    columns,
    refresh,
    connection,
  ],
};

export const keywords: TableFormula = {
  name: 'MARKET_KEYWORDS',
  gives: 'table',
  summary: 'Keywords of a sponsored campaign.',
  example: '=MARKET_KEYWORDS(A2, , , , "Active")',
  operation: 'keywords',
  maxAge: 300,
  table: 'Keywords',
  arguments: [
    { name: 'campaign', takes: 'single', param: 'campaignNumber', help: 'Campaign number.' },
    { name: 'group', takes: 'single', param: 'groupNumber', optional: true, help: 'Ad group number.' },
    { name: 'keyword', takes: 'single', param: 'keyword', optional: true, help: 'Only keywords matching this text.' },
    {
      name: 'searchKeywordType',
      takes: 'single',
      param: 'searchKeywordType',
      optional: true,
      help: 'Match mode such as KEYWORD. Requires a keyword.',
    },
    activeStatus,
    columns,
    refresh,
    connection,
  ],
};
