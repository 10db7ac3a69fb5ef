/** Seller-shipped stock across countries, per part number and item, and days in stock. */
import { inventory } from '../../operations/inventory.ts';
import { groupBy } from '../../protocol/lists.ts';
import { DAY } from '../../protocol/time.ts';
import type { Period } from '../../tables/fold.ts';
import { nameIn, readAt, type TableRow, type Workbook } from '../workbook.ts';

type StockRow = TableRow<typeof inventory, 'Inventory'>;

export interface Stock {
  readonly sellerId: string;
  readonly itemNumber: string | null;
  readonly sellerPartNumber: string | null;
  readonly title: string | null;
  readonly units: number;
  /** Oldest `asOf` of the rows. */
  readonly asOf: number | null;
  readonly rowKey: string;
}

export interface KnownStock {
  /** Returns undefined if the stock was never read or the seller doesn't ship it. */
  ofPart(sellerId: string | null, sellerPartNumber: string | null): Stock | undefined;
  ofItem(sellerId: string | null, itemNumber: string | null): Stock | undefined;
  readonly items: readonly Stock[];
}

/** Seller-shipped stock. */
const BY_SELLER = '0';

export function knownStock(workbook: Workbook): KnownStock {
  const parts = new Map<string, Stock>();
  const items = new Map<string, Stock>();
  const rows = workbook.rows(inventory, 'Inventory').filter((row) => row.fulfillmentOption === BY_SELLER);
  for (const row of [...rows.filter((each) => !isGone(each)), ...rows.filter(isGone)]) {
    const { sellerId, sellerPartNumber, itemNumber } = row;
    // A gone row was missing when Inventory was last read.
    const asOf = isGone(row) ? Math.max(row.goneSince!, readAt(workbook, 'Inventory', sellerId ?? '') ?? 0) : row.asOf;
    if (sellerPartNumber !== null) add(parts, nameIn(sellerId, sellerPartNumber), row, asOf);
    if (itemNumber !== null) add(items, nameIn(sellerId, itemNumber), row, asOf);
  }
  return {
    ofPart: (...names) => parts.get(nameIn(...names)),
    ofItem: (...names) => items.get(nameIn(...names)),
    items: [...items.values()],
  };
}

const isGone = ({ goneSince }: StockRow) => goneSince !== null;

/** Requires gone rows last. They count only if all are gone. */
function add(known: Map<string, Stock>, name: string, row: StockRow, asOf: number | null) {
  const before = known.get(name);
  if (before && isGone(row)) return;
  known.set(name, {
    sellerId: row.sellerId ?? '',
    itemNumber: row.itemNumber,
    sellerPartNumber: row.sellerPartNumber,
    title: row.title,
    units: (before?.units ?? 0) + (isGone(row) ? 0 : Math.max(0, row.availableQuantity ?? 0)),
    asOf: oldest(before?.asOf, asOf),
    rowKey: before?.rowKey ?? row.rowKey,
  });
}

function oldest(one: number | null | undefined, other: number | null) {
  if (one === null || one === undefined) return other;
  return other === null ? one : Math.min(one, other);
}

/** Returns on how many of the last `days` days the item was in stock, assuming stock before the first reading. */
type DaysWithStock = (sellerId: string, itemNumber: string | null, days: number) => number;

export function daysWithStock(periods: readonly Period[], now: number): DaysWithStock {
  const own = groupBy(
    periods.filter(({ isOwn }) => isOwn),
    ({ seller, item }) => nameIn(seller, item),
  );
  return (sellerId, itemNumber, days) =>
    days - emptyTime(own.get(nameIn(sellerId, itemNumber)) ?? [], now - days * DAY, now) / DAY;
}

/** Returns how long all rows were out of stock at the same time, in milliseconds. */
function emptyTime(periods: readonly Period[], from: number, to: number) {
  const rows = new Set(periods.map(({ row }) => row));
  const begins = [...periods].sort((one, other) => one.first - other.first);
  const quantities = new Map<string, number>();
  let empty = 0;
  begins.forEach(({ row, quantity, first }, index) => {
    quantities.set(row, quantity ?? 0);
    const end = Math.min(begins[index + 1]?.first ?? to, to);
    const isEmpty = quantities.size === rows.size && [...quantities.values()].every((units) => units <= 0);
    if (isEmpty) empty += Math.max(0, end - Math.max(first, from));
  });
  return empty;
}
