/**
 * Tables with the newest rows on top. New rows are written below all others, and then the rows are sorted as a whole,
 * unless the person ordered them otherwise or has formulas that look at other rows.
 *
 * An execution may end between the two. How many rows stood in order is therefore remembered with the sheet: if these
 * still do, what lies below them was added, and is sorted in by the next run. Where the order is the person's, nothing
 * is remembered any more.
 */
import { type Cell, LONGEST_REPEAT, toCell } from './cells.ts';
import { ROW_KEY } from './columns.ts';
import type { RowChange } from './diff.ts';
import { canSpill } from './last-row.ts';
import type { Opened } from './opened.ts';
import { cellAt, keyAt } from './positions.ts';
import type { Row } from './rows.ts';
import type { Sheet } from './sheet.ts';
import { wallTime } from './zone.ts';

/** What is to be done about the order of a table once its rows are written. */
export interface Ordering {
  /** So many rows of ours there will be, right below the header; nothing where their order is the person's. */
  readonly rows: number | undefined;
  /** The position of the column by which they have yet to be sorted. */
  readonly sortBy?: number;
  /** So many rows at the top stand in order even if nothing is sorted. */
  readonly known: number;
  /** Rows that stand in order get another place by what is written into them. */
  readonly isMoving: boolean;
}

/** New rows as they are written: in order among themselves. */
export function newestFirst(rows: readonly Row[], column: string, zone: string): readonly Row[] {
  const at = ({ values }: Row) => toCell(values[column] ?? null, zone);
  return [...rows].sort((one, other) => compare(at(one), at(other), zone));
}

/** Nothing where there is nothing to be done. */
export function orderingOf(
  opened: Opened,
  changes: readonly RowChange[],
  column: string,
  zone: string,
): Ordering | undefined {
  const { contents, header } = opened;
  const position = contents.positions.get(column);
  // Rows from before the column cannot have been ordered by it.
  const isAdded = contents.cells.length > 1 && header?.columns.some(({ id }) => id === column);
  if (position === undefined || isAdded) return undefined;
  const keyPosition = contents.positions.get(ROW_KEY.id)!;
  // Rows that an execution left incomplete get their true key last.
  const touched = changes.filter(
    ({ isNew, positions }) => isNew || positions.includes(position) || positions.includes(keyPosition),
  );
  const ours = [...contents.cells.keys()].filter((index) => keyAt(contents, index) !== '');
  const dates = ours.map((index) => cellAt(contents, index, column));
  const after = [...dates];
  for (const { row, positions, cells } of touched) {
    const at = positions.indexOf(position);
    if (at >= 0) after[row - 2] = cells[at]!;
  }
  // Rows of the person between ours have their place there.
  const news = touched.filter(({ isNew }) => isNew).length;
  const isWhole = ours.every((index, nth) => index === nth + 1) && after.length === ours.length + news;
  const stands = isWhole && after.every(isSortable) && stood(dates, contents.ordered, zone);
  if (touched.length === 0 && (!stands || isOrdered(dates, zone))) return undefined;
  const rows = after.length;
  const isMoving = touched.some(({ isNew, positions }) => !isNew && positions.includes(position));
  const known = orderedFromTop(after, zone);
  if (stands && isOrdered(after, zone)) return { rows, known, isMoving };
  if (stands && !hasBoundFormulas(opened)) return { rows, known, sortBy: position, isMoving };
  return contents.ordered === undefined ? undefined : { rows: undefined, known, isMoving };
}

/** Before rows are written: of those that an execution leaves which ends then, none is known to stand in order. */
export function announceOrder(sheet: Sheet, { rows, isMoving }: Ordering): void {
  if (isMoving && rows !== undefined) sheet.rememberOrder(0);
}

/**
 * Right after the rows were written. The next run tries again where they could not be sorted. Rows that Google says it
 * sorted are read again: it may leave hidden ones where they are.
 */
export function putInOrder(sheet: Sheet, { rows, sortBy, known }: Ordering, zone: string): void {
  const sorted = () => {
    if (rows === undefined || sortBy === undefined) return rows;
    if (!sheet.sortRows(2, rows + 1, sortBy)) return known;
    const cells = sheet.cellsIn({ top: 2, bottom: rows + 1, left: sortBy, right: sortBy });
    return orderedFromTop(cells.flat(), zone);
  };
  sheet.rememberOrder(sorted());
}

function stood(dates: readonly Cell[], ordered: number | undefined, zone: string): boolean {
  return isOrdered(dates, zone) || (ordered !== undefined && isOrdered(dates.slice(0, ordered), zone));
}

function isOrdered(dates: readonly Cell[], zone: string): boolean {
  return orderedFromTop(dates, zone) === dates.length;
}

/** So many of them, from the first one on. */
function orderedFromTop(dates: readonly Cell[], zone: string): number {
  const end = dates.findIndex(
    (date, index) => !isSortable(date) || (index > 0 && compare(dates[index - 1]!, date, zone) > 0),
  );
  return end < 0 ? dates.length : end;
}

/**
 * The newest on top, those without a date at the end. A sheet keeps wall time and sorts by it: where an hour comes
 * twice, not by the instants.
 */
function compare(one: Cell, other: Cell, zone: string): number {
  if (!(one instanceof Date && other instanceof Date))
    return Number(other instanceof Date) - Number(one instanceof Date);
  const [first, second] = [one.getTime(), other.getTime()];
  if (Math.abs(first - second) > LONGEST_REPEAT) return second - first;
  return wallTime(second, zone) - wallTime(first, zone);
}

function isSortable(cell: Cell): boolean {
  return cell === '' || cell instanceof Date;
}

/** Whether formulas in columns of the person hold rows where they are. */
function hasBoundFormulas({ sheet, contents }: Opened): boolean {
  const { cells, positions } = contents;
  const ours = new Set(positions.values());
  const own = (cells[0] ?? []).flatMap((_, index) =>
    !ours.has(index + 1) && cells.some((line) => (line[index] ?? '') !== '') ? [index + 1] : [],
  );
  if (!sheet || own.length === 0) return false;
  const left = own[0]!;
  const formulas = sheet.formulasIn({ top: 2, bottom: cells.length, left, right: own[own.length - 1]! });
  // Most rows have the same ones.
  const free = new Set(['']);
  return formulas.some((line, down) =>
    line.some((formula, across) => {
      if (ours.has(left + across)) return false;
      const below = cells[down + 2]?.[left + across - 1] ?? '';
      const fillsBelow = below !== '' && formulas[down + 1]?.[across] === '' && canSpill(formula);
      const isFree = !fillsBelow && (free.has(formula) || !looksElsewhere(formula));
      if (isFree) free.add(formula);
      return !isFree;
    }),
  );
}

const TEXTS = /"(?:[^"]|"")*"/g;

/** What these give depends on where a row stands. */
const BY_PLACE = /\b(INDIRECT|OFFSET|ROW)\(/i;

const LINE = String.raw`(?:\[-?\d+\]|\d+)?`;
const PART = `(?:R${LINE}(?:C${LINE})?|C${LINE})`;
const REFERENCE = new RegExp(
  String.raw`('(?:[^']|'')+'!|[\p{L}\d_.]+!)?(?<![\p{L}\d_.])(${PART})(?::(${PART}))?(?![\p{L}\d_.(\[])`,
  'gu',
);

/** `formula` in R1C1 notation. Where it cannot be told, it does. */
export function looksElsewhere(formula: string): boolean {
  const text = formula.replace(TEXTS, '');
  let is = BY_PLACE.test(text);
  text.replace(REFERENCE, (whole, sheet: string | undefined, first: string, last: string = first) => {
    is ||= !staysWithRow(sheet !== undefined, [rowOf(first), rowOf(last)]);
    return whole;
  });
  return is;
}

/** A row as a reference says it; nothing for whole columns, which say the same wherever a row stands. */
function rowOf(part: string): string | undefined {
  return /^R(\[-?\d+\]|\d+)?/.exec(part)?.[0];
}

function staysWithRow(isOtherSheet: boolean, rows: readonly (string | undefined)[]): boolean {
  if (rows.every((row) => row === undefined)) return true;
  return rows.every((row) =>
    isOtherSheet ? row === undefined || /^R\d/.test(row) : row === 'R' || row === 'R[0]' || row === 'R1',
  );
}
