/** Detects that people sorted a sheet or typed into it since it was read. */
import { extent } from '../protocol/lists.ts';
import { MarketError } from '../protocol/market-error.ts';
import type { Cell } from './cells.ts';
import { ROW_KEY } from './columns.ts';
import type { Opened } from './opened.ts';
import type { TablePlan } from './plan.ts';
import type { Sheet } from './sheet.ts';

/** Of a sheet with more cells, only the header, the keys, the new rows and typed columns are read again. */
const AT_ONCE = 20_000;

/** Only this many new rows are checked, because people type into one of the first rows below a table. */
const MOST_BELOW = 20;

/** A run gives up after it found a sheet changed so often. */
const MOST_READINGS = 3;

type Lines = readonly (readonly Cell[])[];

type Planned = Pick<TablePlan, 'changes' | 'steps'>;

/** Call it right before the first write, which would hit other rows if somebody moved them since they were read. */
export function isUnmoved(
  { sheet, header, columns, contents }: Opened,
  { changes, steps }: Planned = { changes: [], steps: [] },
): boolean {
  const { cells, positions } = contents;
  if (!sheet || header?.at === 1) return true;
  /** The column's present number on the sheet, on which missing columns are not inserted yet. */
  const columnOf = (position: number) =>
    header && position >= header.at + header.inserted ? position - header.inserted : position;
  const added = new Set(header?.columns.map(({ id }) => id));
  const there = (ids: Iterable<string>) => [...ids].flatMap((id) => (added.has(id) ? [] : (positions.get(id) ?? [])));
  const ours = there(positions.keys());
  const key = positions.get(ROW_KEY.id)!;
  const right = Math.max(...ours.map(columnOf));
  /** Whether the lines, which begin at `top` and `left`, still hold the values that we wrote to this column. */
  const isAsRead = (lines: Lines, position: number, top = 1, left = 1) =>
    lines.every(
      (line, index) => text(line[columnOf(position) - left]) === text(cells[top - 1 + index]?.[position - 1]),
    );
  /** Whether somebody typed into a blank cell of ours, which a write might blank again. */
  const isFilledSince = (lines: Lines, position: number) =>
    lines.some((line, index) => text(cells[index]![position - 1]) === '' && text(line[columnOf(position) - 1]) !== '');
  const areAsRead = (lines: Lines, top: number) => ours.every((position) => isAsRead(lines, position, top));
  /** Columns that people type into, and the cells in them that are about to be overwritten. */
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
  const left = columnOf(key);
  return (
    areAsRead(sheet.cellsIn({ top: 1, bottom: 1, left: 1, right }), 1) &&
    isAsRead(sheet.cellsIn({ top: 1, bottom: cells.length, left, right: left }), key, 1, left) &&
    (over.length === 0 || areOverAsRead(...linesOver(sheet, over, columnOf))) &&
    (news.length === 0 || areAsRead(sheet.cellsIn({ top: first, bottom: last, left: 1, right }), first))
  );
}

interface Over {
  readonly position: number;
  readonly top: number;
  readonly bottom: number;
}

/** The present cells of the area around all of `over`, and its first row and column. */
function linesOver(
  sheet: Sheet,
  over: readonly Over[],
  columnOf: (position: number) => number,
): readonly [lines: Lines, top: number, left: number] {
  const [left, right] = extent(over.map(({ position }) => columnOf(position)));
  const [top, bottom] = extent(over.flatMap((each) => [each.top, each.bottom]));
  return [sheet.cellsIn({ top, bottom, left, right }), top, left];
}

/** Throws MARKET_TABLE if somebody moved rows or columns. */
export function demandUnmoved(opened: readonly Opened[]): void {
  const moved = opened.find((each) => !isUnmoved(each));
  if (moved) throw movedSince(moved);
}

export interface Moved {
  readonly moved: Opened;
}

/** The first sheet to write that changed since it was read. `renewals` belong to the plan with the same table. */
export function movedOf(plans: readonly TablePlan[], renewals: readonly TablePlan[] = []): Moved | undefined {
  const written = [...plans, ...renewals].filter(({ steps, ordering }) => steps.length > 0 || ordering);
  const tables = new Set(written.map(({ table }) => table));
  const plan = plans.find((each) => tables.has(each.table) && !isUnmoved(each.opened, each));
  return plan && { moved: plan.opened };
}

/** Repeats an attempt that finds a sheet moved. After the last one it throws MARKET_TABLE with `retryAt`. */
export function retryIfMoved<T extends object>(attempt: () => T | Moved, retryAt?: () => number): T {
  for (let reading = 1; ; reading++) {
    const done = attempt();
    if (!isMoved(done)) return done;
    if (reading === MOST_READINGS) throw movedSince(done.moved, retryAt?.());
  }
}

function isMoved(done: object): done is Moved {
  return 'moved' in done;
}

function movedSince({ table, sheet }: Opened, retryAt?: number): MarketError {
  return new MarketError(
    'MARKET_TABLE',
    `Someone moved rows or columns on "${sheet?.name ?? table}" just before the add-on wrote to it, so nothing was written. Try again in a minute.`,
    retryAt === undefined ? {} : { retryAt },
  );
}

function text(cell: Cell | undefined): string {
  return String(cell ?? '');
}
