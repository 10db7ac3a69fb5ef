/** A JSON object in a request or response. */
export type Row = Readonly<Record<string, unknown>>;

export interface Recording {
  /** The Pacific day of the recording. The shop has no events after this day's `hour`. */
  readonly day: string;
  readonly hour: number;
  readonly sellerId: string;
  readonly apiKey: string;
  readonly secretKey: string;
  /** Example input for the demo's first pulls. */
  readonly examples: {
    readonly itemNumbers: readonly string[];
    readonly campaigns: readonly number[];
    readonly requestIds: readonly string[];
  };
  /** Response fields other than the records. */
  readonly envelopes: Readonly<Record<'orders' | 'inventory' | 'prices' | 'lookup' | 'performance' | 'keywords', Row>>;
  readonly orderVersion: string;
  /** Orders in `orderVersion`, in the service's order. */
  readonly orders: readonly Row[];
  readonly items: readonly Row[];
  readonly upcCodes: Readonly<Record<string, string>>;
  /** Known products that the seller doesn't offer. */
  readonly unlistedUpcCodes: readonly string[];
  /** Price changes by platform and item number, newest first. */
  readonly prices: Readonly<Record<string, Readonly<Record<string, readonly Row[]>>>>;
  readonly lookups: readonly {
    readonly requestId: string;
    readonly requestDate: string;
    readonly storefronts: readonly string[];
    readonly items: readonly Row[];
  }[];
  /** Ad groups; `adDays` has their figures. */
  readonly groups: readonly Row[];
  /** Sponsor types by campaign. Requests can filter by them, but responses don't include them. */
  readonly sponsorTypes: Readonly<Record<string, number>>;
  /** Figures by day and ad group. Days without figures have no entry. */
  readonly adDays: Readonly<Record<string, Readonly<Record<string, AdFigures>>>>;
  readonly keywords: Readonly<Record<string, readonly Row[]>>;
}

/** Spend and sales are in cents. */
export type AdFigures = readonly [spend: number, sales: number, impressions: number, clicks: number, orders: number];

export interface Call {
  readonly storefront: string;
  /** The last path segment, in uppercase. */
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

/** `largest`: the service's maximum and default page size. */
export function pageIn(row: Row, [index, size]: readonly [index: string, size: string], largest: number): Page {
  return { index: Number(row[index] ?? 1), size: Number(row[size] ?? largest) };
}
