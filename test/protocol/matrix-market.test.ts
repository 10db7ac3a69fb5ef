/** Every operation on every storefront in every format and shape, asked of the simulated marketplace over HTTP. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OperationId, operations } from '../../src/operations/registry.ts';
import type { Settings } from '../../src/protocol/assumptions.ts';
import type { Connection } from '../../src/protocol/connection.ts';
import { MarketError } from '../../src/protocol/market-error.ts';
import type { Operation, Storefront } from '../../src/protocol/operation.ts';
import { recordShape } from '../../src/protocol/page.ts';
import { Market } from '../marketplace/caller.ts';
import { expectLines, lineOf } from '../support/lines.ts';
import { misfits } from './fitting.ts';
import { SHAPES, type Shape } from './matrix-cells.ts';
import { fetchOverHttp } from './over-http.ts';
import { shop } from './shop.ts';

const ORDERS = 130;
const ITEMS = 150;
/** Each answer of the odd shop is dressed anew. */
const ODD_TURNS = 4;

let calm: Market;
let odd: Market;
let known: Known;

/** What the shop has, read without the product. */
interface Known {
  readonly order: number;
  readonly voided: number;
  /** An item with several price changes on each storefront, and their number. */
  readonly prices: Readonly<Record<string, { readonly item: string; readonly total: number }>>;
  readonly groups: number;
  readonly group: number;
  readonly keywords: number;
  readonly keyword: { readonly keyword: string; readonly groupNumber: number };
}

async function mostChanged(storefront: 'usa' | 'can') {
  const counts = await Promise.all(
    calm.known.itemNumbers.map(async (item) => {
      const { TotalCount } = (await calm.prices(item, { pagesize: '1' }, storefront)).json.ResponseBody;
      return { item, total: TotalCount as number };
    }),
  );
  return counts.sort((one, other) => other.total - one.total)[0]!;
}

beforeAll(async () => {
  const options = { items: ITEMS, orders: ORDERS, caps: 'none' } as const;
  [calm, odd] = await Promise.all([Market.open(options), Market.open({ ...options, scenario: 'odd-shapes' })]);
  const { rows: groups } = (await calm.performance({})).json;
  const { rows: keywords } = (await calm.keywords({})).json;
  known = {
    order: (await calm.orders()).json.ResponseBody.OrderInfoList[0].OrderNumber,
    voided: (await calm.orders({ Status: 4 })).json.ResponseBody.PageInfo.TotalCount,
    prices: { main: await mostChanged('usa'), canadian: await mostChanged('can') },
    groups: groups.length,
    group: groups[0].groupNumber,
    keywords: keywords.length,
    keyword: keywords[0],
  };
});
afterAll(() => Promise.all([calm.running.close(), odd.running.close()]));

/** A question that brings an answer of some shape, and how many records that is. */
interface Ask {
  readonly input: Readonly<Record<string, unknown>>;
  readonly count: number;
  readonly settings?: Partial<Settings>;
  /** Pages smaller than the product's own, where the shop has not enough for two of those. */
  readonly pageSize?: number;
  /** Where a shape is found on one page only. */
  readonly onlyPage?: number;
}

type Asks = Readonly<Record<Exclude<Shape, 'error' | 'odd shape'>, (storefront: Storefront) => Ask>>;

const period = { fromDate: '2025-06-01', toDate: '2025-06-15', by: 'range' };
const campaign = () => ({ campaignNumber: calm.known.campaigns[0] });
const request = () => ({ requestId: calm.known.requestIds[0] });
/** Records of the first lookup request, which every storefront has. */
const LOOKED_UP = 137;

const ASKS: Readonly<Record<OperationId, Asks>> = {
  orders: {
    example: () => ({ input: { status: '4' }, count: known.voided }),
    'two pages': () => ({ input: {}, count: ORDERS }),
    none: () => ({ input: { orderNumbers: ['1'] }, count: 0 }),
    one: () => ({ input: { orderNumbers: [known.order] }, count: 1 }),
  },
  inventory: {
    example: () => ({ input: { values: calm.known.itemNumbers }, count: calm.known.itemNumbers.length }),
    'two pages': () => ({ input: { values: calm.known.allItemNumbers }, count: ITEMS }),
    none: () => ({ input: { values: ['9SI0000000000'] }, count: 0 }),
    one: () => ({ input: { values: calm.known.itemNumbers.slice(3, 4) }, count: 1 }),
  },
  'lookup-report': {
    example: () => ({ input: request(), count: 100, onlyPage: 1 }),
    'two pages': () => ({ input: request(), count: LOOKED_UP }),
    // A submitted request always has rows: an empty page is the one after the last.
    none: () => ({ input: request(), count: 0, onlyPage: 3 }),
    one: () => ({ input: request(), count: 1, pageSize: 68, onlyPage: 3 }),
  },
  'price-history': {
    example: (storefront) => {
      const { item, total } = known.prices[storefront]!;
      return { input: { itemNumbers: [item] }, count: total };
    },
    'two pages': (storefront) => {
      const { item, total } = known.prices[storefront]!;
      const priceHistoryPageSize = Math.ceil(total / 2);
      return { input: { itemNumbers: [item] }, count: total, settings: { priceHistoryPageSize } };
    },
    none: () => ({ input: { itemNumbers: ['9SI0000000000'] }, count: 0 }),
    one: (storefront) => {
      const { item, total } = known.prices[storefront]!;
      const settings = { priceHistoryPageSize: total - 1 };
      return { input: { itemNumbers: [item] }, count: 1, settings, onlyPage: 2 };
    },
  },
  'ad-performance': {
    example: () => ({ input: period, count: known.groups }),
    'two pages': () => ({ input: period, count: known.groups, pageSize: Math.ceil(known.groups / 2) }),
    none: () => ({ input: { ...period, campaignNumber: 1 }, count: 0 }),
    one: () => ({
      input: { ...period, searchKeywordType: 'GROUP_NUM', keyword: String(known.group) },
      count: 1,
    }),
  },
  keywords: {
    example: () => ({ input: campaign(), count: known.keywords }),
    'two pages': () => ({
      input: campaign(),
      count: known.keywords,
      pageSize: Math.ceil(known.keywords / 2),
    }),
    none: () => ({ input: { campaignNumber: 1 }, count: 0 }),
    one: () => {
      const { keyword, groupNumber } = known.keyword;
      return { input: { ...campaign(), groupNumber, keyword, searchKeywordType: 'KEYWORD' }, count: 1 };
    },
  },
};

interface Place {
  readonly id: OperationId;
  readonly storefront: Storefront;
  readonly format: 'json' | 'xml';
}

const places = (Object.keys(operations) as OperationId[]).flatMap((id) => {
  const { paths, formats }: Operation = operations[id];
  return Object.keys(paths).flatMap((storefront) =>
    formats.map((format): Place => ({ id, storefront: storefront as Storefront, format })),
  );
});

function ask(
  market: Market,
  { id, storefront, format }: Place,
  ask: Ask,
  changes: Partial<Connection> = {},
): ReturnType<typeof fetchOverHttp> {
  const declared: Operation = operations[id];
  const paging = declared.paging && ask.pageSize ? { ...declared.paging, size: ask.pageSize } : declared.paging;
  const operation: Operation = paging ? { ...declared, paging } : declared;
  const { url: baseUrl, sellerId, apiKey, secretKey } = market.known;
  const settings = ask.settings ?? {};
  const connection = shop({ baseUrl, sellerId, apiKey, secretKey, format, settings, ...changes });
  return fetchOverHttp({ operation, connection, storefront, withheld: new Set() }, ask.input, ask.onlyPage);
}

/** Fields by which records of an operation are told apart. */
const IDENTITY: Readonly<Record<OperationId, readonly string[]>> = {
  orders: ['orderNumber'],
  inventory: ['itemNumber'],
  'lookup-report': ['position'],
  'price-history': ['marketItemNumber', 'requestTimeStamp', 'targetUnitPrice'],
  'ad-performance': ['campaignNumber', 'groupNumber'],
  keywords: ['groupNumber', 'keyword', 'matchType'],
};

const IN_ASKS = {
  list: 'ASKS in test/protocol/matrix-market.test.ts',
  line: 'for each shape a question that brings it, and how many records that is',
};
const IN_IDENTITY = {
  list: 'IDENTITY in test/protocol/matrix-market.test.ts',
  line: 'the fields by which its records are told apart',
};

test('the table has every shape of every operation', () => {
  expectLines(Object.keys(operations), Object.keys(ASKS), IN_ASKS);
  expectLines(Object.keys(operations), Object.keys(IDENTITY), IN_IDENTITY);
  const shapes = SHAPES.filter((shape) => shape !== 'error' && shape !== 'odd shape');
  for (const [id, asks] of Object.entries(ASKS))
    expectLines(shapes, Object.keys(asks), { ...IN_ASKS, list: `'${id}' of ${IN_ASKS.list}` });
});

describe.each(places.filter(({ id }) => id in ASKS))('$id on $storefront in $format', (place) => {
  const { id, storefront } = place;
  const asks = Object.entries(ASKS[id]);

  test.each(asks)('%s', async (shape, asking) => {
    const question = asking(storefront);
    const { records, calls } = await ask(calm, place, question);
    expect(records).toHaveLength(question.count);
    expect(records.flatMap((record) => misfits(record, recordShape(operations[id])))).toEqual([]);
    const identities = records.map((record) =>
      JSON.stringify(lineOf(IDENTITY, id, IN_IDENTITY).map((name) => record[name])),
    );
    expect(new Set(identities).size).toBe(records.length);
    expect(calls).toBe(shape === 'two pages' ? 2 : 1);
  });

  test.each(asks)('%s, in odd shapes: the same records', async (_, asking) => {
    const question = asking(storefront);
    const plain = await ask(calm, { ...place, format: 'json' }, question);
    for (let turn = 0; turn < ODD_TURNS; turn++) {
      const { records } = await ask(odd, place, question);
      expect(records).toEqual(plain.records);
    }
  });

  test.each([
    ['API key', { apiKey: 'another-api-key' }, 'MARKET_KEY', 'InvalidConsumerKey'],
    ['secret key', { secretKey: 'another-secret' }, 'MARKET_KEY', 'InvalidToken'],
    ['seller', { sellerId: 'ZZZZ' }, 'MARKET_SELLER', 'AccessDenied'],
  ] as const)('error: a wrong %s', async (_, wrong, code, serviceCode) => {
    for (const market of [calm, odd]) {
      const failure = await ask(market, place, ASKS[id].one(storefront), wrong).catch((error) => error);
      expect(failure).toBeInstanceOf(MarketError);
      expect(failure).toMatchObject({ code, details: { serviceCode } });
    }
  });
});
