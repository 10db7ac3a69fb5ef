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
] as const;

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
  /** Milliseconds of real time before each answer. */
  latency?: number;
  caps?: Caps;
  /** Epoch milliseconds. The data is anchored to its value at the start, and lives on by it. */
  now?: () => number;
}
