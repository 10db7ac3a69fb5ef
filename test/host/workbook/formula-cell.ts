import type { CompiledFormula } from '@odoo/o-spreadsheet';
import type { Area } from './area.ts';
import { CIRCULAR } from './google-text.ts';
import type { Scalar } from './sheet.ts';

/** Errors are strings, and dates are numbers with a date format. */
export interface EngineValue {
  value: Scalar | null;
  format?: string;
  message?: string;
  /** The target of a hyperlink. */
  link?: string;
}

export interface FormulaCell {
  sheetId: number;
  row: number;
  column: number;
  text: string;
  /** Absent until needed, and after a referenced cell or name has moved. */
  compiled?: CompiledFormula;
  dependencies: readonly Area[];
  /** Waiting for a custom function. `result` is the previous one. */
  loading: boolean;
  /** The result can differ each time, because of the formula itself or its arguments. */
  volatile: boolean;
  /** [column][row], at least one cell. */
  result: EngineValue[][];
  /** The area of the result, even if it is blocked. */
  zone: Area;
  /** A cell blocks the spill. */
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

/** Google's name of an engine error; undefined for other values. */
export function shownError(value: unknown): string | undefined {
  return typeof value === 'string' && value.startsWith('#') ? SHOWN[value] : undefined;
}

export function errorText({ value, message }: EngineValue): string {
  if (value === '#CYCLE') return CIRCULAR;
  if (value === '#BAD_EXPR') return 'Formula parse error.';
  return message ?? '';
}

export function resultAt(cell: FormulaCell, row: number, column: number): EngineValue {
  return cell.result[column - cell.column]?.[row - cell.row] ?? { value: '' };
}
