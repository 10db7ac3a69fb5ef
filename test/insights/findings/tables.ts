/** A workbook filled like a pull would, from the fields that a test gives. */

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

/** Fields of a record; missing ones are blank. */
export type Said = { readonly [field: string]: unknown };

function blank(shape: Shape, said: Said): AnyRecord {
  return Object.fromEntries(
    Object.entries(shape).map(([name, member]) => {
      const value = said[name];
      if (isList(member)) return [name, ((value ?? []) as readonly Said[]).map((each) => blank(member.of, each))];
      return [name, (value ?? null) as AnyRecord[string]];
    }),
  );
}

export function put(book: InMemoryBook, declared: Recorded, said: readonly Said[], asOf = NOW): void {
  const records = said.map((each) => blank(recordShape(declared), { sellerId: SHOP, ...each }));
  upsert(book, declared, records as never, NONE_PRIVATE, asOf);
}

export const day = (text: string) => ({ day: text, text });
export const at = (text: string) => instantAt(Date.parse(text));
export const inHours = (hours: number) => instantAt(NOW + hours * HOUR);

/** An open order that the seller ships: two units at $10.25. */
export const order = (said: Said = {}): Said => ({
  orderNumber: '1001',
  orderStatus: 0,
  fulfillmentOption: 0,
  orderDate: inHours(-30),
  currencyCode: 'USD',
  itemInfoList: [line()],
  ...said,
});

export const line = (said: Said = {}): Said => ({
  sellerPartNumber: 'P-1',
  marketItemNumber: '9SI1',
  orderedQty: 2,
  shippedQty: 0,
  unitPrice: 10.25,
  status: 1,
  ...said,
});

export const stock = (availableQuantity: number | null, said: Said = {}): Said => ({
  itemNumber: '9SI1',
  sellerPartNumber: 'P-1',
  condition: 1,
  inventoryAllocation: [{ warehouseLocation: 'USA', fulfillmentOption: '0', availableQuantity }],
  ...said,
});

export const adDay = (date: string, said: Said = {}): Said => ({
  campaignNumber: '77',
  campaignName: 'Summer',
  groupNumber: '88',
  groupName: 'Fans',
  fromDate: day(date),
  toDate: day(date),
  status: 'Delivering',
  spend: 0,
  sales: 0,
  ...said,
});

export const price = (said: Said = {}): Said => ({
  marketItemNumber: '9SI1',
  originalUnitPrice: 12,
  targetUnitPrice: 10.3,
  buyboxUnitPrice: 10,
  platform: 'USA',
  requestTimeStamp: inHours(-5),
  ...said,
});

export interface Tables {
  readonly orders?: readonly Said[];
  readonly stock?: readonly Said[];
  readonly ads?: readonly Said[];
  readonly keywords?: readonly Said[];
  readonly prices?: readonly Said[];
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
  for (const [declared, said] of parts) if (said) put(book, declared, said, asOf);
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

/** Kind, record and cents at risk, for the given kinds. */
export function inShort(found: readonly Found[], ...kinds: readonly string[]) {
  return found
    .filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
    .map(({ kind, record, atRisk }) => [kind, record, atRisk]);
}
