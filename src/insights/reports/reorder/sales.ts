/** Sales per item, inferred from stock decreases: between readings in *Stock history*, and by day in *Stock days*. */
import type { inventory } from '../../../operations/inventory.ts';
import { daysLater } from '../../../protocol/dates.ts';
import type { Day } from '../../../protocol/fields.ts';
import { groupBy } from '../../../protocol/lists.ts';
import { DAY } from '../../../protocol/time.ts';
import { APART, foldDays, type Period, type stockDays } from '../../../tables/fold.ts';
import { startOfDay } from '../../../tables/zone.ts';
import { sum } from '../../money.ts';
import { nameIn, type TableRow } from '../../workbook.ts';

/** One day of an item's stock readings, with the fields of *Stock days*. */
export interface SalesDay {
  /** Days since 1970-01-01, in the spreadsheet's time zone. */
  readonly day: number;
  /** Number of in-stock readings that didn't exceed the previous reading. */
  readonly looks: number;
  readonly fallen: number;
  readonly squaredFalls: number;
  readonly risen: number;
  /** Hours covered by these readings. Excludes time out of stock, which says nothing about demand. */
  readonly hours: number;
}

export interface Sales {
  /** Units sold in `days` days in stock, weighted with a half-life of 28 days. */
  readonly units: number;
  readonly days: number;
  /** Variance of sales relative to purchases of single units at a steady rate; at least 1. */
  readonly dispersion: number;
  /** Dispersion of the sales between two readings, caused by units sold together. */
  readonly burst: number;
  /** Sales per weekday relative to an average day, starting with today; undefined without a weekly pattern. */
  readonly week: readonly number[] | undefined;
  /** Unweighted units and days. */
  readonly seen: { readonly units: number; readonly days: number };
}

/** How far back sales are counted, and the half-life of their weights, in days. */
export const WINDOW = 60;
const HALF_LIFE = 28;

export function recentSales(all: readonly SalesDay[], today: number): Sales {
  const days = all.filter(({ day }) => day > today - WINDOW && day <= today);
  let [units, hours] = [0, 0];
  for (const each of days) {
    const weight = 2 ** ((each.day - today) / HALF_LIFE);
    units += weight * each.fallen;
    hours += weight * each.hours;
  }
  const week = weekOf(days, today);
  const share: ShareOf = ({ day }) => week?.[daysAfter(day, today)] ?? 1;
  return {
    units,
    days: hours / 24,
    dispersion: dispersionOf(days, share),
    burst: dispersionOfLooks(days, share),
    week,
    seen: { units: sum(days, 'fallen'), days: sum(days, 'hours') / 24 },
  };
}

/** A weekday with this many purchases is shrunk halfway toward the average. */
const DRAWN = 20;
/** 1% critical value of the chi-squared distribution with six degrees of freedom. */
const BY_CHANCE = 16.81;

/** Returns `Sales.week`, or undefined if the differences between weekdays may be due to chance. */
function weekOf(days: readonly SalesDay[], today: number): readonly number[] | undefined {
  const rate = rateOf(days);
  const weekdays = Array.from({ length: 7 }, (_, weekday) => {
    const own = days.filter(({ day }) => daysAfter(day, today) === weekday);
    return { sold: sum(own, 'fallen'), expected: rate * sum(own, 'hours') };
  });
  const dispersion = dispersionOf(days, ({ day }) => {
    const { sold, expected } = weekdays[daysAfter(day, today)]!;
    return sold / expected;
  });
  const squares = weekdays.map(({ sold, expected }) => (expected > 0 ? (sold - expected) ** 2 / expected : 0));
  const differing = squares.reduce((total, each) => total + each, 0) / dispersion;
  if (!(differing > BY_CHANCE)) return undefined;
  const drawn = weekdays.map(({ sold, expected }) => (sold / dispersion + DRAWN) / (expected / dispersion + DRAWN));
  const mean = drawn.reduce((total, share) => total + share, 0) / drawn.length;
  return drawn.map((share) => share / mean);
}

/** Returns the number of days (0 to 6) from today's weekday to the weekday of `day`. */
function daysAfter(day: number, today: number) {
  return (((day - today) % 7) + 7) % 7;
}

/** Returns a day's expected sales relative to an average day. */
type ShareOf = (day: SalesDay) => number;

/**
 * Returns the largest dispersion: by reading, by day, or by week. Only the last reveals a rate that changes between
 * weeks.
 */
function dispersionOf(days: readonly SalesDay[], share?: ShareOf) {
  const last = days.reduce((latest, { day }) => Math.max(latest, day), 0);
  const spanOf = (length: number) => dispersionOfSpans(days, ({ day }) => Math.floor((last - day) / length), share);
  return Math.max(dispersionOfLooks(days, share), spanOf(1), spanOf(7));
}

/** Pearson dispersion: squared deviations of sales between readings, divided by expected sales. */
export function dispersionOfLooks(days: readonly SalesDay[], share: ShareOf = () => 1): number {
  const rate = rateOf(days);
  const seen = days.filter(({ looks, hours }) => looks > 0 && hours > 0);
  const squares = seen.reduce((total, day) => {
    const expected = (rate * share(day) * day.hours) / day.looks;
    if (expected === 0) return total;
    return total + (day.squaredFalls - 2 * expected * day.fallen + day.looks * expected ** 2) / expected;
  }, 0);
  return pearson(squares, sum(seen, 'looks'));
}

function dispersionOfSpans(days: readonly SalesDay[], of: (day: SalesDay) => number, share: ShareOf = () => 1) {
  const rate = rateOf(days);
  const spans = [...groupBy(days, of).values()]
    .map((own) => ({
      sold: sum(own, 'fallen'),
      expected: own.reduce((total, day) => total + rate * share(day) * day.hours, 0),
    }))
    .filter(({ expected }) => expected > 0);
  const squares = spans.reduce((total, { sold, expected }) => total + (sold - expected) ** 2 / expected, 0);
  return pearson(squares, spans.length);
}

function pearson(squares: number, count: number) {
  return count > 1 && squares > 0 ? Math.max(1, squares / (count - 1)) : 1;
}

function rateOf(days: readonly SalesDay[]) {
  return sum(days, 'fallen') / sum(days, 'hours');
}

type FoldedDay = Pick<
  TableRow<typeof stockDays, 'Stock days'>,
  'day' | 'sellerId' | 'itemNumber' | 'looks' | 'unitsFallen' | 'squaredFalls' | 'unitsRisen' | 'hoursWithStock'
>;

type LatestStock = Pick<TableRow<typeof inventory, 'Inventory'>, 'rowKey' | 'availableQuantity' | 'goneSince' | 'asOf'>;

/**
 * Returns each item's stock by day up to `now`. Computes days that *Stock days* doesn't cover yet from the readings.
 */
export function observedDays(
  folded: readonly FoldedDay[],
  periods: readonly Period[],
  latest: readonly LatestStock[],
  now: number,
  zone: string,
): ReadonlyMap<string, readonly SalesDay[]> {
  const newest = folded.reduce((last, { day }) => ((day ?? '') > last ? day! : last), '');
  const from = newest === '' ? Number.NEGATIVE_INFINITY : startOfDay(daysLater(newest, 1), zone);
  const looked = foldDays(upToNow(periods, latest), from, now + 1, zone).map((each) => ({
    ...(each as Omit<FoldedDay, 'day'>),
    day: (each.day as Day).day,
  }));
  const items = groupBy([...folded, ...looked], ({ sellerId, itemNumber }) => nameIn(sellerId, itemNumber));
  return new Map([...items].map(([key, days]) => [key, days.map(salesDay)]));
}

/**
 * Extends each row's last period to its last reading in *Inventory*: *Stock history* records unchanged stock once a
 * day.
 */
function upToNow(periods: readonly Period[], latest: readonly LatestStock[]): readonly Period[] {
  const rows = new Map(latest.map((row) => [row.rowKey, row]));
  const ends = new Map<string, Period>();
  for (const period of periods)
    if (period.first >= (ends.get(period.row)?.first ?? Number.NEGATIVE_INFINITY)) ends.set(period.row, period);
  const endOf = endsOfPulls(latest.flatMap(({ asOf }) => (asOf === null ? [] : [asOf])));
  return periods.map((period) => {
    const row = ends.get(period.row) === period ? rows.get(period.row) : undefined;
    const isSame = row?.goneSince === null && row.availableQuantity === (period.quantity ?? null);
    return isSame && row.asOf !== null && row.asOf > period.last ? { ...period, last: endOf.get(row.asOf)! } : period;
  });
}

/** Treats the slices of a pull as one reading, at the time of the last slice. */
function endsOfPulls(instants: readonly number[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  let end = Number.POSITIVE_INFINITY;
  let later = Number.POSITIVE_INFINITY;
  for (const at of [...new Set(instants)].sort((one, other) => other - one)) {
    if (later - at >= APART) end = at;
    ends.set(at, end);
    later = at;
  }
  return ends;
}

function salesDay(each: FoldedDay): SalesDay {
  return {
    day: dayNumber(each.day ?? ''),
    looks: each.looks ?? 0,
    fallen: each.unitsFallen ?? 0,
    squaredFalls: each.squaredFalls ?? 0,
    risen: each.unitsRisen ?? 0,
    hours: each.hoursWithStock ?? 0,
  };
}

export function dayNumber(day: string): number {
  return Date.parse(day) / DAY;
}
