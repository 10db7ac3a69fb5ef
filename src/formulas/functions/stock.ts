/** `MARKET_STOCK`: how many pieces of an item there are. */
import type { ValueFormula } from '../formula.ts';
import { connection, identifiers, identifierType, refresh } from './arguments.ts';

export const stock: ValueFormula = {
  name: 'MARKET_STOCK',
  gives: 'values',
  summary: 'Stock of your items over all warehouses, in the shape of the identifiers.',
  example: '=MARKET_STOCK(A2:A10)',
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
    connection,
  ],
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
