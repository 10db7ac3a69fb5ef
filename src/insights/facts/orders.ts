/** Orders with their lines and packages, and what of them is still to be shipped. */
import { orders } from '../../operations/orders.ts';
import { grouped } from '../../protocol/grouped.ts';
import { centsFor } from '../money.ts';
import type { TableRow } from '../table-rows.ts';
import type { Workbook } from '../workbook.ts';
import { nameIn } from './keys.ts';

export type OrderRow = TableRow<typeof orders, 'Orders'>;
export type LineRow = TableRow<typeof orders, 'Order lines'>;
export type PackageRow = TableRow<typeof orders, 'Packages'>;

/** Codes of the status of an order. */
export const UNSHIPPED = 0;
export const PARTIALLY_SHIPPED = 1;
export const SHIPPED = 2;
export const INVOICED = 3;
export const VOIDED = 4;

/** Of a line. */
const CANCELED = 3;

/** Ship by seller. */
const BY_SELLER = 0;

export interface KnownOrder {
  readonly order: OrderRow;
  readonly lines: readonly LineRow[];
  readonly packages: readonly PackageRow[];
}

/** One that the seller has still to ship. */
export interface OpenOrder {
  readonly order: OrderRow;
  readonly lines: readonly OpenLine[];
}

export interface OpenLine {
  readonly line: LineRow;
  /** Pieces still to be shipped. */
  readonly open: number;
  /** What these cost, in cents; undefined where the line has no price. */
  readonly cents: number | undefined;
}

export function knownOrders(workbook: Workbook): readonly KnownOrder[] {
  const ofOrder = ({ sellerId, orderNumber }: OrderRow | LineRow | PackageRow) => nameIn(sellerId, orderNumber);
  const lines = grouped(workbook.rows(orders, 'Order lines'), ofOrder);
  const packages = grouped(workbook.rows(orders, 'Packages'), ofOrder);
  return workbook.rows(orders, 'Orders').map((order) => {
    const name = ofOrder(order);
    return { order, lines: lines.get(name) ?? [], packages: packages.get(name) ?? [] };
  });
}

export function openOrders(known: readonly KnownOrder[]): readonly OpenOrder[] {
  return known.flatMap(({ order, lines }) => (isOpen(order) ? [{ order, lines: lines.map(openLine) }] : []));
}

function isOpen({ orderStatus, fulfillmentOption }: OrderRow): boolean {
  return (
    (orderStatus === UNSHIPPED || orderStatus === PARTIALLY_SHIPPED) &&
    (fulfillmentOption === null || fulfillmentOption === BY_SELLER)
  );
}

function openLine(line: LineRow): OpenLine {
  const open = isCanceled(line) ? 0 : Math.max(0, (line.orderedQty ?? 0) - (line.shippedQty ?? 0));
  return { line, open, cents: open === 0 ? 0 : centsFor(open, line.unitPrice) };
}

export function isCanceled({ status }: Pick<LineRow, 'status'>): boolean {
  return status === CANCELED;
}
