/** `MARKET_STOCK`: how many pieces of an item there are. */
import type { AnyRecord } from '../protocol/fields.ts';
import type { ValueFormula } from './formula.ts';

export const stock: ValueFormula = {
  name: 'MARKET_STOCK',
  gives: 'values',
  summary: 'Stock of your items over all warehouses, in the shape of the identifiers.',
  operation: 'inventory',
  arguments: [
    {
      name: 'values',
      takes: 'identifiers',
      param: 'values',
      help: 'Item numbers or seller part numbers: a cell or a range.',
    },
    {
      name: 'warehouse',
      takes: 'identifiers',
      param: 'warehouseList',
      optional: true,
      help: 'Three-letter country code of a warehouse; all when left out.',
    },
    {
      name: 'type',
      takes: 'single',
      param: 'type',
      optional: true,
      help: '0 for item numbers, 1 for seller part numbers, 2 for UPC codes; told from the identifier when left out.',
    },
  ],
  values: stockOf,
};

/** Sums the available quantity of each identifier; an item without any quantity is known and blank. */
function stockOf(
  records: readonly AnyRecord[],
  identifiers: readonly string[],
): ReadonlyMap<string, number | ''> {
  const sums = new Map<string, number | ''>();
  for (const record of records) {
    const quantities = (record.inventoryAllocation as AnyRecord[])
      .map(({ availableQuantity }) => availableQuantity)
      .filter((quantity): quantity is number => typeof quantity === 'number');
    const sum = quantities.length > 0 ? quantities.reduce((a, b) => a + b) : '';
    for (const name of [record.itemNumber, record.sellerPartNumber])
      if (typeof name === 'string') sums.set(name.toLowerCase(), add(sums.get(name.toLowerCase()), sum));
  }
  // The answer does not repeat a UPC code: it can only be told for a question about one.
  if (identifiers.length === 1 && records.length > 0 && !sums.has(identifiers[0]!.toLowerCase())) {
    const total = records.map(({ itemNumber }) => sums.get(String(itemNumber).toLowerCase()) ?? '');
    sums.set(identifiers[0]!.toLowerCase(), total.reduce<number | ''>(add, ''));
  }
  return new Map(
    identifiers.flatMap((name) => {
      const sum = sums.get(name.toLowerCase());
      return sum === undefined ? [] : [[name, sum] as const];
    }),
  );
}

function add(one: number | '' | undefined, other: number | ''): number | '' {
  if (one === undefined || one === '') return other;
  return other === '' ? one : one + other;
}
