/** What the looks at stock tell of each item: single ones of *Stock history*, older ones from *Stock days*. */
import type { Day } from '../../../protocol/fields.ts';
import { grouped } from '../../../protocol/grouped.ts';
import { DAY } from '../../../protocol/time.ts';
import { APART, foldDays, type Period } from '../../../tables/fold.ts';
import { startOfDay } from '../../../tables/zone.ts';
import { nameIn } from '../../facts/keys.ts';
import type { SalesDay } from './stock-falls.ts';

/** A row of *Stock days*. */
interface FoldedDay {
  readonly day: string | null;
  readonly sellerId: string | null;
  readonly itemNumber: string | null;
  readonly looks: number | null;
  readonly unitsFallen: number | null;
  readonly squaredFalls: number | null;
  readonly unitsRisen: number | null;
  readonly hoursWithStock: number | null;
}

/** What a row of stock said when it was last read. */
interface LatestStock {
  readonly rowKey: string;
  readonly availableQuantity: number | null;
  readonly goneSince: number | null;
  /** Epoch milliseconds. */
  readonly asOf: number | null;
}

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
