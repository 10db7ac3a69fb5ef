/** Sponsored campaigns with their ad groups and keywords. */
import { CAMPAIGN_TYPES, PENDING_ACTIVE_STATUS } from '../assumptions.ts';
import { Draws, mixText } from '../chance.ts';
import { itemNumberOf } from './items.ts';
import type { Shop } from './shop.ts';

export const adStatuses = [
  'Delivering',
  'Processing',
  'Out of budget',
  'Inactive',
  'Ended',
  'Pending',
] as const;
export type AdStatus = (typeof adStatuses)[number];

export interface Campaign {
  number: number;
  name: string;
  country: string;
  type: number;
  sponsorType: number;
}

/** All money in cents. */
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
  products: string[];
  keywords: Keyword[];
}

export interface Keyword extends Bids {
  text: string;
  matchType: number;
  bid: number;
  volume: string;
  competition: string;
  status: AdStatus;
  created: number;
}

const CAMPAIGN = mixText('campaign');
const DAY = 86_400_000;
const themes = [
  'SSD summer',
  'Back to school',
  'NVMe launch',
  '=Best & "Brightest"',
  'Été 2 for 1',
  'Gaming',
];
const groupNames = ['NVMe', 'SATA', '+Accessories', 'Évasion', 'Long tail', 'Brand'];
const nouns = [
  'ssd',
  'usb hub',
  'gaming mouse',
  'monitor 27"',
  'câble hdmi',
  'wifi 6 router',
  'headset',
  'ddr5 ram',
];
const qualities = ['best', 'cheap', '1tb', 'wireless', 'rgb & led', 'm.2', 'quiet', '4k', 'for mac'];
const formulaLike = ['=HYPERLINK("http://evil.example","x")', '+1 usb hub', '@home', '-5 mm cable'];

/** Active means running or about to run; the specification puts Pending in neither state. */
export function activeStatusOf(status: AdStatus): 'Active' | 'Inactive' | null {
  if (status === 'Pending') return PENDING_ACTIVE_STATUS;
  return status === 'Inactive' || status === 'Ended' ? 'Inactive' : 'Active';
}

/** The six numbers below a campaign's belong to its groups, as the numbers of one sequence. */
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
    // Each pair of words comes up once in a group.
    const plain = `${qualities[at % qualities.length]} ${nouns[(at + groupAt) % nouns.length]}`;
    return {
      ...bidsOf(draws),
      text: (many && at >= 10 && formulaLike[at - 10]) || plain,
      matchType: draws.pick([0, 1, 6]),
      bid: draws.whole(10, 300),
      volume: draws.pick(['<100', '100-1K', '1K-10K', '10K-100K']),
      competition: draws.pick(['Low', 'Medium', 'High']),
      status: many ? (adStatuses[at % adStatuses.length] as AdStatus) : status,
      created: shop.opened - (150 - at) * DAY - draws.whole(0, DAY / 1000) * 1000,
    };
  });
}

export function adGroupsOf(shop: Shop): AdGroup[] {
  return campaignsOf(shop).flatMap((campaign, campaignAt) => {
    const draws = new Draws(shop.seed, CAMPAIGN, campaignAt);
    return Array.from({ length: draws.whole(3, 5) }, (_, at) => {
      const status =
        at === 0 ? 'Delivering' : (adStatuses[(campaignAt + at) % adStatuses.length] as AdStatus);
      const products = Array.from({ length: draws.whole(1, 5) }, () => draws.whole(0, shop.itemCount - 1));
      return {
        ...bidsOf(draws),
        campaign,
        number: campaign.number + 1 + at,
        name: groupNames[(campaignAt + at) % groupNames.length] as string,
        status,
        created: shop.opened - draws.whole(20, 200) * DAY - draws.whole(0, DAY / 1000) * 1000,
        createdBy: draws.whole(1000, 9999),
        defaultBid: draws.whole(10, 200),
        offSiteBid: draws.chance(0.5) ? null : draws.whole(10, 200),
        products: [...new Set(products)].map((index) => itemNumberOf(shop, index)),
        keywords: keywordsOf(shop, campaignAt, at, status),
      };
    });
  });
}
