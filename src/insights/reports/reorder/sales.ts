/** Sales of an item, told from the falls of its stock between looks: recent ones of *Stock history*, older ones of *Stock days*. */

import type { inventory } from '../../../operations/inventory.ts';
import type { Day } from '../../../protocol/fields.ts';
import { grouped } from '../../../protocol/grouped.ts';
import { DAY } from '../../../protocol/time.ts';
import type { stockDays } from '../../../tables/fold.ts';
import { APART, foldDays, type Period } from '../../../tables/fold.ts';
import { startOfDay } from '../../../tables/zone.ts';
import { sum } from '../../money.ts';
import { nameIn, type TableRow } from '../../table-rows.ts';

/** A day of looks at an item's stock, as *Stock days* keeps it. */
export interface SalesDay {
  /** Days since 1970-01-01, of the calendar of the spreadsheet's zone. */
  readonly day: number;
  /** Looks that found stock, as the one before had, and no more than that. */
  readonly looks: number;
  readonly fallen: number;
  readonly squaredFalls: number;
  readonly risen: number;
  /** Hours between the looks that are counted: time without stock is no time without demand. */
  readonly hours: number;
}

/** What a forecast rests on. */
export interface Sales {
  readonly units: number;
  /** Days with stock in which they were sold. */
  readonly days: number;
  /** How much more the falls vary than single sales at a steady rate would: at least 1. */
  readonly dispersion: number;
  /** What each of seven days, today first, sells of an average one; nothing where all are alike. */
  readonly week?: readonly number[];
}

/** The shortest of these windows, in days, that holds so many units. */
const WINDOWS = [28, 42, 60] as const;
const ENOUGH = 20;

/** The longest time that anything is asked of. */
export const LONGEST_WINDOW = WINDOWS[2];

/** Of the window that ends with `today`. */
export function recentSales(all: readonly SalesDay[], today: number): Sales {
  const within = (window: number) => all.filter(({ day }) => day > today - window && day <= today);
  const window = WINDOWS.find((each) => sum(within(each), 'fallen') >= ENOUGH) ?? LONGEST_WINDOW;
  const days = within(window);
  const dispersion = dispersionOf(days);
  const week = weekOf(days, today, dispersion);
  const sold = { units: sum(days, 'fallen'), days: sum(days, 'hours') / 24 };
  if (!week) return { ...sold, dispersion };
  return { ...sold, week, dispersion: dispersionOf(days, ({ day }) => week[daysAfter(day, today)]!) };
}

/** Days of the week on which no more purchases were seen than this are halfway drawn to the average. */
const DRAWN = 20;
/** What the weekdays of items without a weekly pattern differ by in one of a hundred cases: chi-squared, six degrees. */
const BY_CHANCE = 16.81;

/** Of seven days, the weekday of `today` first; nothing where they differ by no more than chance makes them. */
function weekOf(days: readonly SalesDay[], today: number, dispersion: number): readonly number[] | undefined {
  const rate = sum(days, 'fallen') / sum(days, 'hours');
  const weekdays = Array.from({ length: 7 }, (_, weekday) => {
    const own = days.filter(({ day }) => daysAfter(day, today) === weekday);
    return { sold: sum(own, 'fallen') / dispersion, expected: (rate * sum(own, 'hours')) / dispersion };
  });
  const differing = weekdays.reduce(
    (total, { sold, expected }) => total + (expected > 0 ? (sold - expected) ** 2 / expected : 0),
    0,
  );
  if (!(differing > BY_CHANCE)) return undefined;
  const drawn = weekdays.map(({ sold, expected }) => (sold + DRAWN) / (expected + DRAWN));
  const mean = drawn.reduce((total, share) => total + share, 0) / drawn.length;
  return drawn.map((share) => share / mean);
}

/** From 0 to 6: how many days the weekday of a day comes after today's. */
function daysAfter(day: number, today: number): number {
  return (((day - today) % 7) + 7) % 7;
}

/** Pearson's: squared differences from what would be sold between two looks at a steady rate, times a share of the day, over that. */
export function dispersionOf(days: readonly SalesDay[], share: (day: SalesDay) => number = () => 1): number {
  const looks = sum(days, 'looks');
  const rate = sum(days, 'fallen') / sum(days, 'hours');
  if (looks < 2 || !(rate > 0)) return 1;
  const squares = days.reduce((total, each) => {
    const { looks, fallen, squaredFalls, hours } = each;
    if (hours <= 0) return total;
    const expected = (rate * share(each) * hours) / looks;
    return total + (squaredFalls - 2 * expected * fallen + looks * expected ** 2) / expected;
  }, 0);
  return Math.max(1, squares / (looks - 1));
}

type FoldedDay = Pick<
  TableRow<typeof stockDays, 'Stock days'>,
  'day' | 'sellerId' | 'itemNumber' | 'looks' | 'unitsFallen' | 'squaredFalls' | 'unitsRisen' | 'hoursWithStock'
>;

type LatestStock = Pick<TableRow<typeof inventory, 'Inventory'>, 'rowKey' | 'availableQuantity' | 'goneSince' | 'asOf'>;

/** The days of each item, by its name (`nameIn`), up to `now` (epoch milliseconds). Days that were folded count as they stand. */
export function observedDays(
  folded: readonly FoldedDay[],
  periods: readonly Period[],
  latest: readonly LatestStock[],
  now: number,
  zone: string,
): ReadonlyMap<string, readonly SalesDay[]> {
  const newest = folded.reduce((last, { day }) => ((day ?? '') > last ? day! : last), '');
  const from = newest === '' ? Number.NEGATIVE_INFINITY : startOfDay(nextDay(newest), zone);
  const looked = foldDays(upToNow(periods, latest), from, now + 1, zone).map((each) => ({
    ...(each as Omit<FoldedDay, 'day'>),
    day: (each.day as Day).day,
  }));
  const items = grouped([...folded, ...looked], ({ sellerId, itemNumber }) => nameIn(sellerId, itemNumber));
  return new Map([...items].map(([key, days]) => [key, days.map(salesDay)]));
}

/** A history says once a day that a stock stays: when it was read last stands in the table itself. */
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

/** Slices of one pull are one look, at the instant of the last of them. */
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

/** Days since 1970-01-01 of a day as `YYYY-MM-DD`. */
export function dayNumber(day: string): number {
  return Date.parse(day) / DAY;
}

function nextDay(day: string): string {
  return new Date(Date.parse(day) + DAY).toISOString().slice(0, 10);
}
