/** A shop's constants. All of its data is a pure function of them and a time. */
import { SHOP_STEP_MS } from '../assumptions.ts';
import { Draws, mixText } from '../chance.ts';
import type { Scenario } from '../options.ts';

export interface Shop {
  seed: number;
  scenario: Scenario;
  /** Adds a few examples of each problem, for demonstrations. */
  story: boolean;
  /** Stock falls evenly instead of by demand. */
  evenStock: boolean;
  opened: number;
  itemCount: number;
  orderCount: number;
  sellerId: string;
  apiKey: string;
  secretKey: string;
}

const SELLER = mixText('seller');

export function openShop({
  sellerId,
  story = false,
  evenStock = false,
  ...constants
}: Pick<Shop, 'seed' | 'scenario' | 'opened' | 'itemCount' | 'orderCount'> & {
  story?: boolean;
  evenStock?: boolean;
  /** Default: derived from the seed. */
  sellerId?: string | undefined;
}): Shop {
  const draws = new Draws(constants.seed, SELLER);
  const hex = (length: number) => draws.text('0123456789abcdef', length);
  const drawn = `A${draws.text('0123456789ABCDEFGHJKLMNPQRSTUVWXYZ', 3)}`;
  return {
    ...constants,
    story,
    evenStock,
    sellerId: sellerId ?? drawn,
    apiKey: hex(32),
    secretKey: [8, 4, 4, 4, 12].map(hex).join('-'),
  };
}

const QUIET: readonly Scenario[] = ['quiet', 'ads-out', 'mismatch', 'trend', 'drift'];

/** In a quiet shop, only the scenario's own problems need the seller's attention. */
export const isQuiet = ({ scenario }: Pick<Shop, 'scenario'>): boolean => QUIET.includes(scenario);

export const tellsStory = (shop: Shop): boolean => shop.story && !isQuiet(shop);

/** Orders contain items in proportion to their demand. */
export const followsDemand = (shop: Shop): boolean => isQuiet(shop) || shop.story;

/** Whole hours from the opening to `shopTime`; negative before it. */
export const hoursOpen = (shop: Shop, shopTime: number): number => Math.floor((shopTime - shop.opened) / SHOP_STEP_MS);

/** The end of the last full hour since the opening. The shop's data is as of this time. */
export const shopTimeAt = (shop: Shop, now: number): number =>
  shop.opened + Math.floor((now - shop.opened) / SHOP_STEP_MS) * SHOP_STEP_MS;
