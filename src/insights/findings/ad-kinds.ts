/** Ad groups that deliver while items of theirs are out of stock. */
import { keywords } from '../../operations/keywords.ts';
import { grouped } from '../../protocol/grouped.ts';
import { DAYS, judgedGroups, spendAbove } from '../desks/ads-desk.ts';
import { bidVerdict, type KeywordRow, outsideBy, runs } from '../desks/bids-desk.ts';
import { type AdGroup, type AdSums, DELIVERING, OUT_OF_BUDGET, sumsOf } from '../facts/ad-groups.ts';
import { centsOf, countText, moneyText } from '../money.ts';
import { type Finding, type FindingKind, named } from './finding.ts';

export const adsWithoutStock: FindingKind<'ads-without-stock'> = {
  kind: 'ads-without-stock',
  rowTolerance: 'ads-tolerance',
  find: ({ adGroups, stock, workbook: { today } }, days) =>
    adGroups().flatMap((group) => {
      const { newest, products } = group;
      if (newest.status !== DELIVERING || products.length === 0) return [];
      const known = products.map((product) => stock().ofItem(newest.sellerId, product));
      const out = known.filter((each) => each?.units === 0);
      if (out.length === 0) return [];
      const finding = adGroupFinding(group);
      const looks = known.flatMap((each) => (each ? [{ asOf: each.asOf, tolerance: 'stock-tolerance' as const }] : []));
      const data = [...finding.data, ...looks];
      if (out.length < products.length)
        return [
          {
            ...finding,
            data,
            what: `${out.length} of ${products.length} items ${out.length === 1 ? 'is' : 'are'} out of stock.`,
          },
        ];
      const { spend } = sumsOf([group], days, today);
      const items = out.length === 1 ? 'Its item is' : `All ${out.length} items are`;
      const what = `${items} out of stock, and ads go on: ${moneyText(spend)} spent in ${days} days.`;
      return [{ ...finding, data, what, atRisk: spend }];
    }),
};

// FOLDED findings/ads-worse.ts /** Ad groups whose clicks bring fewer orders than those of their account, and cost more than its ACoS would allow. */

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

// FOLDED findings/ad-budget.ts /** Ad groups that ran out of budget though they sell more cheaply than the account as a whole. */

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

// FOLDED findings/ad-group-finding.ts /** A finding about an ad group. */

export function adGroupFinding({ newest, days }: AdGroup): Omit<Finding, 'what'> {
  const { sellerId, countryCode, campaignNumber, campaignName, groupNumber, groupName, rowKey } = newest;
  const country = countryCode === null ? [] : [countryCode];
  return {
    sellerId: sellerId ?? '',
    record: [campaignNumber ?? '', groupNumber ?? '', ...country].join(' '),
    label: `${named('Campaign', campaignNumber, campaignName)}, ${named('group', groupNumber, groupName)}`,
    data: [
      {
        asOf: days.reduce((latest: number | null, { asOf }) => Math.max(latest ?? 0, asOf ?? 0) || null, null),
        tolerance: 'ads-tolerance',
      },
    ],
    link: { table: 'Ad performance', rowKey },
  };
}

// FOLDED findings/keyword-declined.ts /** Keywords that were declined. */

export const keywordDeclined: FindingKind<'keyword-declined'> = {
  kind: 'keyword-declined',
  rowTolerance: 'ads-tolerance',
  find: ({ workbook }) =>
    workbook.rows(keywords, 'Keywords').flatMap((row) => {
      if (row.declineReason === null || row.goneSince !== null) return [];
      return [{ ...keywordFinding(row), what: `Declined: ${row.declineReason}` }];
    }),
};

// FOLDED findings/bid-outside.ts /** Keywords that run with a bid outside of what the marketplace suggests. */

export const bidOutside: FindingKind<'bid-outside'> = {
  kind: 'bid-outside',
  desk: 'Bids',
  rowTolerance: 'ads-tolerance',
  find: ({ workbook }) =>
    workbook.rows(keywords, 'Keywords').flatMap((row) => {
      const by = row.goneSince === null && runs(row) ? outsideBy(row) : undefined;
      if (by === undefined) return [];
      const isLow = bidVerdict(row) === 'below lowest';
      const [bid, bound] = [row.bid, isLow ? row.suggBidLowest : row.suggBidMost].map((amount) =>
        moneyText(centsOf(amount)),
      );
      const what = isLow
        ? `Bid ${bid}, the lowest that is suggested being ${bound}.`
        : `Bid ${bid}, the most that is suggested being ${bound}.`;
      return [{ ...keywordFinding(row), what }];
    }),
};

// FOLDED findings/keyword-finding.ts /** A finding about a keyword. */

export function keywordFinding(row: KeywordRow): Omit<Finding, 'what'> {
  const { sellerId, campaignNumber, campaignName, groupNumber, keyword, matchType, asOf, rowKey } = row;
  return {
    sellerId: sellerId ?? '',
    record: [campaignNumber, groupNumber, keyword, matchType].map((part) => part ?? '').join(' '),
    label: `${keyword} in ${named('campaign', campaignNumber, campaignName)}`,
    data: [{ asOf, tolerance: 'ads-tolerance' }],
    link: { table: 'Keywords', rowKey },
  };
}
