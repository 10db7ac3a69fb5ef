/** Stock that the seller ships, over all countries: by part number and by item. */
import { inventory } from '../../operations/inventory.ts';
import type { TableRow } from '../table-rows.ts';
import type { Workbook } from '../workbook.ts';
import { nameIn } from './keys.ts';

type StockRow = TableRow<typeof inventory, 'Inventory'>;

/** What all rows of a part or an item say together. */
export interface Stock {
  readonly sellerId: string;
  readonly itemNumber: string | null;
  readonly sellerPartNumber: string | null;
  readonly title: string | null;
  readonly units: number;
  /** When the row that was read longest ago was. */
  readonly asOf: number | null;
  /** The identity of the first row. */
  readonly rowKey: string;
}

export interface KnownStock {
  /** Undefined where nobody ever asked, or the seller does not ship it. */
  ofPart(sellerId: string | null, sellerPartNumber: string | null): Stock | undefined;
  ofItem(sellerId: string | null, itemNumber: string | null): Stock | undefined;
  readonly items: readonly Stock[];
}

/** Ship by seller. */
const BY_SELLER = '0';

export function knownStock(workbook: Workbook): KnownStock {
  const parts = new Map<string, Stock>();
  const items = new Map<string, Stock>();
  for (const row of workbook.rows(inventory, 'Inventory')) {
    if (row.fulfillmentOption !== BY_SELLER) continue;
    if (row.sellerPartNumber !== null) add(parts, nameIn(row.sellerId, row.sellerPartNumber), row);
    if (row.itemNumber !== null) add(items, nameIn(row.sellerId, row.itemNumber), row);
  }
  return {
    ofPart: (...names) => parts.get(nameIn(...names)),
    ofItem: (...names) => items.get(nameIn(...names)),
    items: [...items.values()],
  };
}

/** What is gone, or less than nothing, is nothing. */
function unitsIn({ availableQuantity, goneSince }: StockRow): number {
  return goneSince === null ? Math.max(0, availableQuantity ?? 0) : 0;
}

function add(known: Map<string, Stock>, name: string, row: StockRow): void {
  const before = known.get(name);
  known.set(name, {
    sellerId: row.sellerId ?? '',
    itemNumber: row.itemNumber,
    sellerPartNumber: row.sellerPartNumber,
    title: row.title,
    units: (before?.units ?? 0) + unitsIn(row),
    asOf: oldest(before?.asOf, row.asOf),
    rowKey: before?.rowKey ?? row.rowKey,
  });
}

/** The earlier of two instants, as far as they are known. */
function oldest(one: number | null | undefined, other: number | null): number | null {
  if (one === null || one === undefined) return other;
  return other === null ? one : Math.min(one, other);
}
