/** The report Ads: whether clicks of an ad group bring as many orders as those of its account. */

import { grouped } from '../../protocol/grouped.ts';
import { type AdsRecord, ads } from '../../tables/reports/ads-table.ts';
import { type AdGroup, type AdSums, sumsOf } from '../facts/ad-groups.ts';
import type { Facts } from '../facts/facts.ts';
import type { KnownStock } from '../facts/stock.ts';
import { rounded } from '../money.ts';
import { linkTo } from '../row-links.ts';
import { nameIn } from '../table-rows.ts';
import { type Report, readAt } from './report.ts';

export const adsReport: Report<typeof ads> = {
  name: 'Ads',
  answers: 'Which ad groups to stop, and which do well.',
  declared: ads,
  formulas: {
    Ads: {
      verdict: '=IF({hoursAllowed}="",{measured},IF((NOW()-{asOf})*24>{hoursAllowed},"late data",{measured}))',
      acos: '=IF({sales}=0,"",{spend}/{sales})',
      spendAboveAccount: '=IF({accountAcos}="","",ROUND({spend}-{sales}*{accountAcos},2))',
    },
  },
  links: { Ads: { to: 'Ad performance', label: '"Campaign "&{campaignNumber}&", group "&{groupNumber}' } },
  charts: [
    {
      ...{ table: 'Ads', title: 'Spend and ACoS of 14 days', of: 'groupName' },
      series: [
        ['spend', '#34a853'],
        ['acos', '#c5221f'],
      ],
      axes: ['Spend', 'ACoS'],
    },
  ],
  records,
  readAt: ({ adGroups }) => readAt(adGroups().flatMap(({ days }) => days)),
};

/** The worst first. */
function records(facts: Facts): readonly AdsRecord[] {
  const costOf = (group: JudgedGroup) => spendAbove(group) ?? 0;
  const groups = [...judgedGroups(facts)].sort((one, other) => costOf(other) - costOf(one));
  const stock = facts.stock();
  const hoursAllowed = facts.workbook.thresholds['ads-tolerance'] ?? null;
  const known = groups.map((group) => ({ ...recordOf(group, stock), hoursAllowed }));
  const names = new Set(known.map(nameOf));
  const others = facts.workbook.rows(ads, 'Ads').filter((row) => !names.has(nameOf(row)));
  return [...known, ...others.map((row) => ({ ...lapsed(row), hoursAllowed }))];
}

function recordOf(group: JudgedGroup, stock: KnownStock): Omit<AdsRecord, 'hoursAllowed'> {
  const { sums, conversion, accountAcos } = group;
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
    measured: conversion.verdict,
    ...linkTo(newest.rowKey),
    asOf: null,
  };
}

/** Of a group that has no row of these days any more. */
function lapsed(row: Names): Omit<AdsRecord, 'hoursAllowed'> {
  return {
    ...namesOf(row),
    ...FORMULAS,
    ...{ spend: 0, sales: 0, accountAcos: null, clicks: 0, orders: 0 },
    ...{ expectedOrders: null, conversion: null, accountConversion: null, deviations: null },
    ...{ products: null, productsOut: null, status: null, days: 0 },
    ...linkTo(null),
    ...{ measured: 'too early', asOf: null },
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

function nameOf({ sellerId, countryCode, campaignNumber, groupNumber }: Names): string {
  return nameIn(sellerId, countryCode, campaignNumber, groupNumber);
}

interface JudgedGroup {
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

export interface Clicks {
  readonly clicks: number;
  readonly orders: number;
}

export type ConversionVerdict = 'worse' | 'better' | 'as the account' | 'too early';

interface Conversion {
  /** Orders a click, drawn towards the account's mean: few clicks prove little. */
  readonly rate: number | undefined;
  /** Orders a click in the whole account. */
  readonly mean: number;
  /** Orders that as many clicks bring in the account. */
  readonly expected: number;
  /** How far the rate lies above the account's, in standard deviations. */
  readonly deviations: number;
  readonly verdict: ConversionVerdict;
}

/** What is known before the first click is worth an order, and never more than so many clicks. */
const MOST_PRIOR_CLICKS = 100;

/** One group in fifty lies beyond by chance. */
const DEVIATIONS = 2.33;

/** Below, nothing is said; from the second on, a group that lies within is as the account. In expected orders. */
const TOO_FEW = 5;
const ENOUGH = 20;

/**
 * Beta-binomial: the prior has the mean of the account. Rates are compared by the arcsine of their square root, whose
 * deviation does not depend on the rate, so that few orders are judged alike on both sides. The group is a part of the
 * account: the more of its clicks it has, the less the two can differ.
 */
export function conversionOf(group: Clicks, account: Clicks): Conversion {
  const mean = account.clicks > 0 ? Math.min(1, account.orders / account.clicks) : 0;
  if (mean === 0) return { rate: undefined, mean, expected: 0, deviations: 0, verdict: 'too early' };
  const prior = Math.min(MOST_PRIOR_CLICKS, 1 / mean);
  const rate = (mean * prior + group.orders) / (prior + group.clicks);
  const variance = 1 / (prior + group.clicks) - 1 / (prior + account.clicks);
  const deviations = variance > 0 ? (2 * (arcsine(rate) - arcsine(mean))) / Math.sqrt(variance) : 0;
  const expected = mean * group.clicks;
  return { rate, mean, expected, deviations, verdict: verdictOf(expected, deviations) };
}

function arcsine(rate: number): number {
  return Math.asin(Math.sqrt(Math.min(1, rate)));
}

function verdictOf(expected: number, deviations: number): ConversionVerdict {
  if (expected < TOO_FEW) return 'too early';
  if (Math.abs(deviations) > DEVIATIONS) return deviations < 0 ? 'worse' : 'better';
  return expected < ENOUGH ? 'too early' : 'as the account';
}
