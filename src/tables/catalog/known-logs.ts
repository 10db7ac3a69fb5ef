/** Tracks each item's price log: number of records, newest record, and rate of changes. */
import { epochOf } from '../../protocol/fields.ts';
import { groupBy } from '../../protocol/lists.ts';
import { DAY, MINUTE } from '../../protocol/time.ts';
import type { Cell } from '../cells.ts';
import { ROW_KEY } from '../columns.ts';
import { type Cells, planRenewals } from '../edits.ts';
import { type Opened, openExisting } from '../opened.ts';
import type { TablePlan } from '../plan.ts';
import { type Contents, cellAt, keyAt, rowsWithKey } from '../positions.ts';
import type { Book } from '../sheet.ts';
import type { TabledOperation } from '../table.ts';
import { type CatalogColumn, catalogColumns, catalogTable } from './catalog-table.ts';
import { identifierIn, isSameSeller, keyOf, type Seller, type Traits } from './item-keys.ts';

/** Catalog cells that describe price logs, keyed by item number. */
export type LogsByItem = ReadonlyMap<string, LogCells>;

interface LogCells {
  readonly cells: Cells<CatalogColumn>;
  /** Number of records skipped as too old; undefined for a user's pull, which adds all. */
  readonly refused: number | undefined;
}

export interface KnownLogs {
  readonly count: number;
  /** The log's storefront. */
  readonly of: string;
  /** Time of the newest record. */
  readonly newest: number;
}

/** The number of records used for the average rate. With more, the average would lag behind changes. */
const SAMPLE = 30;

/** Minimum interval between changes, which limits the rate. */
const SHORTEST = MINUTE;

/** Returns an item's Catalog cells. `left` is the number of removed or skipped records currently in the Catalog. */
export function pastIn(pasts: LogsByItem, { itemNumber }: Traits, left: Cell = ''): Cells<CatalogColumn> {
  const past = itemNumber === undefined ? undefined : pasts.get(keyOf('itemNumber', itemNumber));
  if (!past) return {};
  // After an early stop, some records are missing, so don't lower the count.
  const count = past.refused === undefined ? 0 : Math.max(past.refused, Number(left) || 0);
  return { ...past.cells, logsLeft: count === 0 ? '' : count };
}

/** Counts the records on the sheet itself, to detect deleted rows. */
export function knownLogsOf(
  operation: TabledOperation,
  plans: readonly TablePlan[],
  { sellerId }: Pick<Seller, 'sellerId'>,
  asOf: number,
  isJob: boolean,
): LogsByItem {
  const { past, fields } = operation.items ?? {};
  const [plan] = plans;
  if (!past || !plan || fields?.itemNumber === undefined) return new Map();
  const name = fields.itemNumber;
  const found = new Map<string, Found>();
  for (const { values } of plan.rows) {
    const key = keyOf('itemNumber', identifierIn(values[name]));
    const at = epochOf(values[past.at]);
    const known = found.get(key);
    if (key !== '' && at !== undefined && (known === undefined || at > known.newest))
      found.set(key, { of: identifierIn(values[past.of]), newest: at, times: new Map() });
  }
  const put = (item: unknown, of: unknown, row: string, at: number | undefined) => {
    const known = found.get(keyOf('itemNumber', identifierIn(item)));
    if (known && known.of === identifierIn(of)) known.times.set(row, at);
  };
  const { contents } = plan.opened;
  for (const index of rowsWithKey(contents)) {
    const cell = (id: string) => cellAt(contents, index, id);
    const [at, owner] = [cell(past.at), identifierIn(cell('sellerId'))];
    if (owner === '' || isSameSeller(owner, sellerId))
      put(cell(name), cell(past.of), keyAt(contents, index), at instanceof Date ? at.getTime() : undefined);
  }
  const refused = new Set(plan.refused);
  const left = groupBy(plan.refused, ({ values }) => keyOf('itemNumber', identifierIn(values[name])));
  for (const row of plan.rows)
    if (!refused.has(row)) put(row.values[name], row.values[past.of], row.key, epochOf(row.values[past.at]));
  return new Map(
    [...found].map(([key, each]) => {
      const count = left.get(key)?.length ?? 0;
      return [key, { cells: cellsOf(each, asOf), refused: isJob ? count : undefined }] as const;
    }),
  );
}

interface Found {
  readonly of: string;
  readonly newest: number;
  /** Record times by row key. */
  readonly times: Map<string, number | undefined>;
}

function cellsOf({ of, newest, times }: Found, asOf: number): Cells<CatalogColumn> {
  const known = [...times.values()].filter((at): at is number => at !== undefined);
  known.sort((one, other) => other - one);
  return {
    logsKnown: times.size,
    logsOf: of,
    newestLog: new Date(seconds(Math.max(newest, known[0]!)) * 1000),
    dailyChanges: pace(known, asOf),
  };
}

/** Returns changes per day. `times` are in epoch milliseconds, newest first. */
export function pace(times: readonly number[], asOf: number): number {
  const sample = times.slice(0, SAMPLE);
  const length = Math.max(asOf - sample[sample.length - 1]!, SHORTEST);
  // Count the oldest record as half, because it only marks the start.
  return Number((((sample.length - 0.5) * DAY) / length).toPrecision(4));
}

/** Returns what the Catalog knows about price logs, keyed by item number. */
export function readKnownLogs(book: Book, { sellerId }: Pick<Seller, 'sellerId'>): ReadonlyMap<string, KnownLogs> {
  const pasts = new Map<string, KnownLogs>();
  const contents = openExisting(book, catalogTable.name, catalogColumns())?.contents;
  contents?.cells.forEach((_, index) => {
    const cell = (id: CatalogColumn): Cell => cellAt(contents, index, id);
    const [count, newest] = [cell('logsKnown'), cell('newestLog')];
    const key = keyOf('itemNumber', identifierIn(cell('itemNumber')));
    if (
      cellAt(contents, index, ROW_KEY.id) !== '' &&
      isSameSeller(identifierIn(cell('sellerId')), sellerId) &&
      key !== '' &&
      typeof count === 'number' &&
      newest instanceof Date
    )
      pasts.set(key, {
        count: count + (Number(cell('logsLeft')) || 0),
        of: identifierIn(cell('logsOf')),
        newest: newest.getTime(),
      });
  });
  return pasts;
}

/** Truncates to seconds, as sheets do. */
export function seconds(at: number): number {
  return Math.floor(at / 1000);
}

/** Adds expired records to the Catalog's counts. Otherwise, the next poll would read them again. */
export function planLeft(
  book: Book,
  { items }: Pick<TabledOperation, 'items'>,
  { contents: gone }: Opened,
  indexes: readonly number[],
): readonly TablePlan[] {
  const field = items?.past && items.fields.itemNumber;
  const opened = field && openExisting(book, catalogTable.name, catalogColumns());
  if (!opened || indexes.length === 0) return [];
  const counts = groupBy(indexes, (index) => itemAt(gone, index, field));
  const { contents } = opened;
  const renewed = new Map<number, Cells<CatalogColumn>>();
  contents.cells.forEach((_, index) => {
    const item = itemAt(contents, index, 'itemNumber');
    // Records without a seller match all sellers.
    const ownerless = item.slice(item.indexOf('|'));
    const count = [...new Set([item, ownerless])].reduce((sum, name) => sum + (counts.get(name)?.length ?? 0), 0);
    if (index === 0 || count === 0 || cellAt(contents, index, ROW_KEY.id) === '') return;
    const before = Number(cellAt(contents, index, 'logsLeft')) || 0;
    const known = Number(cellAt(contents, index, 'logsKnown')) || 0;
    renewed.set(index + 1, { logsLeft: before + count, logsKnown: Math.max(known - count, 0) });
  });
  return renewed.size === 0 ? [] : [planRenewals(opened, renewed, book.timeZone())];
}

/** Returns a key for a row's seller and item. */
function itemAt(contents: Contents, index: number, field: string): string {
  const seller = identifierIn(cellAt(contents, index, 'sellerId')).toLowerCase();
  return `${seller}|${keyOf('itemNumber', identifierIn(cellAt(contents, index, field)))}`;
}
