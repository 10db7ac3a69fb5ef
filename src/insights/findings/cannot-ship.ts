/** Open orders for which the stock that the seller ships is not enough. */
import { grouped } from '../../protocol/grouped.ts';
import { startOfDay } from '../../tables/zone.ts';
import { nameIn } from '../facts/keys.ts';
import type { KnownStock } from '../facts/known-stock.ts';
import type { OpenOrder, OrderRow } from '../facts/orders.ts';
import { centsFor } from '../money.ts';
import { sum } from '../sum.ts';
import type { Finding, FindingKind } from './finding.ts';
import { endOfDay, orderFinding, pieces, risk } from './order-finding.ts';

export const cannotShip: FindingKind<'cannot-ship'> = {
  kind: 'cannot-ship',
  rowTolerance: 'orders-tolerance',
  find: ({ openOrders, stock, workbook: { zone } }) => {
    const left = new Map<string, number>();
    const inTurn = [...openOrders()].sort(
      (one, other) =>
        turnOf(one.order, zone) - turnOf(other.order, zone) ||
        byNumber(one.order.orderNumber ?? '', other.order.orderNumber ?? ''),
    );
    return inTurn.flatMap((open) => finding(open, stock(), left, zone));
  },
};

/** The order takes what is left of the stock of each part. */
function finding(
  { order, lines }: OpenOrder,
  stock: KnownStock,
  left: Map<string, number>,
  zone: string,
): readonly Finding[] {
  const data = [...orderFinding(order).data];
  const short = lines.flatMap(({ line, open }) => {
    const of = stock.ofPart(line.sellerId, line.sellerPartNumber);
    if (!of) return [];
    const part = nameIn(line.sellerId, line.sellerPartNumber);
    const there = left.get(part) ?? of.units;
    left.set(part, Math.max(0, there - open));
    const missing = open - Math.min(open, there);
    if (missing === 0) return [];
    data.push({ asOf: of.asOf, tolerance: 'stock-tolerance' });
    return [{ line, open, missing }];
  });
  if (short.length === 0) return [];
  // Lines of one part are said as one.
  const said = [...grouped(short, ({ line }) => line.sellerPartNumber)].map(
    ([part, each]) => `${sum(each, 'missing')} of ${pieces(sum(each, 'open'))} of ${part}`,
  );
  return [
    {
      ...orderFinding(order),
      ...risk(short.map(({ line, missing }) => ({ line: line.rowKey, cents: centsFor(missing, line.unitPrice) }))),
      what: `Stock is not enough: ${said.join(', ')} cannot be shipped.`,
      deadline: deadlineOf(order, zone),
      data,
    },
  ];
}

/** Orders without any date come last. */
function turnOf({ autoVoidTime, onTimeShipDueDate, orderDate }: OrderRow, zone: string): number {
  if (autoVoidTime !== null) return autoVoidTime;
  if (onTimeShipDueDate !== null) return startOfDay(onTimeShipDueDate, zone);
  return orderDate ?? Number.MAX_SAFE_INTEGER;
}

function deadlineOf({ autoVoidTime, onTimeShipDueDate }: OrderRow, zone: string): number | undefined {
  if (autoVoidTime !== null) return autoVoidTime;
  return onTimeShipDueDate === null ? undefined : endOfDay(onTimeShipDueDate, zone);
}

/** Numbers of more digits are greater. */
function byNumber(one: string, other: string): number {
  if (one.length !== other.length) return one.length - other.length;
  return one < other ? -1 : Number(one > other);
}
