/** `MARKET_PRICE`: what the last automatic price change of an item was. */
import type { AnyRecord } from '../../protocol/fields.ts';
import type { Cell } from '../../tables/cells.ts';
import { toCell } from '../../tables/cells.ts';
import type { ValueFormula } from '../formula.ts';
import { refresh } from './arguments.ts';

export const price: ValueFormula = {
  name: 'MARKET_PRICE',
  gives: 'values',
  summary: 'Price of your items after the last automatic change, in the shape of the identifiers.',
  example: '=MARKET_PRICE(A2, "gap%")',
  operation: 'price-history',
  maxAge: 300,
  newestFirst: 'requestTimeStamp',
  limit: 1,
  arguments: [
    {
      name: 'itemNumbers',
      takes: 'identifiers',
      param: 'itemNumbers',
      help: 'Marketplace item numbers: a cell or a range.',
    },
    {
      name: 'field',
      takes: 'field',
      optional: true,
      help: 'price, previous, buybox, gap (price minus buybox), gap% or time; price when left out.',
    },
    refresh,
  ],
  values: {
    price: ([last]) => amount(last, 'targetUnitPrice'),
    previous: ([last]) => amount(last, 'originalUnitPrice'),
    buybox: ([last]) => amount(last, 'buyboxUnitPrice'),
    gap: ([last]) => gapOf(last),
    'gap%': ([last]) => {
      const [gap, buybox] = [gapOf(last), amount(last, 'buyboxUnitPrice')];
      return typeof gap === 'number' && typeof buybox === 'number' && buybox !== 0 ? gap / buybox : '';
    },
    time: ([last]) => amount(last, 'requestTimeStamp'),
  },
};

function amount(record: AnyRecord | undefined, field: string): Cell {
  const value = record?.[field] ?? null;
  return Array.isArray(value) ? '' : toCell(value, 'UTC');
}

/** Prices are exact to the cent, and so is what lies between them. */
function gapOf(record: AnyRecord | undefined): Cell {
  const [ours, buybox] = [amount(record, 'targetUnitPrice'), amount(record, 'buyboxUnitPrice')];
  return typeof ours === 'number' && typeof buybox === 'number'
    ? Math.round((ours - buybox) * 100) / 100
    : '';
}
