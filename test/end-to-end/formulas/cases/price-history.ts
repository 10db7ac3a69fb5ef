import { type Cases, gives, refuses } from '../case.ts';
import { choices, type Entries, table, whole } from './table.ts';

const changes =
  (count: number, storefront: 'usa' | 'can' = 'usa'): Entries =>
  (truth) =>
    truth.changes[storefront].get(truth.announcement.itemNumbers[0]!)!.slice(0, count);
const both: Entries = (truth) =>
  truth.announcement.itemNumbers.slice(0, 2).flatMap((item) => truth.changes.usa.get(item)!.slice(0, 3));
const PRICES = ['Target unit price', 'Trigger'] as const;
const pricesOf = (entries: Entries) => table(PRICES, ['TargetUnitPrice', 'Trigger'], entries);

export const priceHistory: Cases = {
  answered: { itemNumber: 'item', limit: '3', columns: '"Target unit price,Trigger"' },
  shows: pricesOf(changes(3)),
  room: 26,
  arguments: {
    itemNumber: [
      ['item_lower', pricesOf(changes(3))],
      ['{item,""}', pricesOf(changes(3))],
      ['item_column', pricesOf(both)],
      ['part', pricesOf(changes(3))],
      ['upc', pricesOf(changes(3))],
      ['"nobody"', refuses('MARKET_NOT_FOUND', /The Catalog has no item number for "nobody"\. Pull Orders/)],
      ['item_alone', gives(() => [PRICES])],
      ['"."', refuses('MARKET_ARGUMENT', '"itemNumber" takes identifiers, not ".".')],
    ],
    storefront: [
      ['"main"', pricesOf(changes(3))],
      ['"canadian"', pricesOf(changes(3, 'can'))],
      [
        '"business"',
        refuses(
          'MARKET_STOREFRONT',
          'Price history is not available on the "business" storefront. Choose from main, canadian.',
        ),
      ],
    ],
    limit: [
      ['1', pricesOf(changes(1))],
      ['"2"', pricesOf(changes(2))],
      ['', pricesOf(changes(25))],
      ['""', pricesOf(changes(25))],
    ],
    columns: choices('item,,3,"Target unit price,Trigger"', PRICES, ['targetUnitPrice', 'trigger']),
  },
  calls: [
    ['item', whole('item', 13, changes(25))],
    [
      'item,,2,"requestTimeStamp"',
      gives((truth) => [
        ['Request time stamp'],
        ...changes(2)(truth).map(({ RequestTimeStamp }) => [new Date(String(RequestTimeStamp))]),
      ]),
    ],
  ],
};
