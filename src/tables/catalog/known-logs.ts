/** Known price logs per item: how many records, the newest, and how often one comes. */
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

/** Cells of the Catalog by key of the item number. */
export type LogsByItem = ReadonlyMap<string, LogCells>;

export interface LogCells {
  readonly cells: Cells<CatalogColumn>;
  /** Records not added because of their age; undefined if all were. */
  readonly refused: number | undefined;
}

/** In whole seconds, as sheets store them. */
export interface KnownLogs {
  readonly count: number;
  readonly of: string;
  readonly newest: number;
}

/** Records in the average; more would follow changes too slowly. */
const SAMPLE = 30;

/** Caps the pace at one change per minute. */
const SHORTEST = MINUTE;

/** `left` is the Catalog's number of records removed by age. */
export function pastIn(pasts: LogsByItem, { itemNumber }: Traits, left: Cell = ''): Cells<CatalogColumn> {
  const past = itemNumber === undefined ? undefined : pasts.get(keyOf('itemNumber', itemNumber));
  if (!past) return {};
  // After an early stop the answer did not have all records.
  const count = past.refused === undefined ? 0 : Math.max(past.refused, Number(left) || 0);
  return { ...past.cells, logsLeft: count === 0 ? '' : count };
}

/** Counted in the table itself, so that lost rows are noticed. A person's pull adds all records. */
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
  /** By row key. */
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

/** Changes per day; `times` newest first. */
export function pace(times: readonly number[], asOf: number): number {
  const sample = times.slice(0, SAMPLE);
  const length = Math.max(asOf - sample[sample.length - 1]!, SHORTEST);
  // The oldest record only marks the start.
  return Number((((sample.length - 0.5) * DAY) / length).toPrecision(4));
}

/** By key of the item number. */
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

export function seconds(at: number): number {
  return Math.floor(at / 1000);
}

function instantOf(value: Value | null | undefined): number | undefined {
  return typeof value === 'object' && value !== null && 'at' in value ? value.at : undefined;
}

/** Adds rows removed by age to the Catalog's counts; without them each poll would miss some. */
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
    // Records without a seller belong to whoever has the item.
    const ownerless = item.slice(item.indexOf('|'));
    const count = [...new Set([item, ownerless])].reduce((sum, name) => sum + (counts.get(name)?.length ?? 0), 0);
    if (index === 0 || count === 0 || cellAt(contents, index, ROW_KEY.id) === '') return;
    const before = Number(cellAt(contents, index, 'logsLeft')) || 0;
    const known = Number(cellAt(contents, index, 'logsKnown')) || 0;
    renewed.set(index + 1, { logsLeft: before + count, logsKnown: Math.max(known - count, 0) });
  });
  return renewed.size === 0 ? [] : [planRenewals(opened, renewed, new Map(), book.timeZone())];
}

/** The item of a row and its seller. */
function itemAt(contents: Contents, index: number, field: string): string {
  const seller = identifierIn(cellAt(contents, index, 'sellerId')).toLowerCase();
  return `${seller}|${keyOf('itemNumber', identifierIn(cellAt(contents, index, field)))}`;
}
