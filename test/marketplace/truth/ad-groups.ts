import { type AdGroup, adGroupsOf } from '../shop/campaigns.ts';
import { plantedItemsOf } from '../shop/planted-items.ts';
import { followsDemand, type Shop } from '../shop/shop.ts';
import type { Look } from './look.ts';

export interface AdGroupTruth {
  campaignNumber: number;
  groupNumber: number;
  status: string;
  /** Average orders per click of the group and of the account. Absent if the rate varies by day. */
  conversion?: number;
  accountConversion?: number;
  clicksADay?: number;
}

export function adGroupTruths({ world: { shop } }: Look): AdGroupTruth[] {
  // A pending group has never been shown.
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
  const { soldOut } = plantedItemsOf(shop);
  return (conversion * products.filter((index) => !soldOut.has(index)).length) / products.length;
}
