/** The journal: which cells runs changed, line by line, so that each can be taken back. No data of buyers is in it. */
import { grouped } from '../protocol/grouped.ts';
import { fingerprint } from '../protocol/store.ts';
import type { Cell } from './cells.ts';
import { AS_OF, type Column, ROW_KEY } from './columns.ts';
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
      const written = (id: string) => change.cells[change.positions.indexOf(contents.positions.get(id)!)] ?? '';
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

/** Fingerprint of a row's cells, without instants, computed ones and the key: those may be renewed and marked later. */
export function printOf(columns: readonly Column[], cellOf: (id: string) => Cell): string {
  const stable = columns.filter(
    ({ id, kind, keeps, computed }) => kind !== 'instant' && kind !== 'day' && !keeps && !computed && id !== ROW_KEY.id,
  );
  return fingerprint(JSON.stringify(stable.map(({ id }) => [id, cellOf(id)])));
}

function changedCells({ opened }: TablePlan, change: TablePlan['changes'][number]): Cells {
  const { columns, contents } = opened;
  const cells: Record<string, readonly [Stored, Stored]> = {};
  const indexOf = (id: string) => change.positions.indexOf(contents.positions.get(id)!);
  for (const { id, keeps, computed, names } of columns) {
    const index = indexOf(id);
    if (index < 0 || keeps || (names && indexOf(names.of) < 0)) continue;
    const before = cellAt(contents, change.row - 1, id);
    // What was blank until now would have been there from the beginning.
    if (computed && before === '') continue;
    cells[id] = [store(before), store(change.cells[index]!)];
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

/** Whose changes lines of the journal hold. */
export interface Head {
  readonly run: string;
  /** The operation's name for people. */
  readonly title: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The job that it was a part of. */
  readonly job?: string;
}

/** A run of which the journal has lines. */
export interface KeptRun extends Head {
  /** Where they are, ascending. */
  readonly lines: readonly number[];
}

/** So many runs of people, and as many of jobs, can be taken back. */
export const MOST_RUNS = 10;

/** Together the lines of all runs are no more, unless a single run has more. */
const MOST_LINES = 1000;

/** A label as it was written: whose line it is, and which one of them. */
interface Label extends Head {
  readonly line: number;
}

function labelOf({ run, title, at, job }: Head, line: number): string {
  return JSON.stringify({ v: 1, run, line, title, at, ...(job === undefined ? {} : { job }) });
}

/** Undefined where somebody has changed it. */
function readLabel(text: string): Label | undefined {
  try {
    const label = JSON.parse(text) as Partial<Label> | null;
    const isComplete = typeof label?.run === 'string' && typeof label.title === 'string';
    return isComplete && typeof label.at === 'number' && typeof label.line === 'number' ? (label as Label) : undefined;
  } catch {
    return undefined;
  }
}

/** The runs that the journal holds, in the order in which they began. */
export function keptRuns(journal: Journal): readonly KeptRun[] {
  const labels = journal.labels();
  const found = new Map<string, Head & { lines: number[] }>();
  labels.forEach((label, line) => {
    const head = readLabel(label);
    if (!head) return;
    const { run, title, at, job } = head;
    const known = found.get(run) ?? { run, title, at, ...(job === undefined ? {} : { job }), lines: [] };
    found.set(run, known);
    known.lines.push(line);
  });
  return [...found.values()];
}

/** The last ten runs of people, and the last ten of jobs. */
export function undoable<T extends Head>(runs: readonly T[]): readonly T[] {
  const ofPeople = runs.filter(({ job }) => job === undefined).slice(-MOST_RUNS);
  const ofJobs = runs.filter(({ job }) => job !== undefined).slice(-MOST_RUNS);
  return runs.filter((run) => ofPeople.includes(run) || ofJobs.includes(run));
}

/**
 * Called before anything is written, so that a run that is ended can be taken back too. A new run drops what nobody
 * needs any more. False where the plans change nothing.
 */
export function keepInJournal(journal: Journal, head: Head, plans: readonly TablePlan[]): boolean {
  const texts = plans.flatMap(linesOf).flatMap(chunked);
  if (texts.length === 0) return false;
  const runs = keptRuns(journal);
  const known = runs.find(({ run }) => run === head.run);
  const before = known?.lines.length ?? 0;
  journal.append(texts.map((text, index) => ({ label: labelOf(known ?? head, before + index), text })));
  if (!known) {
    const spare = spareRuns([...runs, { ...head, lines: texts.map((_, index) => index) }]);
    if (spare.length > 0) removeRuns(journal, spare);
  }
  return true;
}

/**
 * Runs between two that can be taken back stay: rows that they changed are known by them. Where all are too many,
 * those go first that cannot be taken back, then the oldest.
 */
function spareRuns(runs: readonly KeptRun[]): readonly KeptRun[] {
  const wanted = undoable(runs);
  const spare = runs.slice(0, runs.indexOf(wanted[0]!));
  const kept = runs.slice(spare.length);
  let lines = kept.reduce((sum, run) => sum + run.lines.length, 0);
  const byUse = [...kept.filter((run) => !wanted.includes(run)), ...wanted].filter(
    (run) => run !== runs[runs.length - 1],
  );
  for (const run of byUse) {
    if (lines <= MOST_LINES) break;
    lines -= run.lines.length;
    spare.push(run);
  }
  return spare;
}

/** Forgets what these runs changed. */
export function removeRuns(journal: Journal, runs: readonly KeptRun[]): void {
  journal.removeLines(runs.flatMap(({ lines }) => lines).sort((one, other) => one - other));
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

/** What a run changed, and what others changed after it began. */
export interface Since {
  readonly own: readonly Entry[];
  readonly later: readonly Entry[];
}

/** Undefined where somebody has changed a line of the run. */
export function entriesSince(journal: Journal, { run, lines }: KeptRun): Since | undefined {
  const read = journal.lines(lines[0]!).map(({ label, text }) => {
    const { run: of, line } = readLabel(label) ?? { run: '', line: -1 };
    return { of, line, text };
  });
  const own = read.filter(({ of }) => of === run);
  if (own.some(({ line }, index) => line !== index)) return undefined;
  const entries = entriesIn(own.map(({ text }) => text));
  const others = grouped(
    read.filter(({ of }) => of !== run),
    ({ of }) => of,
  );
  // Lines of others that somebody has changed protect nothing.
  const later = [...others.values()].flatMap((each) => entriesIn(each.map(({ text }) => text)) ?? []);
  return entries && { own: entries, later };
}

function entriesIn(texts: readonly string[]): readonly Entry[] | undefined {
  const lines: string[] = [];
  for (const text of texts)
    if (text.startsWith(CONTINUED)) lines.push((lines.pop() ?? '') + text.slice(CONTINUED.length));
    else lines.push(text);
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
