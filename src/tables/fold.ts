/** Folds stock readings into days. Decreases are sales, and increases are receipts. */
import { day, decimal, id, integer, once } from '../protocol/fields.ts';
import { groupBy } from '../protocol/lists.ts';
import { HOUR, MINUTE } from '../protocol/time.ts';
import { AGES, type DeclaredRecord, type Recorded } from './table.ts';
import { dayAt } from './zone.ts';

export const stockDays = {
  answer: {
    // Days are never updated, because their readings no longer exist.
    record: {
      day: day('day', "Day in the spreadsheet's time zone.", once),
      sellerId: id('sellerId', 'Seller ID.', once),
      itemNumber: id('itemNumber', 'Item number.', once),
      looks: integer(
        'looks',
        'Readings where the item was in stock, now and at the previous reading, and its stock did not rise.',
        once,
      ),
      unitsFallen: integer('unitsFallen', 'Total decrease since the previous reading.', once),
      squaredFalls: integer('squaredFalls', 'Sum of the squared decreases.', once),
      unitsRisen: integer('unitsRisen', 'Total increase since the previous reading.', once),
      hoursWithStock: decimal('hoursWithStock', 'Hours between the readings used.', once),
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

/** A period with constant stock. */
export interface Period {
  readonly seller: string;
  readonly item: string;
  /** The row key, which includes the warehouse, condition, and shipper. */
  readonly row: string;
  /** Undefined if the marketplace didn't send a number. */
  readonly quantity: number | undefined;
  /** True if the seller ships this stock. Other stock is ignored. */
  readonly isOwn: boolean;
  readonly first: number;
  readonly last: number;
}

/** Readings closer together than this belong to the same pull. */
export const APART = 5 * MINUTE;

/** Folds readings from `from` until `to`. A decrease counts for the later reading's day. */
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

/** Returns the end times of a seller's stock pulls. */
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

/** Computes an item's days, starting with the reading at index `start`. */
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
    // If a row is missing, its stock is unknown.
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

/** Sums the known quantities; undefined if all are unknown. Treats negative quantities as 0. */
function total(quantities: readonly (number | undefined)[]) {
  const known = quantities.filter((quantity) => quantity !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, quantity) => sum + Math.max(quantity, 0), 0);
}

/** Returns a function for a row's stock at a time; undefined if unknown. Call it with times in ascending order. */
function quantityOver(periods: readonly Period[]): (instant: number) => number | undefined {
  const sorted = [...periods].sort((one, other) => one.first - other.first);
  let index = -1;
  return (instant) => {
    while ((sorted[index + 1]?.first ?? Number.POSITIVE_INFINITY) <= instant) index++;
    const [period, next] = [sorted[index], sorted[index + 1]];
    if (!period) return undefined;
    // A gap between periods with equal stock means that the row was gone.
    const isKnown = instant <= period.last || (next !== undefined && next.quantity !== period.quantity);
    return isKnown ? period.quantity : undefined;
  };
}
