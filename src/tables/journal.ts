/** Records the cells that each run changed, for undo. Excludes buyer data. */
import { ascending, chunksOfText, groupBy } from '../protocol/lists.ts';
import { fingerprint, parseJson } from '../protocol/store.ts';
import type { Cell } from './cells.ts';
import { AS_OF, type Column, ROW_KEY } from './columns.ts';
import type { TablePlan } from './plan.ts';
import { cellAt } from './positions.ts';
import type { Journal } from './sheet.ts';

/** A cell as JSON. A date is an array with its epoch milliseconds. */
type Stored = string | number | boolean | readonly [at: number];

/** A row's changed cells by column. */
export type ChangedCells = Readonly<Record<string, readonly [before: Stored, after: Stored]>>;

export interface Entry {
  readonly table: string;
  /** Keys of added rows, with fingerprints of their cells. */
  readonly added?: readonly (readonly [key: string, print: string])[];
  readonly changed?: readonly (readonly [key: string, cells: ChangedCells])[];
}

/** Maximum length of a line. Google limits a cell to 50,000 characters. */
const LONGEST = 40_000;

/** Returns the journal lines for a plan. Omits rows in which only `As of` changed. */
function linesOf(plan: TablePlan): readonly string[] {
  const { table, columns, contents } = plan.opened;
  const added = plan.changes
    .filter(({ isNew }) => isNew)
    .map((change) => {
      const written = (id: string) => change.cells[change.positions.indexOf(contents.positions.get(id)!)] ?? '';
      return [change.key, printOf(columns, written)] as const;
    });
  const changed = plan.changes.flatMap((change) => {
    if (change.isNew) return [];
    const cells = changedCells(plan, change);
    // Rows are listed without their buyer data, so that undoing an earlier run keeps them.
    const isListed = columns.some(
      ({ id, isPrivate }) => cells[id] || (isPrivate && change.positions.includes(contents.positions.get(id)!)),
    );
    return isListed ? [[change.key, cells] as const] : [];
  });
  return [
    ...chunksOfText(added, LONGEST).map((added) => JSON.stringify({ table, added } satisfies Entry)),
    ...chunksOfText(changed, LONGEST).map((changed) => JSON.stringify({ table, changed } satisfies Entry)),
  ];
}

/** Returns a row's fingerprint, excluding dates, computed cells, buyer data, and the key. */
export function printOf(columns: readonly Column[], cellOf: (id: string) => Cell, hasBlanks = false): string {
  const stable = columns.filter(
    ({ id, kind, isPrivate, computed }) =>
      kind !== 'instant' && kind !== 'day' && !isPrivate && !computed && id !== ROW_KEY.id,
  );
  const cells = stable.map(({ id }) => [id, cellOf(id)]);
  // Columns added later are blank again after an undo. Version 1.0.0 included blanks.
  return fingerprint(JSON.stringify(cells.filter(([, cell]) => hasBlanks || cell !== '')));
}

function changedCells({ opened }: TablePlan, change: TablePlan['changes'][number]): ChangedCells {
  const { columns, contents } = opened;
  const cells: Record<string, readonly [Stored, Stored]> = {};
  const indexOf = (id: string) => change.positions.indexOf(contents.positions.get(id)!);
  for (const { id, isPrivate, computed, names } of columns) {
    const index = indexOf(id);
    if (index < 0 || isPrivate || (names && indexOf(names.of) < 0)) continue;
    const before = cellAt(contents, change.row - 1, id);
    // Filling a blank computed cell is not a change.
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

export interface Head {
  readonly run: string;
  readonly title: string;
  readonly at: number;
  readonly job?: string;
}

export interface KeptRun extends Head {
  /** Line numbers, ascending. */
  readonly lines: readonly number[];
}

/** Maximum number of undoable runs: this many by users, and this many by jobs. */
export const MOST_RUNS = 10;

/** Maximum total number of lines, unless a single run needs more. */
const MOST_LINES = 1000;

/** Identifies a line by run and by number within the run. */
interface Label extends Head {
  readonly line: number;
}

function labelOf({ run, title, at, job }: Head, line: number) {
  return JSON.stringify({ v: 1, run, line, title, at, job });
}

/** Returns undefined if a user changed the label. */
function readLabel(text: string) {
  const label = parseJson<Partial<Label>>(text);
  const isComplete = typeof label?.run === 'string' && typeof label.title === 'string';
  return isComplete && typeof label.at === 'number' && typeof label.line === 'number' ? (label as Label) : undefined;
}

/** Returns the journal's runs, earliest first. */
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

export function undoable<T extends Head>(runs: readonly T[]): readonly T[] {
  const ofPeople = runs.filter(({ job }) => job === undefined).slice(-MOST_RUNS);
  const ofJobs = runs.filter(({ job }) => job !== undefined).slice(-MOST_RUNS);
  return runs.filter((run) => ofPeople.includes(run) || ofJobs.includes(run));
}

/**
 * Call this before any write, to make interrupted runs undoable. Returns true if the plans have undoable changes. A new
 * run removes old runs from the journal.
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
 * Returns runs to drop: all before the first undoable one and, while more than MOST_LINES are left, the others that
 * can't be undone, then the oldest undoable ones.
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

export function removeRuns(journal: Journal, runs: readonly KeptRun[]): void {
  journal.removeLines(ascending(runs.flatMap(({ lines }) => lines)));
}

/** Removes a shop's runs, whose row keys begin with its seller ID. */
export function removeRunsOf(journal: Journal, sellerId: string): void {
  const lines = journal.lines(0);
  const isIts = (run: KeptRun) => lines[run.lines[0]!]!.text.includes(`[["${sellerId}|`);
  removeRuns(journal, keptRuns(journal).filter(isIts));
}

/** Prefix of a line that continues the previous one. */
const CONTINUED = '+';

function chunked(line: string): readonly string[] {
  const chunks: string[] = [];
  for (let at = 0; at < line.length; ) {
    let to = at + LONGEST;
    // Don't split a surrogate pair: Google drops unpaired halves.
    if (/[\uD800-\uDBFF]/.test(line[to - 1] ?? '')) to--;
    chunks.push((at === 0 ? '' : CONTINUED) + line.slice(at, to));
    at = to;
  }
  return chunks;
}

/** A run's entries, and entries that other runs added after it started. */
export interface Since {
  readonly own: readonly Entry[];
  readonly later: readonly Entry[];
}

/** Returns undefined if a user changed the run's lines. */
export function entriesSince(journal: Journal, { run, lines }: KeptRun): Since | undefined {
  const read = journal.lines(lines[0]!).map(({ label, text }) => {
    const { run: of, line } = readLabel(label) ?? { run: '', line: -1 };
    return { of, line, text };
  });
  const own = read.filter(({ of }) => of === run);
  if (own.some(({ line }, index) => line !== index)) return undefined;
  const entries = entriesIn(own.map(({ text }) => text));
  const others = groupBy(
    read.filter(({ of }) => of !== run),
    ({ of }) => of,
  );
  // Ignore corrupted lines of other runs.
  const later = [...others.values()].flatMap((each) => entriesIn(each.map(({ text }) => text)) ?? []);
  return entries && { own: entries, later };
}

function entriesIn(texts: readonly string[]) {
  const lines: string[] = [];
  for (const text of texts)
    if (text.startsWith(CONTINUED)) lines.push((lines.pop() ?? '') + text.slice(CONTINUED.length));
    else lines.push(text);
  const entries = lines.map((line) => parseJson<Partial<Entry>>(line));
  const areComplete = entries.every(
    (each) => typeof each?.table === 'string' && (Array.isArray(each.added) || Array.isArray(each.changed)),
  );
  return areComplete ? (entries as readonly Entry[]) : undefined;
}
