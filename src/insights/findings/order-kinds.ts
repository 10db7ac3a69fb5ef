/** Kinds of findings about orders: those that are still to be shipped, and those that contradict themselves. */
import { grouped } from '../../protocol/grouped.ts';
import { DAY, HOUR } from '../../protocol/time.ts';
import type { ThresholdKind } from '../../tables/rules/rules-sheet.ts';
import { startOfDay, wallText } from '../../tables/zone.ts';
import { INVOICED, type KnownOrder, type OpenOrder, type OrderRow, SHIPPED, VOIDED } from '../facts/orders.ts';
import type { KnownStock } from '../facts/stock.ts';
import { centsFor, centsOf, countText, moneyText, sum } from '../money.ts';
import { nameIn } from '../table-rows.ts';
import type { Workbook } from '../workbook.ts';
import type { Finding, FindingKind, LineAtRisk } from './finding.ts';

export const voidSoon = openOrderKind('void-soon', ({ order: { autoVoidTime }, lines }, { now, zone }, hours) => {
  if (autoVoidTime === null || autoVoidTime <= now || autoVoidTime - now > hours * HOUR) return undefined;
  const what = `Will be voided at ${wallText(autoVoidTime, zone).slice(0, 16)}: ${openPieces(lines)} still to be shipped.`;
  return { what, deadline: autoVoidTime };
});

export const overdue = openOrderKind('overdue', ({ order: { onTimeShipDueDate: due }, lines }, { today }) => {
  if (due === null || due >= today) return undefined;
  return { what: `Was to be shipped by ${due}: ${openPieces(lines)} still to be shipped.` };
});

export const dueToday = openOrderKind('due-today', ({ order, lines }, { today, zone }) => {
  if (order.onTimeShipDueDate !== today) return undefined;
  return { what: `Is to be shipped today, ${today}: ${openPieces(lines)}.`, deadline: endOfDay(today, zone) };
});

/** Open orders that `saidOf` says something about, with all that is still to be shipped at risk. */
function openOrderKind<K extends ThresholdKind>(
  kind: K,
  saidOf: (open: OpenOrder, workbook: Workbook, threshold: number) => Pick<Finding, 'what' | 'deadline'> | undefined,
): FindingKind<K> {
  return {
    kind,
    rowTolerance: 'orders-tolerance',
    find: ({ openOrders, workbook }, threshold) =>
      openOrders().flatMap((open) => {
        const said = saidOf(open, workbook, threshold);
        const lines = open.lines.map(({ line, cents }) => ({ line: line.rowKey, cents }));
        return said ? [{ ...orderFinding(open.order), ...said, ...risk(lines) }] : [];
      }),
  };
}

/** Shops whose order version does not have void times: without this, an unknown number would look like 0. */
export const noHours: FindingKind<'no-hours'> = {
  kind: 'no-hours',
  find: ({ openOrders }) => {
    const shops = grouped(openOrders(), ({ order }) => order.sellerId ?? '');
    return [...shops].flatMap(([sellerId, open]) => {
      // The two fields that version 313 has brought.
      if (open.some(({ order }) => order.autoVoidTime !== null || order.currencyCode !== null)) return [];
      const orders = open.length === 1 ? 'open order is' : 'open orders are';
      const what = `Nobody knows when ${countText(open.length)} ${orders} voided: order version 313 and later tell. Choose it at the connection, and pull orders again.`;
      return [{ sellerId, record: 'Orders', label: 'Orders', what, data: [], link: { table: 'Orders' } }];
    });
  },
};

/** Open orders for which the stock that the seller ships is not enough. */
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
    return inTurn.flatMap((open) => shortage(open, stock(), left, zone));
  },
};

/** The order takes what is left of the stock of each part. */
function shortage(
  { order, lines }: OpenOrder,
  stock: KnownStock,
  left: Map<string, number>,
  zone: string,
): readonly Finding[] {
  const finding = orderFinding(order);
  const data = [...finding.data];
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
  const parts = [...grouped(short, ({ line }) => line.sellerPartNumber)].map(
    ([part, each]) => `${sum(each, 'missing')} of ${pieces(sum(each, 'open'))} of ${part}`,
  );
  const { autoVoidTime, onTimeShipDueDate: due } = order;
  return [
    {
      ...finding,
      ...risk(short.map(({ line, missing }) => ({ line: line.rowKey, cents: centsFor(missing, line.unitPrice) }))),
      what: `Stock is not enough: ${parts.join(', ')} cannot be shipped.`,
      deadline: autoVoidTime ?? (due === null ? undefined : endOfDay(due, zone)),
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

/** Numbers of more digits are greater. */
function byNumber(one: string, other: string): number {
  if (one.length !== other.length) return one.length - other.length;
  return one < other ? -1 : Number(one > other);
}

/** Orders that contradict themselves. */
export const mismatch: FindingKind<'mismatch'> = {
  kind: 'mismatch',
  rowTolerance: 'orders-tolerance',
  find: ({ orders }) =>
    orders().flatMap((known) => {
      const difference = differenceOf(known.order);
      const contradictions = [
        ...wrongQuantities(known),
        ...(difference === 0 ? [] : [`its parts and its total differ by ${moneyText(difference)}`]),
        ...wrongPackages(known),
      ];
      if (contradictions.length === 0) return [];
      const text = contradictions.join('; ');
      const what = `${text[0]!.toUpperCase()}${text.slice(1)}.`;
      return [{ ...orderFinding(known.order), ...(difference === 0 ? {} : { atRisk: difference }), what }];
    }),
};

/** By part number, because packages do not name the line of a unit. */
function wrongQuantities({ lines, packages }: KnownOrder): readonly string[] {
  const [shipped, packed] = [unitsByPart(lines), unitsByPart(packages)];
  return [...new Set([...shipped.keys(), ...packed.keys()])].flatMap((part) => {
    const [wanted, told] = [shipped.get(part)?.units ?? 0, packed.get(part)?.units ?? 0];
    const { name } = (shipped.get(part) ?? packed.get(part))!;
    return wanted === told ? [] : [`${wanted} of ${name} shipped, ${told} in packages`];
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
  return [`it is ${orderStatus === SHIPPED ? 'shipped' : 'invoiced'}, and no package has a tracking number`];
}

function orderFinding(order: OrderRow): Omit<Finding, 'what'> {
  const orderNumber = order.orderNumber ?? '';
  return {
    sellerId: order.sellerId ?? '',
    record: orderNumber,
    label: `Order ${orderNumber}`,
    data: [{ asOf: order.asOf, tolerance: 'orders-tolerance' }],
    link: { table: 'Orders', rowKey: order.rowKey },
  };
}

/** Unknown when one of the lines has no price. */
function risk(
  lines: readonly { readonly line: string; readonly cents: number | undefined }[],
): Pick<Finding, 'atRisk' | 'lines'> {
  const priced = lines.filter((each): each is LineAtRisk => each.cents !== undefined);
  return lines.length === 0 || priced.length < lines.length ? {} : { atRisk: sum(priced, 'cents'), lines: priced };
}

/** `1 piece`, `2 pieces`. */
function pieces(count: number): string {
  return count === 1 ? '1 piece' : `${count} pieces`;
}

function openPieces(lines: OpenOrder['lines']): string {
  return pieces(sum(lines, 'open'));
}

/** The instant at which a calendar day of the zone is over. */
function endOfDay(day: string, zone: string): number {
  return startOfDay(new Date(Date.parse(day) + DAY).toISOString().slice(0, 10), zone);
}
