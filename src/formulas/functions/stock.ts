/** `MARKET_STOCK`: how many pieces of an item there are. */
import type { AnyRecord } from '../../protocol/fields.ts';
import type { ValueFormula } from '../formula.ts';
import { identifiers, identifierType, refresh } from './arguments.ts';

export const stock: ValueFormula = {
  name: 'MARKET_STOCK',
  gives: 'values',
  summary: 'Stock of your items over all warehouses, in the shape of the identifiers.',
  example: '=MARKET_STOCK(A2:A100, "USA")',
  operation: 'inventory',
  maxAge: 60,
  arguments: [
    identifiers,
    {
      name: 'warehouse',
      takes: 'identifiers',
      param: 'warehouseList',
      optional: true,
      help: 'Country codes of warehouses, such as USA: a cell or a range; all when left out.',
    },
    identifierType,
    refresh,
  ],
  values: { pieces: (records) => records.map(quantityOf).reduce<number | ''>(add, '') },
};

/** Pieces of an item over its warehouses; blank where the marketplace names no quantity at all. */
function quantityOf(record: AnyRecord): number | '' {
  return (record.inventoryAllocation as AnyRecord[])
    .map(({ availableQuantity }) => (typeof availableQuantity === 'number' ? availableQuantity : ''))
    .reduce<number | ''>(add, '');
}

function add(one: number | '', other: number | ''): number | '' {
  if (one === '') return other;
  return other === '' ? one : one + other;
}
