/** All formulas, in the order they appear in Help. */
import type { Value } from '../../protocol/fields.ts';
import { type Cell, toCell } from '../../tables/cells.ts';
import type { AnyFormula, Formula } from '../formula.ts';
import {
  activeStatus,
  columns,
  connection,
  identifiers,
  identifierType,
  period,
  refresh,
  storefront,
} from './arguments.ts';
import { check, freshness, quota } from './state-formulas.ts';

const items = {
  takes: 'identifiers',
  param: 'itemNumbers',
  help: 'Item numbers, or part numbers and UPC codes in the Catalog (cell or range).',
} as const;

const warehouses = {
  takes: 'identifiers',
  param: 'warehouseList',
  optional: true,
  help: 'Warehouse country codes, such as USA (cell or range). Default: all.',
} as const;

const campaigns = {
  name: 'campaign',
  takes: 'identifiers',
  param: 'campaignNumber',
  help: 'Campaign numbers (cell or range).',
} as const;

export const formulas: readonly Formula[] = [
  {
    name: 'MARKET_STOCK',
    gives: 'values',
    summary: 'Stock of your items across all warehouses, one value per identifier.',
    example: '=MARKET_STOCK(A2:A10)',
    operation: 'inventory',
    maxAge: 60,
    arguments: [identifiers, { name: 'warehouse', ...warehouses }, identifierType, refresh, connection],
    values: {
      units: (records) =>
        total(
          records.flatMap(({ inventoryAllocation }) =>
            inventoryAllocation.map(({ availableQuantity }) => availableQuantity),
          ),
        ),
    },
  },
  {
    name: 'MARKET_PRICE',
    gives: 'values',
    summary: 'Price of your items after the last automatic change, one value per identifier.',
    example: '=MARKET_PRICE(A2:A10, "price")',
    operation: 'price-history',
    maxAge: 300,
    latestBy: 'requestTimeStamp',
    limit: 1,
    arguments: [
      { name: 'itemNumbers', ...items },
      {
        name: 'field',
        takes: 'field',
        optional: true,
        help: 'price, previous, buybox, gap (price minus buybox), gap%, or time. Default: price.',
      },
      refresh,
      connection,
    ],
    values: {
      price: ([last]) => cellOf(last?.targetUnitPrice),
      previous: ([last]) => cellOf(last?.originalUnitPrice),
      buybox: ([last]) => cellOf(last?.buyboxUnitPrice),
      gap: ([last]) => gapOf(last?.targetUnitPrice, last?.buyboxUnitPrice),
      'gap%': ([last]) => {
        const buybox = last?.buyboxUnitPrice;
        const gap = gapOf(last?.targetUnitPrice, buybox);
        return typeof gap === 'number' && typeof buybox === 'number' && buybox !== 0 ? gap / buybox : '';
      },
      time: ([last]) => cellOf(last?.requestTimeStamp),
    },
  },
  {
    name: 'MARKET_ORDER',
    gives: 'record',
    summary: 'One field or one row per order number. No buyer data.',
    example: '=MARKET_ORDER(A2:A10, "Order status description")',
    operation: 'orders',
    table: 'Orders',
    maxAge: 30,
    arguments: [
      { name: 'orderNumbers', takes: 'identifiers', param: 'orderNumbers', help: 'Order numbers (cell or range).' },
      {
        name: 'field',
        takes: 'field',
        optional: true,
        help: 'Column to return, such as Order status. Default: all.',
      },
      refresh,
      connection,
    ],
  },
  {
    name: 'MARKET_INVENTORY',
    gives: 'table',
    summary: 'Stock of your items, one row per warehouse country.',
    example: '=MARKET_INVENTORY(A2:A10, , , "Item number, Available quantity")',
    operation: 'inventory',
    maxAge: 60,
    table: 'Inventory',
    arguments: [identifiers, identifierType, { name: 'warehouses', ...warehouses }, columns, refresh, connection],
  },
  {
    name: 'MARKET_LOOKUP_REPORT',
    gives: 'table',
    summary: 'Catalog matches for lookup requests.',
    example: '=MARKET_LOOKUP_REPORT(A2)',
    operation: 'lookup-report',
    maxAge: 300,
    table: 'Lookup report',
    arguments: [
      {
        name: 'requestId',
        takes: 'identifiers',
        param: 'requestId',
        help: 'Lookup request IDs from the marketplace (cell or range).',
      },
      storefront,
      columns,
      refresh,
      connection,
    ],
  },
  {
    name: 'MARKET_PRICE_HISTORY',
    gives: 'table',
    summary: 'Automatic price changes of your items, newest first.',
    example: '=MARKET_PRICE_HISTORY(A2, , 10)',
    operation: 'price-history',
    maxAge: 300,
    table: 'Price log',
    latestBy: 'requestTimeStamp',
    limit: 25,
    arguments: [
      { name: 'itemNumber', ...items },
      storefront,
      { name: 'limit', takes: 'count', optional: true, help: 'Maximum number of changes per item. Default: 25.' },
      columns,
      refresh,
      connection,
    ],
  },
  {
    name: 'MARKET_AD_PERFORMANCE',
    gives: 'table',
    summary: 'Spend and sales per ad group in a period.',
    example: '=MARKET_AD_PERFORMANCE("last 7 days")',
    operation: 'ad-performance',
    maxAge: 300,
    table: 'Ad periods',
    always: { by: 'range' },
    arguments: [
      ...period('fromDate', 'toDate'),
      { ...campaigns, optional: true },
      activeStatus,
      columns,
      refresh,
      connection,
    ],
  },
  {
    name: 'MARKET_KEYWORDS',
    gives: 'table',
    summary: 'Keywords of sponsored campaigns.',
    example: '=MARKET_KEYWORDS(A2, , , , "Active")',
    operation: 'keywords',
    maxAge: 300,
    table: 'Keywords',
    arguments: [
      campaigns,
      { name: 'group', takes: 'single', param: 'groupNumber', optional: true, help: 'Ad group number.' },
      { name: 'keyword', takes: 'single', param: 'keyword', optional: true, help: 'Only keywords matching this text.' },
      {
        name: 'searchKeywordType',
        takes: 'single',
        param: 'searchKeywordType',
        optional: true,
        help: 'Match mode, such as KEYWORD. Requires a keyword.',
      },
      activeStatus,
      columns,
      refresh,
      connection,
    ],
  },
  {
    name: 'MARKET_ORDERS',
    gives: 'table',
    summary: 'Orders in a period (Pacific time), without buyer data.',
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
        help: 'Status code or name, such as 2 or Shipped. Default: all.',
      },
      columns,
      refresh,
      connection,
    ],
  },
  freshness,
  quota,
];

/** Includes `MARKET_CHECK`, which is evaluated separately. */
export const everyFormula: readonly AnyFormula[] = [...formulas, check];

export function findFormula(name: string): Formula {
  const found = formulas.find((formula) => formula.name === name);
  if (!found) throw new Error(`There is no formula named ${name}.`);
  return found;
}

/** Returns a blank if the marketplace reports no quantity. */
function total(quantities: readonly unknown[]): number | '' {
  const numbers = quantities.filter((each) => typeof each === 'number');
  return numbers.length === 0 ? '' : numbers.reduce((sum, each) => sum + each, 0);
}

function cellOf(value: Value | null | undefined): Cell {
  return toCell(value ?? null, 'UTC');
}

function gapOf(ours: unknown, buybox: unknown): Cell {
  return typeof ours === 'number' && typeof buybox === 'number' ? Math.round((ours - buybox) * 100) / 100 : '';
}
