/** The single truth for cells: what a spreadsheet file is, without any service or page in front of it. */
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

const unfinished = (): never => {
  throw new Error('not emulated: yet');
};

export class Workbook {
  name = '';
  readonly locale: string = '';
  constructor(_options: WorkbookOptions) {}

  get timeZone(): string {
    return unfinished();
  }
  set timeZone(_zone: string) {
    unfinished();
  }
  /** The custom functions from here on; formulas that name them are computed again. */
  setFunctions(_names: readonly string[]): void {
    unfinished();
  }

  /** In the order of the tabs. A new workbook has one sheet, `Sheet1`, id 0, of 1000 by 26. */
  sheets(): SheetInfo[] {
    return unfinished();
  }
  /** Throws where there is no such sheet (any more). */
  sheet(_sheetId: number): SheetInfo {
    return unfinished();
  }
  sheetByName(_name: string): SheetInfo | undefined {
    return unfinished();
  }
  get activeSheetId(): number {
    return unfinished();
  }
  activateSheet(_sheetId: number): void {
    unfinished();
  }
  /** `index` is 1-based; without it the sheet comes last. Gives the new sheet's id. */
  insertSheet(_options?: { name?: string; index?: number; rows?: number; columns?: number }): number {
    return unfinished();
  }
  deleteSheet(_sheetId: number): void {
    unfinished();
  }
  renameSheet(_sheetId: number, _name: string): void {
    unfinished();
  }
  moveSheet(_sheetId: number, _index: number): void {
    unfinished();
  }
  duplicateSheet(_sheetId: number, _name?: string, _index?: number): number {
    return unfinished();
  }
  setFrozen(_sheetId: number, _frozen: { rows?: number; columns?: number }): void {
    unfinished();
  }
  setSheetHidden(_sheetId: number, _hidden: boolean): void {
    unfinished();
  }
  setTabColor(_sheetId: number, _color: string | null): void {
    unfinished();
  }
  /** Row of the last cell with content (spilled cells count), 0 for an empty sheet. */
  lastRow(_sheetId: number): number {
    return unfinished();
  }
  lastColumn(_sheetId: number): number {
    return unfinished();
  }

  /** Rows of the range. Throws Google's text for a range outside the grid. */
  read<A extends Aspect>(_sheetId: number, _rect: Rect, _aspect: A): AspectRead<A>[][] {
    return unfinished();
  }
  /** Sizes must match. `values` are coerced as `Range.setValues` does. */
  write<A extends Aspect>(
    _sheetId: number,
    _rect: Rect,
    _aspect: A,
    _data: readonly (readonly AspectWrite<A>[])[],
  ): void {
    unfinished();
  }
  /** One value for the whole range, as `Range.setValue` and its kin. */
  fill<A extends Aspect>(_sheetId: number, _rect: Rect, _aspect: A, _value: AspectWrite<A>): void {
    unfinished();
  }
  /** Writes below the last row, growing the grid, and gives the row. */
  appendRow(_sheetId: number, _values: readonly WritableValue[]): number {
    return unfinished();
  }
  /** A user types in a cell; the grid grows as needed. */
  type(_sheetId: number, _row: number, _column: number, _text: string): void {
    unfinished();
  }
  clear(_sheetId: number, _rect: Rect, _what: Clearing): void {
    unfinished();
  }
  isBlank(_sheetId: number, _rect: Rect): boolean {
    return unfinished();
  }
  /** Sorts the rows of the range with their values, formulas, notes and formats; blanks come last. */
  sort(_sheetId: number, _rect: Rect, _keys: readonly SortKey[]): void {
    unfinished();
  }
  /** Sorts all rows with content below the frozen ones, as a user does. */
  sortSheet(_sheetId: number, _key: SortKey): void {
    unfinished();
  }
  /** Copies contents and styles (or `contents` alone); relative references move along. */
  copy(
    _from: { sheetId: number; rect: Rect },
    _to: { sheetId: number; row: number; column: number },
    _what?: { contents?: boolean; formats?: boolean },
  ): void {
    unfinished();
  }

  insertRows(_sheetId: number, _before: number, _count: number): void {
    unfinished();
  }
  deleteRows(_sheetId: number, _start: number, _count: number): void {
    unfinished();
  }
  /** `before` is counted before the move, as in `Sheet.moveRows`. */
  moveRows(_sheetId: number, _start: number, _count: number, _before: number): void {
    unfinished();
  }
  insertColumns(_sheetId: number, _before: number, _count: number): void {
    unfinished();
  }
  deleteColumns(_sheetId: number, _start: number, _count: number): void {
    unfinished();
  }
  moveColumns(_sheetId: number, _start: number, _count: number, _before: number): void {
    unfinished();
  }
  setRowsHidden(_sheetId: number, _start: number, _count: number, _hidden: boolean): void {
    unfinished();
  }
  setColumnsHidden(_sheetId: number, _start: number, _count: number, _hidden: boolean): void {
    unfinished();
  }
  isRowHidden(_sheetId: number, _row: number): boolean {
    return unfinished();
  }
  isColumnHidden(_sheetId: number, _column: number): boolean {
    return unfinished();
  }
  /** Pixels; 21 and 100 unless set. */
  rowHeight(_sheetId: number, _row: number): number {
    return unfinished();
  }
  setRowHeights(_sheetId: number, _start: number, _count: number, _pixels: number): void {
    unfinished();
  }
  columnWidth(_sheetId: number, _column: number): number {
    return unfinished();
  }
  setColumnWidths(_sheetId: number, _start: number, _count: number, _pixels: number): void {
    unfinished();
  }

  namedRanges(): NamedRange[] {
    return unfinished();
  }
  namedRange(_name: string): NamedRange | undefined {
    return unfinished();
  }
  setNamedRange(_name: string, _sheetId: number, _rect: Rect): void {
    unfinished();
  }
  removeNamedRange(_name: string): void {
    unfinished();
  }

  /** Filters, protections, conditional formats, charts: they follow the cells they lie on. */
  attachments(_kind: AttachmentKind, _sheetId?: number): Attachment[] {
    return unfinished();
  }
  attach(_kind: AttachmentKind, _sheetId: number, _rects: readonly Rect[], _spec: unknown): Attachment {
    return unfinished();
  }
  updateAttachment(_id: number, _change: { rects?: readonly Rect[]; spec?: unknown }): Attachment {
    return unfinished();
  }
  detach(_id: number): void {
    unfinished();
  }

  addMetadata(
    _location: MetadataLocation,
    _key: string,
    _value?: string | null,
    _visibility?: MetadataVisibility,
  ): Metadata {
    return unfinished();
  }
  findMetadata(_query?: MetadataQuery): Metadata[] {
    return unfinished();
  }
  updateMetadata(
    _id: number,
    _change: {
      key?: string;
      value?: string | null;
      visibility?: MetadataVisibility;
      location?: MetadataLocation;
    },
  ): Metadata {
    return unfinished();
  }
  removeMetadata(_id: number): void {
    unfinished();
  }

  /** The text behind an error value of a cell, `''` for a cell without error. */
  errorMessage(_sheetId: number, _row: number, _column: number): string {
    return unfinished();
  }
  /** Resolves when no custom function is pending and nothing shows `Loading...`. */
  settled(): Promise<void> {
    return unfinished();
  }
  /** Every custom function runs again, as on opening. */
  recalculate(): void {
    unfinished();
  }
  /** Batched; gives the function that ends the listening. */
  onChange(_listener: (changes: readonly Change[]) => void): () => void {
    return unfinished();
  }
  snapshot(): Snapshot {
    return unfinished();
  }
}
