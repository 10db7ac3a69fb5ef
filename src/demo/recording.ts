/** What was recorded of a simulated marketplace, and how a call of the demo shop is read; `npm run demo` records it anew. */

/** An object of a request or an answer. */
export type Row = Readonly<Record<string, unknown>>;

export interface Recording {
  /** Pacific day of the recording. Nothing happened at the shop after its hour. */
  readonly day: string;
  readonly hour: number;
  readonly sellerId: string;
  readonly apiKey: string;
  readonly secretKey: string;
  /** What there is to ask for in a first look. */
  readonly examples: {
    readonly itemNumbers: readonly string[];
    readonly campaigns: readonly number[];
    readonly requestIds: readonly string[];
  };
  /** An answer of each kind without what was found. */
  readonly envelopes: Readonly<Record<'orders' | 'inventory' | 'prices' | 'lookup' | 'performance' | 'keywords', Row>>;
  /** As this version has them, in the order of the service. */
  readonly orderVersion: string;
  readonly orders: readonly Row[];
  /** With their stock, in the order of the catalogue. */
  readonly items: readonly Row[];
  /** Item numbers by UPC code. */
  readonly upcCodes: Readonly<Record<string, string>>;
  /** Codes of products that the service knows and the seller does not offer. */
  readonly unlistedUpcCodes: readonly string[];
  /** By platform and item number, newest first. */
  readonly prices: Readonly<Record<string, Readonly<Record<string, readonly Row[]>>>>;
  readonly lookups: readonly {
    readonly requestId: string;
    readonly requestDate: string;
    readonly storefronts: readonly string[];
    readonly items: readonly Row[];
  }[];
  /** Ad groups without their figures, in the order of the service. */
  readonly groups: readonly Row[];
  /** No answer tells it; by campaign. */
  readonly sponsorTypes: Readonly<Record<string, number>>;
  /** By day and the number of the ad group; a group without any has no entry. */
  readonly adDays: Readonly<Record<string, Readonly<Record<string, AdFigures>>>>;
  /** By campaign, in the order of the service. */
  readonly keywords: Readonly<Record<string, readonly Row[]>>;
}

/** Spend and sales in cents. */
export type AdFigures = readonly [spend: number, sales: number, impressions: number, clicks: number, orders: number];

export interface Call {
  readonly storefront: string;
  /** The last part of the address, in capitals. */
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

/** Nothing is guessed: what was not recorded is refused in words. */
export function unable(what: string): Refusal {
  return new Refusal(400, 'DEMO', `The demo shop ${what}; your own shop does more`);
}

/** An object among the members of another; one that is missing has none. */
export function members(row: Row, name: string): Row {
  return (row[name] ?? {}) as Row;
}

/** A list of texts, without blank ones. */
export function textsOf(list: unknown): readonly string[] {
  return (Array.isArray(list) ? list : []).map(String).filter((text) => text !== '');
}

/** The text of a value, which the client has checked before it asked. */
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

/** The counts of the two operations that send them so. */
export function pageInfo(all: readonly unknown[], { index, size }: Page): Row {
  return {
    TotalCount: all.length,
    TotalPageCount: Math.ceil(all.length / size),
    PageSize: size,
    PageIndex: index,
  };
}

/** `largest`: what the service gives at once. */
export function pageIn(row: Row, [index, size]: readonly [index: string, size: string], largest: number): Page {
  return { index: Number(row[index] ?? 1), size: Number(row[size] ?? largest) };
}
