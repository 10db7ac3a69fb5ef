/** Undoes a run's changes in a table, except cells and rows that users or later runs changed. */
import { ascending, extent } from '../protocol/lists.ts';
import { once } from '../protocol/store.ts';
import { type Cell, sameCell } from './cells.ts';
import { AS_OF, ROW_KEY } from './columns.ts';
import { NO_ROWS, type RowChange, rowsByKey } from './diff.ts';
import { type ChangedCells, type Entry, printOf, restored } from './journal.ts';
import { isSpilled } from './last-row.ts';
import type { Opened } from './opened.ts';
import { planOf, type TablePlan } from './plan.ts';
import { cellAt, isMarked, keyAt } from './positions.ts';

/** A row that undo didn't fully restore. */
export interface LeftAlone {
  readonly table: string;
  readonly key: string;
  readonly because: string;
}

interface UndoPlan {
  readonly plan: TablePlan;
  /** Row numbers, ascending. */
  readonly removals: readonly number[];
  /** Number of restored rows, except those where only `As of` changes. */
  readonly restored: number;
  readonly leftAlone: readonly LeftAlone[];
}

/** Doesn't restore rows that later runs (`later`) changed, nor *As of* if `keepsTime`. */
export function planUndo(
  opened: Opened,
  entries: readonly Entry[],
  later: readonly Entry[],
  zone: string,
  keepsTime = false,
): UndoPlan {
  const { table, contents, columns } = opened;
  const rows = rowsByKey(contents);
  const rowsOf = (key: string) => rows.get(key) ?? [];
  const changed = mergedChanges(entries, keepsTime ? AS_OF.id : undefined);
  const added = new Map(entries.flatMap((entry) => entry.added ?? []));
  const touched = new Set(
    later.flatMap((entry) => [...(entry.added ?? []), ...(entry.changed ?? [])].map(([key]) => key)),
  );
  const leftAlone: LeftAlone[] = [];
  const isLeft = (key: string) => {
    const isTouched = touched.has(key);
    if (isTouched && rows.has(key)) leftAlone.push({ table, key, because: 'a later run changed it' });
    return isTouched;
  };
  const changes: RowChange[] = [];
  const formulas = formulasOf(opened);
  for (const [key, cells] of changed) {
    if (added.has(key) || isLeft(key)) continue;
    for (const index of rowsOf(key)) {
      const { change, others } = restore(opened, index, cells, formulas, zone);
      if (others.length > 0) leftAlone.push({ table, key, because: `${others.join(', ')} changed since` });
      if (change) changes.push(change);
    }
  }
  const found = [...added].flatMap(([key, print]) =>
    isLeft(key) ? [] : rowsOf(key).map((index) => ({ key, print, index })),
  );
  const indexes = found.map(({ index }) => index);
  const own = ownRows(opened, indexes, formulas);
  const removals: number[] = [];
  for (const { key, print, index } of found) {
    // If a later slice of this run changed the cell, compare the value from before that change.
    const cellOf = (id: string) => {
      const now = cellAt(contents, index, id);
      const [before, after] = changed.get(key)?.[id] ?? [];
      return after !== undefined && sameCell(now, restored(after), zone) ? restored(before!) : now;
    };
    if (own.has(index) || ![false, true].some((hasBlanks) => printOf(columns, cellOf, hasBlanks) === print))
      leftAlone.push({ table, key, because: 'the new row changed, or has your notes, cells, or colors' });
    else removals.push(index + 1);
  }
  const keyPosition = contents.positions.get(ROW_KEY.id);
  const back = changes.filter(({ positions }) => positions.some((each) => each !== keyPosition)).length;
  const plan = planOf(opened, { changes, counts: { ...NO_ROWS, changed: back } });
  return { plan, removals: ascending(removals), restored: back, leftAlone };
}

/** Merges a run's changes into one before-and-after pair per cell, keyed by row. Omits the column `except`. */
function mergedChanges(entries: readonly Entry[], except?: string): ReadonlyMap<string, ChangedCells> {
  const merged = new Map<string, { [column: string]: ChangedCells[string] }>();
  for (const [key, cells] of entries.flatMap(({ changed }) => changed ?? [])) {
    const known = merged.get(key) ?? {};
    merged.set(key, known);
    for (const [id, [before, after]] of Object.entries(cells))
      if (id !== except) known[id] = [known[id]?.[0] ?? before, after];
  }
  return merged;
}

/** Restores cells that didn't change after the run. `others` has the headers of those that did. */
function restore({ contents, columns }: Opened, index: number, cells: ChangedCells, formulas: Formulas, zone: string) {
  const key = keyAt(contents, index);
  const others: string[] = [];
  const found: { position: number; cell: Cell }[] = [];
  let asOf: Cell | undefined;
  for (const [id, [before, after]] of Object.entries(cells)) {
    const position = contents.positions.get(id);
    if (position === undefined) continue;
    const now = cellAt(contents, index, id);
    const was = restored(before);
    const isFormula = formulas()[index]?.[position - 1];
    if (!isFormula && sameCell(now, was, zone)) continue;
    if (isFormula || !sameCell(now, restored(after), zone)) {
      const column = columns.find((each) => each.id === id);
      if (id !== AS_OF.id && !column?.computed) others.push(column?.header ?? id);
    } else if (id === AS_OF.id) asOf = was;
    else found.push({ position, cell: was });
  }
  const keyPosition = contents.positions.get(ROW_KEY.id)!;
  // An interrupted undo left the key marked. Restore it.
  if (isMarked(contents, index) && !found.some(({ position }) => position === keyPosition))
    found.push({ position: keyPosition, cell: key });
  found.sort((one, other) => one.position - other.position);
  const change: RowChange | undefined =
    found.length === 0 && asOf === undefined
      ? undefined
      : {
          key,
          row: index + 1,
          isNew: false,
          positions: found.map(({ position }) => position),
          cells: found.map(({ cell }) => cell),
          ...(asOf === undefined ? {} : { asOf }),
        };
  return { change, others };
}

/** Reads all formulas of the sheet on the first call. */
type Formulas = () => readonly (readonly string[])[];

function formulasOf({ sheet, contents: { cells } }: Opened) {
  return once(() => sheet?.formulasIn({ top: 1, bottom: cells.length, left: 1, right: cells[0]?.length ?? 1 }) ?? []);
}

/** Returns the indexes of rows with a user's note or cell. Ignores formulas that other rows share. */
function rowsOfPeople(
  opened: Opened,
  indexes: readonly number[],
  formulasIn = formulasOf(opened),
): ReadonlySet<number> {
  const { sheet, contents, columns } = opened;
  if (!sheet || indexes.length === 0) return new Set();
  const [first, last] = extent(indexes);
  const noted = new Set(sheet.notedRows(first + 1, last + 1));
  const formulas = formulasIn();
  const { positions } = contents;
  const ours = new Set(positions.values());
  const shown = new Set(columns.flatMap(({ id, isFormula }) => (isFormula ? positions.get(id) : [])));
  const times = timesIn(formulas);
  const isFill = (index: number, column: number) => {
    const formula = formulas[index]![column]!;
    if (formula === '') return isSpilled(contents.cells, formulas, index, column);
    return times(formula, column) > 1;
  };
  const isOwn = (index: number) =>
    contents.cells[index]?.some((cell, column) =>
      ours.has(column + 1)
        ? !shown.has(column + 1) && formulas[index]?.[column]
        : cell !== '' && cell !== false && !isFill(index, column),
    );
  return new Set(indexes.filter((index) => noted.has(index + 1) || isOwn(index)));
}

/** A format used in at least this share of the other rows is a column format. */
const SHARED = 0.9;
/** Number of rows above and below, including blank ones, that show column formats. */
const NEARBY = 50;

/** Returns the indexes of rows with a user's note, cell, or format. */
export function ownRows(opened: Opened, indexes: readonly number[], formulas?: Formulas): ReadonlySet<number> {
  if (!opened.sheet || indexes.length === 0) return new Set();
  return new Set([...rowsOfPeople(opened, indexes, formulas), ...rowsWithOwnFormat(opened, indexes)]);
}

function rowsWithOwnFormat({ sheet, contents: { cells } }: Opened, indexes: readonly number[]): readonly number[] {
  const [first, last] = extent(indexes);
  const from = Math.max(1, first - NEARBY);
  const looks = sheet!.looks({ top: from + 1, bottom: last + 1 + NEARBY, left: 1, right: cells[0]!.length });
  const given = new Set(indexes);
  const others = looks.filter((_, down) => !given.has(from + down));
  const times = timesIn(others);
  const isOwn = (look: string, column: number) =>
    look !== '' && times(look, column) < SHARED * Math.max(others.length, 1);
  return indexes.filter((index) => looks[index - from]?.some(isOwn));
}

/** Counts the lines with a text in a column. */
function timesIn(lines: readonly (readonly string[])[]) {
  const times = new Map<string, number>();
  for (const line of lines)
    line.forEach((text, column) => {
      const each = `${column} ${text}`;
      times.set(each, (times.get(each) ?? 0) + 1);
    });
  return (text: string, column: number) => times.get(`${column} ${text}`) ?? 0;
}
