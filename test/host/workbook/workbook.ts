/** A spreadsheet's contents, without services or a user interface. */
import { Book } from './book.ts';
import { errorMessageOf } from './cell-content.ts';
import { googleColor } from './colors.ts';
import { copyBook } from './copy-book.ts';
import { canonicalFormula, localFormula } from './formula-locale.ts';
import { localeOf } from './locale.ts';
import { mergeCells, mergedWith, unmergeCells } from './merging.ts';
import { moveRange } from './moving.ts';
import { appendValues, clearRange, copyRange, fillRange, isBlankRange, readRange, writeRange } from './ranges.ts';
import { rewriteRules } from './rule-references.ts';
import { type Selection, selectionOf } from './selection.ts';
import { checkZone } from './serial-date.ts';
import { deleteCells } from './shifting.ts';
import { takeSnapshot } from './snapshot.ts';
import { sortRows } from './sorting.ts';
import { type Axis, deleteLines, insertLines, lineOf, moveLines, setLines } from './structure.ts';
import type {
  Aspect,
  AspectRead,
  AspectWrite,
  Attachment,
  AttachmentKind,
  Change,
  Clearing,
  Metadata,
  MetadataLocation,
  MetadataQuery,
  MetadataVisibility,
  NamedRange,
  Rect,
  SheetInfo,
  Snapshot,
  SortKey,
  WorkbookOptions,
  WritableValue,
} from './surface.ts';
import {
  deleteTab,
  duplicateTab,
  infoOf,
  insertTab,
  moveTab,
  type NewSheet,
  renameTab,
  setFrozen,
  setHidden,
} from './tabs.ts';

export class Workbook {
  name: string;
  /** Internal state, for a view that shows whole sheets. */
  readonly book: Book;

  constructor(options: WorkbookOptions) {
    this.name = options.name;
    this.book = new Book(options);
    insertTab(this.book, {});
  }

  get locale(): string {
    return this.book.locale.code;
  }
  set locale(code: string) {
    const [from, to] = [this.book.locale, localeOf(code)];
    rewriteRules(this.book, (formula) => localFormula(canonicalFormula(formula, from), to));
    this.book.locale = to;
    this.book.rebuild();
  }
  get timeZone(): string {
    return this.book.timeZone;
  }
  set timeZone(zone: string) {
    checkZone(zone);
    this.book.timeZone = zone;
    this.book.rebuild();
  }
  /** Replaces the contents with a copy of another workbook's. */
  takeCopyOf(other: Workbook): void {
    copyBook(other.book, this.book);
  }
  /** Sets the custom functions and recalculates formulas that use them. */
  setFunctions(names: readonly string[]): void {
    this.book.setFunctions(names);
    this.book.rebuild();
  }

  /** In tab order. A new workbook has one sheet: `Sheet1`, ID 0, with 1,000 rows and 26 columns. */
  sheets(): SheetInfo[] {
    return this.book.sheets.map((sheet) => infoOf(this.book, sheet));
  }
  /** Throws if the sheet doesn't exist. */
  sheet(sheetId: number): SheetInfo {
    return infoOf(this.book, this.book.sheet(sheetId));
  }
  sheetByName(name: string): SheetInfo | undefined {
    const sheet = this.book.sheetByName(name);
    return sheet && infoOf(this.book, sheet);
  }
  /** Whether the sheet has the cell. Throws if the sheet doesn't exist. */
  reaches(sheetId: number, row: number, column: number): boolean {
    const sheet = this.book.sheet(sheetId);
    if (row <= sheet.rows && column <= sheet.columns) return true;
    this.book.calculation.flush(sheetId);
    return row <= sheet.rows && column <= sheet.columns;
  }
  get activeSheetId(): number {
    return this.book.activeSheetId;
  }
  activateSheet(sheetId: number): void {
    this.book.activeSheetId = this.book.sheet(sheetId).id;
  }
  /** `index` is 1-based; by default the sheet is last. Returns the sheet's ID. */
  insertSheet(options: NewSheet = {}): number {
    return insertTab(this.book, options).id;
  }
  deleteSheet(sheetId: number): void {
    deleteTab(this.book, this.book.sheet(sheetId));
  }
  renameSheet(sheetId: number, name: string): void {
    renameTab(this.book, this.book.sheet(sheetId), name);
  }
  moveSheet(sheetId: number, index: number): void {
    moveTab(this.book, this.book.sheet(sheetId), index);
  }
  duplicateSheet(sheetId: number, name?: string, index?: number): number {
    return duplicateTab(this.book, this.book.sheet(sheetId), name, index).id;
  }
  setFrozen(sheetId: number, frozen: { rows?: number; columns?: number }): void {
    setFrozen(this.book, this.book.sheet(sheetId), frozen);
  }
  setSheetHidden(sheetId: number, hidden: boolean): void {
    setHidden(this.book, this.book.sheet(sheetId), hidden);
  }
  setTabColor(sheetId: number, color: string | null): void {
    this.book.sheet(sheetId).tabColor = color === null ? null : googleColor(color);
    this.book.changes.sheets();
  }
  setHiddenGridlines(sheetId: number, hidden: boolean): void {
    this.book.sheet(sheetId).hiddenGridlines = hidden;
    this.book.changes.sheets();
  }
  /** The row of the last cell with content, including spills; 0 for an empty sheet. */
  lastRow(sheetId: number): number {
    this.book.calculation.flush(sheetId);
    return this.book.sheet(sheetId).lastRow();
  }
  lastColumn(sheetId: number): number {
    this.book.calculation.flush(sheetId);
    return this.book.sheet(sheetId).lastColumn();
  }

  /** Returns rows. Throws Google's message for a range outside the grid. */
  read<A extends Aspect>(sheetId: number, rect: Rect, aspect: A): AspectRead<A>[][] {
    return readRange(this.book, this.book.checkedSheet(sheetId, rect), rect, aspect) as AspectRead<A>[][];
  }
  /** Sizes must match. Converts `values` like `Range.setValues`. */
  write<A extends Aspect>(sheetId: number, rect: Rect, aspect: A, data: readonly (readonly AspectWrite<A>[])[]): void {
    writeRange(this.book, this.book.checkedSheet(sheetId, rect), rect, aspect, data);
  }
  /** Sets one value for the whole range, like `Range.setValue`. */
  fill<A extends Aspect>(sheetId: number, rect: Rect, aspect: A, value: AspectWrite<A>): void {
    fillRange(this.book, this.book.checkedSheet(sheetId, rect), rect, aspect, value);
  }
  /** Appends below the last row, and extends the grid. Returns the row. */
  appendRow(sheetId: number, values: readonly WritableValue[]): number {
    return appendValues(this.book, this.book.sheet(sheetId), values);
  }
  /** Types text into a cell as a user would, extending the grid if needed. */
  type(sheetId: number, row: number, column: number, text: string): void {
    this.book.grow(this.book.sheet(sheetId), row, column);
    this.write(sheetId, { row, column, rows: 1, columns: 1 }, 'values', [[text]]);
  }
  clear(sheetId: number, rect: Rect, what: Clearing): void {
    clearRange(this.book, this.book.checkedSheet(sheetId, rect), rect, what);
  }
  hasValidations(sheetId: number): boolean {
    const rules = this.book.sheet(sheetId).styles.get('validations');
    return rules !== undefined && !rules.entries().next().done;
  }
  isBlank(sheetId: number, rect: Rect): boolean {
    return isBlankRange(this.book, this.book.checkedSheet(sheetId, rect), rect);
  }
  /**
   * Sorts the range's rows, including formulas, notes, and formats. Blanks come last. Rows for which `stays` is true
   * keep their positions.
   */
  sort(sheetId: number, rect: Rect, keys: readonly SortKey[], stays?: (row: number) => boolean): void {
    sortRows(this.book, this.book.checkedSheet(sheetId, rect), rect, keys, stays);
  }
  /** Sorts all rows below the frozen ones, as a user would. */
  sortSheet(sheetId: number, key: SortKey): void {
    const { frozenRows, lastRow, lastColumn } = {
      frozenRows: this.sheet(sheetId).frozenRows,
      lastRow: this.lastRow(sheetId),
      lastColumn: Math.max(this.lastColumn(sheetId), key.column),
    };
    if (lastRow <= frozenRows) return;
    const rect = { row: frozenRows + 1, column: 1, rows: lastRow - frozenRows, columns: lastColumn };
    this.sort(sheetId, rect, [key]);
  }
  /** Copies contents, formats, or both. Relative references shift. */
  copy(
    from: { sheetId: number; rect: Rect },
    to: { sheetId: number; row: number; column: number },
    what: { contents?: boolean; formats?: boolean } = { contents: true, formats: true },
  ): void {
    const target = { ...from.rect, row: to.row, column: to.column };
    copyRange(
      this.book,
      { sheet: this.book.checkedSheet(from.sheetId, from.rect), rect: from.rect },
      { ...to, sheet: this.book.checkedSheet(to.sheetId, target) },
      what,
    );
  }
  /** Cuts and pastes a range. References to its cells follow. */
  move(from: { sheetId: number; rect: Rect }, to: { sheetId: number; row: number; column: number }): void {
    const target = { ...from.rect, row: to.row, column: to.column };
    moveRange(
      this.book,
      { sheet: this.book.checkedSheet(from.sheetId, from.rect), rect: from.rect },
      { ...to, sheet: this.book.checkedSheet(to.sheetId, target) },
    );
  }

  /** Merges the range, keeping only its top left value. */
  merge(sheetId: number, rect: Rect): void {
    mergeCells(this.book, this.book.checkedSheet(sheetId, rect), rect);
  }
  unmerge(sheetId: number, rect: Rect): void {
    unmergeCells(this.book, this.book.checkedSheet(sheetId, rect), rect);
  }
  /** Merged ranges that overlap the range. */
  merged(sheetId: number, rect: Rect): Rect[] {
    return mergedWith(this.book, this.book.checkedSheet(sheetId, rect), rect).flatMap(({ rects }) => rects);
  }
  /** Shifts the following cells up if `axis` is `row`, left if it is `column`. */
  deleteCells(sheetId: number, rect: Rect, axis: Axis): void {
    deleteCells(this.book, this.book.checkedSheet(sheetId, rect), rect, axis);
  }

  selection(sheetId: number): Selection {
    return selectionOf(this.book.sheet(sheetId));
  }
  /** Activates the last range and its sheet. */
  select(sheetId: number, selection: Selection): void {
    for (const rect of selection.rects) this.book.checkedSheet(sheetId, rect);
    this.book.sheet(sheetId).selection = selection;
    this.activateSheet(sheetId);
  }

  insertRows(sheetId: number, before: number, count: number): void {
    insertLines(this.book, this.book.sheet(sheetId), 'row', before, count);
  }
  deleteRows(sheetId: number, start: number, count: number): void {
    deleteLines(this.book, this.book.sheet(sheetId), 'row', start, count);
  }
  /** The destination `before` uses row numbers from before the move, as in `Sheet.moveRows`. */
  moveRows(sheetId: number, start: number, count: number, before: number): void {
    moveLines(this.book, this.book.sheet(sheetId), 'row', start, count, before);
  }
  insertColumns(sheetId: number, before: number, count: number): void {
    insertLines(this.book, this.book.sheet(sheetId), 'column', before, count);
  }
  deleteColumns(sheetId: number, start: number, count: number): void {
    deleteLines(this.book, this.book.sheet(sheetId), 'column', start, count);
  }
  moveColumns(sheetId: number, start: number, count: number, before: number): void {
    moveLines(this.book, this.book.sheet(sheetId), 'column', start, count, before);
  }
  setRowsHidden(sheetId: number, start: number, count: number, hidden: boolean): void {
    this.setLines(sheetId, 'row', start, count, { hidden });
  }
  setColumnsHidden(sheetId: number, start: number, count: number, hidden: boolean): void {
    this.setLines(sheetId, 'column', start, count, { hidden });
  }
  isRowHidden(sheetId: number, row: number): boolean {
    return lineOf(this.book.sheet(sheetId), 'row', row).hidden ?? false;
  }
  isColumnHidden(sheetId: number, column: number): boolean {
    return lineOf(this.book.sheet(sheetId), 'column', column).hidden ?? false;
  }
  /** In pixels. Default: 21, or 100 for columns. */
  rowHeight(sheetId: number, row: number): number {
    return lineOf(this.book.sheet(sheetId), 'row', row).pixels ?? 21;
  }
  setRowHeights(sheetId: number, start: number, count: number, pixels: number): void {
    this.setLines(sheetId, 'row', start, count, { pixels });
  }
  columnWidth(sheetId: number, column: number): number {
    return lineOf(this.book.sheet(sheetId), 'column', column).pixels ?? 100;
  }
  setColumnWidths(sheetId: number, start: number, count: number, pixels: number): void {
    this.setLines(sheetId, 'column', start, count, { pixels });
  }

  namedRanges(): NamedRange[] {
    return this.book.names.list();
  }
  namedRange(name: string): NamedRange | undefined {
    return this.book.names.get(name);
  }
  setNamedRange(name: string, sheetId: number, rect: Rect): void {
    this.book.checkedSheet(sheetId, rect);
    this.book.names.set(name, sheetId, rect);
    this.book.rebuild();
  }
  removeNamedRange(name: string): void {
    this.book.names.remove(name);
    this.book.rebuild();
  }

  /** Filters, protections, conditional formats, and charts. */
  attachments(kind: AttachmentKind, sheetId?: number): Attachment[] {
    return this.book.attachments.list(kind, sheetId);
  }
  attach(kind: AttachmentKind, sheetId: number, rects: readonly Rect[], spec: unknown): Attachment {
    for (const rect of rects) this.book.checkedSheet(sheetId, rect);
    this.book.changes.sheet(this.book.sheet(sheetId).id);
    return this.book.attachments.add(kind, sheetId, rects, spec);
  }
  updateAttachment(id: number, change: { rects?: readonly Rect[]; spec?: unknown }): Attachment {
    const item = this.book.attachments.update(id, change);
    this.book.changes.sheet(item.sheetId);
    return item;
  }
  detach(id: number): void {
    this.book.changes.sheet(this.book.attachments.remove(id).sheetId);
  }

  addMetadata(
    location: MetadataLocation,
    key: string,
    value?: string | null,
    visibility?: MetadataVisibility,
  ): Metadata {
    return this.book.metadata.add(location, key, value, visibility);
  }
  findMetadata(query?: MetadataQuery): Metadata[] {
    return this.book.metadata.find(query);
  }
  updateMetadata(
    id: number,
    change: {
      key?: string;
      value?: string | null;
      visibility?: MetadataVisibility;
      location?: MetadataLocation;
    },
  ): Metadata {
    return this.book.metadata.update(id, change);
  }
  removeMetadata(id: number): void {
    this.book.metadata.remove(id);
  }

  /** Dates are serial numbers. Undefined for blank cells and formulas. */
  storedValue(sheetId: number, row: number, column: number): string | number | boolean | undefined {
    return this.book.sheet(sheetId).values.get(row, column);
  }
  /** The message of a cell's error; `''` if it has no error. */
  errorMessage(sheetId: number, row: number, column: number): string {
    const sheet = this.book.sheet(sheetId);
    this.book.calculation.flush(sheetId);
    return errorMessageOf(sheet, row, column);
  }
  /** Resolves when no custom function is running and no cell shows `Loading...`. */
  settled(): Promise<void> {
    return this.book.settled();
  }
  /** Calls every custom function again, as when the workbook is opened. */
  recalculate(): void {
    this.book.calculation.recalculate(this.book.sheets);
  }
  /** Calls the listener with batches of changes. Returns a function that removes it. */
  onChange(listener: (changes: readonly Change[]) => void): () => void {
    return this.book.changes.listen(listener);
  }
  snapshot(): Snapshot {
    return takeSnapshot(this.book);
  }

  private setLines(
    sheetId: number,
    axis: Axis,
    start: number,
    count: number,
    change: { hidden?: boolean; pixels?: number },
  ): void {
    setLines(this.book.sheet(sheetId), axis, start, count, change);
    this.book.changes.sheet(sheetId);
  }
}
