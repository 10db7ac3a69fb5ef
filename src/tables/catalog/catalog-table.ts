import { decimal, id, instant, integer, NONE_PRIVATE, text } from '../../protocol/fields.ts';
import { type Column, sheetColumns } from '../columns.ts';
import type { FieldOf, Recorded } from '../table.ts';
import { TRAITS } from './item-keys.ts';

export const catalog = {
  answer: {
    record: {
      sellerPartNumber: id('SellerPartNumber', 'Your SKU for the item. Editable.', {
        long: 'SKU-0000-000000',
      }),
      itemNumber: id('ItemNumber', 'Marketplace item number. Editable.'),
      upcCode: id('UPCCode', 'UPC code. Editable.'),
      mfrPartNumber: id('MfrPartNumber', "Manufacturer's part number. Editable."),
      title: text('Title', 'Short title on the website.'),
      stockPolled: instant('StockPolled', 'When its stock was last requested.'),
      pricesPolled: instant('PricesPolled', 'When its price history was last requested.'),
      firstSeen: instant('FirstSeen', 'When it was first seen.'),
      from: text('From', 'Where it was first found.'),
      sellerId: id('SellerID', 'Seller ID of the shop. Blank: your first shop with this item. Editable.'),
      // These columns describe the records already on the Price log sheet, to shorten later polls.
      logsKnown: integer('LogsKnown', 'Number of price changes on Price log.'),
      logsOf: id('LogsOf', 'Storefront where the prices changed.'),
      newestLog: instant('NewestLog', 'Time of the newest price change.'),
      dailyChanges: decimal('DailyChanges', 'Number of price changes per day.'),
      logsLeft: integer('LogsLeft', 'Number of older price changes removed from Price log.'),
      canadianPricesPolled: instant('CanadianPricesPolled', 'When its Canadian prices were last requested.'),
    },
  },
  tables: [
    {
      name: 'Catalog',
      about: 'One row per item and shop, with all of its identifiers. You can add rows.',
      each: [],
      columns: ['*'],
      key: ['sellerId', 'itemNumber', 'sellerPartNumber', 'upcCode', 'mfrPartNumber'],
      appendOnly: true,
      typed: [...TRAITS, 'sellerId'],
      opening: {
        frozen: ['sellerPartNumber', 'itemNumber'],
        first: ['title', 'stockPolled', 'pricesPolled', 'upcCode', 'mfrPartNumber', 'from', 'firstSeen'],
        folded: ['canadianPricesPolled'],
        constant: ['sellerId'],
      },
      hidden: ['logsKnown', 'logsOf', 'newestLog', 'dailyChanges', 'logsLeft'],
    },
  ],
} as const satisfies Recorded;

export const [catalogTable] = catalog.tables;

/** When an item's prices were last read on any storefront. */
export function pricesRead(
  item: { readonly [column in 'pricesPolled' | 'canadianPricesPolled']: number | null } | undefined,
): number | null {
  return Math.max(item?.pricesPolled ?? 0, item?.canadianPricesPolled ?? 0) || null;
}

export type CatalogColumn = FieldOf<typeof catalog>;

export function catalogColumns(): readonly Column[] {
  return sheetColumns(catalog, catalogTable, NONE_PRIVATE);
}
