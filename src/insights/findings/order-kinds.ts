/** Open orders that will be voided automatically before long. */
import { grouped } from '../../protocol/grouped.ts';
import { DAY, HOUR } from '../../protocol/time.ts';
import { startOfDay, wallText } from '../../tables/zone.ts';
import {
  INVOICED,
  type KnownOrder,
  type OpenLine,
  type OpenOrder,
  type OrderRow,
  SHIPPED,
  VOIDED,
} from '../facts/orders.ts';
import type { KnownStock } from '../facts/stock.ts';
import { centsFor, centsOf, countText, moneyText, sum } from '../money.ts';
import { nameIn } from '../table-rows.ts';
import type { Finding, FindingKind, LineAtRisk } from './finding.ts';

export const voidSoon: FindingKind<'void-soon'> = {
  kind: 'void-soon',
  rowTolerance: 'orders-tolerance',
  find: ({ openOrders, workbook: { now, zone } }, hours) =>
    openOrders().flatMap((open) => {
      const { autoVoidTime } = open.order;
      if (autoVoidTime === null || autoVoidTime <= now || autoVoidTime - now > hours * HOUR) return [];
      const what = `Will be voided at ${wallText(autoVoidTime, zone).slice(0, 16)}: ${openPieces(open.lines)} still to be shipped.`;
      return [openOrderFinding(open, { what, deadline: autoVoidTime })];
    }),
};

// FOLDED findings/no-hours.ts /** Shops whose orders come in a version that does not tell when they are voided: what is not known is not nothing. */

export const noHours: FindingKind<'no-hours'> = {
  kind: 'no-hours',
  find: ({ openOrders }) => {
    const shops = grouped(openOrders(), ({ order }) => order.sellerId ?? '');
    return [...shops].flatMap(([sellerId, open]) => {
      if (open.some(isTold)) return [];
      const orders = open.length === 1 ? 'open order is' : 'open orders are';
      const what = `Nobody knows when ${countText(open.length)} ${orders} voided: order version 313 and later tell. Choose it at the connection, and pull orders again.`;
      return [{ sellerId, record: 'Orders', label: 'Orders', what, data: [], link: { table: 'Orders' } }];
    });
  },
};

/** The two fields that version 313 has brought. */
function isTold({ order: { autoVoidTime, currencyCode } }: OpenOrder): boolean {
  return autoVoidTime !== null || currencyCode !== null;
}

// FOLDED findings/overdue.ts /** Open orders that were to be shipped before today. */

export const overdue: FindingKind<'overdue'> = {
  kind: 'overdue',
  rowTolerance: 'orders-tolerance',
  find: ({ openOrders, workbook: { today } }) =>
    openOrders().flatMap((open) => {
      const { onTimeShipDueDate: due } = open.order;
      if (due === null || due >= today) return [];
      const what = `Was to be shipped by ${due}: ${openPieces(open.lines)} still to be shipped.`;
      return [openOrderFinding(open, { what })];
    }),
};

// FOLDED findings/due-today.ts /** Open orders that are to be shipped today. */

export const dueToday: FindingKind<'due-today'> = {
  kind: 'due-today',
  rowTolerance: 'orders-tolerance',
  find: ({ openOrders, workbook: { today, zone } }) =>
    openOrders().flatMap((open) => {
      if (open.order.onTimeShipDueDate !== today) return [];
      const what = `Is to be shipped today, ${today}: ${openPieces(open.lines)}.`;
      return [openOrderFinding(open, { what, deadline: endOfDay(today, zone) })];
    }),
};

// FOLDED findings/cannot-ship.ts /** Open orders for which the stock that the seller ships is not enough. */

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

// FOLDED findings/mismatch.ts /** Orders that contradict themselves. */

export const mismatch: FindingKind<'mismatch'> = {
  kind: 'mismatch',
  rowTolerance: 'orders-tolerance',
  find: ({ orders }) =>
    orders().flatMap((known) => {
      const difference = differenceOf(known.order);
      const said = [
        ...wrongQuantities(known),
        ...(difference === 0 ? [] : [`its parts and its total differ by ${moneyText(difference)}`]),
        ...wrongPackages(known),
      ];
      if (said.length === 0) return [];
      const atRisk = difference === 0 ? {} : { atRisk: difference };
      return [{ ...orderFinding(known.order), ...atRisk, what: sentence(said.join('; ')) }];
    }),
};

function sentence(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}

/** By part number, for packages do not say of which line a piece is. */
function wrongQuantities({ lines, packages }: KnownOrder): readonly string[] {
  const [shipped, packed] = [sumsByPart(lines), sumsByPart(packages)];
  return [...new Set([...shipped.keys(), ...packed.keys()])].flatMap((part) => {
    const [wanted, told] = [shipped.get(part)?.units ?? 0, packed.get(part)?.units ?? 0];
    const { name } = (shipped.get(part) ?? packed.get(part))!;
    return wanted === told ? [] : [`${wanted} of ${name} shipped, ${told} in packages`];
  });
}

function sumsByPart(
  rows: readonly { readonly sellerPartNumber: string | null; readonly shippedQty: number | null }[],
): ReadonlyMap<string, { readonly name: string; readonly units: number }> {
  const named = rows.filter(({ sellerPartNumber }) => sellerPartNumber !== null);
  const parts = grouped(named, ({ sellerPartNumber }) => sellerPartNumber!.toLowerCase());
  return new Map(
    [...parts].map(([part, each]) => [
      part,
      {
        name: each[0]!.sellerPartNumber!,
        units: each.reduce((sum, { shippedQty }) => sum + (shippedQty ?? 0), 0),
      },
    ]),
  );
}

/** In cents. A discount comes with either sign, and a cent may be lost in rounding. */
function differenceOf(order: OrderRow): number {
  if (order.orderItemAmount === null || order.orderTotalAmount === null) return 0;
  // Below order version 306 nobody tells the fee, which is in the total; a currency comes from 313 on.
  if (order.recyclingFeeAmount === null && order.currencyCode === null) return 0;
  const parts = centsOf(order.orderItemAmount) + centsOf(order.shippingAmount) + centsOf(order.recyclingFeeAmount);
  const [total, discount] = [centsOf(order.orderTotalAmount), centsOf(order.discountAmount)];
  const difference = Math.min(Math.abs(parts - discount - total), Math.abs(parts + discount - total));
  return difference > 1 ? difference : 0;
}

function wrongPackages({ order: { orderStatus }, packages }: KnownOrder): readonly string[] {
  if (orderStatus === VOIDED) return packages.length > 0 ? ['it is void, and there is a package'] : [];
  if (orderStatus !== SHIPPED && orderStatus !== INVOICED) return [];
  if (packages.some(({ trackingNumber }) => trackingNumber !== null)) return [];
  const status = orderStatus === SHIPPED ? 'shipped' : 'invoiced';
  return [`it is ${status}, and no package has a tracking number`];
}

// FOLDED findings/order-finding.ts /** A finding about an order of which something is still to be shipped. */

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
