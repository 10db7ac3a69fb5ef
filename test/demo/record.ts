/** Records every response of a simulated marketplace for the demo shop, over HTTP like any client. */
import type { AdFigures, Recording, Row } from '../../src/demo/recording.ts';
import { Market, type Reply } from '../marketplace/caller.ts';
import type { MarketplaceOptions } from '../marketplace/server.ts';

/** The recording is made in the morning, so a demo opened later in the day has no future dates. */
const [DAY, HOUR] = ['2025-06-16', 6];
export const RECORDED_AT = Date.parse(`${DAY}T13:00:00Z`);

/** Longer than the marketplace's seller IDs, so it can't match a real seller. */
const SELLER = 'DEMOSHOP';
export const SHOP = {
  seed: 1,
  story: true,
  items: 50,
  orders: 120,
  sellerId: SELLER,
  caps: 'none',
} as const satisfies MarketplaceOptions;

/** The add-on's default order version. */
const ORDER_VERSION = '314';

/** Maximum number of days that a standard job backfills. */
const AD_DAYS = 90;

/** Number of items, low enough that fetching each item's price log stays far below the hourly cap. */
const EXAMPLES = 20;

const PLATFORMS = { USA: 'usa', CAN: 'can' } as const;
const LOOKUP_PATHS = { main: '', business: 'b2b/', canadian: 'can/' } as const;

export async function record(): Promise<Recording> {
  const market = await Market.open(SHOP, RECORDED_AT);
  try {
    return await recordingOf(market);
  } finally {
    await market.running.close();
  }
}

async function recordingOf(market: Market): Promise<Recording> {
  const { sellerId, apiKey, secretKey, itemNumbers, allItemNumbers, campaigns, requestIds } = market.known;
  const orders = (await market.allOrders({}, ORDER_VERSION)) as Row[];
  const lookups = await recordLookups(market);
  const performance = await performanceOn(market, DAY, DAY);
  const groups = (performance.rows as Row[]).map(withoutFigures);
  const { upcCodes, unlistedUpcCodes } = await recordUpcCodes(market, orders, lookups);
  return {
    day: DAY,
    hour: HOUR,
    sellerId,
    apiKey,
    secretKey,
    examples: {
      itemNumbers: [...new Set([...itemNumbers, ...allItemNumbers])].slice(0, EXAMPLES),
      campaigns,
      requestIds: requestIds.slice(0, 1),
    },
    envelopes: {
      orders: withoutBody(await market.orders({ OrderNumberList: { OrderNumber: [1] } }, {}, ORDER_VERSION)),
      inventory: withoutBody(await stockOf(market, 0, allItemNumbers)),
      prices: withoutBody(await market.prices('0')),
      lookup: withoutBody(await market.lookup(requestIds[0])),
      performance: { ...performance, rows: [], totalRows: 0 },
      keywords: (await market.keywords({ campaignNumber: 1 })).json as Row,
    },
    orderVersion: ORDER_VERSION,
    orders,
    items: (await stockOf(market, 0, allItemNumbers)).json.ResponseBody.ItemList as Row[],
    upcCodes,
    unlistedUpcCodes,
    prices: await recordPrices(market),
    lookups,
    groups,
    sponsorTypes: await recordSponsorTypes(market),
    adDays: await recordAdDays(market),
    keywords: Object.fromEntries(
      await eachOf(campaigns, async (campaignNumber) => {
        const { rows } = (await market.keywords({ campaignNumber })).json;
        return [String(campaignNumber), rows as Row[]] as const;
      }),
    ),
  };
}

/** Sequential, so every recording makes the same calls in the same order. */
async function eachOf<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const one of all) results.push(await work(one));
  return results;
}

function withoutBody({ json }: Reply): Row {
  return { ...json, ResponseBody: {} };
}

function stockOf(market: Market, type: 0 | 2, values: readonly string[]): Promise<Reply> {
  return market.inventory({ Type: type, Values: values });
}

type Lookups = Recording['lookups'];

async function recordLookups(market: Market): Promise<Lookups> {
  const storefronts = Object.keys(LOOKUP_PATHS) as (keyof typeof LOOKUP_PATHS)[];
  return eachOf(market.known.requestIds, async (requestId) => {
    const read = async (storefront: keyof typeof LOOKUP_PATHS, page: number) => {
      const { json } = await market.lookup(requestId, { PageIndex: page, PageSize: 100 }, LOOKUP_PATHS[storefront]);
      return json.ResponseBody;
    };
    const offering = await eachOf(storefronts, async (each) => ((await read(each, 1)) ? [each] : []));
    const on = offering.flat();
    const items: Row[] = [];
    for (let page = 1; ; page++) {
      const { PageInfo, ItemList, RequestDate } = await read(on[0]!, page);
      items.push(...ItemList);
      if (page >= PageInfo.TotalPageCount) return { requestId, requestDate: RequestDate, storefronts: on, items };
    }
  });
}

/** Covers every UPC that a seller could know: those in the shop's responses. */
async function recordUpcCodes(market: Market, orders: readonly Row[], lookups: Lookups) {
  const inOrders = orders.flatMap(({ ItemInfoList }) => (ItemInfoList as Row[]).map(({ UPCCode }) => UPCCode));
  const inLookups = lookups.flatMap(({ items }) => items.map(({ UPC }) => UPC));
  const codes = [...new Set([...inOrders, ...inLookups].map((code) => String(code ?? '')))].sort();
  const upcCodes: Record<string, string> = {};
  const unlistedUpcCodes: string[] = [];
  await eachOf(
    codes.filter((code) => code !== ''),
    async (code) => {
      const { json } = await stockOf(market, 2, [code]);
      const [found] = json.ResponseBody?.ItemList ?? [];
      if (found) upcCodes[code] = found.ItemNumber;
      else if (json[0].Code === 'CT010') unlistedUpcCodes.push(code);
    },
  );
  return { upcCodes, unlistedUpcCodes };
}

async function recordPrices(market: Market): Promise<Recording['prices']> {
  const prices: Record<string, Record<string, Row[]>> = {};
  for (const [platform, path] of Object.entries(PLATFORMS)) {
    const logs: Record<string, Row[]> = {};
    for (const item of market.known.allItemNumbers) {
      const { PriceLogs } = (await market.prices(item, { pagesize: '10000' }, path)).json.ResponseBody;
      if (PriceLogs.length > 0) logs[item] = PriceLogs;
    }
    prices[platform] = logs;
  }
  return prices;
}

async function performanceOn(market: Market, fromDate: string, toDate: string): Promise<Row> {
  const { json } = await market.performance({ fromDate, toDate });
  if (json.totalRows > json.rows.length) throw new Error('The ad groups do not fit on one page.');
  return json;
}

function withoutFigures(row: Row): Row {
  const { spend, sales, acos, impressions, clicks, ctr, orders, cr, cpc, ...group } = row;
  return group;
}

/** Responses don't contain the sponsor type, so each type is requested separately. */
async function recordSponsorTypes(market: Market): Promise<Recording['sponsorTypes']> {
  const found: Record<string, number> = {};
  for (const sponsorType of [0, 1, 2, 3, 4])
    for (const { campaignNumber } of (await market.performance({ sponsorType })).json.rows)
      found[campaignNumber] = sponsorType;
  return found;
}

async function recordAdDays(market: Market): Promise<Recording['adDays']> {
  const days = Array.from({ length: AD_DAYS + 1 }, (_, at) =>
    new Date(Date.parse(DAY) - (AD_DAYS - at) * 86_400_000).toISOString().slice(0, 10),
  );
  const all = await eachOf(days, async (day) => {
    const { rows } = await performanceOn(market, day, day);
    const figures = (rows as Record<string, number>[])
      .map(({ groupNumber, spend, sales, impressions, clicks, orders }) => {
        const [inSpend, inSales] = [spend, sales].map((money) => Math.round(money! * 100));
        return [groupNumber!, [inSpend!, inSales!, impressions!, clicks!, orders!] as AdFigures] as const;
      })
      .filter(([, each]) => each.some((figure) => figure > 0));
    return [day, Object.fromEntries(figures)] as const;
  });
  return Object.fromEntries(all);
}
