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
  /** Examples for a first look. */
  readonly examples: {
    readonly itemNumbers: readonly string[];
    readonly campaigns: readonly number[];
    readonly requestIds: readonly string[];
  };
  /** Answers without records. */
  readonly envelopes: Readonly<Record<'orders' | 'inventory' | 'prices' | 'lookup' | 'performance' | 'keywords', Row>>;
  /** In this version, in the service's order. */
  readonly orderVersion: string;
  readonly orders: readonly Row[];
  /** With stock. */
  readonly items: readonly Row[];
  /** Item numbers by UPC code. */
  readonly upcCodes: Readonly<Record<string, string>>;
  /** Known products that the seller does not offer. */
  readonly unlistedUpcCodes: readonly string[];
  /** By platform and item number, newest first. */
  readonly prices: Readonly<Record<string, Readonly<Record<string, readonly Row[]>>>>;
  readonly lookups: readonly {
    readonly requestId: string;
    readonly requestDate: string;
    readonly storefronts: readonly string[];
    readonly items: readonly Row[];
  }[];
  /** Without figures. */
  readonly groups: readonly Row[];
  /** By campaign; not part of answers. */
  readonly sponsorTypes: Readonly<Record<string, number>>;
  /** By day and ad group; without figures no entry. */
  readonly adDays: Readonly<Record<string, Readonly<Record<string, AdFigures>>>>;
  /** By campaign. */
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

/** Refuses what was not recorded. */
export function unable(what: string): Refusal {
  return new Refusal(400, 'DEMO', `The demo shop ${what}; your own shop does more`);
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

export interface Page {
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

/** `largest` is the service's page size. */
export function pageIn(row: Row, [index, size]: readonly [index: string, size: string], largest: number): Page {
  return { index: Number(row[index] ?? 1), size: Number(row[size] ?? largest) };
}
