/** `MARKET_STOCK`: how many pieces of an item there are. */
import type { AnyRecord } from '../protocol/fields.ts';
import { identifiers, identifierType } from './arguments.ts';
import type { ValueFormula } from './formula.ts';

export const stock: ValueFormula = {
  name: 'MARKET_STOCK',
  gives: 'values',
  summary: 'Stock of your items over all warehouses, in the shape of the identifiers.',
  operation: 'inventory',
  arguments: [
    identifiers,
    {
      name: 'warehouse',
      takes: 'identifiers',
      param: 'warehouseList',
      optional: true,
      help: 'Three-letter country code of a warehouse; all when left out.',
    },
    identifierType,
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
    const sum = quantityOf(record);
    for (const name of new Set([record.itemNumber, record.sellerPartNumber]))
      if (typeof name === 'string') sums.set(name, add(sums.get(name), sum));
  }
  const inAnyCase = new Map([...sums].map(([name, sum]) => [name.toLowerCase(), sum]));
  // The answer does not repeat a UPC code: it can only be told for a question about one.
  const only =
    identifiers.length === 1 && records.length > 0 ? records.map(quantityOf).reduce(add) : undefined;
  return new Map(
    identifiers.flatMap((name) => {
      const sum = sums.get(name) ?? inAnyCase.get(name.toLowerCase()) ?? only;
      return sum === undefined ? [] : [[name, sum] as const];
    }),
  );
}

function quantityOf(record: AnyRecord): number | '' {
  return (record.inventoryAllocation as AnyRecord[])
    .map(({ availableQuantity }) => (typeof availableQuantity === 'number' ? availableQuantity : ''))
    .reduce<number | ''>(add, '');
}

function add(one: number | '' | undefined, other: number | ''): number | '' {
  if (one === undefined || one === '') return other;
  return other === '' ? one : one + other;
}
