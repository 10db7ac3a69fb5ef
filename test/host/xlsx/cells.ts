import type { SnapshotCell } from '../workbook/surface.ts';
import { element, escapeCellText, escapeXml } from './xml.ts';

/** The only errors that files support. Others are stored as text. */
const errors = new Set(['#NULL!', '#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#NUM!', '#N/A']);

export interface WrittenFormula {
  readonly text: string;
  /** The cells that an array formula fills; undefined for an ordinary formula. */
  readonly array?: string;
}

/** `name` is the cell's address, such as `A1`. */
export function cellXml(
  name: string,
  style: number,
  cell: SnapshotCell | undefined,
  formula: WrittenFormula | undefined,
): string {
  const computed = formula
    ? element('f', formula.array ? { t: 'array', ref: formula.array } : {}, escapeXml(formula.text))
    : '';
  const written = (type: string | undefined, content: string) =>
    element('c', { r: name, s: style === 0 ? undefined : style, t: type }, computed, content);
  const value = cell?.value ?? '';
  if (typeof value === 'number') return written(undefined, `<v>${value}</v>`);
  if (typeof value === 'boolean') return written('b', `<v>${Number(value)}</v>`);
  if (cell?.error !== undefined && errors.has(value)) return written('e', `<v>${value}</v>`);
  if (formula) return written('str', element('v', {}, escapeCellText(value)));
  if (value === '') return written(undefined, '');
  return written('inlineStr', `<is><t xml:space="preserve">${escapeCellText(value)}</t></is>`);
}
