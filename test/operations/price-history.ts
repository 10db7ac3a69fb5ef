/** Get Item Price History, from the specification and third-party documents. */
import fc from 'fast-check';
import type { Market } from '../marketplace/caller.ts';
import { answers, at, count, fails, inEnvelope, type OperationExample, one, recordOf, some } from './example.ts';

/** The item with the most price changes on a storefront. */
async function mostChanged(market: Market, storefront: 'usa' | 'can') {
  const counts = await Promise.all(
    market.known.itemNumbers.map(async (item) => {
      const { TotalCount } = (await market.prices(item, { pagesize: '1' }, storefront)).json.ResponseBody;
      return { item, total: TotalCount as number };
    }),
  );
  return counts.sort((one, other) => other.total - one.total)[0]!;
}

export const priceHistory: OperationExample = {
  title: 'Get Item Price History',
  method: 'GET',
  stem: 'contentmgmt/item/repricer/item/history/x',
  storefronts: ['usa/', 'can/'],
  callsPerHour: 500,
  requires: { itemNumbers: ['9SIA00603V5190'] },
  requests: [
    {
      input: { itemNumbers: ['9SIA00603V5190'] },
      method: 'get',
      urls: {
        main: '/marketplace/usa/contentmgmt/item/repricer/item/history/9sia00603v5190?sellerid=A006&pageindex=1&pagesize=100',
        canadian:
          '/marketplace/can/contentmgmt/item/repricer/item/history/9sia00603v5190?sellerid=A006&pageindex=1&pagesize=100',
      },
    },
  ],
  samples: [],
  otherRequests: {},
  shapes: {
    json: {
      example: answers('price-history/crafted-ok.json'),
      'two pages': answers('price-history/matrix-page1of2.json', 'price-history/matrix-page2of2.json'),
      none: answers('price-history/crafted-empty.json'),
      one: answers('price-history/matrix-one.json'),
      error: fails('price-history/crafted-error-invalid-token.json', 'MARKET_KEY', 'InvalidToken'),
      'odd shape': answers('price-history/crafted-strings.json'),
    },
    xml: {
      example: answers('price-history/matrix-example.xml'),
      'two pages': answers('price-history/matrix-page1of2.xml', 'price-history/matrix-page2of2.xml'),
      none: answers('price-history/matrix-none.xml'),
      one: answers('price-history/matrix-one.xml'),
      error: fails('price-history/error-captured-invalid-token.xml', 'MARKET_KEY', 'InvalidToken'),
      'odd shape': answers('price-history/matrix-odd.xml'),
    },
  },
  documents: {
    records: [
      { file: 'price-history/crafted-ok.json', cases: 'case 52', total: 3 },
      { file: 'price-history/crafted-strings.json', cases: 'case 36', total: 1 },
    ],
    empty: [
      { file: 'price-history/crafted-empty.json', total: 0 },
      { file: 'price-history/crafted-no-body.json', cases: 'case 35' },
    ],
    refused: [
      { file: 'price-history/crafted-issuccess-false.json', cases: 'case 29', code: 'MARKET_SERVICE', says: '' },
    ],
    series: [
      {
        file: 'price-history/crafted-page-full25.json',
        cases: 'case 77',
        count: 25,
        total: 60,
        pages: undefined,
        first: {
          marketItemNumber: '9SIA00603V5190',
          originalUnitPrice: 19.99,
          targetUnitPrice: 18.49,
          buyboxUnitPrice: 18.5,
          requestUser: 'System',
          sellerId: 'A006',
          platform: 'USA',
          sourceSystem: 'AutoPricing',
          trigger: 'BuyboxChanged',
          processStatus: 'Success',
        },
        change: (index: number) => {
          const day = String(index + 1).padStart(2, '0');
          return {
            requestTimeStamp: { at: `2025-06-${day}T07:00:00.000Z`, text: `2025-06-${day}T00:00:00-07:00` },
          };
        },
      },
    ],
    outOfScope: {},
    notHere: {},
    onlySpecified: [],
  },
  goodAnswers: async (market) => {
    const item = market.known.itemNumbers[0] as string;
    const path = `/marketplace/usa/contentmgmt/item/repricer/item/history/${item}`;
    return [
      await market.prices(item),
      await market.ask(path, { method: 'GET', headers: { Accept: 'application/xml' } }),
    ];
  },
  identity: ['marketItemNumber', 'requestTimeStamp', 'targetUnitPrice'],
  asks: async ({ market }) => {
    const [main, canadian] = await Promise.all([mostChanged(market, 'usa'), mostChanged(market, 'can')]);
    const on = (storefront: string) => (storefront === 'canadian' ? canadian : main);
    const asking = (storefront: string, more: object = {}) => ({
      input: { itemNumbers: [on(storefront).item] },
      count: on(storefront).total,
      ...more,
    });
    return {
      example: (storefront) => asking(storefront),
      'two pages': (storefront) =>
        asking(storefront, { settings: { priceHistoryPageSize: Math.ceil(on(storefront).total / 2) } }),
      none: () => ({ input: { itemNumbers: ['9SI0000000000'] }, count: 0 }),
      one: (storefront) =>
        asking(storefront, { count: 1, settings: { priceHistoryPageSize: on(storefront).total - 1 }, onlyPage: 2 }),
    };
  },
  tables: {
    'Price log': {
      headers:
        'Market item number, Original unit price, Target unit price, Buybox unit price, Request time stamp, Request user, Seller ID, Platform, Source system, Trigger, Process status, Memo, Seller part number, Title, Gap, Raw dates, Row key',
      frozen: 'Market item number, Seller part number, Title',
      first: 'Request time stamp, Original unit price, Target unit price, Buybox unit price, Gap, Trigger',
    },
  },
  pulls: ({ itemNumbers }) => [{ params: { itemNumbers }, calls: 8 }],
  form: ({ itemNumbers }) => ({ 'Item numbers': itemNumbers.join('\n') }),
  hostile: [{ itemNumbers: ['9SI1'] }],
  paged: {
    table: 'Price log',
    shows: 'Memo',
    input: (units) => ({ itemNumbers: Array.from({ length: units }, (_, index) => `9SI${index}`) }),
    asked: ({ url }) => ({
      unit: /history\/9si(\d+)/.exec(url)![1]!,
      page: Number(/pageindex=(\d+)/.exec(url)![1]),
    }),
    answer: (names, unit, { total }) =>
      inEnvelope({
        PriceLogs: names.map((Memo) => ({
          MarketItemNumber: `9SI${unit}`,
          TargetUnitPrice: 1,
          RequestTimeStamp: new Date(Date.UTC(2025, 5, 1) - Number(Memo.slice(1)) * 60_000).toISOString(),
          Memo,
        })),
        TotalCount: total,
      }),
  },
  shops: fc.record({
    params: fc.constant({ itemNumbers: ['9SI1', '9SI2'] }),
    records: some(
      recordOf({
        marketItemNumber: one('9SI1', '9SI2'),
        requestTimeStamp: at,
        targetUnitPrice: count,
        platform: fc.constant('USA'),
      }),
    ),
  }),
};
