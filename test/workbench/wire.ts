/** Messages between server and page. Rows and columns are 1-based, as in the host's workbook. */
import type { Dialog } from '../host/execution/dialog.ts';
import type { ChartSpec } from '../host/workbook/charts.ts';
import type { WireClock } from './wire-tools.ts';

/**
 * Null: blank, without a style. String or number: a value without a style, displayed as is. List: blank elements at the
 * end are omitted.
 */
export type WireCell =
  | null
  | string
  | number
  | readonly [
      value: string | number | boolean,
      /** Null if the value is displayed as is. */
      display?: string | null,
      /** Index in the list of styles; 0 means none. */
      style?: number,
      formula?: string | null,
      /** Error message. */
      message?: string | null,
      note?: string | null,
      /** Size of the formula's result. */
      covers?: readonly [rows: number, columns: number] | null,
      /** Index of the style added by conditional formats. */
      look?: number,
      link?: string | null,
    ];

/** Absent properties have their defaults. Colors are `#rrggbb`. */
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

/** `sizes`: non-default pixel sizes by 1-based index. `hidden`: indexes. */
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
  /** Ranges that show only their first cell. */
  merges: WireRect[];
  /** Validation rules that the page can show. */
  rules: WireRule[];
  /** The sheet's filter range, including its header. */
  filter: WireRect | null;
}

/** The last range is active. */
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
  /** Choices of a list, or custom true and false values of a checkbox. */
  values: string[];
  areas: WireRect[];
}

export interface WirePerson {
  email: string;
  role: 'owner' | 'editor' | 'viewer';
}

/** Sent in order: first the whole state, then each change. */
export type ServerMessage =
  | { kind: 'book'; name: string; account: string; activeSheet: number; sheets: WireSheet[] }
  /** Sent first, and whenever the clock is moved or a fault is armed or triggered. */
  | { kind: 'tools'; clock: WireClock; armed: number }
  /** A dialog that a script shows its user. The script waits until it closes. */
  | ({ kind: 'dialog'; id: number } & Dialog)
  /** The dialog was answered or is no longer needed. */
  | { kind: 'dialogOver'; id: number }
  /** A script's toast for its user. With negative seconds, it stays until closed. */
  | { kind: 'toast'; title: string; text: string; seconds: number }
  /** Cells of a range by row. Missing trailing cells are blank. */
  | {
      kind: 'cells';
      sheet: number;
      row: number;
      column: number;
      rows: number;
      columns: number;
      /** True if the rest of the sheet is blank. */
      whole: boolean;
      /** New styles in index order. */
      styles: WireStyle[];
      cells: WireCell[][];
    }
  /** The whole state has been sent. */
  | { kind: 'ready' };

export interface Area {
  sheet: number;
  row: number;
  column: number;
  rows: number;
  columns: number;
}

/** A user's edit. The server replies with changes. */
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
  /** Lowercase values that the sheet's filter hides in a column. */
  | { do: 'filter'; sheet: number; column: number; hidden: string[] }
  | { do: 'freeze'; sheet: number; rows?: number; columns?: number }
  /** Moves a chart to a cell plus pixels, or resizes it. */
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

export type Outcome = { ok: true; value: unknown } | { ok: false; message: string };

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
