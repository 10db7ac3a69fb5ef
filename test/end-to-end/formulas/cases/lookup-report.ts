import { asFor, type Cases, type Expected, refuses } from '../case.ts';
import { choices, table, whole } from './table.ts';

const STOREFRONTS = 'Choose from main, business, canadian.';
const MATCHES = ['UPC', 'Market item number'] as const;
const matchesAt = (storefront: 'main' | 'business' | 'canadian') =>
  table(MATCHES, ['UPC', 'MarketItemNumber'], ({ matches }) => matches[storefront]);

const withRow =
  (row: readonly string[]): Expected =>
  (_, shown) => ({ cells: [...(shown('request,,"UPC,Market item number"') as { cells: unknown[][] }).cells, row] });

export const lookupReport: Cases = {
  answered: { requestId: 'request', columns: '"UPC,Market item number"' },
  shows: matchesAt('main'),
  room: 139,
  arguments: {
    requestId: [
      ['{"",request}', asFor('request,,"UPC,Market item number"')],
      ['{request,"NOPE"}', withRow(['MARKET_SERVICE', ''])],
      [
        '"NOPE"',
        refuses(
          'MARKET_SERVICE',
          /The marketplace says: DF006: The RequestID does not exist\. Check your entries, or ask/,
        ),
      ],
      ['7', refuses('MARKET_SERVICE', /The marketplace says: DF006: /)],
    ],
    storefront: [
      ['"main"', matchesAt('main')],
      ['"business"', matchesAt('business')],
      ['"canadian"', matchesAt('canadian')],
      ['"Business"', asFor('request,"business","UPC,Market item number"')],
      [
        '"moon"',
        refuses('MARKET_STOREFRONT', `Lookup report is not available on the "moon" storefront. ${STOREFRONTS}`),
      ],
    ],
    columns: choices('request,,"UPC,Market item number"', MATCHES, ['upc', 'marketItemNumber']),
  },
  calls: [['request', whole('request', 15, ({ matches }) => matches.main)]],
};
