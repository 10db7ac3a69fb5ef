import { type Announcement, type MarketplaceOptions, type RunningMarketplace, startMarketplace } from './server.ts';
import { readXml } from './wire/read-xml.ts';

/** 11:00 AM Pacific Daylight Time. */
export const OPENING = Date.parse('2025-06-16T18:00:00Z');

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary fields
  json: any;
}

export interface Ask {
  method?: string;
  body?: unknown;
  query?: Record<string, string>;
  /** Overrides the headers of a valid JSON call; undefined removes one. */
  headers?: Record<string, string | undefined>;
}

export class Market {
  private constructor(
    readonly running: RunningMarketplace,
    readonly clock: { now: number },
  ) {}

  static async open(options: MarketplaceOptions = {}, opening = OPENING): Promise<Market> {
    const clock = { now: opening };
    return new Market(await startMarketplace({ now: () => clock.now, ...options }), clock);
  }

  get known(): Announcement {
    return this.running.announcement;
  }

  async ask(path: string, { method = 'POST', body, query = {}, headers = {} }: Ask = {}): Promise<Reply> {
    const all = {
      Authorization: this.known.apiKey,
      SecretKey: this.known.secretKey,
      'Content-Type': 'application/json',
      Accept: 'application/json',
      ...headers,
    };
    const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const search = new URLSearchParams({ sellerid: this.known.sellerId, ...query });
    const response = await fetch(`${this.known.url}${path}?${search}`, {
      method,
      headers: given,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    // `response.text()` would remove a byte order mark.
    const text = Buffer.from(await response.arrayBuffer()).toString('utf8');
    const isJson = /^\uFEFF?\s*[[{]/.test(text);
    const json = isJson ? JSON.parse(text.replace(/^\uFEFF/, '')) : undefined;
    return { status: response.status, headers: response.headers, text, json };
  }

  inventory(body: unknown, more: Ask = {}): Promise<Reply> {
    return this.ask('/marketplace/contentmgmt/item/international/inventorylist', { body, ...more });
  }

  lookup(requestId: unknown, page: unknown = { PageIndex: 1, PageSize: 100 }, storefront = ''): Promise<Reply> {
    return this.ask(`/marketplace/${storefront}reportmgmt/report/result`, {
      method: 'PUT',
      body: { OperationType: 'ItemLookupRequest', RequestBody: { RequestID: requestId, PageInfo: page } },
    });
  }

  prices(itemNumber: string, query: Record<string, string> = {}, storefront = 'usa'): Promise<Reply> {
    const path = `/marketplace/${storefront}/contentmgmt/item/repricer/item/history/${itemNumber}`;
    return this.ask(path, { method: 'GET', query });
  }

  performance(body: Record<string, unknown>): Promise<Reply> {
    return this.ask('/marketplace/sponsoredmgmt/campaign/group/performance', {
      body: {
        sellerId: this.known.sellerId,
        extUrl: 'group/searchGroupByCampaign',
        fromDate: '2025-06-01',
        toDate: '2025-06-15',
        pageInfo: { pageIndex: 1, pageSize: 100 },
        ...body,
      },
    });
  }

  keywords(body: Record<string, unknown>): Promise<Reply> {
    return this.ask('/marketplace/sponsoredmgmt/campaign/keyword/search', {
      body: {
        sellerId: this.known.sellerId,
        campaignNumber: this.known.campaigns[0],
        pageInfo: { pageIndex: 1, pageSize: 9_999_999 },
        ...body,
      },
    });
  }

  orders(criteria: object = {}, page: object = {}, version = '315'): Promise<Reply> {
    return this.ask('/marketplace/b2b/ordermgmt/order/orderinfo', {
      method: 'PUT',
      query: { version },
      body: { OperationType: 'GetOrderInfoRequest', RequestBody: { ...page, RequestCriteria: criteria } },
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary fields
  async allOrders(criteria: object = {}, version = '315'): Promise<any[]> {
    const orders = [];
    for (let index = 1; ; index++) {
      const { ResponseBody } = (await this.orders(criteria, { PageIndex: index, PageSize: 100 }, version)).json;
      orders.push(...ResponseBody.OrderInfoList);
      if (index >= ResponseBody.PageInfo.TotalPageCount) return orders;
    }
  }
}

export const xmlOf = (text: string) => readXml(text.replace(/^\uFEFF/, ''));
