/** Formulas that give tables: the header, rows of typed cells, and columns as they were chosen. */
import type { Cases, Expected, Row } from '../case.ts';
import { asFor, gives, refuses } from '../case.ts';
import type { Truth } from '../truth.ts';
import { pacificDay, pacificMoment } from '../truth.ts';

type Entries = (truth: Truth) => readonly Readonly<Record<string, unknown>>[];

/** A header, and of each entry those fields as they came. */
const table = (header: readonly string[], fields: readonly string[], entries: Entries): Expected =>
  gives((truth) => [header, ...entries(truth).map((entry) => fields.map((field) => cellOf(entry[field])))]);

const cellOf = (value: unknown) => value ?? '';

/** All columns: a header that ends with `As of`, and so many rows that do too. */
const whole =
  (typed: string, width: number, entries: Entries): Expected =>
  (truth, shown) => {
    const { cells } = shown(typed) as { cells: unknown[][] };
    const [header, ...rows] = cells;
    const isWhole =
      rows.length === entries(truth).length &&
      header!.at(-1) === 'As of' &&
      header!.every((name) => name !== '') &&
      rows.every((row) => row.at(-1) instanceof Date) &&
      !/customer|ship to/i.test(header!.join());
    return isWhole && header!.length === width ? { cells } : { wanted: entries(truth).length, width };
  };

/** The same two columns in every way in which they can be chosen, and in the other order. */
function choices(
  answered: string,
  headers: readonly [string, string],
  fields: readonly [string, string],
): Row[] {
  const [one, other] = headers;
  const swapped: Expected = (_, shown) => ({
    cells: (shown(answered) as { cells: unknown[][] }).cells.map(([a, b]) => [b, a]),
  });
  return [
    [`"${fields.join()}"`, asFor(answered)],
    [`"${one.toUpperCase()} , ${other.toLowerCase()}"`, asFor(answered)],
    [`{"${one}","${other}"}`, asFor(answered)],
    [`{"${one}";"";"${fields[1]}"}`, asFor(answered)],
    [`"${other},${one}"`, swapped],
    [`"${fields[1]},${fields[0]}"`, swapped],
  ];
}

const STOREFRONTS = 'choose from main, business, canadian.';

const allocations =
  (...ids: number[]): Entries =>
  ({ stock, announcement }) =>
    ids.flatMap((index) => {
      const id = announcement.itemNumbers[index]!;
      return stock.get(id)!.map((allocation) => ({ ...allocation, id }));
    });
const STOCK = ['Item number', 'Available quantity'] as const;
const stockOf = (entries: Entries) => table(STOCK, ['id', 'AvailableQuantity'], entries);
const inUsa: Entries = (truth) =>
  allocations(0)(truth).filter(({ WarehouseLocation }) => WarehouseLocation === 'USA');

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
      [
        '{"USA","U"}',
        refuses('MARKET_ARGUMENT', '"warehouses" takes codes of 3 letters, such as USA, not "U".'),
      ],
    ],
    columns: choices('item,,,"Item number,Available quantity"', STOCK, ['itemNumber', 'availableQuantity']),
  },
  calls: [
    ['item', whole('item', 11, allocations(0))],
    ['upc,2,,"Item number,Available quantity"', stockOf(allocations(0))],
    ['codes,2', refuses('MARKET_ARGUMENT', /takes at most 30 identifiers, because each needs a call/)],
  ],
};

const MATCHES = ['UPC', 'Market item number'] as const;
const matchesAt = (storefront: 'main' | 'business' | 'canadian') =>
  table(MATCHES, ['UPC', 'MarketItemNumber'], ({ matches }) => matches[storefront]);

export const lookupReport: Cases = {
  answered: { requestId: 'request', columns: '"UPC,Market item number"' },
  shows: matchesAt('main'),
  room: 138,
  arguments: {
    requestId: [
      ['{"",request}', asFor('request,,"UPC,Market item number"')],
      ['"NOPE"', refuses('MARKET_SERVICE', 'The marketplace says: DF006: The RequestID does not exist.')],
      ['7', refuses('MARKET_SERVICE', /The marketplace says: DF006: /)],
    ],
    storefront: [
      ['"main"', matchesAt('main')],
      ['"business"', matchesAt('business')],
      ['"canadian"', matchesAt('canadian')],
      ['"Business"', asFor('request,"business","UPC,Market item number"')],
      [
        '"moon"',
        refuses('MARKET_STOREFRONT', `Lookup report is not offered on the storefront "moon"; ${STOREFRONTS}`),
      ],
    ],
    columns: choices('request,,"UPC,Market item number"', MATCHES, ['upc', 'marketItemNumber']),
  },
  calls: [['request', whole('request', 15, ({ matches }) => matches.main)]],
};

const changes =
  (count: number, storefront: 'usa' | 'can' = 'usa'): Entries =>
  (truth) =>
    truth.changes[storefront].get(truth.announcement.itemNumbers[0]!)!.slice(0, count);
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
          'Price history is not offered on the storefront "business"; choose from main, canadian.',
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

const groups =
  (isIn: (group: Readonly<Record<string, unknown>>, truth: Truth) => boolean = () => true): Entries =>
  (truth) =>
    truth.groups.filter((group) => isIn(group, truth));
const ADS = ['Group name', 'Spend'] as const;
const adsOf = (entries: Entries) => table(ADS, ['groupName', 'spend'], entries);
const CAMPAIGN_NUMBER = /"campaign" takes a whole number, not "abc"/;
/** The first and the last day of the same period, said in two ways. */
const period = (said: string, first: string, last: string): Row[] => [
  [`"${said}",,,,"Group name,Spend"`, asFor(`"${first}","${last}",,,"Group name,Spend"`)],
  [`"${first}","${last}",,,"Group name,Spend"`, asFor(`"${said}",,,,"Group name,Spend"`)],
];

export const adPerformance: Cases = {
  answered: { from: '"2025-06-10"', to: '"2025-06-10"', columns: '"Group name,Spend"' },
  shows: adsOf(groups()),
  room: 25,
  arguments: {
    from: [
      ['"2025-06-11"', refuses('MARKET_ARGUMENT', '"from" (2025-06-11) is after "to" (2025-06-10).')],
      ['moment', adsOf(groups())],
    ],
    to: [
      [
        '',
        refuses('MARKET_ARGUMENT', /MARKET_AD_PERFORMANCE needs "to": .*A period can stand for both days/),
      ],
      ['moment', adsOf(groups())],
    ],
    campaign: [
      [
        'campaign',
        adsOf(groups(({ campaignNumber }, truth) => campaignNumber === truth.announcement.campaigns[0])),
      ],
      ['99', gives(() => [ADS])],
      ['"abc"', refuses('MARKET_ARGUMENT', CAMPAIGN_NUMBER)],
    ],
    activeStatus: [
      ['"Active"', adsOf(groups(({ activeStatus }) => activeStatus === 'Active'))],
      ['"inactive"', adsOf(groups(({ activeStatus }) => activeStatus === 'Inactive'))],
      ['"maybe"', refuses('MARKET_SERVICE', /The marketplace says: .*activeStatus.*maybe/)],
    ],
    columns: choices('"2025-06-10","2025-06-10",,,"Group name,Spend"', ADS, ['groupName', 'spend']),
  },
  calls: [
    ['"2025-06-10","2025-06-10"', whole('"2025-06-10","2025-06-10"', 44, groups())],
    ...period('yesterday', '2025-06-15', '2025-06-15'),
    ...period('Last 7  days', '2025-06-10', '2025-06-16'),
    ...period('this month', '2025-06-01', '2025-06-16'),
    ['"last week",,,,"Group name,Spend"', asFor('"2025-06-09","2025-06-15",,,"Group name,Spend"')],
    ['"2025-06-09","2025-06-15",,,"Group name,Spend"', asFor('"last week",,,,"Group name,Spend"')],
    ['"7 days ago","yesterday",,,"Group name,Spend"', asFor('"last week",,,,"Group name,Spend"')],
  ],
};

const keywordsOf = (isIn: (keyword: Readonly<Record<string, unknown>>) => boolean) =>
  table(KEYWORDS, ['keyword', 'bid'], (truth) => truth.keywords.filter(isIn));
const KEYWORDS = ['Keyword', 'Bid'] as const;
const GROUP = 1300197;
const inGroup = ({ groupNumber }: Readonly<Record<string, unknown>>) => groupNumber === GROUP;

export const keywords: Cases = {
  answered: { campaign: 'campaign', group: String(GROUP), columns: '"Keyword,Bid"' },
  shows: keywordsOf(inGroup),
  room: 58,
  arguments: {
    campaign: [
      ['{campaign,""}', keywordsOf(inGroup)],
      ['99', gives(() => [KEYWORDS])],
      ['"abc"', refuses('MARKET_ARGUMENT', CAMPAIGN_NUMBER)],
    ],
    group: [
      ['""', keywordsOf(() => true)],
      [`"${GROUP}"`, keywordsOf(inGroup)],
      ['99', gives(() => [KEYWORDS])],
      ['"abc"', refuses('MARKET_ARGUMENT', '"group" takes a whole number, not "abc".')],
    ],
    keyword: [
      [
        '"quiet ssd"',
        refuses('MARKET_ARGUMENT', '"keyword" and "searchKeywordType" go together: give both or neither.'),
      ],
    ],
    searchKeywordType: [
      [
        '"KEYWORD"',
        refuses('MARKET_ARGUMENT', '"keyword" and "searchKeywordType" go together: give both or neither.'),
      ],
    ],
    activeStatus: [
      ['"active"', keywordsOf((each) => inGroup(each) && each.activeStatus === 'Active')],
      ['"maybe"', refuses('MARKET_ARGUMENT', '"activeStatus" takes Active, Inactive, not "maybe".')],
    ],
    columns: choices(`campaign,${GROUP},,,,"Keyword,Bid"`, KEYWORDS, ['keyword', 'bid']),
  },
  calls: [
    ['campaign', whole('campaign', 19, (truth) => truth.keywords)],
    [
      `campaign,${GROUP},"quiet ssd","keyword",,"Keyword,Bid"`,
      keywordsOf((each) => inGroup(each) && each.keyword === 'quiet ssd'),
    ],
    ['campaign,,"quiet ssd","moon",,"Keyword,Bid"', refuses('MARKET_SERVICE', /The marketplace says: /)],
  ],
};

const ordersOf =
  (isIn: (day: string, status: unknown) => boolean): Entries =>
  ({ orders }) =>
    orders.filter(({ OrderDate, OrderStatus }) => isIn(pacificDay(OrderDate), OrderStatus));
const ORDERS = ['Order number', 'Order total amount'] as const;
const ordersTable = (isIn: (day: string, status: unknown) => boolean) =>
  gives((truth) => [
    ORDERS,
    ...ordersOf(isIn)(truth).map(({ OrderNumber, OrderTotalAmount }) => [
      String(OrderNumber),
      OrderTotalAmount,
    ]),
  ]);
const isTenth = (day: string) => day === '2025-06-10';
const COLUMNS = ',,,"Order number,Order total amount"';

export const orders: Cases = {
  answered: { from: '"2025-06-10"', to: '"2025-06-10"', columns: '"Order number,Order total amount"' },
  shows: ordersTable(isTenth),
  room: 27,
  arguments: {
    from: [
      [
        '"2025-06-11"',
        refuses('MARKET_ARGUMENT', '"from" (2025-06-11 00:00:00) is after "to" (2025-06-10 23:59:59).'),
      ],
      // Half past nine in New York, which is before the first order of that day.
      ['moment', ordersTable(isTenth)],
    ],
    to: [
      ['', refuses('MARKET_ARGUMENT', /MARKET_ORDERS needs "to": .*A period can stand for both days: today/)],
      ['moment', gives(() => [ORDERS])],
      ['"2025-06-12"', ordersTable((day) => day >= '2025-06-10' && day <= '2025-06-12')],
    ],
    status: [
      ['"Invoiced"', ordersTable(isTenth)],
      ['3', ordersTable(isTenth)],
      ['"shipped"', gives(() => [ORDERS])],
      [
        '"Lost"',
        refuses(
          'MARKET_ARGUMENT',
          '"status" takes 0 (Unshipped), 1 (Partially Shipped), 2 (Shipped), 3 (Invoiced), 4 (Voided), 5 (Payment Pending), not "Lost".',
        ),
      ],
      ['9', refuses('MARKET_ARGUMENT', /"status" takes 0 \(Unshipped\), .*, not "9"/)],
    ],
    columns: choices('"2025-06-10","2025-06-10",,"Order number,Order total amount"', ORDERS, [
      'orderNumber',
      'orderTotalAmount',
    ]),
  },
  calls: [
    [
      '"last 7 days"',
      whole(
        '"last 7 days"',
        27,
        ordersOf((day) => day >= '2025-06-10'),
      ),
    ],
    [`"yesterday"${COLUMNS}`, ordersTable((day) => day === '2025-06-15')],
    [`"today"${COLUMNS}`, ordersTable((day) => day === '2025-06-16')],
    [`"3 days ago"${COLUMNS}`, ordersTable((day) => day === '2025-06-13')],
    [`"last week"${COLUMNS}`, ordersTable((day) => day >= '2025-06-09' && day <= '2025-06-15')],
    [`"this month"${COLUMNS},1`, ordersTable((day) => day >= '2025-06-01')],
    [
      `"this month",,0,"Order number,Order total amount"`,
      ordersTable((day, status) => day >= '2025-06-01' && status === 0),
    ],
    [
      `"last 7 days",,,"orderDate"`,
      gives((truth) => [
        ['Order date'],
        ...ordersOf((day) => day >= '2025-06-10')(truth).map(({ OrderDate }) => [pacificMoment(OrderDate)]),
      ]),
    ],
  ],
};
