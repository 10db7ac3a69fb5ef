/** Sheets that are laid out cell by cell, such as Today, and the port that makes them. */
import type { Area } from '../../tables/sheet.ts';
import type { Tone } from '../../tables/table.ts';

/** A text that begins with `=` is a formula, arguments separated by commas. */
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

/** A conditional format. `when` is the formula for the first cell of the area. */
export interface LaidRule {
  readonly area: Area;
  readonly when: string;
  readonly tone: Tone;
}

export interface LaidChart {
  /** The sheet with the data: a column of labels, then a column per series, with its name on top. */
  readonly of: string;
  readonly areas: readonly Area[];
  readonly title: string;
  /** The second series is a line with its own axis at the right. */
  readonly isTwofold?: true;
  readonly colors: readonly string[];
  /** Titles of the axes, the left one first. */
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
  /** In pixels; undefined for a row that fits its content. */
  readonly heights?: readonly (number | undefined)[];
  readonly checkbox?: { readonly row: number; readonly column: number };
  readonly rules?: readonly LaidRule[];
}

/** Rows and columns are 1-based. */
export interface LaidSheets {
  /** The ID for links; undefined without the sheet. */
  idOf(tab: string): number | undefined;
  /** Skips formats that Google refuses. */
  lay(tab: string, layout: Layout): void;
  /** Returns false if Google refuses. */
  addChart(tab: string, chart: LaidChart): boolean;
  removeCharts(tab: string, titles: readonly string[]): void;
  read(tab: string): readonly (readonly Content[])[];
  /** Writes contents and keeps the formats of cells. */
  write(tab: string, row: number, column: number, contents: readonly (readonly Content[])[]): void;
  /** The formula with arguments separated by commas; blank without a formula. */
  formulaOf(tab: string, row: number, column: number): string;
  remove(tab: string): void;
  /** Recalculates NOW every hour even if nothing changes. */
  recalculateHourly(): void;
}
