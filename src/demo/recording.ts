/** What was recorded of a simulated marketplace, as its service sent it; `npm run demo` records it anew. */

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
