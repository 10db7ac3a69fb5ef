/** Sends the workbook and its changes to every page in order. */
import { ConditionalFormats } from '../../host/workbook/conditional-formats.ts';
import type { Change, Rect } from '../../host/workbook/surface.ts';
import type { Workbook } from '../../host/workbook/workbook.ts';
import type { ServerMessage } from '../wire.ts';
import { sheetsOf } from './book.ts';
import { cellsOf, extentOf } from './cells.ts';
import { rulesOf } from './rules.ts';
import { StyleTable } from './style-table.ts';

/** Maximum cells per message, so that neither side blocks for long. */
const AT_ONCE = 20_000;
/**
 * How long to collect changes, in milliseconds: after a pause or in a small workbook, and during a burst in a large one,
 * because the page redraws and recalculates its sheets after each message.
 */
const PAUSE = { short: 30, long: 300 };
/** Number of cells in a large workbook. */
const LARGE = 1000;

interface Listener {
  send(message: string): void;
  account: string;
  /** Number of styles that this page has received. */
  styles: number;
}

export class Feed {
  readonly #workbook: Workbook;
  readonly #styles = new StyleTable();
  readonly #listeners = new Set<Listener>();
  readonly #areas = new Map<number, Rect>();
  readonly #whole = new Set<number>();
  /** The rules last sent for each sheet. */
  readonly #rules = new Map<number, string>();
  readonly #stop: () => void;
  #tabs = false;
  #timer: NodeJS.Timeout | undefined;
  #flushedAt = Number.NEGATIVE_INFINITY;

  constructor(workbook: Workbook) {
    this.#workbook = workbook;
    this.#stop = workbook.onChange((changes) => this.#gather(changes));
  }

  /** Sends the whole state, then every change, until the returned function is called. */
  listen(send: (message: string) => void, account: string): () => void {
    const listener = { send, account, styles: 0 };
    for (const message of this.#everything()) this.#tell([listener], message);
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  say(message: ServerMessage): void {
    this.#tell(this.#listeners, message);
  }

  /** Sends to all pages of a user and returns how many there are. */
  sayTo(account: string, message: ServerMessage): number {
    const theirs = this.#pagesOf(account);
    this.#tell(theirs, message);
    return theirs.length;
  }

  isHeardBy(account: string): boolean {
    return this.#pagesOf(account).length > 0;
  }

  #pagesOf(account: string): Listener[] {
    return [...this.#listeners].filter((listener) => listener.account === account);
  }

  close(): void {
    this.#stop();
    clearTimeout(this.#timer);
  }

  #gather(changes: readonly Change[]): void {
    for (const change of changes) {
      if (change.kind === 'sheets') this.#tabs = true;
      else if (change.kind === 'sheet') this.#whole.add(change.sheetId);
      else this.#areas.set(change.sheetId, joined(this.#areas.get(change.sheetId), change.rect));
    }
    if (this.#listeners.size > 0) this.#timer ??= setTimeout(() => this.#flush(), this.#pause());
    else this.#forget();
  }

  #pause(): number {
    const pause = this.#size() < LARGE ? PAUSE.short : PAUSE.long;
    return Math.max(PAUSE.short, this.#flushedAt + pause - performance.now());
  }

  #size(): number {
    const { book } = this.#workbook;
    return book.sheets.reduce((sum, sheet) => sum + sheet.lastRow() * sheet.lastColumn(), 0);
  }

  #flush(): void {
    this.#timer = undefined;
    const existing = new Set(this.#workbook.sheets().map(({ sheetId }) => sheetId));
    const [tabs, whole, areas] = [this.#tabs, new Set(this.#whole), new Map(this.#areas)];
    this.#forget();
    const isRuled = [...areas.keys()].some((id) => existing.has(id) && this.#hasNewRules(id));
    if (tabs || whole.size > 0 || isRuled) this.#tell(this.#listeners, this.#book());
    for (const id of whole) {
      if (existing.has(id)) for (const message of this.#sheet(id)) this.#tell(this.#listeners, message);
    }
    for (const [id, rect] of areas) {
      if (whole.has(id) || !existing.has(id)) continue;
      const reached = this.#formatsOf(id).reached(rect).reduce(joined, rect);
      for (const message of this.#area(id, reached, false)) this.#tell(this.#listeners, message);
    }
    this.#flushedAt = performance.now();
  }

  /** Rules are sent with their sheet, but an edit to a cell can change them. */
  #hasNewRules(id: number): boolean {
    const rules = JSON.stringify(rulesOf(this.#workbook.book.sheet(id)));
    if ((this.#rules.get(id) ?? '[]') === rules) return false;
    this.#rules.set(id, rules);
    return true;
  }

  #forget(): void {
    this.#tabs = false;
    this.#whole.clear();
    this.#areas.clear();
  }

  *#everything(): Generator<ServerMessage> {
    yield this.#book();
    for (const { sheetId } of this.#workbook.sheets()) yield* this.#sheet(sheetId);
    yield { kind: 'ready' };
  }

  #book(): ServerMessage {
    const { name, activeSheetId } = this.#workbook;
    const sheets = sheetsOf(this.#workbook);
    for (const { id, rules } of sheets) this.#rules.set(id, JSON.stringify(rules));
    return { kind: 'book', name, account: '', activeSheet: activeSheetId, sheets };
  }

  #formatsOf(id: number): ConditionalFormats {
    const { book } = this.#workbook;
    return new ConditionalFormats(book, book.sheet(id));
  }

  #sheet(id: number): Generator<ServerMessage> {
    return this.#area(id, { row: 1, column: 1, rows: Infinity, columns: Infinity }, true);
  }

  *#area(id: number, rect: Rect, whole: boolean): Generator<ServerMessage> {
    const { book } = this.#workbook;
    book.calculation.flush();
    const sheet = book.sheet(id);
    const formats = this.#formatsOf(id);
    const extent = extentOf(sheet, formats.extent);
    const { row, column } = rect;
    const bottom = Math.min(row + rect.rows - 1, sheet.rows);
    const right = Math.min(column + rect.columns - 1, sheet.columns);
    const columns = Math.max(0, Math.min(right, extent.columns) - column + 1);
    const step = Math.max(1, Math.floor(AT_ONCE / Math.max(1, columns)));
    const last = Math.min(bottom, extent.rows);
    let first = true;
    for (let top = row; first || top <= last; top += step) {
      const end = Math.min(top + step - 1, last);
      const rows = Math.max(0, end - top + 1);
      const cells = cellsOf(sheet, { row: top, column, rows, columns }, this.#styles, formats);
      yield {
        kind: 'cells',
        sheet: id,
        row: top,
        column,
        // The last message clears the rows below the content.
        rows: (end >= last ? bottom : end) - top + 1,
        columns: right - column + 1,
        whole: whole && first,
        styles: [],
        cells,
      };
      first = false;
    }
  }

  #tell(listeners: Iterable<Listener>, message: ServerMessage): void {
    const texts = new Map<number, string>();
    for (const listener of listeners) {
      if (message.kind === 'book') {
        listener.send(JSON.stringify({ ...message, account: listener.account }));
        continue;
      }
      let text = texts.get(listener.styles);
      if (text === undefined) {
        const styles = this.#styles.styles.slice(listener.styles);
        text = JSON.stringify(message.kind === 'cells' ? { ...message, styles } : message);
        texts.set(listener.styles, text);
      }
      if (message.kind === 'cells') listener.styles = this.#styles.styles.length;
      listener.send(text);
    }
  }
}

function joined(known: Rect | undefined, added: Rect): Rect {
  if (known === undefined) return added;
  const row = Math.min(known.row, added.row);
  const column = Math.min(known.column, added.column);
  return {
    row,
    column,
    rows: Math.max(known.row + known.rows, added.row + added.rows) - row,
    columns: Math.max(known.column + known.columns, added.column + added.columns) - column,
  };
}
