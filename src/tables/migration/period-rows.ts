/** Rows of whole periods that stand among single days, moved to a table of their own with all that is on them. */
import { consecutive } from '../../protocol/grouped.ts';
import { removeRows } from '../apply.ts';
import { type Column, ROW_KEY } from '../columns.ts';
import { openExisting } from '../opened.ts';
import { type Contents, cellAt, keyAt } from '../positions.ts';
import type { Book } from '../sheet.ts';

/** Two tables of the same columns. */
export interface PeriodTables {
  readonly days: string;
  readonly periods: string;
  readonly columns: readonly Column[];
}

/**
 * A row is removed only once its copy stands, and one whose copy stands is not copied again: ended anywhere, the next
 * time goes on from there.
 */
export function movePeriods(book: Book, { days, periods, columns }: PeriodTables): void {
  const opened = openExisting(book, days, columns);
  const rows = opened ? rowsOfPeriods(opened.contents) : [];
  if (!opened?.sheet || rows.length === 0) return;
  const source = opened.contents;
  if (!openExisting(book, periods, columns))
    book.createLike(periods, days, new Map(opened.columns.map((column) => [source.positions.get(column.id)!, column])));
  const target = openExisting(book, periods, columns)!.contents;
  const spans = spansBetween(source, target);
  const width = target.cells[0]!.length;
  for (const { from, to } of spans) {
    const [column, left] = [Math.max(to, width + 1), from.left + Math.max(0, width + 1 - to)];
    if (left <= from.right)
      book.copy(days, { left, right: from.right, top: 1, bottom: 1 }, periods, { row: 1, column });
  }
  let row = target.cells.length + 1;
  for (const [top, bottom] of consecutive(withoutCopy(source, rows, target))) {
    for (const { from, to } of spans) book.copy(days, { ...from, top, bottom }, periods, { row, column: to });
    row += bottom - top + 1;
  }
  removeRows(opened.sheet, rows);
}

/** Numbers of rows, from 1 and ascending. */
function rowsOfPeriods(contents: Contents): readonly number[] {
  return contents.cells.flatMap((_, index) => {
    const [from, to] = ['fromDate', 'toDate'].map((id) => cellAt(contents, index, id));
    const isPeriod = from instanceof Date && to instanceof Date && from.getTime() !== to.getTime();
    return isPeriod && keyAt(contents, index) !== '' ? [index + 1] : [];
  });
}

/** Those that the other table lacks; a row that its person copied is there several times. */
function withoutCopy(source: Contents, rows: readonly number[], target: Contents): readonly number[] {
  const copies = new Map<string, number>();
  target.cells.forEach((_, index) => {
    const key = keyAt(target, index);
    copies.set(key, (copies.get(key) ?? 0) + 1);
  });
  return rows.filter((row) => {
    const key = keyAt(source, row - 1);
    const left = copies.get(key) ?? 0;
    copies.set(key, left - 1);
    return left <= 0;
  });
}

interface Span {
  readonly from: { readonly left: number; readonly right: number };
  /** Position of its first column in the other table. */
  readonly to: number;
}

/**
 * Columns that lie side by side in both tables; the one with the key comes last, so that a row whose key stands is
 * whole. Ours are found by identity and people's by their header; what the other table lacks goes to its right.
 */
function spansBetween(source: Contents, target: Contents): readonly Span[] {
  const ours = new Map([...source.positions].map(([id, position]) => [position, target.positions.get(id)]));
  const [names, others] = [source.cells[0]!, target.cells[0]!];
  const taken = new Set(target.positions.values());
  let width = others.length;
  const targetOf = (position: number): number => {
    const own = ours.get(position);
    if (own !== undefined) return own;
    const isFree = (index: number) => others[index] === names[position - 1] && !taken.has(index + 1);
    const index = [position - 1, ...others.keys()].find(isFree);
    const free = index === undefined ? ++width : index + 1;
    taken.add(free);
    return free;
  };
  const spans: { from: { left: number; right: number }; to: number }[] = [];
  names.forEach((_, index) => {
    const [position, to] = [index + 1, targetOf(index + 1)];
    const last = spans[spans.length - 1];
    if (last && to - last.to === position - last.from.left) last.from.right = position;
    else spans.push({ from: { left: position, right: position }, to });
  });
  const key = source.positions.get(ROW_KEY.id)!;
  const hasKey = ({ from }: Span) => from.left <= key && key <= from.right;
  return [...spans.filter((span) => !hasKey(span)), ...spans.filter(hasKey)];
}
