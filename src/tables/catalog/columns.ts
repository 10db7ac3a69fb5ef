/** The Catalog: the list of the seller's items, which no operation gives. */
import { id, instant, NONE_PRIVATE, text } from '../../protocol/fields.ts';
import type { Column } from '../columns.ts';
import { sheetColumns } from '../columns.ts';
import type { Recorded } from '../table.ts';
import { TRAITS } from './items.ts';

export const catalog = {
  answer: {
    record: {
      sellerPartNumber: id('SellerPartNumber', 'Your own identifier of the item. You may type it in.'),
      itemNumber: id('ItemNumber', 'Marketplace item number. You may type it in.'),
      upcCode: id('UPCCode', 'UPC code. You may type it in.'),
      mfrPartNumber: id('MfrPartNumber', "Manufacturer's part number. You may type it in."),
      title: text('Title', 'Short title on the website.'),
      stockPolled: instant('StockPolled', 'When its stock was last asked for.'),
      pricesPolled: instant('PricesPolled', 'When its price history was last asked for.'),
      firstSeen: instant('FirstSeen', 'Since when it is known.'),
      from: text('From', 'Where it was first found.'),
    },
  },
  tables: [
    {
      name: 'Catalog',
      each: [],
      columns: ['*'],
      key: ['itemNumber', 'sellerPartNumber', 'upcCode', 'mfrPartNumber'],
      appendOnly: true,
      typed: TRAITS,
    },
  ],
} as const satisfies Recorded;

export const [catalogTable] = catalog.tables;

/** People type into the columns of what an item is known by. */
export function catalogColumns(): readonly Column[] {
  return sheetColumns(catalog, catalogTable, NONE_PRIVATE);
}
