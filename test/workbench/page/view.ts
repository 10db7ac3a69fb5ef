/** Shows the server's workbook in the grid and sends the user's edits. */
import { helpers, Model } from '@odoo/o-spreadsheet';
import type { ServerMessage, WireSelection, WireSheet } from '../wire.ts';
import { Cells, type Position } from './cells.ts';
import { drawCharts } from './charts.ts';
import { GridCells } from './grid-cells.ts';
import { type Interception, interceptCommands } from './intercept.ts';
import { Outbox } from './outbox.ts';
import { replacePlugins } from './plugins.ts';
import { initialData, reconcile } from './reconcile.ts';
import { RowHeights } from './row-heights.ts';
import { select, showSheet } from './selection.ts';
import { type Place, server } from './server.ts';
import { applyLayers } from './sheet-layers.ts';

/** Pixels between text and cell edges. */
const MARGIN = { aside: 4, above: 3 };

interface Measuring {
  isColHidden(sheetId: string, col: number): boolean;
  getColSize(sheetId: string, col: number): number;
  getCellStyle(position: Position): { wrapping?: string } | undefined;
  getCellMultiLineText(position: Position, args: { maxWidth: number; wrapWidth: number | undefined }): string[];
  getMultilineTextSize(lines: string[], style: object): { height: number };
  getCellIcons(position: Position): { horizontalAlign: string; size: number; margin: number }[];
}

type GetCell = (position: Position) => object | undefined;
type GetText = (position: Position, options?: { showFormula?: boolean }) => string;

export class View {
  readonly cells = new Cells();
  readonly outbox: Outbox;
  readonly #grid = new GridCells(this.cells);
  readonly #heights = new RowHeights(this.cells);
  readonly #interception: Interception;
  #model: Model | undefined;
  #sheets: readonly WireSheet[] = [];
  #expectsSheet = false;
  /** A sheet or selection that a script set but the page hasn't received yet. */
  #awaited: { readonly sheet: number; go(model: Model): void } | undefined;
  #drawing = false;

  constructor(tell: (sentence: string) => void) {
    this.outbox = new Outbox(tell);
    this.#interception = {
      applying: true,
      send: (edits) => {
        if (edits.some((edit) => edit.do === 'addSheet' || edit.do === 'copySheet')) this.#expectsSheet = true;
        this.outbox.put(edits);
      },
      refuse: tell,
      turn: (what) => this.outbox.ask(() => server[what]()),
      moved: (sheetId, by) => {
        const visible = this.#sheets.filter(({ hidden }) => !hidden);
        const target = visible[visible.findIndex(({ id }) => String(id) === sheetId) + by];
        return 1 + this.#sheets.findIndex(({ id }) => id === target?.id);
      },
      linkAt: (cell) => this.#grid.shown(cell).link?.url,
      enterTyped: () => {
        const text = document.querySelector('.o-topbar-composer .o-composer')?.textContent ?? '';
        if (!text.startsWith('=')) this.#model?.selection.getBackToDefault();
      },
    };
    replacePlugins(this.cells, this.#grid, this.#heights);
    interceptCommands(this.#interception);
  }

  /** Undefined until the server has sent its sheets. */
  get model(): Model | undefined {
    return this.#model;
  }

  get activeSheet(): number {
    return Number(this.#model?.getters.getActiveSheetId() ?? 0);
  }

  get place(): Place {
    const sheet = this.activeSheet;
    const { getters } = this.#model!;
    const rects = getters.getSelectedZones().map(({ left, top, right, bottom }) => ({
      row: top + 1,
      column: left + 1,
      rows: bottom - top + 1,
      columns: right - left + 1,
    }));
    const { col, row } = getters.getActivePosition();
    return { sheet, selected: { rects, cell: { row: row + 1, column: col + 1 } } };
  }

  /** Lets tests read a displayed cell such as `B2`, because the grid is a canvas. */
  textAt(sheet: string, cell: string): string | undefined {
    const info = this.#sheets.find(({ name }) => name === sheet);
    return info && this.#grid.shown({ sheetId: String(info.id), ...helpers.toCartesian(cell) }).formattedValue;
  }

  lookOf(sheet: string, cell: string): object | undefined {
    const info = this.#sheets.find(({ name }) => name === sheet);
    if (!info || !this.#model) return undefined;
    const { getters } = this.#model;
    const position = { sheetId: String(info.id), ...helpers.toCartesian(cell) };
    const height = getters.getRowSize(position.sheetId, position.row);
    return { ...getters.getCellComputedStyle(position), height };
  }

  /** First visible row below the frozen rows. */
  get topRow(): number {
    return (this.#model?.getters.getActiveMainViewport().top ?? 0) + 1;
  }

  noteAt(position: Position): string | undefined {
    const cell = this.cells.at(position);
    return Array.isArray(cell) ? ((cell[5] as string | null) ?? undefined) : undefined;
  }

  take(message: ServerMessage): void {
    if (message.kind === 'book') this.#takeBook(message.sheets);
    else if (message.kind === 'cells') {
      this.cells.take(message);
      this.#grow(message);
      this.#draw();
    }
  }

  /** A new connection resends everything. */
  restart(): void {
    this.cells.forgetStyles();
  }

  /** Waits for a missing or hidden sheet unless the user changes sheets first. */
  activate(sheet: number): void {
    this.#lead(sheet, (model) => showSheet(model, sheet));
  }

  select(sheet: number, selected: WireSelection): void {
    this.#lead(sheet, (model) => select(model, sheet, selected));
  }

  #lead(sheet: number, go: (model: Model) => void): void {
    const from = this.activeSheet;
    const isHere = isShown(this.#sheets, sheet);
    this.#awaited = isHere
      ? undefined
      : {
          sheet,
          go: (model) => {
            if (this.activeSheet === from) go(model);
          },
        };
    if (isHere && this.#model) go(this.#model);
  }

  #takeBook(sheets: readonly WireSheet[]): void {
    const known = new Set(this.#sheets.map(({ id }) => id));
    const added = sheets.find(({ id }) => !known.has(id));
    this.#sheets = sheets;
    this.cells.keepOnly(sheets.map(({ id }) => String(id)));
    this.#heights.forget();
    if (this.#model) this.#apply((model) => reconcile(model, sheets));
    else this.#make(sheets);
    this.#apply((model) => applyLayers(model, sheets));
    this.#apply((model) => drawCharts(model, sheets));
    const awaited = this.#awaited;
    if (awaited && isShown(sheets, awaited.sheet)) {
      this.#awaited = undefined;
      if (this.#model) awaited.go(this.#model);
    }
    if (added && this.#expectsSheet) this.activate(added.id);
    if (added) this.#expectsSheet = false;
  }

  #make(sheets: readonly WireSheet[]): void {
    // The library logs every action to the console, so silence it.
    Object.assign(console, { debug: () => {}, log: () => {}, group: () => {}, groupCollapsed: () => {} });
    const model = new Model(initialData(sheets));
    this.#grid.getters = model.getters as never;
    const getCell: GetCell = (position) =>
      // Hide the server's cells while rows or columns are added to or removed from the grid.
      this.#interception.applying ? undefined : this.#grid.typed(position);
    const { coreGetters } = model as unknown as { coreGetters: { getCell: GetCell } };
    coreGetters.getCell = getCell;
    const getters = model.getters as unknown as Measuring & { getCell: GetCell; getCellText: GetText };
    getters.getCell = getCell;
    const written = getters.getCellText;
    getters.getCellText = (position, options) =>
      options?.showFormula ? written(position, options) : this.#grid.shown(position).formattedValue;
    const split = getters.getCellMultiLineText;
    getters.getCellMultiLineText = (position, { maxWidth, wrapWidth }) => {
      const icon = wrapWidth && getters.getCellIcons(position).find((each) => each.horizontalAlign === 'right');
      return split(position, { maxWidth, wrapWidth: icon ? wrapWidth - icon.size - icon.margin : wrapWidth });
    };
    this.#heights.measure = (position) => this.#measure(position);
    // Only the server knows whether undo is possible.
    Object.assign(model.getters, { canUndo: () => true, canRedo: () => true });
    this.#interception.applying = false;
    this.#model = model;
  }

  #grow({ sheet, row, rows }: Extract<ServerMessage, { kind: 'cells' }>): void {
    const sheetId = String(sheet);
    const elements = this.#heights.renewed(sheetId, row - 1, row + rows - 2);
    const laidOut = elements.filter((each) => this.#model!.getters.getUserRowSize(sheetId, each) === undefined);
    if (laidOut.length === 0) return;
    this.#apply((model) =>
      model.dispatch('RESIZE_COLUMNS_ROWS', { sheetId, dimension: 'ROW', elements: laidOut, size: null }),
    );
  }

  /** Measures the cell as drawn, even while changes are being applied. */
  #measure(position: Position): number {
    const { getters } = this.#model as unknown as { getters: Measuring };
    if (getters.isColHidden(position.sheetId, position.col)) return 0;
    const { applying } = this.#interception;
    this.#interception.applying = false;
    try {
      const style = getters.getCellStyle(position);
      const width = getters.getColSize(position.sheetId, position.col) - 2 * MARGIN.aside;
      const wrapWidth = style?.wrapping === 'wrap' ? width : undefined;
      const lines = getters.getCellMultiLineText(position, { maxWidth: 0, wrapWidth });
      return Math.ceil(getters.getMultilineTextSize(lines, style ?? {}).height) + 2 * MARGIN.above;
    } finally {
      this.#interception.applying = applying;
    }
  }

  #apply(change: (model: Model) => void): void {
    if (!this.#model) return;
    this.#interception.applying = true;
    try {
      change(this.#model);
    } finally {
      this.#interception.applying = false;
    }
    this.#draw();
  }

  /** Draws once per frame. */
  #draw(): void {
    if (this.#drawing) return;
    this.#drawing = true;
    requestAnimationFrame(() => {
      this.#drawing = false;
      if (!this.#model) return;
      // Otherwise, changed cells would fade in over a dozen frames, unlike in Google Sheets. Pasted cells don't fade
      // in.
      this.#model.trigger('command-dispatched', { type: 'PASTE' });
      this.#model.dispatch('EVALUATE_CELLS');
    });
  }
}

function isShown(sheets: readonly WireSheet[], sheet: number): boolean {
  return sheets.some(({ id, hidden }) => id === sheet && !hidden);
}
