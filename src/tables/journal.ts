/** What a run changed, cell by cell, as lines of a journal: what it takes to take it back. No data of buyers is in it. */
import type { Cell } from './cells.ts';
import type { Column } from './columns.ts';
import { AS_OF, ROW_KEY } from './columns.ts';
import { fingerprint } from './fingerprint.ts';
import type { TablePlan } from './plan.ts';
import { cellAt } from './positions.ts';
import type { Journal } from './sheet.ts';

/** A cell that JSON can hold: an instant is its epoch milliseconds in a list. */
export type Stored = string | number | boolean | readonly [at: number];

export type Cells = Readonly<Record<string, readonly [before: Stored, after: Stored]>>;

/** A piece of a record about one table. */
export interface Entry {
  readonly table: string;
  /** Keys of rows that were added, each with a fingerprint of what was written into them. */
  readonly added?: readonly (readonly [key: string, print: string])[];
  /** Cells of other rows by key and column. */
  readonly changed?: readonly (readonly [key: string, cells: Cells])[];
}

/** A line has room for 50,000 characters. */
const LONGEST = 40_000;

/** Rows that only were renewed do not count as changed. */
function linesOf(plan: TablePlan): readonly string[] {
  const { table } = plan.opened;
  const { columns, contents } = plan.opened;
  const added = plan.changes
    .filter(({ isNew }) => isNew)
    .map((change) => {
      const written = (id: string) =>
        change.cells[change.positions.indexOf(contents.positions.get(id)!)] ?? '';
      return [change.key, printOf(columns, written)] as const;
    });
  const changed = plan.changes.flatMap((change) => {
    const cells = change.isNew ? {} : changedCells(plan, change);
    return Object.keys(cells).length > 0 ? [[change.key, cells] as const] : [];
  });
  return [
    ...pieces(added).map((added) => JSON.stringify({ table, added } satisfies Entry)),
    ...pieces(changed).map((changed) => JSON.stringify({ table, changed } satisfies Entry)),
  ];
}

/** Stands for the cells of a row, instants and the key apart: those may be renewed and marked by the run itself. */
export function printOf(columns: readonly Column[], cellOf: (id: string) => Cell): string {
  const stable = columns.filter(
    ({ id, kind, keeps }) => kind !== 'instant' && kind !== 'day' && !keeps && id !== ROW_KEY.id,
  );
  return fingerprint(JSON.stringify(stable.map(({ id }) => [id, cellOf(id)])));
}

function changedCells({ opened }: TablePlan, change: TablePlan['changes'][number]): Cells {
  const { columns, contents } = opened;
  const cells: Record<string, readonly [Stored, Stored]> = {};
  for (const { id, keeps } of columns) {
    const index = change.positions.indexOf(contents.positions.get(id)!);
    if (index < 0 || keeps) continue;
    cells[id] = [store(cellAt(contents, change.row - 1, id)), store(change.cells[index]!)];
  }
  if (change.asOf !== undefined && Object.keys(cells).length > 0)
    cells[AS_OF.id] = [store(cellAt(contents, change.row - 1, AS_OF.id)), store(change.asOf)];
  return cells;
}

function store(cell: Cell): Stored {
  return cell instanceof Date ? [cell.getTime()] : cell;
}

export function restored(stored: Stored): Cell {
  return typeof stored === 'object' ? new Date(stored[0]) : stored;
}

/** Lists that are short enough for a line each. */
function pieces<T>(items: readonly T[]): readonly (readonly T[])[] {
  const found: T[][] = [];
  let room = 0;
  for (const item of items) {
    const length = JSON.stringify(item).length + 1;
    if (length > room || found.length === 0) {
      found.push([]);
      room = LONGEST;
    }
    room -= length;
    found[found.length - 1]!.push(item);
  }
  return found;
}

/** The first line of the journal: whose changes it holds. */
export interface Head {
  readonly run: string;
  /** The operation's name for people. */
  readonly title: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The job that it was a part of. */
  readonly job?: string;
}

/** Nothing where there is none, or where it was changed by hand. */
export function headOf(journal: Journal): Head | undefined {
  try {
    const head = JSON.parse(journal.head() ?? 'null') as Partial<Head> | null;
    const isWhole = typeof head?.run === 'string' && typeof head.title === 'string';
    return isWhole && typeof head.at === 'number' ? (head as Head) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Comes before anything is written, so that a run that is ended can be taken back too; the run before is forgotten.
 * Whether anything was to be kept.
 */
export function keepInJournal(journal: Journal, head: Head, plans: readonly TablePlan[]): boolean {
  const lines = plans.flatMap(linesOf);
  if (lines.length === 0) return false;
  const isBegun = headOf(journal)?.run === head.run;
  if (!isBegun) journal.clear();
  journal.append((isBegun ? lines : [JSON.stringify(head), ...lines]).flatMap(chunked));
  return true;
}

/** Begins a line that goes on with the one above: a single row may hold more than a line has room for. */
const GOES_ON = '+';

function chunked(line: string): readonly string[] {
  const chunks: string[] = [];
  for (let at = 0; at < line.length; ) {
    let end = at + LONGEST;
    // The two halves of a character stay together: a sheet would not keep either.
    if (/[\uD800-\uDBFF]/.test(line[end - 1] ?? '')) end--;
    chunks.push((at === 0 ? '' : GOES_ON) + line.slice(at, end));
    at = end;
  }
  return chunks;
}

/** What was kept, without the first line; nothing where somebody has changed a line. */
export function entriesIn(journal: Journal): readonly Entry[] | undefined {
  const lines: string[] = [];
  for (const line of journal.lines().slice(1))
    if (line.startsWith(GOES_ON)) lines.push((lines.pop() ?? '') + line.slice(GOES_ON.length));
    else lines.push(line);
  try {
    const entries = lines.map((line) => JSON.parse(line) as Partial<Entry> | null);
    const areWhole = entries.every(
      (each) => typeof each?.table === 'string' && (Array.isArray(each.added) || Array.isArray(each.changed)),
    );
    return areWhole ? (entries as readonly Entry[]) : undefined;
  } catch {
    return undefined;
  }
}
