/** Ad groups whose clicks bring fewer orders than those of their account, and cost more than its ACoS would allow. */
import { DAYS, judgedGroups, spendAbove } from '../desks/ads/judged-groups.ts';
import { countText, moneyText } from '../money.ts';
import { adGroupFinding } from './ad-group-finding.ts';
import type { FindingKind } from './finding.ts';

export const adsWorse: FindingKind<'ads-worse'> = {
  kind: 'ads-worse',
  desk: 'Ads',
  rowTolerance: 'ads-tolerance',
  find: (facts) =>
    judgedGroups(facts).flatMap((judged) => {
      const { group, sums, conversion } = judged;
      const above = spendAbove(judged) ?? 0;
      if (conversion.verdict !== 'worse' || above <= 0) return [];
      const orders = sums.orders === 1 ? '1 order' : `${countText(sums.orders)} orders`;
      const what = `${countText(sums.clicks)} clicks brought ${orders} where the account's bring ${countText(Math.round(conversion.expected))}: of ${moneyText(sums.spend)} spent in ${DAYS} days, ${moneyText(above)} is more than the account's ACoS allows.`;
      return [{ ...adGroupFinding(group), what, atRisk: above }];
    }),
};
