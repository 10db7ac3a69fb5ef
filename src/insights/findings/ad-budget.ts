/** Ad groups that ran out of budget though they sell more cheaply than the account as a whole. */
import { grouped } from '../../protocol/grouped.ts';
import { type AdSums, OUT_OF_BUDGET, sumsOf } from '../facts/ad-groups.ts';
import { moneyText } from '../money.ts';
import { adGroupFinding } from './ad-group-finding.ts';
import type { FindingKind } from './finding.ts';

export const adBudget: FindingKind<'ad-budget'> = {
  kind: 'ad-budget',
  rowTolerance: 'ads-tolerance',
  find: ({ adGroups, workbook: { today } }, days) => {
    const shops = grouped(adGroups(), ({ newest }) => (newest.sellerId ?? '').toLowerCase());
    return [...shops.values()].flatMap((groups) => {
      const account = sumsOf(groups, days, today);
      return groups.flatMap((group) => {
        if (group.newest.status !== OUT_OF_BUDGET) return [];
        const own = sumsOf([group], days, today);
        if (!isCheaper(own, account)) return [];
        const what = `Out of budget with an ACoS of ${acosText(own)}, the account's being ${acosText(account)}: ${moneyText(Math.round(own.sales / days))} of sales a day.`;
        return [{ ...adGroupFinding(group), what }];
      });
    });
  },
};

/** Without sales there is no ACoS. */
function isCheaper(one: AdSums, other: AdSums): boolean {
  return one.sales > 0 && one.spend * other.sales < other.spend * one.sales;
}

function acosText({ spend, sales }: AdSums): string {
  return `${((spend / sales) * 100).toFixed(1)}%`;
}
