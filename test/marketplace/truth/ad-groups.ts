/** How the ads of each group really convert. */
import { type AdGroup, adGroupsOf } from '../shop/campaigns.ts';
import { plantsOf } from '../shop/plants.ts';
import { followsDemand, type Shop } from '../shop/shop.ts';
import type { Look } from './look.ts';

export interface AdGroupTruth {
  campaignNumber: number;
  groupNumber: number;
  status: string;
  /** Orders of a click, on average, and those of a click anywhere in the account; not where it differs by the day. */
  conversion?: number;
  accountConversion?: number;
  clicksADay?: number;
}

export function adGroupTruths({ world: { shop } }: Look): AdGroupTruth[] {
  // A group that is pending has never been shown.
  const groups = adGroupsOf(shop).map((group) => ({
    group,
    clicksADay: group.status === 'Pending' ? 0 : group.viewsADay * group.clickRate,
    conversion: conversionOf(shop, group),
  }));
  const clicks = groups.reduce((sum, { clicksADay }) => sum + clicksADay, 0);
  const orders = groups.reduce((sum, { clicksADay, conversion }) => sum + clicksADay * conversion, 0);
  return groups.map(({ group, clicksADay, conversion }) => ({
    campaignNumber: group.campaign.number,
    groupNumber: group.number,
    status: group.status,
    ...(followsDemand(shop) ? { conversion, accountConversion: orders / clicks, clicksADay } : {}),
  }));
}

function conversionOf(shop: Shop, { conversion, products }: AdGroup): number {
  const { soldOut } = plantsOf(shop);
  return (conversion * products.filter((index) => !soldOut.has(index)).length) / products.length;
}
