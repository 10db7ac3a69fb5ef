import { CAMPAIGN_TYPES, PENDING_ACTIVE_STATUS } from '../assumptions.ts';
import { Draws, mixText } from '../chance.ts';
import { isQuiet, type Shop, tellsStory } from './shop.ts';

export const adStatuses = ['Delivering', 'Processing', 'Out of budget', 'Inactive', 'Ended', 'Pending'] as const;
export type AdStatus = (typeof adStatuses)[number];

export interface Campaign {
  number: number;
  name: string;
  country: string;
  type: number;
  sponsorType: number;
}

/** In cents. */
interface Bids {
  suggested: number;
  lowest: number;
  most: number;
}

export interface AdGroup extends Bids {
  campaign: Campaign;
  number: number;
  name: string;
  status: AdStatus;
  created: number;
  createdBy: number;
  defaultBid: number;
  offSiteBid: number | null;
  /** Item indexes. */
  products: number[];
  /** The products that are out of stock in this scenario. */
  missing: number[];
  keywords: Keyword[];
  declined: string | null;
  /** Orders per click on an in-stock product. */
  conversion: number;
  viewsADay: number;
  clickRate: number;
}

export interface Keyword extends Bids {
  text: string;
  matchType: number;
  bid: number;
  volume: string;
  competition: string;
  status: AdStatus;
  declined: string | null;
  created: number;
}

const CAMPAIGN = mixText('campaign');
const TRAFFIC = mixText('ad traffic');
const DAY = 86_400_000;
const themes = ['SSD summer', 'Back to school', 'NVMe launch', '=Best & "Brightest"', 'Été 2 for 1', 'Gaming'];
const groupNames = ['NVMe', 'SATA', '+Accessories', 'Évasion', 'Long tail', 'Brand'];
const nouns = ['ssd', 'usb hub', 'gaming mouse', 'monitor 27"', 'câble hdmi', 'wifi 6 router', 'headset', 'ddr5 ram'];
const qualities = ['best', 'cheap', '1tb', 'wireless', 'rgb & led', 'm.2', 'quiet', '4k', 'for mac'];
const formulaLike = ['=HYPERLINK("http://evil.example","x")', '+1 usb hub', '@home', '-5 mm cable'];

/** Active groups are running or will run. Pending is neither active nor inactive in the specification. */
export function activeStatusOf(status: AdStatus): 'Active' | 'Inactive' | null {
  if (status === 'Pending') return PENDING_ACTIVE_STATUS;
  return status === 'Inactive' || status === 'Ended' ? 'Inactive' : 'Active';
}

/** A campaign's ad groups get the numbers that follow the campaign's own. */
export function campaignsOf(shop: Shop): Campaign[] {
  const draws = new Draws(shop.seed, CAMPAIGN);
  const first = draws.whole(1_000_000, 1_800_000);
  return Array.from({ length: draws.whole(2, 6) }, (_, at) => ({
    number: first + at * 137,
    name: themes[at] as string,
    country: at === 3 ? 'CAN' : 'USA',
    type: Object.values(CAMPAIGN_TYPES)[at % 3] as number,
    sponsorType: at % 5,
  }));
}

function bidsOf(draws: Draws): Bids {
  const suggested = draws.whole(20, 250);
  return { suggested, lowest: Math.ceil(suggested * 0.5), most: Math.ceil(suggested * 2.2) };
}

function keywordsOf(shop: Shop, campaignAt: number, groupAt: number, status: AdStatus): Keyword[] {
  const many = campaignAt === 0 && groupAt === 0;
  const count = many ? 40 : 4 + ((campaignAt * 5 + groupAt * 3) % 9);
  return Array.from({ length: count }, (_, at) => {
    const draws = new Draws(shop.seed, CAMPAIGN, campaignAt, groupAt, at, 1);
    // No group uses the same pair of words twice.
    const plain = `${qualities[at % qualities.length]} ${nouns[(at + groupAt) % nouns.length]}`;
    const bids = bidsOf(draws);
    return {
      ...bids,
      text: (many && at >= 10 && formulaLike[at - 10]) || plain,
      matchType: draws.pick([0, 1, 6]),
      bid: isQuiet(shop) ? bids.suggested : draws.whole(10, 300),
      volume: draws.pick(['<100', '100-1K', '1K-10K', '10K-100K']),
      competition: draws.pick(['Low', 'Medium', 'High']),
      ...statusFields(shop, many ? statusAt(shop, at) : status, 'Trademark & policy', many && at % 18 === 3),
      created: shop.opened - (150 - at) * DAY - draws.whole(0, DAY / 1000) * 1000,
    };
  });
}

/** A quiet shop has no exhausted budgets. */
function statusAt(shop: Shop, at: number): AdStatus {
  const statuses = adStatuses.filter((status) => !(isQuiet(shop) && status === 'Out of budget'));
  return statuses[at % statuses.length] as AdStatus;
}

/** A quiet shop has no declined groups or keywords; a shop with `story` has few. */
const statusFields = (shop: Shop, status: AdStatus, reason: string, inStory = true) => ({
  status,
  declined: status === 'Inactive' && !isQuiet(shop) && (inStory || !shop.story) ? reason : null,
});

/** The account's conversion rate. Some groups convert better or worse. */
const CONVERSION = 0.06;
const OTHER_CONVERSIONS = [CONVERSION, CONVERSION / 3, CONVERSION * 3];
const VIEWS = { many: 2400, some: 500, few: 80 };

function trafficOf(shop: Shop, number: number, at: number, status: AdStatus) {
  const draws = new Draws(shop.seed, TRAFFIC, number);
  const clickRate = 0.01 + 0.02 * draws.unit();
  const drawn = {
    conversion: draws.pick([CONVERSION, ...OTHER_CONVERSIONS]),
    viewsADay: draws.pick(Object.values(VIEWS)),
  };
  // The trend scenario needs groups with enough clicks for a clear difference, and one with too few.
  const planted = {
    conversion: OTHER_CONVERSIONS[at] ?? CONVERSION,
    viewsADay: at < OTHER_CONVERSIONS.length ? VIEWS.many : VIEWS.few,
  };
  if (shop.scenario === 'trend') return { clickRate, ...planted };
  // Too few clicks for a clear difference.
  if (isQuiet(shop)) return { clickRate, conversion: CONVERSION, viewsADay: VIEWS.few };
  if (!tellsStory(shop)) return { clickRate, ...drawn };
  // The groups that convert best have exhausted their budgets.
  if (status === 'Out of budget') return { clickRate, conversion: CONVERSION * 3, viewsADay: VIEWS.some };
  return { clickRate, ...drawn, viewsADay: Math.max(VIEWS.some, drawn.viewsADay) };
}

/** With `story`, these best sellers sold out last night while their ads are still running. */
export const STORY_SOLD_OUT: readonly number[] = [4, 8, 9, 13];
const STORY_PRODUCTS: Readonly<Record<number, readonly number[]>> = { 0: [1, 4, 0, 2], 5: [8, 13] };

/**
 * Two groups have fixed products: the first group's are partly out of stock, and the second group's completely. All
 * other groups have only products in stock.
 */
function storyProducts(group: number, drawn: readonly number[]): number[] {
  const planted = STORY_PRODUCTS[group];
  if (planted) return [...planted];
  const there = drawn.map((index) => index % 20).filter((index) => !STORY_SOLD_OUT.includes(index));
  return there.length > 0 ? [...new Set(there)] : [0];
}

/** In ads-out, each group has its own products if there are enough items. */
function productsOf(shop: Shop, draws: Draws, group: number) {
  const drawn = Array.from({ length: draws.whole(1, 5) }, () => draws.whole(0, shop.itemCount - 1));
  if (tellsStory(shop)) return { products: storyProducts(group, drawn), missing: [] };
  if (shop.scenario !== 'ads-out') return { products: [...new Set(drawn)], missing: [] };
  const own = Array.from({ length: 2 + (group % 3) }, (_, at) => (group * 4 + at) % shop.itemCount);
  const products = [...new Set(own)];
  return { products, missing: products.slice(0, [products.length, 1 + (group % 2), 0][roleOf(group)]) };
}

/** 0: all products are out of stock. 1: some are. 2: none are. */
const roleOf = (group: number): number => (group + Math.floor(group / 5)) % 3;

export function adGroupsOf(shop: Shop): AdGroup[] {
  return campaignsOf(shop).flatMap((campaign, campaignAt) => {
    const draws = new Draws(shop.seed, CAMPAIGN, campaignAt);
    return Array.from({ length: draws.whole(3, 5) }, (_, at) => {
      const delivers = at === 0 || (shop.scenario === 'ads-out' && at < 3);
      const status = delivers ? 'Delivering' : statusAt(shop, campaignAt + at);
      const number = campaign.number + 1 + at;
      return {
        ...productsOf(shop, draws, campaignAt * 5 + at),
        ...bidsOf(draws),
        ...trafficOf(shop, number, at, status),
        ...statusFields(shop, status, '-image too small'),
        campaign,
        number,
        name: groupNames[(campaignAt + at) % groupNames.length] as string,
        created: shop.opened - draws.whole(20, 200) * DAY - draws.whole(0, DAY / 1000) * 1000,
        createdBy: draws.whole(1000, 9999),
        defaultBid: draws.whole(10, 200),
        offSiteBid: draws.chance(0.5) ? null : draws.whole(10, 200),
        keywords: keywordsOf(shop, campaignAt, at, status),
      };
    });
  });
}
