/** Detects whether users sorted or edited a sheet after it was read. */
import { extent } from '../protocol/lists.ts';
import { MarketError } from '../protocol/market-error.ts';
import type { Cell } from './cells.ts';
import { ROW_KEY } from './columns.ts';
import type { Opened } from './opened.ts';
import type { TablePlan } from './plan.ts';
import type { Sheet } from './sheet.ts';

/** For sheets with more cells, only the header, keys, new rows, and editable columns are checked. */
const AT_ONCE = 20_000;

/** Maximum number of new rows to check: users type into the first rows below a table. */
const MOST_BELOW = 20;

/** Maximum number of attempts if a sheet keeps changing. */
const MOST_READINGS = 3;

type Lines = readonly (readonly Cell[])[];

type Planned = Pick<TablePlan, 'changes' | 'steps'>;

/** Call this right before the first write. If a user moved rows, the write would hit the wrong ones. */
export function isUnmoved(
  { sheet, header, columns, contents }: Opened,
  { changes, steps }: Planned = { changes: [], steps: [] },
): boolean {
  const { cells, positions } = contents;
  if (!sheet || header?.at === 1) return true;
  const added = new Set(header?.columns.map(({ id }) => id));
  const there = (ids: Iterable<string>) => [...ids].flatMap((id) => (added.has(id) ? [] : (positions.get(id) ?? [])));
  const ours = there(positions.keys());
  const key = positions.get(ROW_KEY.id)!;
  const right = Math.max(...ours);
  /** Whether a column in `lines`, which start at `top` and `left`, has the values that were read. */
  const isAsRead = (lines: Lines, position: number, top = 1, left = 1) =>
    lines.every((line, index) => text(line[position - left]) === text(cells[top - 1 + index]?.[position - 1]));
  /** Whether a user filled a blank cell, which a write could clear. */
  const isFilledSince = (lines: Lines, position: number) =>
    lines.some((line, index) => text(cells[index]![position - 1]) === '' && text(line[position - 1]) !== '');
  const areAsRead = (lines: Lines, top: number) => ours.every((position) => isAsRead(lines, position, top));
  /** Columns that users can edit. */
  const theirs = there(columns.flatMap(({ id, typed, once }) => (typed || once ? [id] : [])));
  const over = steps.flatMap((step) => {
    if (!('write' in step)) return [];
    const { row: top, column, values } = step.write;
    const bottom = Math.min(top + values.length - 1, cells.length);
    const within = (position: number) => position >= column && position < column + values[0]!.length;
    return top > bottom ? [] : theirs.filter(within).map((position) => ({ position, top, bottom }));
  });
  const areOverAsRead = (lines: Lines, from = 1, left = 1) =>
    over.every(({ position, top, bottom }) =>
      isAsRead(lines.slice(top - from, bottom - from + 1), position, top, left),
    );
  const news = changes.flatMap(({ isNew, row }) => (isNew ? [row] : []));
  const [first] = extent(news);
  const last = Math.min(news.length, MOST_BELOW) + first - 1;
  const bottom = Math.max(cells.length, news.length > 0 ? last : 0);
  if (bottom * right <= AT_ONCE) {
    const block = sheet.cellsIn({ top: 1, bottom, left: 1, right });
    const known = block.slice(0, cells.length);
    return (
      areAsRead(block.slice(0, 1), 1) &&
      isAsRead(known, key) &&
      ours.every((position) => !isFilledSince(known, position)) &&
      areOverAsRead(known) &&
      areAsRead(block.slice(first - 1), first)
    );
  }
  return (
    areAsRead(sheet.cellsIn({ top: 1, bottom: 1, left: 1, right }), 1) &&
    isAsRead(sheet.cellsIn({ top: 1, bottom: cells.length, left: key, right: key }), key, 1, key) &&
    (over.length === 0 || areOverAsRead(...linesOver(sheet, over))) &&
    (news.length === 0 || areAsRead(sheet.cellsIn({ top: first, bottom: last, left: 1, right }), first))
  );
}

interface Over {
  readonly position: number;
  readonly top: number;
  readonly bottom: number;
}

/** Reads one area that contains all of `over`. Returns its lines and its first row and column. */
function linesOver(sheet: Sheet, over: readonly Over[]): readonly [lines: Lines, top: number, left: number] {
  const [left, right] = extent(over.map(({ position }) => position));
  const [top, bottom] = extent(over.flatMap((each) => [each.top, each.bottom]));
  return [sheet.cellsIn({ top, bottom, left, right }), top, left];
}

/** Throws MARKET_TABLE if a user moved rows or columns. */
export function demandUnmoved(opened: readonly Opened[]): void {
  const moved = opened.find((each) => !isUnmoved(each));
  if (moved) throw movedSince(moved);
}

export interface Moved {
  readonly moved: Opened;
}

/** Returns the first sheet to be written that has changed since it was read. Pairs `renewals` with plans by table. */
export function movedOf(plans: readonly TablePlan[], renewals: readonly TablePlan[] = []): Moved | undefined {
  const written = [...plans, ...renewals].filter(({ steps, ordering }) => steps.length > 0 || ordering);
  const tables = new Set(written.map(({ table }) => table));
  const plan = plans.find((each) => tables.has(each.table) && !isUnmoved(each.opened, each));
  return plan && { moved: plan.opened };
}

/** Retries if a sheet has changed. Throws MARKET_TABLE with `retryAt` after the last attempt. */
export function retryIfMoved<T extends object>(attempt: () => T | Moved, retryAt?: () => number): T {
  for (let reading = 1; ; reading++) {
    const done = attempt();
    if (!('moved' in done)) return done;
    if (reading === MOST_READINGS) throw movedSince(done.moved, retryAt?.());
  }
}

function movedSince({ table, sheet }: Opened, retryAt?: number) {
  return new MarketError(
    'MARKET_TABLE',
    `Someone moved rows or columns on "${sheet?.name ?? table}" just before the add-on wrote to it, so nothing was written. Try again in a minute.`,
    retryAt === undefined ? {} : { retryAt },
  );
}

function text(cell: Cell | undefined) {
  return String(cell ?? '');
}
