/** Fills a workbook with records, as a pull would. */

import { factsOf } from '../../../src/insights/facts/facts.ts';
import { byRecord, type Found, findAll, type RecordFinding } from '../../../src/insights/findings/find.ts';
import { type TableAge, type Workbook, workbookOf } from '../../../src/insights/workbook.ts';
import { adPerformance } from '../../../src/operations/ad-performance.ts';
import { inventory } from '../../../src/operations/inventory.ts';
import { keywords } from '../../../src/operations/keywords.ts';
import { orders } from '../../../src/operations/orders.ts';
import { priceHistory } from '../../../src/operations/price-history.ts';
import {
  type AnyRecord,
  instantAt,
  isList,
  NONE_PRIVATE,
  recordShape,
  type Shape,
} from '../../../src/protocol/fields.ts';
import { upsert } from '../../../src/tables/apply.ts';
import { FIXED, ruleList, type Thresholds } from '../../../src/tables/rules/rules-sheet.ts';
import type { Recorded } from '../../../src/tables/table.ts';
import { InMemoryBook } from '../../support/in-memory-book.ts';

/** A Wednesday, 8:00 AM in New York. */
export const NOW = Date.parse('2025-06-18T12:00:00Z');
export const SHOP = 'A006';
export const HOUR = 3_600_000;

export const DEFAULTS = {
  ...FIXED,
  ...(Object.fromEntries(Object.entries(ruleList).map(([kind, { threshold }]) => [kind, threshold ?? 0])) as Record<
    keyof typeof ruleList,
    number
  >),
} satisfies Thresholds;

/** A record's fields; missing fields are blank. */
export type Fields = { readonly [field: string]: unknown };

function blank(shape: Shape, fields: Fields): AnyRecord {
  return Object.fromEntries(
    Object.entries(shape).map(([name, member]) => {
      const value = fields[name];
      if (isList(member)) return [name, ((value ?? []) as readonly Fields[]).map((each) => blank(member.of, each))];
      return [name, (value ?? null) as AnyRecord[string]];
    }),
  );
}

export function put(book: InMemoryBook, declared: Recorded, given: readonly Fields[], asOf = NOW): void {
  const records = given.map((each) => blank(recordShape(declared), { sellerId: SHOP, ...each }));
  upsert(book, declared, records as never, NONE_PRIVATE, asOf);
}

export const day = (text: string) => ({ day: text, text });
export const at = (text: string) => instantAt(Date.parse(text));
export const inHours = (hours: number) => instantAt(NOW + hours * HOUR);

/** An open, seller-shipped order: two units at $10.25. */
export const order = (fields: Fields = {}): Fields => ({
  orderNumber: '1001',
  orderStatus: 0,
  fulfillmentOption: 0,
  orderDate: inHours(-30),
  currencyCode: 'USD',
  itemInfoList: [line()],
  ...fields,
});

export const line = (fields: Fields = {}): Fields => ({
  sellerPartNumber: 'P-1',
  marketItemNumber: '9SI1',
  orderedQty: 2,
  shippedQty: 0,
  unitPrice: 10.25,
  status: 1,
  ...fields,
});

export const stock = (availableQuantity: number | null, fields: Fields = {}): Fields => ({
  itemNumber: '9SI1',
  sellerPartNumber: 'P-1',
  condition: 1,
  inventoryAllocation: [{ warehouseLocation: 'USA', fulfillmentOption: '0', availableQuantity }],
  ...fields,
});

export const adDay = (date: string, fields: Fields = {}): Fields => ({
  campaignNumber: '77',
  campaignName: 'Summer',
  groupNumber: '88',
  groupName: 'Fans',
  fromDate: day(date),
  toDate: day(date),
  status: 'Delivering',
  spend: 0,
  sales: 0,
  ...fields,
});

export const price = (fields: Fields = {}): Fields => ({
  marketItemNumber: '9SI1',
  originalUnitPrice: 12,
  targetUnitPrice: 10.3,
  buyboxUnitPrice: 10,
  platform: 'USA',
  requestTimeStamp: inHours(-5),
  ...fields,
});

export interface Tables {
  readonly orders?: readonly Fields[];
  readonly stock?: readonly Fields[];
  readonly ads?: readonly Fields[];
  readonly keywords?: readonly Fields[];
  readonly prices?: readonly Fields[];
  readonly zone?: string;
  readonly asOf?: number;
}

export function bookWith({ zone, asOf = NOW, ...tables }: Tables): InMemoryBook {
  const book = new InMemoryBook(zone);
  const parts = [
    [orders, tables.orders],
    [inventory, tables.stock],
    [adPerformance, tables.ads],
    [keywords, tables.keywords],
    [priceHistory, tables.prices],
  ] as const;
  for (const [declared, given] of parts) if (given) put(book, declared, given, asOf);
  return book;
}

export function workbookFor(
  book: InMemoryBook,
  { now = NOW, thresholds = DEFAULTS as Thresholds, ages = [] as readonly TableAge[] } = {},
): Workbook {
  return workbookOf({ book, now, thresholds, ages });
}

export function foundIn(tables: Tables, terms: Parameters<typeof workbookFor>[1] = {}): readonly Found[] {
  return findAll(factsOf(workbookFor(bookWith(tables), terms)));
}

export function recordsIn(tables: Tables, terms: Parameters<typeof workbookFor>[1] = {}): readonly RecordFinding[] {
  return byRecord(foundIn(tables, terms));
}

/** The kind, record, and cents at risk of each finding. If `kinds` are given, includes only those. */
export function inShort(found: readonly Found[], ...kinds: readonly string[]) {
  return found
    .filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
    .map(({ kind, record, atRisk }) => [kind, record, atRisk]);
}
