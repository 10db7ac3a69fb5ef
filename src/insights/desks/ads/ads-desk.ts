/** The desk Ads: whether clicks of an ad group bring as many orders as those of its account. */
import { type AdsRecord, ads } from '../../../tables/desks/ads-table.ts';
import type { Facts } from '../../facts/facts.ts';
import { nameIn } from '../../facts/keys.ts';
import type { KnownStock } from '../../facts/known-stock.ts';
import { linkTo } from '../../row-links.ts';
import type { Desk } from '../desk.ts';
import { readAt } from '../read-at.ts';
import { type JudgedGroup, judgedGroups, spendAbove } from './judged-groups.ts';

export const adsDesk: Desk<typeof ads> = {
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

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
