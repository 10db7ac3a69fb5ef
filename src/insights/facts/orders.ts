/** Orders with their lines and packages, units left to ship, and recent sales. */
import { CLOSED, orders } from '../../operations/orders.ts';
import { groupBy } from '../../protocol/lists.ts';
import { DAY } from '../../protocol/time.ts';
import { centsFor, centsOf, sum, USUAL_CURRENCY } from '../money.ts';
import { nameIn, type TableRow, type Workbook } from '../workbook.ts';
import type { KnownStock } from './stock.ts';

export type OrderRow = TableRow<typeof orders, 'Orders'>;
export type LineRow = TableRow<typeof orders, 'Order lines'>;
type PackageRow = TableRow<typeof orders, 'Packages'>;
export type LinePrice = Pick<LineRow, 'status' | 'orderedQty' | 'unitPrice' | 'extendUnitPrice'>;

const UNSHIPPED = 0;
const PARTIALLY_SHIPPED = 1;
export const SHIPPED = 2;
export const INVOICED = 3;
export const VOIDED = 4;
export const PENDING = 5;

const CANCELED = 3;

/** Fulfillment option. */
const BY_SELLER = 0;

export interface KnownOrder {
  readonly order: OrderRow;
  readonly lines: readonly LineRow[];
  readonly packages: readonly PackageRow[];
}

export interface OpenOrder {
  readonly order: OrderRow;
  readonly lines: readonly OpenLine[];
}

interface OpenLine {
  readonly line: LineRow;
  readonly open: number;
  /** Open units × price, in cents; undefined if the price is unknown. */
  readonly cents: number | undefined;
}

export function knownOrders(workbook: Workbook): readonly KnownOrder[] {
  const ofOrder = ({ sellerId, orderNumber }: OrderRow | LineRow | PackageRow) => nameIn(sellerId, orderNumber);
  const lines = groupBy(workbook.rows(orders, 'Order lines'), ofOrder);
  const packages = groupBy(workbook.rows(orders, 'Packages'), ofOrder);
  return workbook.rows(orders, 'Orders').map((order) => {
    const name = ofOrder(order);
    const own = lines.get(name) ?? [];
    // A pull renews *As of* in all rows that the order still has. A killed pull may have renewed only the order.
    const since = Math.min(order.asOf ?? 0, Math.max(...own.map(({ asOf }) => asOf ?? 0)));
    const isCurrent = ({ asOf }: LineRow | PackageRow) => asOf === null || asOf >= since;
    return { order, lines: own.filter(isCurrent), packages: (packages.get(name) ?? []).filter(isCurrent) };
  });
}

/** Returns a line's price before discounts, in cents. */
export function priceOf({ extendUnitPrice, unitPrice, orderedQty }: LinePrice): number {
  return extendUnitPrice === null ? (centsFor(orderedQty ?? 0, unitPrice) ?? 0) : centsOf(extendUnitPrice);
}

export function openOrders(known: readonly KnownOrder[]): readonly OpenOrder[] {
  return known.flatMap(({ order, lines }) => (isOpen(order) ? [{ order, lines: lines.map(openLine) }] : []));
}

export function isOpen({
  orderStatus,
  fulfillmentOption,
}: Pick<OrderRow, 'orderStatus' | 'fulfillmentOption'>): boolean {
  return (
    (orderStatus === UNSHIPPED || orderStatus === PARTIALLY_SHIPPED) &&
    (fulfillmentOption === null || fulfillmentOption === BY_SELLER)
  );
}

export function isClosed({ orderStatus }: Pick<OrderRow, 'orderStatus'>): boolean {
  return CLOSED.includes(String(orderStatus));
}

/** Defaults to U.S. dollars because orders come from the business storefront only. */
export function currencyOf({ currencyCode }: Pick<OrderRow, 'currencyCode'>): string {
  return currencyCode ?? USUAL_CURRENCY;
}

function openLine(line: LineRow): OpenLine {
  const open = isCanceled(line) ? 0 : Math.max(0, (line.orderedQty ?? 0) - (line.shippedQty ?? 0));
  return { line, open, cents: open === 0 ? 0 : centsFor(open, line.unitPrice) };
}

export function isCanceled({ status }: Pick<LineRow, 'status'>): boolean {
  return status === CANCELED;
}

export interface Sold {
  readonly units: number;
  /** Units with a known price in the item's main currency. `cents` is their total price. */
  readonly priced: number;
  readonly cents: number;
  readonly currency: string;
}

export type Sales = (sellerId: string | null, itemNumber: string | null) => Sold;

/** Looks up missing item numbers by part number. */
export function salesSince(orders: readonly KnownOrder[], stock: KnownStock, days: number, now: number): Sales {
  const sold = new Map<string, Map<string, Sold>>();
  for (const { order, lines } of orders) {
    const { orderDate, orderStatus } = order;
    if (orderStatus === VOIDED || orderDate === null || orderDate < now - days * DAY) continue;
    for (const line of lines) {
      const units = isCanceled(line) ? 0 : (line.orderedQty ?? 0);
      const item = line.marketItemNumber ?? stock.ofPart(line.sellerId, line.sellerPartNumber)?.itemNumber;
      if (units <= 0 || !item) continue;
      const name = nameIn(line.sellerId, item);
      const currency = currencyOf(order);
      const own = sold.get(name) ?? new Map<string, Sold>();
      const before = own.get(currency) ?? { units: 0, priced: 0, cents: 0 };
      const cents = centsFor(units, line.unitPrice);
      sold.set(name, own);
      own.set(currency, {
        units: before.units + units,
        priced: before.priced + (cents === undefined ? 0 : units),
        cents: before.cents + (cents ?? 0),
        currency,
      });
    }
  }
  return (...names) => {
    const own = [...(sold.get(nameIn(...names))?.values() ?? [])].sort((one, other) => other.priced - one.priced);
    return { ...{ priced: 0, cents: 0, currency: USUAL_CURRENCY }, ...own[0], units: sum(own, 'units') };
  };
}
