/** Sheets that are laid out cell by cell and are no tables: how they look, and the port by which they are made. */
import type { Area } from '../../tables/sheet.ts';
import type { Tone } from '../../tables/table.ts';

/** What is typed into a cell: a text that begins with `=` is a formula, with commas between its arguments. */
export type Content = string | number | boolean | Date;

/** How a cell looks where it is more than plain. */
export interface Look {
  readonly size?: number;
  readonly isBold?: true;
  readonly color?: string;
  readonly background?: string;
  readonly align?: 'left' | 'center' | 'right';
  /** Long texts take as many lines as they need. */
  readonly wraps?: true;
}

export interface LaidCell {
  readonly content: Content;
  readonly format: string;
  readonly look?: Look;
}

/** Cells look otherwise while a formula, as the first of them has it, is true. */
export interface LaidRule {
  readonly area: Area;
  readonly when: string;
  readonly tone: Tone;
}

export interface LaidChart {
  /** The sheet whose cells it shows: a column of labels, then one of each series, below their names. */
  readonly of: string;
  readonly areas: readonly Area[];
  readonly title: string;
  /** The second series is a line with an axis of its own, at the right. */
  readonly isTwofold?: true;
  readonly colors: readonly string[];
  /** What stands at the axes, the left one first. */
  readonly axes: readonly string[];
  readonly at: { readonly row: number; readonly column: number };
  readonly width: number;
  readonly height: number;
}

export interface Layout {
  /** From the first cell, every row as long as the others. */
  readonly cells: readonly (readonly LaidCell[])[];
  /** In pixels, from the first column. */
  readonly widths: readonly number[];
  /** In pixels, from the first row; nothing where a row is as high as it needs to be. */
  readonly heights?: readonly (number | undefined)[];
  readonly checkbox?: { readonly row: number; readonly column: number };
  readonly rules?: readonly LaidRule[];
}

/** Rows and columns count from 1. */
export interface LaidSheets {
  /** The number by which links know the sheet of a table; undefined where there is none. */
  idOf(tab: string): number | undefined;
  /** Makes a sheet; a look that Google refuses is left out. */
  lay(tab: string, layout: Layout): void;
  /** Puts a chart onto a sheet that is there; false where Google refuses. */
  addChart(tab: string, chart: LaidChart): boolean;
  removeCharts(tab: string, titles: readonly string[]): void;
  /** Everything from the first cell to the last used one. */
  read(tab: string): readonly (readonly Content[])[];
  /** Contents alone: how the cells look stays. */
  write(tab: string, row: number, column: number, contents: readonly (readonly Content[])[]): void;
  /** With commas between arguments; blank where there is none. */
  formulaOf(tab: string, row: number, column: number): string;
  remove(tab: string): void;
  /** Recalculates NOW every hour even if nothing changes. */
  recalculateHourly(): void;
}
