/** The tiles of Today, and what they count from the rows of Findings, as the formulas of Today do. */
import { type findings, findingsColumns } from '../../tables/findings-table.ts';
import type { Contents } from '../../tables/positions.ts';
import { rowsIn, type TableRow } from '../table-rows.ts';

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

export type FindingRow = TableRow<typeof findings, 'Findings'>;

interface Counted {
  readonly count: number;
  readonly money: number;
}

interface TileCount extends Counted {
  readonly id: string;
  readonly label: string;
  /** Nobody tells when orders are voided: that none is known is not a 0. */
  readonly isUntold?: true;
}

export interface TodayCounts {
  readonly tiles: readonly TileCount[];
  /** All that is open and young enough; of its money each line of an order once. */
  readonly all: Counted;
  /** What is open and rests on data that is too old to count. */
  readonly late: number;
}

export function findingRows(contents: Contents, zone: string): readonly FindingRow[] {
  const rows = rowsIn(contents, findingsColumns(), zone) as ReadonlyMap<string, FindingRow>;
  return [...rows.values()];
}

const isOpen = ({ state }: FindingRow) => state?.toLowerCase() === 'open';
const counts = (row: FindingRow) => isOpen(row) && row.late !== 'late';

/** Undefined where there is no such tile. */
export function rowsOfTile(rows: readonly FindingRow[], id: string): readonly FindingRow[] | undefined {
  const tile = tiles.find((each) => each.id === id);
  return tile && rows.filter((row) => counts(row) && isIn(tile, row));
}

export function countedToday(rows: readonly FindingRow[]): TodayCounts {
  const counted = rows.filter(counts);
  const needsHours = counted.some(({ kind }) => kind === 'no-hours');
  return {
    tiles: tiles.map((tile) => {
      const own = counted.filter((row) => isIn(tile, row));
      const isUntold = needsHours && 'within' in tile && own.length === 0;
      return {
        ...{ id: tile.id, label: tile.label },
        ...summed(own, ({ atRisk }) => atRisk),
        ...(isUntold ? { isUntold } : {}),
      };
    }),
    all: summed(counted, (row) => row.counted),
    late: rows.filter(isOpen).length - counted.length,
  };
}

function isIn(tile: Tile, row: FindingRow): boolean {
  if (tile.kind === undefined) return !tiles.some((each: Tile) => each.kind !== undefined && isIn(each, row));
  if (row.kind !== tile.kind) return false;
  return tile.within === undefined || (row.hoursLeft !== null && row.hoursLeft <= tile.within);
}

function summed(rows: readonly FindingRow[], money: (row: FindingRow) => number | null): Counted {
  const cents = rows.reduce((sum, row) => sum + Math.round((money(row) ?? 0) * 100), 0);
  return { count: rows.length, money: cents / 100 };
}
