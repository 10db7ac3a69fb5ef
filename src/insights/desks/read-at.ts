/** How old the data of a desk is. */

export interface Read {
  readonly sellerId: string | null;
  /** Epoch milliseconds. */
  readonly asOf: number | null;
}

/** When the shop that was read longest ago was read last; undefined where nobody knows. */
export function readAt(rows: Iterable<Read>): number | undefined {
  const latest = new Map<string | null, number>();
  for (const { sellerId, asOf } of rows)
    if (asOf !== null && asOf > (latest.get(sellerId) ?? 0)) latest.set(sellerId, asOf);
  return latest.size > 0 ? Math.min(...latest.values()) : undefined;
}
