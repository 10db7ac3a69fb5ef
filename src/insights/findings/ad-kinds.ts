/** Kinds of findings about ads: ad groups that waste money or lack it, and keywords. */
import { keywords } from '../../operations/keywords.ts';
import { grouped } from '../../protocol/grouped.ts';
import { type AdGroup, type AdSums, DELIVERING, OUT_OF_BUDGET, sumsOf } from '../facts/ad-groups.ts';
import { centsOf, countText, moneyText } from '../money.ts';
import { acosOf, DAYS, judgedGroups, spendAbove } from '../reports/ads-report.ts';
import { bidVerdict, type KeywordRow, outsideBy, runs } from '../reports/bids-report.ts';
import { type DataAge, type Finding, type FindingKind, named } from './finding.ts';

/** Ad groups that deliver while items of theirs are out of stock. */
export const adsWithoutStock: FindingKind<'ads-without-stock'> = {
  kind: 'ads-without-stock',
  rowTolerance: 'ads-tolerance',
  find: ({ adGroups, stock, workbook: { today } }, days) =>
    adGroups().flatMap((group) => {
      const { newest, products } = group;
      if (newest.status !== DELIVERING || products.length === 0) return [];
      const known = products.map((product) => stock().ofItem(newest.sellerId, product));
      const out = known.filter((each) => each?.units === 0).length;
      if (out === 0) return [];
      const looks = known.flatMap((each): DataAge[] =>
        each ? [{ asOf: each.asOf, tolerance: 'stock-tolerance' }] : [],
      );
      const own = adGroupFinding(group);
      const finding = { ...own, data: [...own.data, ...looks] };
      if (out < products.length)
        return [{ ...finding, what: `${out} of ${products.length} items ${out === 1 ? 'is' : 'are'} out of stock.` }];
      const { spend } = sumsOf([group], days, today);
      const items = out === 1 ? 'Its item is' : `All ${out} items are`;
      const what = `${items} out of stock, and ads go on: ${moneyText(spend)} spent in ${days} days.`;
      return [{ ...finding, what, atRisk: spend }];
    }),
};

/** Ad groups whose clicks bring fewer orders than those of their account, and cost more than its ACoS would allow. */
export const adsWorse: FindingKind<'ads-worse'> = {
  kind: 'ads-worse',
  report: 'Ads',
  rowTolerance: 'ads-tolerance',
  find: (facts) =>
    judgedGroups(facts).flatMap((judged) => {
      const { group, sums, conversion } = judged;
      const above = spendAbove(judged) ?? 0;
      if (judged.verdict !== 'worse' || above <= 0) return [];
      const orders = sums.orders === 1 ? '1 order' : `${countText(sums.orders)} orders`;
      const what = `${countText(sums.clicks)} clicks brought ${orders} where the account's bring ${countText(Math.round(conversion.expected))}: of ${moneyText(sums.spend)} spent in ${DAYS} days, ${moneyText(above)} is more than the account's ACoS allows.`;
      return [{ ...adGroupFinding(group), what, atRisk: above }];
    }),
};

/** Ad groups that ran out of budget though they sell more cheaply than the account as a whole. */
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
        if (own.sales <= 0 || own.spend * account.sales >= account.spend * own.sales) return [];
        const what = `Out of budget with an ACoS of ${acosText(own)}, the account's being ${acosText(account)}: ${moneyText(Math.round(own.sales / days))} of sales a day.`;
        return [{ ...adGroupFinding(group), what }];
      });
    });
  },
};

function acosText(sums: AdSums): string {
  return `${((acosOf(sums) ?? 0) * 100).toFixed(1)}%`;
}

function adGroupFinding({ newest, days }: AdGroup): Omit<Finding, 'what'> {
  const { sellerId, countryCode, campaignNumber, campaignName, groupNumber, groupName, rowKey } = newest;
  const country = countryCode === null ? [] : [countryCode];
  const asOf = days.reduce((latest, day) => Math.max(latest, day.asOf ?? 0), 0) || null;
  return {
    sellerId: sellerId ?? '',
    record: [campaignNumber ?? '', groupNumber ?? '', ...country].join(' '),
    label: `${named('Campaign', campaignNumber, campaignName)}, ${named('group', groupNumber, groupName)}`,
    data: [{ asOf, tolerance: 'ads-tolerance' }],
    link: { table: 'Ad performance', rowKey },
  };
}

export const keywordDeclined: FindingKind<'keyword-declined'> = {
  kind: 'keyword-declined',
  rowTolerance: 'ads-tolerance',
  find: ({ workbook }) =>
    workbook.rows(keywords, 'Keywords').flatMap((row) => {
      if (row.declineReason === null || row.goneSince !== null) return [];
      return [{ ...keywordFinding(row), what: `Declined: ${row.declineReason}` }];
    }),
};

/** Keywords that run with a bid outside of what the marketplace suggests. */
export const bidOutside: FindingKind<'bid-outside'> = {
  kind: 'bid-outside',
  report: 'Bids',
  rowTolerance: 'ads-tolerance',
  find: ({ workbook }) =>
    workbook.rows(keywords, 'Keywords').flatMap((row) => {
      if (row.goneSince !== null || !runs(row) || outsideBy(row) === undefined) return [];
      const [bound, which] =
        bidVerdict(row) === 'below lowest' ? [row.suggBidLowest, 'lowest'] : [row.suggBidMost, 'most'];
      const text = (amount: number | null) => moneyText(centsOf(amount));
      return [
        { ...keywordFinding(row), what: `Bid ${text(row.bid)}, the ${which} that is suggested being ${text(bound)}.` },
      ];
    }),
};

function keywordFinding(row: KeywordRow): Omit<Finding, 'what'> {
  const { sellerId, campaignNumber, campaignName, groupNumber, keyword, matchType, asOf, rowKey } = row;
  return {
    sellerId: sellerId ?? '',
    record: [campaignNumber, groupNumber, keyword, matchType].map((part) => part ?? '').join(' '),
    label: `${keyword} in ${named('campaign', campaignNumber, campaignName)}`,
    data: [{ asOf, tolerance: 'ads-tolerance' }],
    link: { table: 'Keywords', rowKey },
  };
}
