/** A formula in its cell, with what was last computed for it. */
import type { CompiledFormula } from '@odoo/o-spreadsheet';
import type { Area } from './area.ts';
import { CIRCULAR } from './google-text.ts';
import type { Scalar } from './sheet.ts';

/** A value in the engine's words: errors are strings of its own, dates numbers with a date format. */
export interface EngineValue {
  value: Scalar | null;
  format?: string;
  message?: string;
  /** Where a click on it leads. */
  link?: string;
}

export interface FormulaCell {
  sheetId: number;
  row: number;
  column: number;
  text: string;
  /** Absent until it is needed, and again after anything it names has moved. */
  compiled?: CompiledFormula;
  dependencies: readonly Area[];
  /** Waiting for a custom function; the last result is kept for the time after. */
  loading: boolean;
  /** Gives another result each time, by itself or by what it reads. */
  volatile: boolean;
  /** [column][row], at least one by one. */
  result: EngineValue[][];
  /** What the result covers, or would cover if nothing were in the way. */
  zone: Area;
  /** Something is in the way of the zone. */
  blocked: boolean;
  callsCustom: boolean;
}

const SHOWN: Record<string, string> = {
  '#REF': '#REF!',
  '#CYCLE': '#REF!',
  '#SPILL!': '#REF!',
  '#ERROR': '#ERROR!',
  '#BAD_EXPR': '#ERROR!',
  '#NAME?': '#NAME?',
  '#N/A': '#N/A',
  '#VALUE!': '#VALUE!',
  '#DIV/0!': '#DIV/0!',
  '#NUM!': '#NUM!',
  '#NULL!': '#NULL!',
};

export const LOADING = 'Loading...';

/** Google's word for an error value of the engine; undefined for anything else. */
export function shownError(value: unknown): string | undefined {
  return typeof value === 'string' && value.startsWith('#') ? SHOWN[value] : undefined;
}

export function errorText({ value, message }: EngineValue): string {
  if (value === '#CYCLE') return CIRCULAR;
  if (value === '#BAD_EXPR') return 'Formula parse error.';
  return message ?? '';
}

/** The part of a formula's result that shows in one of its cells. */
export function resultAt(cell: FormulaCell, row: number, column: number): EngineValue {
  return cell.result[column - cell.column]?.[row - cell.row] ?? { value: '' };
}
