/** The recording of a simulated marketplace, made by `npm run demo`. */

/** An object of a request or an answer. */
export type Row = Readonly<Record<string, unknown>>;

export interface Recording {
  /** Pacific day of the recording. Nothing happened at the shop after its hour. */
  readonly day: string;
  readonly hour: number;
  readonly sellerId: string;
  readonly apiKey: string;
  readonly secretKey: string;
  /** Items, campaigns and requests that the first pulls of the demo read. */
  readonly examples: {
    readonly itemNumbers: readonly string[];
    readonly campaigns: readonly number[];
    readonly requestIds: readonly string[];
  };
  /** The members of answers besides their records. */
  readonly envelopes: Readonly<Record<'orders' | 'inventory' | 'prices' | 'lookup' | 'performance' | 'keywords', Row>>;
  readonly orderVersion: string;
  /** Orders in this version, in the order of the service's answers. */
  readonly orders: readonly Row[];
  /** Items with their stock. */
  readonly items: readonly Row[];
  /** Item numbers by UPC code. */
  readonly upcCodes: Readonly<Record<string, string>>;
  /** Known products that the seller does not offer. */
  readonly unlistedUpcCodes: readonly string[];
  /** Price changes by platform and item number, newest first. */
  readonly prices: Readonly<Record<string, Readonly<Record<string, readonly Row[]>>>>;
  readonly lookups: readonly {
    readonly requestId: string;
    readonly requestDate: string;
    readonly storefronts: readonly string[];
    readonly items: readonly Row[];
  }[];
  /** Ad groups without figures. */
  readonly groups: readonly Row[];
  /** Types by campaign. Requests can filter by them; answers do not have them. */
  readonly sponsorTypes: Readonly<Record<string, number>>;
  /** Figures by day and ad group; no entry for a day without figures. */
  readonly adDays: Readonly<Record<string, Readonly<Record<string, AdFigures>>>>;
  /** Keywords by campaign. */
  readonly keywords: Readonly<Record<string, readonly Row[]>>;
}

/** Spend and sales in cents. */
export type AdFigures = readonly [spend: number, sales: number, impressions: number, clicks: number, orders: number];

export interface Call {
  readonly storefront: string;
  /** The last part of the path, in capitals. */
  readonly last: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Row;
}

export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The refusal of a request that the recording cannot answer. */
export function unable(what: string): Refusal {
  return new Refusal(400, 'DEMO', `The demo shop ${what}. Connect your shop to remove this limit`);
}

export function members(row: Row, name: string): Row {
  return (row[name] ?? {}) as Row;
}

export function textsOf(list: unknown): readonly string[] {
  return (Array.isArray(list) ? list : []).map(String).filter((text) => text !== '');
}

export function textIn(row: Row, name: string): string | undefined {
  return row[name] === undefined ? undefined : String(row[name]);
}

interface Page {
  readonly index: number;
  readonly size: number;
}

export function pageOf<T>(all: readonly T[], { index, size }: Page): readonly T[] {
  return all.slice((index - 1) * size, index * size);
}

export function pageInfo(all: readonly unknown[], { index, size }: Page): Row {
  return {
    TotalCount: all.length,
    TotalPageCount: Math.ceil(all.length / size),
    PageSize: size,
    PageIndex: index,
  };
}

/** `largest` is the service's largest page size, which it uses by default. */
export function pageIn(row: Row, [index, size]: readonly [index: string, size: string], largest: number): Page {
  return { index: Number(row[index] ?? 1), size: Number(row[size] ?? largest) };
}
