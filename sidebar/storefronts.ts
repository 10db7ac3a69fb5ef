import type { Storefront } from '../src/protocol/operation.ts';

export const STOREFRONT_LABELS: Readonly<Record<Storefront, string>> = {
  main: 'Main',
  business: 'Business',
  canadian: 'Canadian',
};

export const ALL_STOREFRONTS = Object.keys(STOREFRONT_LABELS) as readonly Storefront[];
