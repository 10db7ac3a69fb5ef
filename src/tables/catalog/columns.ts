/** The Catalog: the list of the seller's items, which no operation gives. */
import { decimal, id, instant, integer, NONE_PRIVATE, text } from '../../protocol/fields.ts';
import type { Column } from '../columns.ts';
import { fieldColumns, ROW_KEY } from '../columns.ts';
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
      // What is kept of its past, so that a poll need not read all of it again.
      logsKnown: integer('LogsKnown', 'How many price changes the Price log has of it.'),
      logsOf: id('LogsOf', 'The storefront that they are of.'),
      newestLog: instant('NewestLog', 'When the newest of them was.'),
      dailyChanges: decimal('DailyChanges', 'How often its price changes, in changes a day.'),
    },
  },
  tables: [
    {
      name: 'Catalog',
      each: [],
      columns: ['*'],
      key: ['itemNumber', 'sellerPartNumber', 'upcCode', 'mfrPartNumber'],
      appendOnly: true,
    },
  ],
} as const satisfies Recorded;

export const [catalogTable] = catalog.tables;

const PAST_COLUMNS = ['logsKnown', 'logsOf', 'newestLog', 'dailyChanges'] as const;

/** People type into the columns of what an item is known by; those of its past are for the add-on alone. */
export function catalogColumns(): readonly Column[] {
  const typed: ReadonlySet<string> = new Set(TRAITS);
  const hidden: ReadonlySet<string> = new Set(PAST_COLUMNS);
  const columns = fieldColumns(catalog, catalogTable, NONE_PRIVATE);
  return [
    ...columns.map((column) => ({
      ...column,
      ...(typed.has(column.id) ? { typed: true as const } : {}),
      ...(hidden.has(column.id) ? { hidden: true as const } : {}),
    })),
    ROW_KEY,
  ];
}
