/** Findings about ads: groups that waste money or run out of budget, and keywords. */
import { keywords } from '../../operations/keywords.ts';
import { countText, groupBy, plural } from '../../protocol/lists.ts';
import { type AdGroup, type AdSums, DELIVERING, daysCovered, OUT_OF_BUDGET, sumsOf } from '../facts/ad-groups.ts';
import { centsOf, moneyText } from '../money.ts';
import { acosOf, DAYS, judgedGroups, spendAbove } from '../reports/ads-report.ts';
import { bidVerdict, type KeywordRow, outsideBy, runs } from '../reports/bids-report.ts';
import { nameIn } from '../workbook.ts';
import { type DataAge, type Finding, type FindingKind, named } from './finding.ts';

export const adsWithoutStock: FindingKind<'ads-without-stock'> = {
  kind: 'ads-without-stock',
  reads: ['Inventory'],
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
      const some = `Ads running: ${out} of ${plural(products.length, 'item')} ${out === 1 ? 'is' : 'are'} out of stock.`;
      if (out < products.length) return [{ ...finding, what: some }];
      const { spend } = sumsOf([group], days, today);
      const shop = adGroups().filter((each) => each.newest.sellerId === newest.sellerId);
      const covered = plural(daysCovered(shop, days, today), 'day');
      const what = `Ads running on ${plural(out, 'out-of-stock item')}: ${moneyText(spend)} in ${covered}.`;
      return [{ ...finding, what, atRisk: spend }];
    }),
};

/** Its newest day: a finding may link to an earlier one. */
const endSeenIn: FindingKind['endSeenIn'] = ({ adGroups }, { sellerId, record }) =>
  adGroups()
    .map(adGroupFinding)
    .find((each) => each.sellerId === sellerId && each.record === record)?.data ?? [];

export const adsWorse: FindingKind<'ads-worse'> = {
  kind: 'ads-worse',
  report: 'Ads',
  endSeenIn,
  find: (facts) =>
    judgedGroups(facts).flatMap((judged) => {
      const { group, sums, conversion } = judged;
      const above = spendAbove(judged) ?? 0;
      if (judged.verdict !== 'worse' || above <= 0) return [];
      const expected = countText(Math.round(conversion.expected));
      const what = `${plural(sums.orders, 'order')} from ${plural(sums.clicks, 'click')}; ${expected} expected`;
      const why = `${what}; ${moneyText(sums.spend)} spent in ${DAYS} days, ${moneyText(above)} above your account's ACoS`;
      return [{ ...adGroupFinding(group), what: `${what}.`, why, atRisk: above }];
    }),
};

export const adBudget: FindingKind<'ad-budget'> = {
  kind: 'ad-budget',
  endSeenIn,
  find: ({ adGroups, workbook: { today } }, days) => {
    const shops = groupBy(adGroups(), ({ newest }) => (newest.sellerId ?? '').toLowerCase());
    return [...shops.values()].flatMap((groups) => {
      const [account, covered] = [sumsOf(groups, days, today), daysCovered(groups, days, today)];
      return groups.flatMap((group) => {
        if (group.newest.status !== OUT_OF_BUDGET) return [];
        const own = sumsOf([group], days, today);
        if (own.sales <= 0 || own.spend * account.sales >= account.spend * own.sales) return [];
        const what = `Out of budget; ACoS ${acosText(own)} vs. ${acosText(account)} overall`;
        const why = `${what}; ${moneyText(Math.round(own.sales / covered))} in sales per day`;
        return [{ ...adGroupFinding(group), what: `${what}.`, why }];
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
    about: 'ad group',
    sellerId: sellerId ?? '',
    record: [campaignNumber ?? '', groupNumber ?? '', ...country].join(' '),
    label: [named('Campaign', campaignNumber, campaignName), named('group', groupNumber, groupName), ...country].join(
      ', ',
    ),
    data: [{ asOf, tolerance: 'ads-tolerance' }],
    link: { table: 'Ad performance', rowKey },
  };
}

const NAMED = 3;

export const keywordDeclined: FindingKind<'keyword-declined'> = {
  kind: 'keyword-declined',
  find: ({ workbook }) => {
    const declined = workbook
      .rows(keywords, 'Keywords')
      .filter(({ declineReason, goneSince }) => declineReason !== null && goneSince === null);
    const groups = groupBy(declined, (row) => nameIn(row.sellerId, row.campaignNumber, row.groupNumber));
    return [...groups.values()].map((rows) => {
      const [{ sellerId, campaignNumber, campaignName, groupNumber, groupName, rowKey }] = rows as [KeywordRow];
      const names = rows.map(({ keyword }) => keyword ?? '').sort();
      const more = names.length > NAMED ? `, and ${names.length - NAMED} more` : '';
      const reasons = [...groupBy(rows, ({ declineReason }) => declineReason)].map(
        ([reason, each]) => `${reason} (${each.length})`,
      );
      return {
        about: 'keywords' as const,
        sellerId: sellerId ?? '',
        record: [campaignNumber ?? '', groupNumber ?? ''].join(' '),
        label: `Keywords of ${named('campaign', campaignNumber, campaignName)}, ${named('group', groupNumber, groupName)}`,
        what: `${plural(names.length, 'keyword')} declined: ${names.slice(0, NAMED).join(', ')}${more}.`,
        why: `${plural(names.length, 'keyword')} declined: ${reasons.sort().join(', ')}`,
        data: rows.map(({ asOf }) => ({ asOf, tolerance: 'ads-tolerance' as const })),
        link: { table: 'Keywords', rowKey },
      };
    });
  },
};

export const bidOutside: FindingKind<'bid-outside'> = {
  kind: 'bid-outside',
  report: 'Bids',
  find: ({ workbook }) =>
    workbook.rows(keywords, 'Keywords').flatMap((row) => {
      if (row.goneSince !== null || !runs(row) || outsideBy(row) === undefined) return [];
      const [bound, which] =
        bidVerdict(row) === 'below lowest' ? [row.suggBidLowest, 'minimum'] : [row.suggBidMost, 'maximum'];
      const text = (amount: number | null) => moneyText(centsOf(amount));
      const { sellerId, campaignNumber, campaignName, groupNumber, keyword, matchType, asOf, rowKey } = row;
      return [
        {
          about: 'keyword' as const,
          sellerId: sellerId ?? '',
          record: [campaignNumber, groupNumber, keyword, matchType].map((part) => part ?? '').join(' '),
          label: `Keyword ${keyword} in ${named('campaign', campaignNumber, campaignName)}, group ${groupNumber}`,
          what: `Bid ${text(row.bid)}; suggested ${which} ${text(bound)}.`,
          data: [{ asOf, tolerance: 'ads-tolerance' as const }],
          link: { table: 'Keywords', rowKey },
        },
      ];
    }),
};
