/** The state shared by the parts of a workbook. */
import type { Area } from './area.ts';
import { Attachments } from './attachments.ts';
import { Calculation } from './calculation.ts';
import { ChangeFeed } from './change-feed.ts';
import { DeveloperMetadata } from './developer-metadata.ts';
import { CELL_LIMIT, outsideGrid, tooManyCells } from './google-text.ts';
import { type Locale, localeOf } from './locale.ts';
import { NamedRanges } from './named-ranges.ts';
import { checkZone, serialFromInstant, wallClock } from './serial-date.ts';
import { Sheet } from './sheet.ts';
import { type Rect, WorkbookError, type WorkbookOptions } from './surface.ts';

/** In milliseconds. */
export const INTERVALS = { ON_CHANGE: Number.POSITIVE_INFINITY, MINUTE: 60_000, HOUR: 3_600_000 };

export class Book {
  readonly sheets: Sheet[] = [];
  activeSheetId = 0;
  /** Whether plain-text cells keep strings that start like a formula. Google's behavior is unknown. */
  textKeepsFormulas = true;
  /** The interval at which NOW and similar functions recalculate even if nothing changed. */
  recalculationInterval: keyof typeof INTERVALS = 'ON_CHANGE';
  /** Whether a sort leaves filtered rows in place. Google's behavior is unknown. */
  sortLeavesHidden = false;
  /** Whether a refused write throws only at the next read or flush. Google's behavior is not documented. */
  refusesLate = false;
  /** Sheets with typed columns. `formats`: formats and rules are rejected; `values`: values are rejected as well. */
  readonly typedColumns = new Map<number, 'formats' | 'values'>();
  functions = new Set<string>();
  timeZone: string;
  locale: Locale;
  readonly now: () => number;
  readonly calculation: Calculation;
  readonly changes = new ChangeFeed(() => this.calculation.flush());
  readonly attachments = new Attachments();
  readonly metadata = new DeveloperMetadata();
  readonly names = new NamedRanges();
  /** IDs of deleted sheets are never reused. */
  nextId = 0;
  private readonly byId = new Map<number, Sheet>();
  private scheduled = false;
  /** The duration of the last calculation in milliseconds. */
  private slowness = 0;
  private waiting: (() => void)[] = [];

  constructor(options: WorkbookOptions) {
    this.locale = localeOf(options.locale);
    checkZone(options.timeZone);
    this.timeZone = options.timeZone;
    this.now = options.now;
    this.setFunctions(options.functions ?? []);
    this.calculation = new Calculation({
      timeZone: () => this.timeZone,
      scriptTimeZone: () => options.scriptTimeZone ?? this.timeZone,
      locale: () => this.locale,
      now: options.now,
      recalculatedEvery: () => INTERVALS[this.recalculationInterval],
      sheet: (sheetId) => this.byId.get(sheetId),
      sheetByName: (name) => this.sheetByName(name),
      namedArea: (name) => this.names.area(name),
      isFunction: (name) => this.functions.has(name.toUpperCase()),
      callFunction: options.callFunction,
      grow: (sheet, rows, columns) => this.fits(sheet, rows, columns) && this.grow(sheet, rows, columns),
      changed: (area) => this.changes.cells(area),
      schedule: () => this.schedule(),
    });
  }

  setFunctions(names: readonly string[]): void {
    this.functions = new Set(names.map((name) => name.toUpperCase()));
  }

  thisYear(): number {
    return wallClock(serialFromInstant(this.now(), this.timeZone)).getUTCFullYear();
  }

  sheet(sheetId: number): Sheet {
    const sheet = this.byId.get(sheetId);
    if (sheet === undefined) throw new WorkbookError('Sheet {0} not found', sheetId);
    return sheet;
  }

  sheetByName(name: string): Sheet | undefined {
    return this.sheets.find((sheet) => sheet.name.toLowerCase() === name.toLowerCase());
  }

  addSheet(name: string, rows: number, columns: number, index: number, id = this.freshId()): Sheet {
    this.checkSize(rows * columns);
    const sheet = new Sheet(id, name, rows, columns);
    this.byId.set(sheet.id, sheet);
    this.sheets.splice(index - 1, 0, sheet);
    this.changes.sheets();
    return sheet;
  }

  /** Removes all sheets. The caller must add at least one. */
  clear(): void {
    for (const sheet of this.sheets.slice()) this.dropSheet(sheet);
  }

  dropSheet(sheet: Sheet): void {
    this.byId.delete(sheet.id);
    this.sheets.splice(this.sheets.indexOf(sheet), 1);
    this.attachments.dropSheet(sheet.id);
    this.metadata.dropSheet(sheet.id);
    this.names.dropSheet(sheet.id);
    this.changes.sheets();
  }

  /** Throws Google's message for a range outside the grid. */
  checkedSheet(sheetId: number, rect: Rect): Sheet {
    const sheet = this.sheet(sheetId);
    const { row, column, rows, columns } = rect;
    const inside = row >= 1 && column >= 1 && rows >= 1 && columns >= 1;
    if (!inside || row + rows - 1 > sheet.rows || column + columns - 1 > sheet.columns) throw outsideGrid();
    return sheet;
  }

  /** Throws if `added` more cells would exceed the limit. */
  checkSize(added: number): void {
    if (this.cellCount() + added > CELL_LIMIT) throw tooManyCells();
  }

  grow(sheet: Sheet, rows: number, columns: number): boolean {
    if (rows <= sheet.rows && columns <= sheet.columns) return true;
    if (!this.fits(sheet, rows, columns)) throw tooManyCells();
    sheet.rows = Math.max(sheet.rows, rows);
    sheet.columns = Math.max(sheet.columns, columns);
    this.changes.sheet(sheet.id);
    return true;
  }

  touch(area: Area): void {
    this.changes.cells(area);
    this.calculation.touch(area);
  }

  /** Must be called after cells of one sheet move, or, without a sheet, after any other change of references. */
  rebuild(changed?: Sheet): void {
    this.calculation.rebuild(this.sheets, changed);
  }

  settled(): Promise<void> {
    this.calculation.flushCustom();
    if (this.calculation.idle) return Promise.resolve();
    return new Promise((resolve) => {
      this.waiting.push(resolve);
    });
  }

  /**
   * The first sheet's ID is 0, as on Google. Other IDs are small and irregular, which exposes code that confuses ID and
   * index.
   */
  private freshId(): number {
    let id: number;
    do {
      id = this.nextId;
      this.nextId = this.nextId * 3 + 1013;
    } while (this.byId.has(id));
    return id;
  }

  private fits(sheet: Sheet, rows: number, columns: number): boolean {
    const grown = Math.max(sheet.rows, rows) * Math.max(sheet.columns, columns);
    return this.cellCount() - sheet.rows * sheet.columns + grown <= CELL_LIMIT;
  }

  private cellCount(): number {
    return this.sheets.reduce((sum, sheet) => sum + sheet.rows * sheet.columns, 0);
  }

  /**
   * Delayed, so that simultaneous results are processed together and slow formulas don't delay a script that writes
   * cell by cell.
   */
  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    setTimeout(
      () => {
        this.scheduled = false;
        const start = performance.now();
        // Readers calculate the cells that they read, so only listeners need a full calculation.
        if (this.changes.watched) this.calculation.flush();
        else this.calculation.flushCustom();
        this.slowness = performance.now() - start;
        if (!this.calculation.idle) return;
        const waiting = this.waiting;
        this.waiting = [];
        for (const resolve of waiting) resolve();
      },
      this.waiting.length > 0 ? 1 : Math.min(1000, 1 + 2 * this.slowness),
    );
  }
}
