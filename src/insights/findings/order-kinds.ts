/** Findings about unshipped and inconsistent orders. */
import { daysFrom, daysLater } from '../../protocol/dates.ts';
import { groupBy, plural } from '../../protocol/lists.ts';
import { HOUR } from '../../protocol/time.ts';
import type { RuleKind } from '../../tables/rules/rules-sheet.ts';
import { spokenTime, startOfDay } from '../../tables/zone.ts';
import {
  currencyOf,
  INVOICED,
  isClosed,
  type KnownOrder,
  type OpenOrder,
  type OrderRow,
  SHIPPED,
  VOIDED,
} from '../facts/orders.ts';
import type { KnownStock } from '../facts/stock.ts';
import { centsFor, centsOf, moneyText, sum } from '../money.ts';
import { nameIn, type Workbook } from '../workbook.ts';
import type { DataAge, Finding, FindingKind } from './finding.ts';

export const voidSoon = openOrderKind('void-soon', ({ order: { autoVoidTime }, lines }, { now, zone }, hours) => {
  if (autoVoidTime === null || autoVoidTime <= now || autoVoidTime - now > hours * HOUR) return undefined;
  return { what: `Auto-voids ${spokenTime(autoVoidTime, zone)}: ${notShipped(lines)}.`, deadline: autoVoidTime };
});

export const overdue = openOrderKind('overdue', ({ order: { onTimeShipDueDate: due }, lines }, { today }) => {
  if (due === null || due >= today) return undefined;
  return { what: `${plural(daysFrom(due, today), 'day')} late: ${notShipped(lines)}.` };
});

export const dueToday = openOrderKind('due-today', ({ order, lines }, { today, zone }) => {
  if (order.onTimeShipDueDate !== today) return undefined;
  return { what: `Ship today: ${plural(sum(lines, 'open'), 'unit')}.`, deadline: endOfDay(today, zone) };
});

function openOrderKind<K extends RuleKind>(
  kind: K,
  reasonOf: (open: OpenOrder, workbook: Workbook, threshold: number) => Pick<Finding, 'what' | 'deadline'> | undefined,
): FindingKind<K> {
  return {
    kind,
    rowTolerance: 'orders-tolerance',
    find: ({ openOrders, workbook }, threshold) =>
      openOrders().flatMap((open) => {
        const reason = reasonOf(open, workbook, threshold);
        const atRisk = total(open.lines.map(({ cents }) => cents));
        return reason ? [{ ...orderFinding(open.order), ...reason, atRisk }] : [];
      }),
  };
}

export const cannotShip: FindingKind<'cannot-ship'> = {
  kind: 'cannot-ship',
  reads: ['Order lines', 'Inventory'],
  rowTolerance: 'orders-tolerance',
  find: ({ openOrders, stock, workbook: { zone } }) => {
    const left = new Map<string, number>();
    const inTurn = [...openOrders()].sort(
      (one, other) =>
        turnOf(one.order, zone) - turnOf(other.order, zone) ||
        byNumber(one.order.orderNumber ?? '', other.order.orderNumber ?? ''),
    );
    return inTurn.flatMap((open) => shortage(open, stock(), left, zone));
  },
};

/** Deducts the order's units from `left`, the remaining stock per part. */
function shortage(
  { order, lines }: OpenOrder,
  stock: KnownStock,
  left: Map<string, number>,
  zone: string,
): readonly Finding[] {
  const finding = orderFinding(order);
  const data: DataAge[] = [...finding.data];
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
  const parts = [...groupBy(short, ({ line }) => line.sellerPartNumber)].map(
    ([part, each]) => `${part}: ${sum(each, 'missing')} of ${plural(sum(each, 'open'), 'unit')}`,
  );
  const { autoVoidTime, onTimeShipDueDate: due } = order;
  return [
    {
      ...finding,
      atRisk: total(short.map(({ line, missing }) => centsFor(missing, line.unitPrice))),
      what: `Short on ${parts.join('; ')}.`,
      deadline: autoVoidTime ?? (due === null ? undefined : endOfDay(due, zone)),
      data,
    },
  ];
}

function turnOf({ autoVoidTime, onTimeShipDueDate, orderDate }: OrderRow, zone: string): number {
  if (autoVoidTime !== null) return autoVoidTime;
  if (onTimeShipDueDate !== null) return startOfDay(onTimeShipDueDate, zone);
  return orderDate ?? Number.MAX_SAFE_INTEGER;
}

/** Compares numerically: a longer order number is greater. */
function byNumber(one: string, other: string): number {
  if (one.length !== other.length) return one.length - other.length;
  return one < other ? -1 : Number(one > other);
}

export const mismatch: FindingKind<'mismatch'> = {
  kind: 'mismatch',
  reads: ['Order lines', 'Packages'],
  rowTolerance: 'orders-tolerance',
  find: ({ orders }) =>
    orders().flatMap((known) => {
      const difference = differenceOf(known.order);
      const off = difference === 0 ? [] : [`Order total is off by ${moneyText(difference, currencyOf(known.order))}`];
      const reasons = [...wrongQuantities(known), ...off, ...wrongPackages(known)];
      if (reasons.length === 0) return [];
      const texts = { what: `${reasons[0]}.`, why: reasons.join('; ') };
      return [{ ...orderFinding(known.order), ...(difference === 0 ? {} : { atRisk: difference }), ...texts }];
    }),
};

/** Compares units by part number because packages don't identify order lines. */
function wrongQuantities({ lines, packages }: KnownOrder): readonly string[] {
  const [shipped, packed] = [unitsByPart(lines), unitsByPart(packages)];
  return [...new Set([...shipped.keys(), ...packed.keys()])].flatMap((part) => {
    const [sent, inPackages] = [shipped.get(part)?.units ?? 0, packed.get(part)?.units ?? 0];
    const { name } = (shipped.get(part) ?? packed.get(part))!;
    return sent === inPackages ? [] : [`${name}: ${sent} shipped, ${inPackages} in packages`];
  });
}

function unitsByPart(
  rows: readonly { readonly sellerPartNumber: string | null; readonly shippedQty: number | null }[],
): ReadonlyMap<string, { readonly name: string; readonly units: number }> {
  const parts = new Map<string, { readonly name: string; readonly units: number }>();
  for (const { sellerPartNumber, shippedQty } of rows) {
    if (sellerPartNumber === null) continue;
    const part = sellerPartNumber.toLowerCase();
    const { name = sellerPartNumber, units = 0 } = parts.get(part) ?? {};
    parts.set(part, { name, units: units + (shippedQty ?? 0) });
  }
  return parts;
}

/**
 * Returns the order's total minus the sum of its parts, in cents. Allows either sign for the discount, and 1 cent for
 * rounding.
 */
function differenceOf(order: OrderRow): number {
  if (order.orderItemAmount === null || order.orderTotalAmount === null) return 0;
  // Before order version 306, only the total includes the fee. Orders with a currency have version 313 or later.
  if (order.recyclingFeeAmount === null && order.currencyCode === null) return 0;
  const parts = centsOf(order.orderItemAmount) + centsOf(order.shippingAmount) + centsOf(order.recyclingFeeAmount);
  const [total, discount] = [centsOf(order.orderTotalAmount), centsOf(order.discountAmount)];
  const difference = Math.min(Math.abs(parts - discount - total), Math.abs(parts + discount - total));
  return difference > 1 ? difference : 0;
}

function wrongPackages({ order: { orderStatus }, packages }: KnownOrder): readonly string[] {
  if (orderStatus === VOIDED) return packages.length > 0 ? ['Voided, but has a package'] : [];
  if (orderStatus !== SHIPPED && orderStatus !== INVOICED) return [];
  if (packages.some(({ trackingNumber }) => trackingNumber !== null)) return [];
  return [`${orderStatus === SHIPPED ? 'Shipped' : 'Invoiced'} without a tracking number`];
}

function orderFinding(order: OrderRow): Omit<Finding, 'what'> {
  const orderNumber = order.orderNumber ?? '';
  return {
    about: 'order',
    sellerId: order.sellerId ?? '',
    record: orderNumber,
    label: `Order ${orderNumber}`,
    currency: currencyOf(order),
    data: [isClosed(order) ? { asOf: order.asOf } : { asOf: order.asOf, tolerance: 'orders-tolerance' }],
    link: { table: 'Orders', rowKey: order.rowKey },
  };
}

/** Returns undefined if any amount is unknown. */
function total(cents: readonly (number | undefined)[]): number | undefined {
  const known = cents.filter((each) => each !== undefined);
  return known.length === 0 || known.length < cents.length ? undefined : known.reduce((one, other) => one + other);
}

function notShipped(lines: OpenOrder['lines']): string {
  return `${plural(sum(lines, 'open'), 'unit')} not shipped`;
}

function endOfDay(day: string, zone: string): number {
  return startOfDay(daysLater(day, 1), zone);
}
