/**
 * Sorts tables newest first. New rows are appended, then the entire table is sorted, unless the user has formulas that
 * refer to other rows or changed the order, as a stored count of sorted rows shows.
 */
import { type Cell, LONGEST_REPEAT, toCell } from './cells.ts';
import { ROW_KEY } from './columns.ts';
import type { RowChange } from './diff.ts';
import { canSpill } from './last-row.ts';
import type { Opened } from './opened.ts';
import { cellAt, rowsWithKey } from './positions.ts';
import type { Row } from './rows.ts';
import type { Sheet } from './sheet.ts';
import { wallTime } from './zone.ts';

/** How to sort after writing rows. */
export interface Ordering {
  /** Number of rows; undefined if the user changed the order. */
  readonly rows: number | undefined;
  /** Position of the column to sort by; undefined if the rows are sorted. */
  readonly sortBy?: number;
  /** Number of rows at the top that need no sorting. */
  readonly known: number;
  /** True if the date of an existing row changes. */
  readonly isMoving: boolean;
}

export function newestFirst(rows: readonly Row[], column: string, zone: string): readonly Row[] {
  const at = ({ values }: Row) => toCell(values[column] ?? null, zone);
  return [...rows].sort((one, other) => compare(at(one), at(other), zone));
}

export function orderingOf(
  opened: Opened,
  changes: readonly RowChange[],
  column: string,
  zone: string,
): Ordering | undefined {
  const { contents, header } = opened;
  const position = contents.positions.get(column);
  // Rows can't be sorted by a new column, which is blank in existing rows.
  const isAdded = contents.cells.length > 1 && header?.columns.some(({ id }) => id === column);
  if (position === undefined || isAdded) return undefined;
  const keyPosition = contents.positions.get(ROW_KEY.id)!;
  // Restoring the key completes a torn row.
  const touched = changes.filter(
    ({ isNew, positions }) => isNew || positions.includes(position) || positions.includes(keyPosition),
  );
  const ours = rowsWithKey(contents);
  const dates = ours.map((index) => cellAt(contents, index, column));
  const after = [...dates];
  for (const { row, positions, cells } of touched) {
    const at = positions.indexOf(position);
    if (at >= 0) after[row - 2] = cells[at]!;
  }
  // Don't sort if the user has rows between ours.
  const news = touched.filter(({ isNew }) => isNew).length;
  const isWhole = ours.every((index, nth) => index === nth + 1) && after.length === ours.length + news;
  const isOurOrder = isWhole && after.every(isSortable) && wasOrdered(dates, contents.ordered, zone);
  if (touched.length === 0 && (!isOurOrder || isOrdered(dates, zone))) return undefined;
  const rows = after.length;
  const isMoving = touched.some(({ isNew, positions }) => !isNew && positions.includes(position));
  const known = orderedFromTop(after, zone);
  if (isOurOrder && isOrdered(after, zone)) return { rows, known, isMoving };
  if (isOurOrder && !hasBoundFormulas(opened)) return { rows, known, sortBy: position, isMoving };
  return contents.ordered === undefined ? undefined : { rows: undefined, known, isMoving };
}

/** Call this before writing rows. If Google ends the execution, the next run assumes that no row is sorted. */
export function announceOrder(sheet: Sheet, { rows, isMoving }: Ordering): void {
  if (isMoving && rows !== undefined) sheet.rememberOrder(0);
}

/** Call this after writing rows. If Google rejects the sort, the next run retries. */
export function putInOrder(sheet: Sheet, { rows, sortBy, known }: Ordering, zone: string): void {
  const sorted = () => {
    if (rows === undefined || sortBy === undefined) return rows;
    if (!sheet.sortRows(2, rows + 1, sortBy)) return known;
    const cells = sheet.cellsIn({ top: 2, bottom: rows + 1, left: sortBy, right: sortBy });
    return orderedFromTop(cells.flat(), zone);
  };
  sheet.rememberOrder(sorted());
}

/** Whether the rows were sorted, ignoring those that an interrupted execution didn't sort. */
function wasOrdered(dates: readonly Cell[], ordered: number | undefined, zone: string) {
  return isOrdered(dates, zone) || (ordered !== undefined && isOrdered(dates.slice(0, ordered), zone));
}

function isOrdered(dates: readonly Cell[], zone: string) {
  return orderedFromTop(dates, zone) === dates.length;
}

/** Returns the number of sorted dates at the top. */
function orderedFromTop(dates: readonly Cell[], zone: string) {
  const end = dates.findIndex(
    (date, index) => !isSortable(date) || (index > 0 && compare(dates[index - 1]!, date, zone) > 0),
  );
  return end < 0 ? dates.length : end;
}

/** Sorts newest first, and rows without a date last. In a repeated hour, compares wall times, as Google does. */
function compare(one: Cell, other: Cell, zone: string) {
  if (!(one instanceof Date && other instanceof Date))
    return Number(other instanceof Date) - Number(one instanceof Date);
  const [first, second] = [one.getTime(), other.getTime()];
  if (Math.abs(first - second) > LONGEST_REPEAT) return second - first;
  return wallTime(second, zone) - wallTime(first, zone);
}

function isSortable(cell: Cell): boolean {
  return cell === '' || cell instanceof Date;
}

/** Whether the user has formulas that depend on row positions. */
function hasBoundFormulas({ sheet, contents }: Opened) {
  const { cells, positions } = contents;
  const ours = new Set(positions.values());
  const own = (cells[0] ?? []).flatMap((_, index) =>
    !ours.has(index + 1) && cells.some((line) => (line[index] ?? '') !== '') ? [index + 1] : [],
  );
  if (!sheet || own.length === 0) return false;
  const left = own[0]!;
  const formulas = sheet.formulasIn({ top: 2, bottom: cells.length, left, right: own[own.length - 1]! });
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

/** Functions that depend on row positions. */
const BY_PLACE = /\b(INDIRECT|OFFSET|ROW)\(/i;

const LINE = String.raw`(?:\[-?\d+\]|\d+)?`;
const PART = `(?:R${LINE}(?:C${LINE})?|C${LINE})`;
const REFERENCE = new RegExp(
  String.raw`('(?:[^']|'')+'!|[\p{L}\d_.]+!)?(?<![\p{L}\d_.])(${PART})(?::(${PART}))?(?![\p{L}\d_.(\[])`,
  'gu',
);

/** Whether an R1C1 formula refers to other rows; true if uncertain. */
export function looksElsewhere(formula: string): boolean {
  const text = formula.replace(TEXTS, '');
  let is = BY_PLACE.test(text);
  text.replace(REFERENCE, (whole, sheet: string | undefined, first: string, last: string = first) => {
    is ||= !staysWithRow(sheet !== undefined, [rowOf(first), rowOf(last)]);
    return whole;
  });
  return is;
}

/** Returns a reference's row part; undefined for an entire column. */
function rowOf(part: string) {
  return /^R(\[-?\d+\]|\d+)?/.exec(part)?.[0];
}

function staysWithRow(isOtherSheet: boolean, rows: readonly (string | undefined)[]) {
  if (rows.every((row) => row === undefined)) return true;
  return rows.every((row) =>
    isOtherSheet ? row === undefined || /^R\d/.test(row) : row === 'R' || row === 'R[0]' || row === 'R1',
  );
}
