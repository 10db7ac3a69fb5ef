/** The spreadsheet as formulas read it. */
import type { Contents } from '../../tables/positions.ts';
import type { CellInput } from '../formula.ts';

/** Reading so many cells takes about three seconds: no formula reads more, and nobody more at once. */
export const CELLS_AT_ONCE = 300_000;

/** Rows and columns count from 1, the last ones included. */
export interface Area {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

export interface SheetView {
  readonly name: string;
  /** The last row and column in use. */
  readonly rows: number;
  readonly columns: number;
  /** Texts of formulas, blank where there is none. */
  formulas(area: Area): readonly (readonly string[])[];
  values(area: Area): readonly (readonly CellInput[])[];
}

export interface Workbook {
  /** Where the formula stands that is computed. */
  place(): { readonly sheet: string; readonly column: number };
  sheets(): readonly SheetView[];
  /** Where a named range is. */
  named(name: string): { readonly sheet: string; readonly area: Area } | undefined;
}

/** Tables of the add-on by name, as they were read; nothing where there is none, or it is too large to be read by a formula. */
export type Tables = (name: string) => Contents | undefined;
