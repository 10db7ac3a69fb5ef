import { operations } from '../../src/operations/registry.ts';
import { decodeRecord } from '../../src/protocol/decode.ts';
import { NONE_PRIVATE } from '../../src/protocol/fields.ts';
import type { Tree } from '../../src/protocol/parse.ts';
import { upsert } from '../../src/tables/apply.ts';
import type { Book } from '../../src/tables/sheet.ts';
import type { DeclaredRecord } from '../../src/tables/table.ts';

const { orders, 'price-history': prices } = operations;

/** A buyer with a distinct value in every field. */
export const BUYER = {
  CustomerName: 'Zoe-Buyer-Name',
  CustomerPhoneNumber: '555-BUYER-PHONE',
  CustomerEmailAddress: 'buyer-mail@relay.test',
  ShipToAddress1: 'Buyer-Street 1',
  ShipToAddress2: 'Buyer-Street 2',
  ShipToCityName: 'Buyer-City',
  ShipToStateCode: 'Buyer-State',
  ShipToZipCode: '00501-BUYER',
  ShipToCountryCode: 'Buyer-Country',
  ShipToFirstName: 'Buyer-First',
  ShipToLastName: 'Buyer-Last',
  ShipToCompany: 'Buyer-Company',
};

export function order(number: number | string, wire: object = {}): DeclaredRecord<typeof orders> {
  const base = {
    SellerID: 'A006',
    OrderNumber: number,
    OrderDate: '6/15/2025 9:03:05',
    OrderStatus: 2,
    OrderStatusDescription: 'Shipped',
    OrderTotalAmount: 19.98,
    OrderQty: 2,
    ItemInfoList: [{ SellerPartNumber: '00A', OrderedQty: 2, UnitPrice: 9.99 }],
    ...BUYER,
  };
  return decodeRecord({ ...base, ...wire } as Tree, orders.answer.record, { withheld: NONE_PRIVATE });
}

/** Saves orders with all of their buyer data. */
export function saveOrders(book: Book, records: readonly DeclaredRecord<typeof orders>[], asOf: number): void {
  upsert(book, orders, records, NONE_PRIVATE, asOf);
}

export function savePrices(book: Book, wires: readonly object[], asOf: number): void {
  const records = wires.map((wire) => decodeRecord(wire as Tree, prices.answer.record, { withheld: NONE_PRIVATE }));
  upsert(book, prices, records, NONE_PRIVATE, asOf);
}
