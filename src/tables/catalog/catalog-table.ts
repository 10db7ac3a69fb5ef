/** The Catalog: the list of the seller's items, which no operation gives. */
import { decimal, id, instant, integer, NONE_PRIVATE, text } from '../../protocol/fields.ts';
import { type Column, sheetColumns } from '../columns.ts';
import type { FieldOf, Recorded } from '../table.ts';
import { TRAITS } from './item-keys.ts';

export const catalog = {
  answer: {
    record: {
      sellerPartNumber: id('SellerPartNumber', 'Your own identifier of the item. You may type it in.', {
        long: 'SKU-0000-000000',
      }),
      itemNumber: id('ItemNumber', 'Marketplace item number. You may type it in.'),
      upcCode: id('UPCCode', 'UPC code. You may type it in.'),
      mfrPartNumber: id('MfrPartNumber', "Manufacturer's part number. You may type it in."),
      title: text('Title', 'Short title on the website.'),
      stockPolled: instant('StockPolled', 'When its stock was last asked for.'),
      pricesPolled: instant('PricesPolled', 'When its price history was last asked for.'),
      firstSeen: instant('FirstSeen', 'Since when it is known.'),
      from: text('From', 'Where it was first found.'),
      sellerId: id('SellerID', 'Whose item it is. Blank: of the first of your shops that has it. You may type it in.'),
      // Known price logs, so that a poll need not read all pages.
      logsKnown: integer('LogsKnown', 'How many price changes the Price log has of it.'),
      logsOf: id('LogsOf', 'The storefront that they are of.'),
      newestLog: instant('NewestLog', 'When the newest of them was.'),
      dailyChanges: decimal('DailyChanges', 'How often its price changes, in changes a day.'),
      logsLeft: integer('LogsLeft', 'How many older ones left the Price log by age.'),
    },
  },
  tables: [
    {
      name: 'Catalog',
      about: 'One row per item of a shop, with all of its identifiers. You can add rows.',
      each: [],
      columns: ['*'],
      key: ['sellerId', 'itemNumber', 'sellerPartNumber', 'upcCode', 'mfrPartNumber'],
      appendOnly: true,
      typed: [...TRAITS, 'sellerId'],
      opening: {
        frozen: ['sellerPartNumber', 'itemNumber'],
        first: ['title', 'stockPolled', 'pricesPolled', 'upcCode', 'mfrPartNumber', 'from', 'firstSeen'],
        folded: [],
        constant: ['sellerId'],
      },
      hidden: ['logsKnown', 'logsOf', 'newestLog', 'dailyChanges', 'logsLeft'],
    },
  ],
} as const satisfies Recorded;

export const [catalogTable] = catalog.tables;

export type CatalogColumn = FieldOf<typeof catalog>;

export function catalogColumns(): readonly Column[] {
  return sheetColumns(catalog, catalogTable, NONE_PRIVATE);
}
