/** What the server and the page say to each other. Rows and columns are 1-based, as in the host's workbook. */
import type { Dialog } from '../host/execution/dialog.ts';
import type { ChartSpec } from '../host/workbook/charts.ts';
import type { WireClock } from './wire-tools.ts';

/**
 * One cell. Null is a blank without a style; a bare text or number is its own content and display, without a style;
 * anything else is a list whose empty end is left out.
 */
export type WireCell =
  | null
  | string
  | number
  | readonly [
      value: string | number | boolean,
      /** Null when it is the value as text. */
      display?: string | null,
      /** Index in the list of styles; 0 is none. */
      style?: number,
      formula?: string | null,
      /** What is behind an error. */
      message?: string | null,
      note?: string | null,
      /** Rows and columns that the formula's result covers. */
      covers?: readonly [rows: number, columns: number] | null,
      /** Index of the style that conditional formats lay over its own. */
      look?: number,
      /** Where a click on it leads. */
      link?: string | null,
    ];

/** Absent is the default; colours are `#rrggbb`. */
export interface WireStyle {
  format?: string;
  background?: string;
  color?: string;
  bold?: true;
  italic?: true;
  underline?: true;
  strikethrough?: true;
  size?: number;
  align?: 'left' | 'center' | 'right';
  vertical?: 'top' | 'middle';
  wrap?: 'wrap' | 'clip';
}

/** Sizes in pixels by 1-based index, only where they are not the usual ones; `hidden` lists indexes. */
export interface WireLines {
  sizes: Record<number, number>;
  hidden: number[];
}

export interface WireChart extends ChartSpec {
  id: number;
}

export interface WireSheet {
  id: number;
  name: string;
  rows: number;
  columns: number;
  frozenRows: number;
  frozenColumns: number;
  hidden: boolean;
  tabColor: string | null;
  hiddenGridlines: boolean;
  rowLines: WireLines;
  columnLines: WireLines;
  charts: WireChart[];
  /** Areas of more than one cell that show the first cell only. */
  merges: WireRect[];
  /** Rules on what cells may hold, as far as the page can show them. */
  rules: WireRule[];
  /** The area of the sheet's filter, its header included. */
  filter: WireRect | null;
}

/** The last of the ranges is the active one. */
export interface WireSelection {
  rects: WireRect[];
  cell: { row: number; column: number };
}

export interface WireRect {
  row: number;
  column: number;
  rows: number;
  columns: number;
}

export interface WireRule {
  type: 'checkbox' | 'list';
  /** Of a list, what can be chosen; of a checkbox, what stands for yes and no if not TRUE and FALSE. */
  values: string[];
  areas: WireRect[];
}

/** Who can be at a page. */
export interface WirePerson {
  email: string;
  role: 'owner' | 'editor' | 'viewer';
}

/** What the stream of changes carries, in order: first everything, then what changes. */
export type ServerMessage =
  | { kind: 'book'; name: string; account: string; activeSheet: number; sheets: WireSheet[] }
  /** At first, and whenever the clock was moved or a fault was armed or struck. */
  | { kind: 'tools'; clock: WireClock; armed: number }
  /** A script asks who runs it, and waits. */
  | ({ kind: 'dialog'; id: number } & Dialog)
  /** It was answered, or nobody waits for the answer any more. */
  | { kind: 'dialogOver'; id: number }
  /** What a script says to who runs it, when it says it; negative seconds are until it is closed. */
  | { kind: 'toast'; title: string; text: string; seconds: number }
  /** The cells of an area, row by row; a row that ends early is blank from there on. */
  | {
      kind: 'cells';
      sheet: number;
      row: number;
      column: number;
      rows: number;
      columns: number;
      /** Nothing else is on the sheet. */
      whole: boolean;
      /** Styles that were not sent before, in the order of their indexes. */
      styles: WireStyle[];
      cells: WireCell[][];
    }
  /** Everything has been sent once. */
  | { kind: 'ready' };

export interface Area {
  sheet: number;
  row: number;
  column: number;
  rows: number;
  columns: number;
}

/** What the user changes; the server answers by changes. */
export type Edit =
  | { do: 'type'; sheet: number; cells: [row: number, column: number, text: string][] }
  | ({ do: 'clear'; what: 'contents' | 'formats' | 'everything' } & Area)
  | ({ do: 'style'; style: Partial<Record<keyof WireStyle, string | number | boolean>> } & Area)
  | ({ do: 'note'; text: string } & Area)
  | { do: 'insert'; sheet: number; axis: Axis; before: number; count: number }
  | { do: 'delete'; sheet: number; axis: Axis; lines: number[] }
  | { do: 'move'; sheet: number; axis: Axis; start: number; count: number; before: number }
  | { do: 'size'; sheet: number; axis: Axis; lines: number[]; pixels: number | null }
  | { do: 'hide'; sheet: number; axis: Axis; lines: number[]; hidden: boolean }
  | ({ do: 'sort'; by: number; ascending: boolean } & Area)
  /** What the filter of the sheet hides in a column, as texts without regard to case. */
  | { do: 'filter'; sheet: number; column: number; hidden: string[] }
  | { do: 'freeze'; sheet: number; rows?: number; columns?: number }
  /** A chart is dragged: to a row, a column and pixels from there, or to another size. */
  | {
      do: 'placeChart';
      sheet: number;
      chart: number;
      position: [row: number, column: number, x: number, y: number];
      size?: { width?: number; height?: number };
    }
  | { do: 'removeChart'; sheet: number; chart: number }
  | { do: 'addSheet'; name: string; index: number }
  | { do: 'copySheet'; sheet: number; name: string }
  | { do: 'renameSheet'; sheet: number; name: string }
  | { do: 'deleteSheet'; sheet: number }
  | { do: 'moveSheet'; sheet: number; index: number }
  | { do: 'hideSheet'; sheet: number; hidden: boolean }
  | { do: 'hideGridlines'; sheet: number; hidden: boolean }
  | { do: 'colorSheet'; sheet: number; color: string | null }
  | { do: 'activate'; sheet: number };

export type Axis = 'row' | 'column';

/** The outcome of a call of the script. */
export type Outcome = { ok: true; value: unknown } | { ok: false; message: string };

/** A page of a script that it has put before its user. */
export interface WireShown {
  what: 'sidebar' | 'dialog';
  title: string;
  text: string;
}

export type WireMenu = { label: string; handler?: string; entries?: (WireMenu | 'separator')[] };

export interface FormulaHelp {
  name: string;
  description: string;
  arguments: { name: string; optional: boolean; description: string }[];
}
