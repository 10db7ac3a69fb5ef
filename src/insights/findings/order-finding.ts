/** A finding about an order of which something is still to be shipped. */
import { DAY } from '../../protocol/time.ts';
import { startOfDay } from '../../tables/zone.ts';
import type { OpenLine, OpenOrder, OrderRow } from '../facts/orders.ts';
import type { Finding, LineAtRisk } from './finding.ts';

/** What it says beside what is known of the order. */
type Said = Pick<Finding, 'what' | 'deadline'>;

/** With all that is open of it at risk. */
export function openOrderFinding({ order, lines }: OpenOrder, said: Said): Finding {
  return {
    ...orderFinding(order),
    ...said,
    ...risk(lines.map(({ line, cents }) => ({ line: line.rowKey, cents }))),
  };
}

/** Nothing is at risk where one of the lines has no price: what is not known is not guessed. */
export function risk(
  lines: readonly (Omit<LineAtRisk, 'cents'> & { readonly cents: number | undefined })[],
): Pick<Finding, 'atRisk' | 'lines'> {
  const priced = lines.flatMap(({ line, cents }) => (cents === undefined ? [] : [{ line, cents }]));
  if (lines.length === 0 || priced.length < lines.length) return {};
  return { atRisk: priced.reduce((sum, { cents }) => sum + cents, 0), lines: priced };
}

export function orderFinding(order: OrderRow): Omit<Finding, 'what'> {
  const orderNumber = order.orderNumber ?? '';
  return {
    sellerId: order.sellerId ?? '',
    record: orderNumber,
    label: `Order ${orderNumber}`,
    data: [{ asOf: order.asOf, tolerance: 'orders-tolerance' }],
    link: { table: 'Orders', rowKey: order.rowKey },
  };
}

/** `1 piece`, `2 pieces`. */
export function pieces(count: number): string {
  return count === 1 ? '1 piece' : `${count} pieces`;
}

export function openPieces(lines: readonly OpenLine[]): string {
  return pieces(lines.reduce((sum, { open }) => sum + open, 0));
}

/** The instant at which a calendar day of the zone is over. */
export function endOfDay(day: string, zone: string): number {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + DAY).toISOString().slice(0, 10);
  return startOfDay(next, zone);
}
