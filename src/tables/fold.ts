/** Folds stock readings into days: falls are sales, rises are receipts. */

import { day, decimal, id, integer } from '../protocol/fields.ts';
import { groupBy } from '../protocol/lists.ts';
import { HOUR, MINUTE } from '../protocol/time.ts';
import { AGES, type DeclaredRecord, type Recorded } from './table.ts';
import { wallText } from './zone.ts';

/** A day is folded once: later its readings are gone. */
const once = { once: true } as const;

export const stockDays = {
  answer: {
    record: {
      day: day('day', 'The day, in the time zone of the spreadsheet.', once),
      sellerId: id('sellerId', 'Seller ID.', once),
      itemNumber: id('itemNumber', 'Item number.', once),
      looks: integer('looks', 'Stock readings with stock before and after, without a rise in between.', once),
      unitsFallen: integer('unitsFallen', 'Sum of decreases since the reading before.', once),
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

/** A period without a change of stock, in epoch milliseconds. */
export interface Period {
  readonly seller: string;
  readonly item: string;
  /** The item's row: warehouse, condition and who ships. */
  readonly row: string;
  /** Undefined if the marketplace sent no number. */
  readonly quantity: number | undefined;
  /** Shipped by the seller; other stock does not count as sales. */
  readonly isOwn: boolean;
  readonly first: number;
  readonly last: number;
}

/** Two runs of a job lie at least so far apart: looks that are closer are slices of one pull. */
export const APART = 5 * MINUTE;

/** The days of looks from `from` up to `to`, in the zone. A fall counts for the day of the look that found it. */
export function foldDays(periods: readonly Period[], from: number, to: number, zone: string): readonly StockDay[] {
  return [...groupBy(periods, ({ seller }) => seller).values()].flatMap((ofSeller) => {
    const looks = looksIn(ofSeller).filter((at) => at < to);
    const start = looks.findIndex((at) => at >= from);
    if (start < 0) return [];
    const days = looks.map((at) => wallText(at, zone).slice(0, 10));
    const items = groupBy(
      ofSeller.filter(({ isOwn }) => isOwn),
      ({ item }) => item,
    );
    return [...items].flatMap(([item, own]) => daysOf(own, item, looks, days, Math.max(start, 1)));
  });
}

/** The last instant of each look. */
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

/** What each look from the one of index `start` on found. */
function daysOf(
  periods: readonly Period[],
  item: string,
  looks: readonly number[],
  days: readonly string[],
  start: number,
): readonly StockDay[] {
  const rows = [...groupBy(periods, ({ row }) => row).values()].map(
    (each) => new RowOverTime([...each].sort((one, other) => one.first - other.first)),
  );
  const sums = new Map<string, Sums>();
  let before = rows.map((row) => row.at(looks[start - 1]!));
  for (let index = start; index < looks.length; index++) {
    const now = rows.map((row) => row.at(looks[index]!));
    const [was, is] = [total(before), total(now)];
    // Where a row of the item is missing all at once, nobody knows whether it was sold.
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

/** Of the rows that are known; nothing where none is. Less than nothing counts as nothing. */
function total(quantities: readonly (number | undefined)[]): number | undefined {
  const known = quantities.filter((quantity) => quantity !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, quantity) => sum + Math.max(quantity, 0), 0);
}

/** The stock of one row, asked for from earlier to later. */
class RowOverTime {
  #index = -1;

  constructor(private readonly periods: readonly Period[]) {}

  /** Nothing where it is not known, because it was not there or was not read. */
  at(instant: number): number | undefined {
    while ((this.periods[this.#index + 1]?.first ?? Number.POSITIVE_INFINITY) <= instant) this.#index++;
    const period = this.periods[this.#index];
    const next = this.periods[this.#index + 1];
    if (!period) return undefined;
    // A row that was gone and came back with the same stock was not there in between.
    const isKnown = instant <= period.last || (next !== undefined && next.quantity !== period.quantity);
    return isKnown ? period.quantity : undefined;
  }
}
