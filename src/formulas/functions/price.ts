/** `MARKET_PRICE`: what the last automatic price change of an item was. */
import type { Value } from '../../protocol/fields.ts';
import { type Cell, toCell } from '../../tables/cells.ts';
import type { ValueFormula } from '../formula.ts';
import { connection, refresh } from './arguments.ts';

export const price: ValueFormula = {
  name: 'MARKET_PRICE',
  gives: 'values',
  summary: 'Price of your items after the last automatic change, in the shape of the identifiers.',
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
      help: 'price, previous, buybox, gap (price minus buybox), gap% or time; price when left out.',
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
