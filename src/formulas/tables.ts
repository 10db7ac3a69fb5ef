/** The formulas that give whole tables, one for each operation. */
import { activeStatus, columns, identifiers, identifierType, storefront } from './arguments.ts';
import type { TableFormula } from './formula.ts';

export const tableFormulas: readonly TableFormula[] = [
  {
    name: 'MARKET_INVENTORY',
    gives: 'table',
    summary: 'Stock of your items, one row for each warehouse country.',
    operation: 'inventory',
    table: 'Inventory',
    arguments: [
      identifiers,
      identifierType,
      {
        name: 'warehouses',
        takes: 'identifiers',
        param: 'warehouseList',
        optional: true,
        help: 'Three-letter country codes of warehouses; all when left out.',
      },
      columns,
    ],
  },
  {
    name: 'MARKET_LOOKUP_REPORT',
    gives: 'table',
    summary: 'The catalogue matches of a lookup request.',
    operation: 'lookup-report',
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
    ],
  },
  {
    name: 'MARKET_PRICE_HISTORY',
    gives: 'table',
    summary: 'Automatic price changes of an item, newest first.',
    operation: 'price-history',
    table: 'Price log',
    newestFirst: 'requestTimeStamp',
    limit: 25,
    arguments: [
      { name: 'itemNumber', takes: 'single', param: 'itemNumbers', help: 'Marketplace item number.' },
      storefront,
      { name: 'limit', takes: 'count', optional: true, help: 'How many changes at most; 25 when left out.' },
      columns,
    ],
  },
  {
    name: 'MARKET_AD_PERFORMANCE',
    gives: 'table',
    summary: 'What each ad group spent and earned in a period.',
    operation: 'ad-performance',
    table: 'Ad performance',
    arguments: [
      { name: 'from', takes: 'date', param: 'fromDate', help: 'First day of the period.' },
      { name: 'to', takes: 'date', param: 'toDate', help: 'Last day of the period.' },
      {
        name: 'campaign',
        takes: 'single',
        param: 'campaignNumber',
        optional: true,
        help: 'Campaign number.',
      },
      activeStatus,
      columns,
    ],
  },
  {
    name: 'MARKET_KEYWORDS',
    gives: 'table',
    summary: 'Keywords of a sponsored campaign.',
    operation: 'keywords',
    table: 'Keywords',
    arguments: [
      { name: 'campaign', takes: 'single', param: 'campaignNumber', help: 'Campaign number.' },
      { name: 'group', takes: 'single', param: 'groupNumber', optional: true, help: 'Ad group number.' },
      {
        name: 'keyword',
        takes: 'single',
        param: 'keyword',
        optional: true,
        help: 'Only keywords matching this text.',
      },
      {
        name: 'searchKeywordType',
        takes: 'single',
        param: 'searchKeywordType',
        optional: true,
        help: 'How the keyword is matched; goes with a keyword.',
      },
      activeStatus,
      columns,
    ],
  },
  {
    name: 'MARKET_ORDERS',
    gives: 'table',
    summary: 'Orders of a period, without data of buyers.',
    operation: 'orders',
    table: 'Orders',
    arguments: [
      { name: 'from', takes: 'date', param: 'orderDateFrom', help: 'First day or moment, in Pacific time.' },
      { name: 'to', takes: 'date', param: 'orderDateTo', help: 'Last day or moment, in Pacific time.' },
      {
        name: 'status',
        takes: 'single',
        param: 'status',
        optional: true,
        help: 'Status code or name; all when left out.',
      },
      columns,
    ],
  },
];
