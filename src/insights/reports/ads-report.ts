/** The Ads report: ad groups with a better or worse conversion rate than their account. */
import { groupBy } from '../../protocol/lists.ts';
import { type AdsRecord, ads } from '../../tables/reports/ads-table.ts';
import { NOW } from '../../tables/status.ts';
import { type AdGroup, type AdSums, DELIVERING, sumsOf } from '../facts/ad-groups.ts';
import type { Facts } from '../facts/facts.ts';
import type { KnownStock } from '../facts/stock.ts';
import { rounded } from '../money.ts';
import { linkTo, nameIn } from '../workbook.ts';
import { type Report, readAt } from './seller-report.ts';

export const adsReport: Report<typeof ads> = {
  name: 'Ads',
  answers: 'Ad groups to stop and ad groups that perform well.',
  declared: ads,
  formulas: {
    verdict: `=IF({measured}="","",IF({hoursAllowed}="",{measured},IF((${NOW}-{asOf})*24>{hoursAllowed},"late data",{measured})))`,
    acos: '=IF({sales}=0,"",{spend}/{sales})',
    spendAboveAccount: '=IF({accountAcos}="","",ROUND({spend}-{sales}*{accountAcos},2))',
  },
  link: { to: 'Ad performance', label: '"Campaign "&{campaignNumber}&", group "&{groupNumber}' },
  records,
  readAt: ({ adGroups, workbook }) => readAt(workbook, 'Ad performance', () => adGroups().flatMap(({ days }) => days)),
};

function records(facts: Facts): readonly AdsRecord[] {
  const costOf = (group: JudgedGroup) => spendAbove(group) ?? 0;
  const groups = [...judgedGroups(facts)].sort((one, other) => costOf(other) - costOf(one));
  const stock = facts.stock();
  const hoursAllowed = facts.workbook.thresholds['ads-tolerance'];
  const known = groups.map((group) => ({ ...recordOf(group, stock), hoursAllowed }));
  const names = new Set(known.map(nameOf));
  const others = facts.workbook.rows(ads, 'Ads').filter((row) => !names.has(nameOf(row)));
  return [...known, ...others.map((row) => ({ ...lapsed(row), hoursAllowed }))];
}

function recordOf(group: JudgedGroup, stock: KnownStock): Omit<AdsRecord, 'hoursAllowed'> {
  const { sums, conversion, verdict, accountAcos } = group;
  const { newest, products } = group.group;
  const known = products.map((product) => stock.ofItem(newest.sellerId, product));
  return {
    ...namesOf(newest),
    ...FORMULAS,
    spend: sums.spend / 100,
    sales: sums.sales / 100,
    accountAcos: accountAcos ?? null,
    clicks: sums.clicks,
    orders: sums.orders,
    expectedOrders: rounded(conversion.expected, 2),
    conversion: conversion.rate ?? null,
    accountConversion: conversion.mean,
    deviations: rounded(conversion.deviations, 2),
    products: products.length > 0 ? products.length : null,
    productsOut: products.length > 0 ? known.filter((each) => each?.units === 0).length : null,
    status: newest.status,
    days: sums.days,
    measured: verdict ?? null,
    ...linkTo(newest.rowKey),
    asOf: null,
  };
}

/** Returns a blank row for a group without data in the period. */
function lapsed(row: Names): Omit<AdsRecord, 'hoursAllowed'> {
  return {
    ...namesOf(row),
    ...FORMULAS,
    ...{ spend: 0, sales: 0, accountAcos: null, clicks: 0, orders: 0 },
    ...{ expectedOrders: null, conversion: null, accountConversion: null, deviations: null },
    ...{ products: null, productsOut: null, status: null, days: 0 },
    ...linkTo(null),
    ...{ measured: null, asOf: null },
  };
}

const FORMULAS = { verdict: null, spendAboveAccount: null, acos: null, record: null };

type Names = Pick<
  AdsRecord,
  'sellerId' | 'countryCode' | 'campaignNumber' | 'campaignName' | 'groupNumber' | 'groupName'
>;

function namesOf({ sellerId, countryCode, campaignNumber, campaignName, groupNumber, groupName }: Names): Names {
  return { sellerId, countryCode, campaignNumber, campaignName, groupNumber, groupName };
}

function nameOf({ sellerId, countryCode, campaignNumber, groupNumber }: Names) {
  return nameIn(sellerId, countryCode, campaignNumber, groupNumber);
}

interface JudgedGroup {
  readonly group: AdGroup;
  readonly sums: AdSums;
  readonly conversion: Conversion;
  readonly verdict: ConversionVerdict | undefined;
  /** The ACoS of all of the shop's groups in this country; undefined without sales. */
  readonly accountAcos: number | undefined;
}

export const DAYS = 14;

/** Evaluates groups with data in the last `DAYS` days. Each shop and country is a separate account. */
export function judgedGroups({ workbook, adGroups }: Facts): readonly JudgedGroup[] {
  const accounts = groupBy(adGroups(), ({ newest }) => nameIn(newest.sellerId, newest.countryCode));
  return [...accounts.values()].flatMap((groups) => {
    const account = sumsOf(groups, DAYS, workbook.today);
    const known = groups.flatMap((group) => {
      const sums = sumsOf([group], DAYS, workbook.today);
      return sums.days === 0 ? [] : [{ group, sums, conversion: conversionOf(sums, account) }];
    });
    const delivering = known.filter(({ group }) => group.newest.status === DELIVERING);
    const verdicts = verdictsOf(delivering.map(({ conversion }) => conversion));
    return known.map((each) => ({
      ...each,
      verdict: verdicts[delivering.indexOf(each)],
      accountAcos: acosOf(account),
    }));
  });
}

/** Returns spend above sales × account ACoS, in cents; undefined if the account has no sales. */
export function spendAbove({ sums, accountAcos }: JudgedGroup): number | undefined {
  return accountAcos === undefined ? undefined : Math.round(sums.spend - sums.sales * accountAcos);
}

export function acosOf({ spend, sales }: AdSums): number | undefined {
  return sales > 0 ? spend / sales : undefined;
}

export interface Clicks {
  readonly clicks: number;
  readonly orders: number;
}

export type ConversionVerdict = 'worse' | 'better' | 'as the account' | 'too early';

interface Conversion {
  /** Orders per click, shrunk toward the account's mean because a few clicks prove little. */
  readonly rate: number | undefined;
  /** The account's orders per click. */
  readonly mean: number;
  /** Expected orders: the group's clicks × the account's rate. */
  readonly expected: number;
  /** Standard deviations above the account's rate. */
  readonly deviations: number;
}

/** Maximum weight of the prior, in clicks. Below this limit, the prior weighs as much as one order. */
const MOST_PRIOR_CLICKS = 100;

/**
 * Beta-binomial model whose prior mean is the account's rate. Compares arcsine-transformed rates, whose variance
 * doesn't depend on the rate. Adjusts the variance because the group is part of the account.
 */
export function conversionOf(group: Clicks, account: Clicks): Conversion {
  const mean = account.clicks > 0 ? Math.min(1, account.orders / account.clicks) : 0;
  if (mean === 0) return { rate: undefined, mean, expected: 0, deviations: 0 };
  const prior = Math.min(MOST_PRIOR_CLICKS, 1 / mean);
  const rate = (mean * prior + group.orders) / (prior + group.clicks);
  const variance = 1 / (prior + group.clicks) - 1 / (prior + account.clicks);
  const deviations = variance > 0 ? (2 * (arcsine(rate) - arcsine(mean))) / Math.sqrt(variance) : 0;
  return { rate, mean, expected: mean * group.clicks, deviations };
}

function arcsine(rate: number) {
  return Math.asin(Math.sqrt(Math.min(1, rate)));
}

/** Expected share of `worse` and `better` verdicts that are wrong. */
const FALSE_DISCOVERIES = 0.1;

/** Minimum relative difference worth acting on. */
const LEAST_EFFECT = 0.2;

/** Groups with fewer expected orders get no verdict. */
const TOO_FEW = 5;
/** Minimum expected orders for the verdict `as the account`. */
const ENOUGH = 20;

/** Returns verdicts for an account's groups, using the Benjamini-Hochberg procedure. */
export function verdictsOf(groups: readonly Conversion[]): readonly ConversionVerdict[] {
  const chances = groups.map((group) => (group.expected < TOO_FEW ? 1 : chanceOf(group.deviations)));
  const sorted = [...chances].sort((one, other) => one - other);
  const limit = sorted.reduce(
    (limit, chance, index) => (chance <= (FALSE_DISCOVERIES * (index + 1)) / sorted.length ? chance : limit),
    -1,
  );
  return groups.map(({ rate = 0, mean, expected }, index) => {
    if (expected < TOO_FEW) return 'too early';
    const effect = rate / mean - 1;
    if (chances[index]! <= limit && Math.abs(effect) >= LEAST_EFFECT) return effect < 0 ? 'worse' : 'better';
    return expected < ENOUGH ? 'too early' : 'as the account';
  });
}

/** Returns the two-sided p-value, using Hastings' approximation (accurate to 1e-6). */
function chanceOf(deviations: number) {
  const x = Math.abs(deviations) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return series * Math.exp(-x * x);
}
