/** The journal: which cells a run changed, line by line, so that undo can restore them. No data of buyers is in it. */
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

/** Rows of which only `As of` changed are left out. */
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

/** Fingerprint of a row's cells, without instants and the key: those may be renewed and marked by the run itself. */
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

/** Undefined where the journal is blank or was changed by hand. */
export function headOf(journal: Journal): Head | undefined {
  try {
    const head = JSON.parse(journal.head() ?? 'null') as Partial<Head> | null;
    const isComplete = typeof head?.run === 'string' && typeof head.title === 'string';
    return isComplete && typeof head.at === 'number' ? (head as Head) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Called before anything is written, so that a run that is ended can be taken back too; the entries of the run before
 * are dropped. False where the plans change nothing.
 */
export function keepInJournal(journal: Journal, head: Head, plans: readonly TablePlan[]): boolean {
  const lines = plans.flatMap(linesOf);
  if (lines.length === 0) return false;
  const isStarted = headOf(journal)?.run === head.run;
  if (!isStarted) journal.clear();
  journal.append((isStarted ? lines : [JSON.stringify(head), ...lines]).flatMap(chunked));
  return true;
}

/** Begins a line that continues the one above: a single row may hold more than a line has room for. */
const CONTINUED = '+';

function chunked(line: string): readonly string[] {
  const chunks: string[] = [];
  for (let at = 0; at < line.length; ) {
    let to = at + LONGEST;
    // The two halves of a character stay together: a sheet would not keep either.
    if (/[\uD800-\uDBFF]/.test(line[to - 1] ?? '')) to--;
    chunks.push((at === 0 ? '' : CONTINUED) + line.slice(at, to));
    at = to;
  }
  return chunks;
}

/** The lines below the first; undefined where somebody has changed one. */
export function entriesIn(journal: Journal): readonly Entry[] | undefined {
  const lines: string[] = [];
  for (const line of journal.lines().slice(1))
    if (line.startsWith(CONTINUED)) lines.push((lines.pop() ?? '') + line.slice(CONTINUED.length));
    else lines.push(line);
  try {
    const entries = lines.map((line) => JSON.parse(line) as Partial<Entry> | null);
    const areComplete = entries.every(
      (each) => typeof each?.table === 'string' && (Array.isArray(each.added) || Array.isArray(each.changed)),
    );
    return areComplete ? (entries as readonly Entry[]) : undefined;
  } catch {
    return undefined;
  }
}
