/** What was sold of each item lately: lines that were not canceled, of orders that were not voided. */
import { DAY } from '../../protocol/time.ts';
import { centsFor } from '../money.ts';
import { nameIn } from './keys.ts';
import type { KnownStock } from './known-stock.ts';
import { isCanceled, type KnownOrder, VOIDED } from './orders.ts';

export interface Sold {
  readonly units: number;
  /** Of the units that have a price, and what they cost in cents. */
  readonly priced: number;
  readonly cents: number;
}

const NOTHING: Sold = { units: 0, priced: 0, cents: 0 };

export type Sales = (sellerId: string | null, itemNumber: string | null) => Sold;

/** Of orders of the last so many days. A line without an item number is that of the item with its part number. */
export function salesSince(orders: readonly KnownOrder[], stock: KnownStock, days: number, now: number): Sales {
  const sold = new Map<string, Sold>();
  for (const { order, lines } of orders) {
    const { orderDate, orderStatus } = order;
    if (orderStatus === VOIDED || orderDate === null || orderDate < now - days * DAY) continue;
    for (const line of lines) {
      const units = isCanceled(line) ? 0 : (line.orderedQty ?? 0);
      const item = line.marketItemNumber ?? stock.ofPart(line.sellerId, line.sellerPartNumber)?.itemNumber;
      if (units <= 0 || !item) continue;
      const name = nameIn(line.sellerId, item);
      const before = sold.get(name) ?? NOTHING;
      const cents = centsFor(units, line.unitPrice);
      sold.set(name, {
        units: before.units + units,
        priced: before.priced + (cents === undefined ? 0 : units),
        cents: before.cents + (cents ?? 0),
      });
    }
  }
  return (...names) => sold.get(nameIn(...names)) ?? NOTHING;
}
