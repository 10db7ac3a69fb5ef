/** What runs changed since the person last looked, from the sheet Changes. */

/** Columns of Changes; `time` in epoch milliseconds. */
export interface ChangeRow {
  readonly time: number | null;
  readonly sellerId: string | null;
  readonly table: string | null;
  readonly record: string | null;
  /** Nothing where it is about the record as a whole. */
  readonly column: string | null;
  readonly before: string | null;
  readonly after: string | null;
}

export interface News {
  readonly newOrders: number;
  readonly changedOrders: number;
  /** Stocks of an item at a place. */
  readonly stockToZero: number;
  /** Items. */
  readonly pricesMoved: number;
}

const NOTHING = /^0?$/;

/** Each order, stock and item counts once; an order that is new is not changed too. */
export function newsSince(seen: number, rows: readonly ChangeRow[], stockHeader: string): News {
  const [added, changed, moved] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const stocks = new Map<string, string>();
  for (const row of rows) {
    if (row.time === null || row.time <= seen) continue;
    const record = `${row.sellerId} ${row.record}`;
    const isAdded = row.column === null && row.after === 'added';
    if (row.table === 'Orders') (isAdded ? added : changed).add(record);
    else if (row.table === 'Inventory' && row.column === stockHeader) {
      // The newest stands on top.
      if (!stocks.has(record)) stocks.set(record, row.after ?? '');
    } else if (row.table === 'Price log' && isAdded) moved.add(record.split(',')[0]!);
  }
  for (const record of added) changed.delete(record);
  return {
    newOrders: added.size,
    changedOrders: changed.size,
    stockToZero: [...stocks.values()].filter((stock) => NOTHING.test(stock)).length,
    pricesMoved: moved.size,
  };
}
