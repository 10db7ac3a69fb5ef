/** What each ad group and each account did over a number of days: sums, from which every ratio is made. */
import type { Clicks } from './conversion.ts';

/** A row of Ad performance, amounts in cents. */
export interface GroupDay extends Clicks {
  readonly spend: number;
  readonly sales: number;
}

export interface Sums extends GroupDay {
  /** How many of the days are known. */
  readonly days: number;
}

/** ACoS of the sums; nothing without sales. */
export function acosOf({ spend, sales }: Pick<Sums, 'spend' | 'sales'>): number | undefined {
  return sales > 0 ? spend / sales : undefined;
}

/** What was spent beyond what the account's ACoS would allow for these sales, below zero where it was less. In cents. */
export function spendAbove(group: Sums, account: Sums): number | undefined {
  const acos = acosOf(account);
  return acos === undefined ? undefined : group.spend - Math.round(group.sales * acos);
}

/** `dayOf` tells days apart: several rows of one day are one day. */
export function sumsOf<D extends GroupDay>(days: readonly D[], dayOf: (day: D) => string): Sums {
  const sums = { spend: 0, sales: 0, clicks: 0, orders: 0 };
  for (const day of days) for (const name of NAMES) sums[name] += day[name];
  return { ...sums, days: new Set(days.map(dayOf)).size };
}

const NAMES = ['spend', 'sales', 'clicks', 'orders'] as const;
