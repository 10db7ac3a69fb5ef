/** Formulas about items: `MARKET_STOCK`, `MARKET_INVENTORY`, `MARKET_PRICE`, `MARKET_PRICE_HISTORY`, `MARKET_LOOKUP_REPORT`. */
import type { Value } from '../../protocol/fields.ts';
import { type Cell, toCell } from '../../tables/cells.ts';
import type { TableFormula, ValueFormula } from '../formula.ts';
import { columns, connection, identifiers, identifierType, refresh, storefront } from './arguments.ts';

const warehouses = {
  takes: 'identifiers',
  param: 'warehouseList',
  optional: true,
  help: 'Country codes of warehouses, such as USA: a cell or a range. All when left out.',
} as const;

export const stock: ValueFormula = {
  name: 'MARKET_STOCK',
  gives: 'values',
  summary: 'Stock of your items across all warehouses, one value per identifier.',
  example: '=MARKET_STOCK(A2:A10)',
  operation: 'inventory',
  maxAge: 60,
  arguments: [identifiers, { name: 'warehouse', ...warehouses }, identifierType, refresh, connection],
  values: {
    pieces: (records) =>
      total(
        records.flatMap(({ inventoryAllocation }) =>
          inventoryAllocation.map(({ availableQuantity }) => availableQuantity),
        ),
      ),
  },
};

/** Blank where the marketplace names no quantity at all. */
function total(quantities: readonly unknown[]): number | '' {
  const numbers = quantities.filter((each) => typeof each === 'number');
  return numbers.length === 0 ? '' : numbers.reduce((sum, each) => sum + each, 0);
}

export const inventory: TableFormula = {
  name: 'MARKET_INVENTORY',
  gives: 'table',
  summary: 'Stock of your items, one row per warehouse country.',
  example: '=MARKET_INVENTORY(A2:A10, , , "Item number, Available quantity")',
  operation: 'inventory',
  maxAge: 60,
  table: 'Inventory',
  arguments: [identifiers, identifierType, { name: 'warehouses', ...warehouses }, columns, refresh, connection],
};

export const price: ValueFormula = {
  name: 'MARKET_PRICE',
  gives: 'values',
  summary: 'Price of your items after the last automatic change, one value per identifier.',
  example: '=MARKET_PRICE(A2, "price")',
  operation: 'price-history',
  maxAge: 300,
  latestBy: 'requestTimeStamp',
  limit: 1,
  arguments: [
    {
      name: 'itemNumbers',
      takes: 'identifiers',
      param: 'itemNumbers',
      help: 'Item numbers, or part numbers and UPC codes that the Catalog knows: a cell or a range.',
    },
    {
      name: 'field',
      takes: 'field',
      optional: true,
      help: 'price, previous, buybox, gap (price minus buybox), gap%, or time. Price when left out.',
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
};

function cellOf(value: Value | null | undefined): Cell {
  return toCell(value ?? null, 'UTC');
}

/** Prices are exact to the cent, and so is what lies between them. */
function gapOf(ours: unknown, buybox: unknown): Cell {
  return typeof ours === 'number' && typeof buybox === 'number' ? Math.round((ours - buybox) * 100) / 100 : '';
}

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
    { name: 'limit', takes: 'count', optional: true, help: 'Maximum number of changes. 25 when left out.' },
    columns,
    refresh,
    connection,
  ],
};

export const lookupReport: TableFormula = {
  name: 'MARKET_LOOKUP_REPORT',
  gives: 'table',
  summary: 'Catalog matches of a lookup request.',
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
