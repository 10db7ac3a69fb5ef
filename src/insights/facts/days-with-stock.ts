/** For how long an item had stock lately, from the looks at it. */
import { grouped } from '../../protocol/grouped.ts';
import { DAY } from '../../protocol/time.ts';
import type { Period } from '../../tables/fold.ts';
import { nameIn } from './keys.ts';

/** Days of the last so many in which an item had stock that the seller ships; before the first look it is taken to have had some. */
export type DaysWithStock = (sellerId: string, itemNumber: string | null, days: number) => number;

export function daysWithStock(periods: readonly Period[], now: number): DaysWithStock {
  const own = grouped(
    periods.filter(({ isOwn }) => isOwn),
    ({ seller, item }) => nameIn(seller, item),
  );
  return (sellerId, itemNumber, days) =>
    days - emptyTime(own.get(nameIn(sellerId, itemNumber)) ?? [], now - days * DAY, now) / DAY;
}

/** Milliseconds in which no row of the item had any. */
function emptyTime(periods: readonly Period[], from: number, to: number): number {
  const rows = new Set(periods.map(({ row }) => row));
  const begins = [...periods].sort((one, other) => one.first - other.first);
  const quantities = new Map<string, number>();
  let empty = 0;
  begins.forEach(({ row, quantity, first }, index) => {
    quantities.set(row, quantity ?? 0);
    const end = Math.min(begins[index + 1]?.first ?? to, to);
    const isEmpty = quantities.size === rows.size && [...quantities.values()].every((units) => units <= 0);
    if (isEmpty) empty += Math.max(0, end - Math.max(first, from));
  });
  return empty;
}
