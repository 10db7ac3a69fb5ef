/** Each ad group beside the account that it is a part of, over the last whole days. */
import { grouped } from '../../../protocol/grouped.ts';
import { type AdGroup, type AdSums, sumsOf } from '../../facts/ad-groups.ts';
import type { Facts } from '../../facts/facts.ts';
import { type Conversion, conversionOf } from './conversion.ts';

export interface JudgedGroup {
  readonly group: AdGroup;
  readonly sums: AdSums;
  readonly conversion: Conversion;
  /** Spend divided by sales, of all groups of the shop; undefined without sales. */
  readonly accountAcos: number | undefined;
}

/** Whole days that count. */
export const DAYS = 14;

/** Groups that have a row of these days, those of a shop together. */
export function judgedGroups({ workbook, adGroups }: Facts): readonly JudgedGroup[] {
  const shops = grouped(adGroups(), ({ newest }) => newest.sellerId);
  return [...shops.values()].flatMap((groups) => {
    const account = sumsOf(groups, DAYS, workbook.today);
    return groups.flatMap((group) => {
      const sums = sumsOf([group], DAYS, workbook.today);
      if (sums.days === 0) return [];
      return [{ group, sums, conversion: conversionOf(sums, account), accountAcos: acosOf(account) }];
    });
  });
}

/** Spend beyond what the account's ACoS would allow for the sales, in cents; undefined where that is not known. */
export function spendAbove({ sums, accountAcos }: JudgedGroup): number | undefined {
  return accountAcos === undefined ? undefined : Math.round(sums.spend - sums.sales * accountAcos);
}

export function acosOf({ spend, sales }: AdSums): number | undefined {
  return sales > 0 ? spend / sales : undefined;
}
