/** Inserts, deletes, and moves rows and columns. Attached objects and references follow. */
import type { Book } from './book.ts';
import { adjustFormula } from './formula-text.ts';
import { COLUMN_LIMIT, tooManyColumns } from './google-text.ts';
import type { LineChange } from './line-change.ts';
import { moveRules } from './rule-references.ts';
import type { Line, Sheet } from './sheet.ts';
import { WorkbookError } from './surface.ts';

export type Axis = 'row' | 'column';

export function insertLines(book: Book, sheet: Sheet, axis: Axis, before: number, count: number): void {
  const size = lineCount(sheet, axis);
  checkLines(axis, before, count, size + count);
  if (axis === 'column' && sheet.columns + count > COLUMN_LIMIT) throw tooManyColumns();
  book.checkSize(count * (axis === 'row' ? sheet.columns : sheet.rows));
  changeStructure(book, sheet, axis, { kind: 'insert', at: before, count });
}

export function deleteLines(book: Book, sheet: Sheet, axis: Axis, start: number, count: number): void {
  const size = lineCount(sheet, axis);
  checkLines(axis, start, count, size);
  if (count >= size) throw new WorkbookError(`You can't delete all the ${axis}s on the sheet.`);
  const frozen = axis === 'row' ? sheet.frozenRows : sheet.frozenColumns;
  if (frozen > 0 && start <= frozen + 1 && start + count > size) {
    throw new WorkbookError(`Sorry, it is not possible to delete all non-frozen ${axis}s.`);
  }
  changeStructure(book, sheet, axis, { kind: 'delete', at: start, count });
  const gone = Math.max(0, Math.min(frozen, start + count - 1) - start + 1);
  if (axis === 'row') sheet.frozenRows -= gone;
  else sheet.frozenColumns -= gone;
}

export function moveLines(book: Book, sheet: Sheet, axis: Axis, start: number, count: number, before: number): void {
  const size = lineCount(sheet, axis);
  checkLines(axis, start, count, size);
  checkLines(axis, before, 1, size + 1);
  if (before >= start && before <= start + count) return;
  changeStructure(book, sheet, axis, { kind: 'move', at: start, count, before });
}

export function setLines(sheet: Sheet, axis: Axis, start: number, count: number, change: Line): void {
  checkLines(axis, start, count, lineCount(sheet, axis));
  const lines = axis === 'row' ? sheet.rowLines : sheet.columnLines;
  while (lines.length < start + count - 1) lines.push(undefined);
  for (let line = start; line < start + count; line++) lines[line - 1] = { ...lines[line - 1], ...change };
}

export function lineOf(sheet: Sheet, axis: Axis, line: number): Line {
  return (axis === 'row' ? sheet.rowLines : sheet.columnLines)[line - 1] ?? {};
}

function changeStructure(book: Book, sheet: Sheet, axis: Axis, change: LineChange): void {
  moveRules(book, sheet, axis, change);
  sheet.change(axis, change);
  for (const other of book.sheets) {
    const refers = (name: string | undefined): boolean =>
      name === undefined ? other === sheet : name.toLowerCase() === sheet.name.toLowerCase();
    for (const [, , formula] of other.formulas.entries()) {
      formula.text = adjustFormula(formula.text, refers, axis, change);
    }
  }
  book.names.change(sheet.id, axis, change);
  book.attachments.change(sheet.id, axis, change);
  book.metadata.change(sheet.id, axis, change);
  book.rebuild(sheet);
  book.changes.sheet(sheet.id);
}

function lineCount(sheet: Sheet, axis: Axis): number {
  return axis === 'row' ? sheet.rows : sheet.columns;
}

function checkLines(axis: Axis, start: number, count: number, size: number): void {
  if (start >= 1 && count >= 1 && start + count - 1 <= size) return;
  throw new WorkbookError(`Those ${axis}s are out of bounds.`);
}
