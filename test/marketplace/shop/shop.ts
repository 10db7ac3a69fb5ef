/** The shop's constants: everything in it is a pure function of these and an instant. */
import { LIFE_STEP_MS } from '../assumptions.ts';
import { Draws, mixText } from '../chance.ts';
import type { Scenario } from '../options.ts';

export interface Shop {
  seed: number;
  scenario: Scenario;
  /** Whether it has something of everything to be found, as a shop of which a few things got out of hand. */
  story: boolean;
  /** Whether stock falls evenly and not by demand. */
  evenStock: boolean;
  /** The instant to which the data is anchored. */
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
  /** Drawn by the seed unless told. */
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

/** Nothing in it needs the seller, but for what its scenario plants. */
export const isQuiet = ({ scenario }: Pick<Shop, 'scenario'>): boolean => QUIET.includes(scenario);

export const tellsStory = (shop: Shop): boolean => shop.story && !isQuiet(shop);

/** Whether its orders are for the items that sell. */
export const followsDemand = (shop: Shop): boolean => isQuiet(shop) || shop.story;

/** Whole hours that the shop has lived at an instant of its life, negative before its opening. */
export const hoursLived = (shop: Shop, lived: number): number => Math.floor((lived - shop.opened) / LIFE_STEP_MS);

/** The instant up to which the shop has lived: whole steps from its opening, also before it. */
export const lifeTime = (shop: Shop, now: number): number =>
  shop.opened + Math.floor((now - shop.opened) / LIFE_STEP_MS) * LIFE_STEP_MS;
