/** Inserts, deletes, renames, reorders, and copies sheets. */
import type { Book } from './book.ts';
import { putFormula } from './cell-content.ts';
import { renameSheetInFormula } from './formula-text.ts';
import { rewriteRules } from './rule-references.ts';
import type { Sheet } from './sheet.ts';
import { type SheetInfo, WorkbookError } from './surface.ts';

export interface NewSheet {
  readonly name?: string;
  readonly index?: number;
  readonly rows?: number;
  readonly columns?: number;
}

export function insertTab(book: Book, { name, index, rows = 1000, columns = 26 }: NewSheet): Sheet {
  const sheet = book.addSheet(
    freeName(book, name, 'Sheet'),
    rows,
    columns,
    clampIndex(index ?? book.sheets.length + 1, book.sheets.length + 1),
  );
  // Existing formulas may refer to a sheet with this name.
  book.rebuild();
  return sheet;
}

export function deleteTab(book: Book, sheet: Sheet): void {
  if (book.sheets.length === 1) throw new WorkbookError("You can't remove all the sheets in a document.");
  if (isOnlyVisible(book, sheet)) {
    throw new WorkbookError("You can't remove all the visible sheets in a document.");
  }
  leave(book, sheet);
  book.dropSheet(sheet);
  rewrite(book, sheet.name, null);
  book.rebuild();
}

export function renameTab(book: Book, sheet: Sheet, name: string): void {
  const other = book.sheetByName(name);
  if (other !== undefined && other !== sheet) throw nameTaken(name);
  checkName(name);
  rewrite(book, sheet.name, name);
  sheet.name = name;
  book.rebuild();
  book.changes.sheets();
}

export function moveTab(book: Book, sheet: Sheet, index: number): void {
  if (index < 1 || index > book.sheets.length) throw new WorkbookError('The sheet index is out of bounds.');
  book.sheets.splice(book.sheets.indexOf(sheet), 1);
  book.sheets.splice(index - 1, 0, sheet);
  book.changes.sheets();
}

/** Activates a neighbor if the active sheet is hidden. */
export function setHidden(book: Book, sheet: Sheet, hidden: boolean): void {
  if (sheet.hidden === hidden) return;
  if (hidden) {
    if (isOnlyVisible(book, sheet)) throw new WorkbookError("You can't hide all the sheets in a document.");
    leave(book, sheet);
  }
  sheet.hidden = hidden;
  book.changes.sheets();
}

function isOnlyVisible({ sheets }: Book, sheet: Sheet): boolean {
  return !sheet.hidden && sheets.every((other) => other === sheet || other.hidden);
}

/** Activates the next visible sheet, or the previous one if there is no next one. */
function leave(book: Book, sheet: Sheet): void {
  if (book.activeSheetId !== sheet.id) return;
  const visible = book.sheets.filter((other) => other === sheet || !other.hidden);
  const index = visible.indexOf(sheet);
  book.activeSheetId = (visible[index + 1] ?? visible[index - 1] ?? sheet).id;
}

export function duplicateTab(book: Book, source: Sheet, name?: string, index?: number): Sheet {
  const place = clampIndex(index ?? book.sheets.indexOf(source) + 2, book.sheets.length + 1);
  const copy = book.addSheet(freeName(book, name, `Copy of ${source.name}`), source.rows, source.columns, place);
  copy.values = source.values.clone();
  copy.styles = new Map([...source.styles].map(([aspect, grid]) => [aspect, grid.clone()]));
  copy.rowLines = source.rowLines.slice();
  copy.columnLines = source.columnLines.slice();
  copy.frozenRows = source.frozenRows;
  copy.frozenColumns = source.frozenColumns;
  copy.tabColor = source.tabColor;
  copy.hiddenGridlines = source.hiddenGridlines;
  for (const [row, column, formula] of source.formulas.entries()) {
    putFormula(book, copy, row, column, formula.text);
  }
  book.attachments.copySheet(source.id, copy.id);
  book.metadata.copySheet(source.id, copy.id);
  book.rebuild();
  return copy;
}

export function infoOf(book: Book, sheet: Sheet): SheetInfo {
  const size = (): Sheet => {
    // A spill that goes beyond the grid extends the grid.
    book.calculation.flush(sheet.id);
    return sheet;
  };
  return {
    sheetId: sheet.id,
    name: sheet.name,
    index: book.sheets.indexOf(sheet) + 1,
    get rows() {
      return size().rows;
    },
    get columns() {
      return size().columns;
    },
    frozenRows: sheet.frozenRows,
    frozenColumns: sheet.frozenColumns,
    hidden: sheet.hidden,
    tabColor: sheet.tabColor,
    hiddenGridlines: sheet.hiddenGridlines,
    charts: book.attachments.list('chart', sheet.id).length,
  };
}

export function setFrozen(book: Book, sheet: Sheet, frozen: { rows?: number; columns?: number }): void {
  const { rows = sheet.frozenRows, columns = sheet.frozenColumns } = frozen;
  if (rows < 0 || rows >= sheet.rows) throw new WorkbookError("You can't freeze all visible rows on the sheet.");
  if (columns < 0 || columns >= sheet.columns) {
    throw new WorkbookError("You can't freeze all visible columns on the sheet.");
  }
  sheet.frozenRows = rows;
  sheet.frozenColumns = columns;
  book.changes.sheet(sheet.id);
}

function rewrite(book: Book, from: string, to: string | null): void {
  for (const sheet of book.sheets) {
    for (const [, , formula] of sheet.formulas.entries()) {
      formula.text = renameSheetInFormula(formula.text, from, to);
    }
  }
  rewriteRules(book, (text) => renameSheetInFormula(text, from, to));
}

/** Throws if the requested name is taken. By default, uses the first free number. */
function freeName(book: Book, wished: string | undefined, stem: string): string {
  if (wished !== undefined) {
    if (book.sheetByName(wished)) throw nameTaken(wished);
    checkName(wished);
    return wished;
  }
  if (stem !== 'Sheet' && !book.sheetByName(stem)) return stem;
  for (let number = book.sheets.length + 1; ; number++) {
    const name = stem === 'Sheet' ? `Sheet${number}` : `${stem} ${number}`;
    if (!book.sheetByName(name)) return name;
  }
}

function checkName(name: string): void {
  if (name === '' || name.length > 100) throw new WorkbookError('The sheet name "{0}" is not valid.', name);
}

function nameTaken(name: string): WorkbookError {
  return new WorkbookError('A sheet with the name "{0}" already exists. Please enter another name.', name);
}

function clampIndex(index: number, last: number): number {
  return Math.max(1, Math.min(index, last));
}
