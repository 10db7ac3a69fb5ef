/** The price log of each item: how many records the table has and had, the newest, and how often there is one. */
import type { Value } from '../../protocol/fields.ts';
import { groupBy } from '../../protocol/lists.ts';
import { DAY, MINUTE } from '../../protocol/time.ts';
import type { Cell } from '../cells.ts';
import { ROW_KEY } from '../columns.ts';
import { type Cells, planRenewals } from '../edits.ts';
import { type Opened, openExisting } from '../opened.ts';
import type { TablePlan } from '../plan.ts';
import { type Contents, cellAt, keyAt } from '../positions.ts';
import type { Book } from '../sheet.ts';
import type { TabledOperation } from '../table.ts';
import { type CatalogColumn, catalogColumns, catalogTable } from './catalog-table.ts';
import { identifierIn, isSameSeller, keyOf, type Seller, type Traits } from './item-keys.ts';

/** Cells of the Catalog by the key of an item number. */
export type LogsByItem = ReadonlyMap<string, LogCells>;

export interface LogCells {
  readonly cells: Cells<CatalogColumn>;
  /** Records that came and were not added since they are older than the table keeps; nothing where every one is. */
  readonly refused: number | undefined;
}

/** Epoch milliseconds, whole seconds: a sheet need not keep more. */
export interface KnownLogs {
  readonly count: number;
  readonly of: string;
  readonly newest: number;
}

/** So many of the newest records make the average: more would be slow to follow a change. */
const SAMPLE = 30;

/** No record says more than one a minute. */
const SHORTEST = MINUTE;

/** `left` is how many records of the item had left the table by age, as the Catalog has it. */
export function pastIn(pasts: LogsByItem, { itemNumber }: Traits, left: Cell = ''): Cells<CatalogColumn> {
  const past = itemNumber === undefined ? undefined : pasts.get(keyOf('itemNumber', itemNumber));
  if (!past) return {};
  // An answer that stopped early did not bring all of them; one that brought all tells of no more than there are.
  const count = past.refused === undefined ? 0 : Math.max(past.refused, Number(left) || 0);
  return { ...past.cells, logsLeft: count === 0 ? '' : count };
}

/**
 * The past of the items that came, as it will be once the plans are applied: counted in the table itself, so that
 * rows that were lost or taken away are missed the next time. `asOf` in epoch milliseconds. A pull of a person
 * (`isJob` false) adds all that there is.
 */
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
    const at = instantOf(values[past.at]);
    const known = found.get(key);
    if (key !== '' && at !== undefined && (known === undefined || at > known.newest))
      found.set(key, { of: identifierIn(values[past.of]), newest: at, times: new Map() });
  }
  const put = (item: unknown, of: unknown, row: string, at: number | undefined) => {
    const known = found.get(keyOf('itemNumber', identifierIn(item)));
    if (known && known.of === identifierIn(of)) known.times.set(row, at);
  };
  const { contents } = plan.opened;
  contents.cells.forEach((_, index) => {
    const key = keyAt(contents, index);
    const at = cellAt(contents, index, past.at);
    const owner = identifierIn(cellAt(contents, index, 'sellerId'));
    if (key !== '' && (owner === '' || isSameSeller(owner, sellerId)))
      put(
        cellAt(contents, index, name),
        cellAt(contents, index, past.of),
        key,
        at instanceof Date ? at.getTime() : undefined,
      );
  });
  const refused = new Set(plan.refused);
  const left = groupBy(plan.refused, ({ values }) => keyOf('itemNumber', identifierIn(values[name])));
  for (const row of plan.rows)
    if (!refused.has(row)) put(row.values[name], row.values[past.of], row.key, instantOf(row.values[past.at]));
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
  /** Instants by the key of the row. */
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

/** Records a day, by the newest of them: `times`, newest first, and `asOf` in epoch milliseconds. */
export function pace(times: readonly number[], asOf: number): number {
  const sample = times.slice(0, SAMPLE);
  const length = Math.max(asOf - sample[sample.length - 1]!, SHORTEST);
  // The oldest of them only begins the time in which the others came.
  return Number((((sample.length - 0.5) * DAY) / length).toPrecision(4));
}

/** What the Catalog keeps of a seller's items, by the key of an item number. */
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

/** Whole seconds of an instant. */
export function seconds(at: number): number {
  return Math.floor(at / 1000);
}

function instantOf(value: Value | null | undefined): number | undefined {
  return typeof value === 'object' && value !== null && 'at' in value ? value.at : undefined;
}

/**
 * Counts records that left their table by age in the Catalog; without them each poll would miss some. `indexes` are the
 * removed rows of their table. Nothing for an operation that keeps no log of items.
 */
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
    // Records that bear no seller are those of whoever has the item.
    const ownerless = item.slice(item.indexOf('|'));
    const count = [...new Set([item, ownerless])].reduce((sum, name) => sum + (counts.get(name)?.length ?? 0), 0);
    if (index === 0 || count === 0 || cellAt(contents, index, ROW_KEY.id) === '') return;
    const before = Number(cellAt(contents, index, 'logsLeft')) || 0;
    const known = Number(cellAt(contents, index, 'logsKnown')) || 0;
    renewed.set(index + 1, { logsLeft: before + count, logsKnown: Math.max(known - count, 0) });
  });
  return renewed.size === 0 ? [] : [planRenewals(opened, renewed, new Map(), book.timeZone())];
}

/** The item of a row by index, and whose it is. */
function itemAt(contents: Contents, index: number, field: string): string {
  const seller = identifierIn(cellAt(contents, index, 'sellerId')).toLowerCase();
  return `${seller}|${keyOf('itemNumber', identifierIn(cellAt(contents, index, field)))}`;
}
