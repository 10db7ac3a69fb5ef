/** What a marketplace can be started with, and the words its parts share. */
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

/** Ways in which an answer can be spoiled, beside any scenario. */
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
  /** Of all calls, how many are spoiled so: above 0, at most 1, which is also the default. */
  share?: number;
}

export type Scenario = (typeof scenarios)[number];
export type Storefront = 'main' | 'business' | 'canadian';
export type Caps = 'spec' | 'none' | number;

export interface MarketplaceOptions {
  /** 0 takes any free port. */
  port?: number;
  seed?: number;
  scenario?: Scenario;
  items?: number;
  orders?: number;
  /** Whether the shop is one worth looking at, with something of everything to be found; nothing in quiet scenarios. */
  story?: boolean;
  /**
   * Whether stock falls evenly and not by demand: so it was when earlier builds left documents. What the truth says of
   * stock is then wrong.
   */
  evenStock?: boolean;
  /** Drawn by the seed unless told. */
  sellerId?: string;
  /** Milliseconds of real time before each answer. */
  latency?: number;
  caps?: Caps;
  /** Their shares must not add up to more than 1. */
  faults?: readonly Fault[];
  /** Epoch milliseconds, to which the data is anchored; `now` at the start unless told. */
  opened?: number;
  /** Epoch milliseconds. The data lives on by it. */
  now?: () => number;
}
