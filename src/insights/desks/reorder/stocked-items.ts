/** The items of which the seller ships any stock, with what is known of each. */
import { inventory } from '../../../operations/inventory.ts';
import type { Workbook } from '../../workbook.ts';
import { itemKey } from './observed.ts';

export interface StockedItem {
  readonly sellerId: string;
  readonly itemNumber: string;
  readonly title: string | null;
  /** Units in all countries. */
  readonly stock: number;
  /** When the row that was read longest ago was, in epoch milliseconds. */
  readonly stockAsOf: number;
}

const BY_SELLER = '0';

/** By key, in the order of the sheet. What is gone, or less than nothing, is nothing. */
export function stockedItems(workbook: Workbook): ReadonlyMap<string, StockedItem> {
  const found = new Map<string, StockedItem>();
  for (const row of workbook.rows(inventory, 'Inventory')) {
    if (row.fulfillmentOption !== BY_SELLER || row.itemNumber === null) continue;
    const sellerId = row.sellerId ?? '';
    const key = itemKey(sellerId, row.itemNumber);
    const before = found.get(key);
    const units = row.goneSince === null ? Math.max(0, row.availableQuantity ?? 0) : 0;
    found.set(key, {
      sellerId,
      itemNumber: row.itemNumber,
      title: row.title ?? before?.title ?? null,
      stock: (before?.stock ?? 0) + units,
      stockAsOf: Math.min(before?.stockAsOf ?? Number.POSITIVE_INFINITY, row.asOf ?? workbook.now),
    });
  }
  return found;
}
