/** Ad groups that deliver while items of theirs are out of stock. */
import { DELIVERING, sumsOf } from '../facts/ad-groups.ts';
import { moneyText } from '../money.ts';
import { adGroupFinding } from './ad-group-finding.ts';
import type { FindingKind } from './finding.ts';

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
