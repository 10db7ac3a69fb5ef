import { type Cases, gives, refuses } from '../case.ts';
import { choices, type Entries, table, whole } from './table.ts';

const allocations =
  (...ids: number[]): Entries =>
  ({ stock, announcement }) =>
    ids.flatMap((index) => {
      const id = announcement.itemNumbers[index]!;
      return stock.get(id)!.map((allocation) => ({ ...allocation, id }));
    });
const STOCK = ['Item number', 'Available quantity'] as const;
const stockOf = (entries: Entries) => table(STOCK, ['id', 'AvailableQuantity'], entries);
const inUsa: Entries = (truth) => allocations(0)(truth).filter(({ WarehouseLocation }) => WarehouseLocation === 'USA');

export const inventory: Cases = {
  answered: { values: 'item', columns: '"Item number,Available quantity"' },
  shows: stockOf(allocations(0)),
  room: 12,
  arguments: {
    values: [
      ['item_lower', stockOf(allocations(0))],
      ['item_row', stockOf(allocations(0, 1))],
      ['item_column', stockOf(allocations(0, 1))],
      ['item_block', stockOf(allocations(0, 1))],
      ['part', stockOf(allocations(0))],
      ['{item,upc}', stockOf(allocations(0))],
      ['{item,part}', stockOf(allocations(0))],
      ['item_alone', gives(() => [STOCK])],
      ['blanks', gives(() => [['']])],
    ],
    type: [
      ['0', stockOf(allocations(0))],
      ['"Item number"', stockOf(allocations(0))],
      ['1', gives(() => [STOCK])],
      ['"moon"', refuses('MARKET_ARGUMENT', /"type" takes 0 \(Item number\), .*, not "moon"/)],
    ],
    warehouses: [
      ['"usa"', stockOf(inUsa)],
      ['{"USA","ZZZ"}', stockOf(inUsa)],
      ['"ZZZ"', table(STOCK, ['id', 'none'], ({ announcement }) => [{ id: announcement.itemNumbers[0] }])],
      ['{"USA","U"}', refuses('MARKET_ARGUMENT', '"warehouses" takes 3-letter codes such as USA, not "U".')],
    ],
    columns: choices('item,,,"Item number,Available quantity"', STOCK, ['itemNumber', 'availableQuantity']),
  },
  calls: [
    ['item', whole('item', 11, allocations(0))],
    ['upc,2,,"Item number,Available quantity"', stockOf(allocations(0))],
    ['codes,2', refuses('MARKET_ARGUMENT', /takes up to 30 identifiers of this type because each needs its own call/)],
  ],
};
