import { type Cases, gives, givesOne, refuses } from '../case.ts';
import { UNKNOWN_ITEM } from '../given.ts';
import type { Truth } from '../truth.ts';
import { idOf, inShapes } from './shapes.ts';

/** Units in the given countries, or in all countries; blank if the item has no warehouses. */
function pieces({ stock }: Truth, id: string, countries?: readonly string[]): number | '' {
  const own = stock
    .get(id)!
    .filter(({ WarehouseLocation }) => !countries || countries.includes(WarehouseLocation as string));
  return own.length === 0 ? '' : own.reduce((sum, each) => sum + (each.AvailableQuantity as number), 0);
}

const itemIn = (...countries: string[]) =>
  givesOne((truth) => pieces(truth, idOf(truth, 0), countries.length > 0 ? countries : undefined));

export const stock: Cases = {
  answered: { values: 'item' },
  shows: itemIn(),
  room: 106,
  arguments: {
    values: [
      ...inShapes('item', (truth) => [pieces(truth, idOf(truth, 0)), pieces(truth, idOf(truth, 1))]),
      ['part', itemIn()],
      ['upc', itemIn()],
      ['30', refuses('MARKET_NOT_FOUND', /"30" was not found .* "30" isn't in the Catalog\. Did you mean "0000030"\?/)],
      [
        'item_alone',
        refuses(
          'MARKET_NOT_FOUND',
          `"${UNKNOWN_ITEM}" was not found on the marketplace. Check the identifier, and the type if it is a UPC code.`,
        ),
      ],
      ['{"nothing of the kind","neither this"}', gives(() => [['', '']])],
      [
        'many',
        (truth, shown) => {
          const known = truth.announcement.allItemNumbers.slice(0, 100).map((id) => [pieces(truth, id)]);
          const all = shown('many') as { cells: unknown[][] };
          return { cells: [...known, ...all.cells.slice(100, 105)] };
        },
      ],
      [`"${'x'.repeat(60)}"`, refuses('MARKET_SERVICE', /The marketplace says: CT002: /)],
    ],
    warehouse: [
      ['"USA"', itemIn('USA')],
      ['" usa "', itemIn('USA')],
      ['{"USA","DEU"}', itemIn('USA', 'DEU')],
      ['"USA,DEU"', refuses('MARKET_ARGUMENT', '"warehouse" takes 3-letter codes such as USA, not "USA,DEU".')],
      ['"ZZZ"', gives(() => [['']])],
      ['"US"', refuses('MARKET_ARGUMENT', '"warehouse" takes 3-letter codes such as USA, not "US".')],
      ['7', refuses('MARKET_ARGUMENT', '"warehouse" takes 3-letter codes such as USA, not "7".')],
    ],
    type: [
      ['0', itemIn()],
      ['"item number"', itemIn()],
      ['1', refuses('MARKET_NOT_FOUND', /"9SI.*" was not found/)],
      ['9', refuses('MARKET_ARGUMENT', '"type" takes 0 (Item number), 1 (Seller part number), 2 (UPC code), not "9".')],
    ],
  },
  calls: [
    ['part,,1', itemIn()],
    ['part,"USA",1', itemIn('USA')],
    ['upc,,2', itemIn()],
    ['upc,,"UPC code"', itemIn()],
    [
      '{"012345678905"},,2',
      refuses('MARKET_NOT_FOUND', /"012345678905" was not found on the marketplace\. Check .* the type/),
    ],
    [
      'codes,,2',
      refuses(
        'MARKET_ARGUMENT',
        'A formula takes up to 30 identifiers of this type because each needs its own call. Use item numbers or part numbers.',
      ),
    ],
  ],
};
