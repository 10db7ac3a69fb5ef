export const scenarios = [
  'calm',
  'void-storm',
  'sell-out',
  'buybox-lost',
  'throttled',
  'flaky',
  'odd-shapes',
  'unknown-codes',
  'quiet',
  'ads-out',
  'mismatch',
  'trend',
  'drift',
  'two-currencies',
] as const;

export const faultKinds = [
  'internal-error',
  'bad-gateway',
  'unavailable',
  'truncated',
  'closed',
  'timeout',
  'slow',
  'html-200',
  'empty-200',
  'plain-401',
  'firewall-403',
  'access-denied-403',
  'header-only',
  'issuccess-false',
  'error-array-200',
  'rate-limited',
] as const;

export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  kind: FaultKind;
  /** The share of all calls that get this fault: above 0 and at most 1. Default: 1. */
  share?: number;
}

export type Scenario = (typeof scenarios)[number];
export type Storefront = 'main' | 'business' | 'canadian';
export type Caps = 'spec' | 'none' | number;

export interface MarketplaceOptions {
  /** 0 picks a free port. */
  port?: number;
  seed?: number;
  scenario?: Scenario;
  items?: number;
  orders?: number;
  /** Adds a few examples of each problem, for demonstrations. Ignored in quiet scenarios. */
  story?: boolean;
  /**
   * Stock falls evenly instead of following demand, as in documents recorded by earlier builds. `truth` is then wrong
   * about stock.
   */
  evenStock?: boolean;
  /** Default: derived from the seed. */
  sellerId?: string;
  /** Real milliseconds before each response. */
  latency?: number;
  caps?: Caps;
  /** The shares must add up to at most 1. */
  faults?: readonly Fault[];
  /** Epoch milliseconds of the shop's opening; all data depends on it. Default: `now` at the start. */
  opened?: number;
  /** Epoch milliseconds. The shop advances with this clock. */
  now?: () => number;
}
