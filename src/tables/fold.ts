/** Folds stock readings into days: falls are sales, and rises are receipts. */
import { day, decimal, id, integer, once } from '../protocol/fields.ts';
import { groupBy } from '../protocol/lists.ts';
import { HOUR, MINUTE } from '../protocol/time.ts';
import { AGES, type DeclaredRecord, type Recorded } from './table.ts';
import { dayAt } from './zone.ts';

export const stockDays = {
  answer: {
    // A day is folded only once, because its readings are removed later.
    record: {
      day: day('day', 'The day, in the time zone of the spreadsheet.', once),
      sellerId: id('sellerId', 'Seller ID.', once),
      itemNumber: id('itemNumber', 'Item number.', once),
      looks: integer('looks', 'Stock readings with stock before and after, without a rise in between.', once),
      unitsFallen: integer('unitsFallen', 'Total decrease since the previous reading.', once),
      squaredFalls: integer('squaredFalls', 'Sum of the squared decreases.', once),
      unitsRisen: integer('unitsRisen', 'Sum of increases since the reading before.', once),
      hoursWithStock: decimal('hoursWithStock', 'Hours between the readings counted.', once),
    },
  },
  tables: [
    {
      name: 'Stock days',
      about: 'One row per item and day, from Stock history.',
      each: [],
      columns: ['*'],
      key: ['sellerId', 'itemNumber', 'day'],
      appendOnly: true,
      age: { days: AGES.stockHistory, at: 'day' },
    },
  ],
} as const satisfies Recorded;

export const [stockDaysTable] = stockDays.tables;

export type StockDay = DeclaredRecord<typeof stockDays>;

/** A period without a change of stock. Times are epoch milliseconds. */
export interface Period {
  readonly seller: string;
  readonly item: string;
  /** The key of the item's row, one per warehouse, condition and shipper. */
  readonly row: string;
  /** Undefined if the marketplace sent no number. */
  readonly quantity: number | undefined;
  /** The seller ships this stock. Other stock does not count. */
  readonly isOwn: boolean;
  readonly first: number;
  readonly last: number;
}

/** Readings that are closer than this are slices of one pull. */
export const APART = 5 * MINUTE;

/** Folds readings from `from` until `to` (epoch milliseconds). A fall counts for the day of the reading that found it. */
export function foldDays(periods: readonly Period[], from: number, to: number, zone: string): readonly StockDay[] {
  return [...groupBy(periods, ({ seller }) => seller).values()].flatMap((ofSeller) => {
    const looks = looksIn(ofSeller).filter((at) => at < to);
    const start = looks.findIndex((at) => at >= from);
    if (start < 0) return [];
    const days = looks.map((at) => dayAt(at, zone));
    const items = groupBy(
      ofSeller.filter(({ isOwn }) => isOwn),
      ({ item }) => item,
    );
    return [...items].flatMap(([item, own]) => daysOf(own, item, looks, days, Math.max(start, 1)));
  });
}

/** The time of each reading of a seller's stock: the last instant of its pull. */
function looksIn(periods: readonly Period[]): readonly number[] {
  const instants = [...new Set(periods.flatMap(({ first, last }) => [first, last]))].sort((a, b) => a - b);
  return instants.filter((at, index) => !(instants[index + 1]! - at < APART));
}

interface Sums {
  looks: number;
  fallen: number;
  squared: number;
  risen: number;
  time: number;
}

/** The days of one item, from the reading with index `start` on. */
function daysOf(
  periods: readonly Period[],
  item: string,
  looks: readonly number[],
  days: readonly string[],
  start: number,
): readonly StockDay[] {
  const rows = [...groupBy(periods, ({ row }) => row).values()].map(quantityOver);
  const sums = new Map<string, Sums>();
  let before = rows.map((quantityAt) => quantityAt(looks[start - 1]!));
  for (let index = start; index < looks.length; index++) {
    const now = rows.map((quantityAt) => quantityAt(looks[index]!));
    const [was, is] = [total(before), total(now)];
    // If a row of the item is missing, its stock may be sold or not.
    const isMissing = before.some((quantity, row) => quantity !== undefined && now[row] === undefined);
    before = now;
    if (was === undefined || is === undefined || isMissing) continue;
    const day = days[index]!;
    const sum = sums.get(day) ?? { looks: 0, fallen: 0, squared: 0, risen: 0, time: 0 };
    sums.set(day, sum);
    if (is > was) sum.risen += is - was;
    else if (is > 0) {
      sum.looks++;
      sum.fallen += was - is;
      sum.squared += (was - is) ** 2;
      sum.time += looks[index]! - looks[index - 1]!;
    }
  }
  const { seller } = periods[0]!;
  return [...sums].map(([day, { looks, fallen, squared, risen, time }]) => ({
    day: { day, text: day },
    sellerId: seller,
    itemNumber: item,
    looks,
    unitsFallen: fallen,
    squaredFalls: squared,
    unitsRisen: risen,
    hoursWithStock: Math.round((time / HOUR) * 100) / 100,
  }));
}

/** The sum of the known quantities; undefined if none is known. A negative quantity counts as 0. */
function total(quantities: readonly (number | undefined)[]): number | undefined {
  const known = quantities.filter((quantity) => quantity !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, quantity) => sum + Math.max(quantity, 0), 0);
}

/** Returns a function for the stock of one row at ever later instants; undefined if the stock is unknown. */
function quantityOver(periods: readonly Period[]): (instant: number) => number | undefined {
  const sorted = [...periods].sort((one, other) => one.first - other.first);
  let index = -1;
  return (instant) => {
    while ((sorted[index + 1]?.first ?? Number.POSITIVE_INFINITY) <= instant) index++;
    const [period, next] = [sorted[index], sorted[index + 1]];
    if (!period) return undefined;
    // Between two periods with the same stock, the row was gone.
    const isKnown = instant <= period.last || (next !== undefined && next.quantity !== period.quantity);
    return isKnown ? period.quantity : undefined;
  };
}
