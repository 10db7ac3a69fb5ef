/** The port for sheets laid out cell by cell, such as Today. */
import type { Area } from '../../tables/sheet.ts';
import type { Tone } from '../../tables/table.ts';

/** A string that starts with `=` is a formula with comma separators. */
export type Content = string | number | boolean | Date;

export interface Look {
  readonly size?: number;
  readonly isBold?: true;
  readonly color?: string;
  readonly background?: string;
  readonly align?: 'left' | 'center' | 'right';
  readonly wraps?: true;
}

export interface LaidCell {
  readonly content: Content;
  readonly format: string;
  readonly look?: Look;
}

/** A conditional format. `when`: the formula for the area's first cell. */
export interface LaidRule {
  readonly area: Area;
  readonly when: string;
  readonly tone: Tone;
}

export interface LaidChart {
  /** The sheet with the data: a column of labels, then one column per series, each with its name on top. */
  readonly of: string;
  readonly area: Area;
  readonly title: string;
  /** Whether the second series is a line with its own axis on the right. */
  readonly isTwofold?: true;
  readonly colors: readonly string[];
  /** Axis titles, starting with the left axis. */
  readonly axes: readonly string[];
  readonly at: { readonly row: number; readonly column: number };
  readonly width: number;
  readonly height: number;
}

export interface Layout {
  /** Rows of equal length. */
  readonly cells: readonly (readonly LaidCell[])[];
  /** In pixels. */
  readonly widths: readonly number[];
  /** In pixels. If undefined, the row fits its content. */
  readonly heights?: readonly (number | undefined)[];
  readonly checkbox?: { readonly row: number; readonly column: number };
  readonly rules?: readonly LaidRule[];
}

/** Rows and columns are 1-based. */
export interface LaidSheets {
  /** Returns the sheet's ID for links; undefined if it doesn't exist. */
  idOf(tab: string): number | undefined;
  /** Skips formats that Google rejects. */
  lay(tab: string, layout: Layout): void;
  /** Returns false if Google rejects the chart. */
  addChart(tab: string, chart: LaidChart): boolean;
  removeCharts(tab: string, titles: readonly string[]): void;
  read(tab: string): readonly (readonly Content[])[];
  /** Writes contents without changing formats. */
  write(tab: string, row: number, column: number, contents: readonly (readonly Content[])[]): void;
  /** Returns the formula with comma separators; blank for a cell without a formula. */
  formulaOf(tab: string, row: number, column: number): string;
  remove(tab: string): void;
  /** Makes the spreadsheet recalculate NOW every hour. */
  recalculateHourly(): void;
}
