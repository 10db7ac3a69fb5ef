/** The tiles of Today, and what they count from the rows of Findings, as the formulas of Today do. */
export interface Tile {
  readonly id: string;
  readonly label: string;
  /** Nothing for what no other tile counts. */
  readonly kind?: string;
  /** Only findings with so many hours left at most. */
  readonly within?: number;
}

export const tiles = [
  { id: 'void-24', label: 'Orders void within 24 hours', kind: 'void-soon', within: 24 },
  { id: 'void-48', label: 'Orders void within 48 hours', kind: 'void-soon', within: 48 },
  { id: 'short', label: 'Short to ship', kind: 'cannot-ship' },
  { id: 'out', label: 'Out of stock', kind: 'out-of-stock' },
  { id: 'ads', label: 'Ads without stock', kind: 'ads-without-stock' },
  { id: 'mismatch', label: 'Mismatches', kind: 'mismatch' },
  { id: 'other', label: 'Everything else' },
] as const satisfies readonly Tile[];
