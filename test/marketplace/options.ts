/** The start options of a marketplace, and names its parts share. */
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

/** Kinds of faults; they work in any scenario. */
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
  /** Share of all calls: above 0, at most 1 (default 1). */
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
  /** Whether the shop tells a story, with some of every problem; ignored in quiet scenarios. */
  story?: boolean;
  /**
   * Whether stock falls evenly, not by demand. Documents of earlier builds were recorded this way. The truth about
   * stock is then wrong.
   */
  evenStock?: boolean;
  /** By default derived from the seed. */
  sellerId?: string;
  /** Milliseconds of real time before each answer. */
  latency?: number;
  caps?: Caps;
  /** Shares must add up to at most 1. */
  faults?: readonly Fault[];
  /** Epoch milliseconds at which the shop opens; all data depends on it. Defaults to `now` at the start. */
  opened?: number;
  /** Epoch milliseconds; the shop advances with this clock. */
  now?: () => number;
}
