/** Deterministic orders, some shipped since the last pull. */
import { orders } from '../../../src/operations/orders.ts';
import type { RecordOf } from '../../../src/protocol/fields.ts';
import type { Recorded } from '../../../src/tables/table.ts';

export type Order = RecordOf<typeof orders.answer.record>;

/** Orders is the table with the most columns. */
export const operation: Recorded = { answer: orders.answer, tables: [orders.tables[0]] };

/** The 0-based range of orders in a pull. */
export interface Batch {
  readonly from: number;
  readonly to: number;
  /** Every `changedEach`th order from `changedFrom` on has shipped since; 0 means none. */
  readonly changedFrom: number;
  readonly changedEach: number;
  /** Orders from this index on are new and unshipped. */
  readonly known: number;
}

export function ordersOf({ from, to, changedFrom, changedEach, known }: Batch): Order[] {
  return Array.from({ length: to - from }, (_, at) => {
    const index = from + at;
    const isShipped =
      changedEach > 0 && index >= changedFrom && index < known && (index - changedFrom) % changedEach === 0;
    return orderAt(index, isShipped);
  });
}

const FIRST = Date.UTC(2024, 0, 1, 12);
const two = (value: number) => String(value).padStart(2, '0');
const cities = ['Springfield', 'Portland', 'Salem', 'Fairview', 'São Paulo', 'Zürich'];

function orderAt(index: number, isShipped: boolean): Order {
  const mixed = Math.imul(index + 1, 2654435761) >>> 0;
  const digits = String(mixed).padStart(10, '0');
  const at = FIRST + index * 97_000;
  const date = new Date(at);
  const day = `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
  const amount = (mixed % 90_000) / 100;
  return {
    sellerId: 'A006',
    orderNumber: String(100_000_000 + index),
    sellerOrderNumber: `S${index}`,
    invoiceNumber: isShipped ? digits.slice(2) : null,
    orderDownloaded: isShipped,
    orderDate: { at, text: date.toISOString() },
    autoVoidTime: { at: at + 172_800_000, text: `${day} later` },
    orderStatus: isShipped ? 2 : 0,
    orderStatusDescription: isShipped ? 'Shipped' : 'Unshipped',
    customerName: `Customer ${digits}`,
    customerPhoneNumber: `0${digits}`,
    customerEmailAddress: `c${digits}@relay.market.example`,
    onTimeShipDueDate: { day, text: day },
    deliverDueDate: { day, text: day },
    shipToAddress1: `${mixed % 9999} Main Street`,
    shipToAddress2: null,
    shipToCityName: cities[mixed % cities.length]!,
    shipToStateCode: 'CA',
    shipToZipCode: digits.slice(0, 5),
    shipToCountryCode: 'UNITED STATES',
    shipService: 'Standard Shipping (5-7 business days)',
    signatureRequired: mixed % 2 === 0,
    shipToFirstName: `First ${digits.slice(3)}`,
    shipToLastName: `Last ${digits.slice(5)}`,
    shipToCompany: null,
    currencyCode: 'USD',
    orderItemAmount: amount,
    shippingAmount: (mixed % 2000) / 100,
    recyclingFeeAmount: 0,
    discountAmount: 0,
    refundAmount: 0,
    orderTotalAmount: amount,
    orderQty: 1 + (mixed % 9),
    isAutoVoid: false,
    salesChannel: 0,
    fulfillmentOption: mixed % 2,
    itemInfoList: [],
    packageInfoList: [],
  };
}
