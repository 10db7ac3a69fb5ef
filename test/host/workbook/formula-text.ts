/** Rewrites formulas: updates references after sheet changes, shifts copies, and converts R1C1 notation. */
import { columnLetters } from './area.ts';
import { type LineChange, mapSpan } from './line-change.ts';
import { type Corner, mapReferences, quoteSheet, type Reference, referenceBounds } from './references.ts';

/** Adjusts references to a sheet whose rows or columns changed. */
export function adjustFormula(
  formula: string,
  refersToChanged: (sheet: string | undefined) => boolean,
  axis: 'row' | 'column',
  change: LineChange,
): string {
  const adjusted = (reference: Reference): Reference | null => {
    const { top, left, bottom, right } = referenceBounds(reference);
    const { start, end } = reference;
    if ((axis === 'row' ? (start.row ?? end?.row) : (start.column ?? end?.column)) === undefined) return reference;
    const [from, to] = axis === 'row' ? [top, bottom] : [left, right];
    const span = mapSpan(change, from, end ? to : from);
    if (span === undefined) return null;
    if (span[0] === from && (end === undefined || span[1] === to)) return reference;
    return {
      ...reference,
      start: withLine(start, axis, span[0]),
      ...(end ? { end: withLine(end, axis, span[1]) } : {}),
    };
  };
  return mapReferences(formula, adjusted, refersToChanged);
}

/** Shifts relative references, as pasting does. */
export function shiftFormula(formula: string, rows: number, columns: number): string {
  if (rows === 0 && columns === 0) return formula;
  const shift = (corner: Corner): Corner | null => {
    const row = corner.row !== undefined && !corner.rowFixed ? corner.row + rows : corner.row;
    const column = corner.column !== undefined && !corner.columnFixed ? corner.column + columns : corner.column;
    if ((row ?? 1) < 1 || (column ?? 1) < 1) return null;
    return { ...corner, ...(row === undefined ? {} : { row }), ...(column === undefined ? {} : { column }) };
  };
  return mapReferences(formula, (reference) => {
    const start = shift(reference.start);
    const end = reference.end && shift(reference.end);
    if (start === null || end === null) return null;
    return { ...reference, start, ...(end ? { end } : {}) };
  });
}

/** Updates references to a renamed sheet; if `to` is null, replaces them with `#REF!`. */
export function renameSheetInFormula(formula: string, from: string, to: string | null): string {
  return mapReferences(formula, (reference) => {
    if (reference.sheet?.toLowerCase() !== from.toLowerCase()) return reference;
    return to === null ? null : { ...reference, sheet: to };
  });
}

export function toR1C1(formula: string, row: number, column: number): string {
  const part = (letter: string, line: number | undefined, fixed: boolean, origin: number): string => {
    if (line === undefined) return '';
    return letter + (fixed ? line : `[${line - origin}]`);
  };
  const text = (corner: Corner): string =>
    part('R', corner.row, corner.rowFixed, row) + part('C', corner.column, corner.columnFixed, column);
  return mapReferences(formula, ({ sheet, start, end }) => {
    const prefix = sheet === undefined ? '' : `${quoteSheet(sheet)}!`;
    return prefix + text(start) + (end ? `:${text(end)}` : '');
  });
}

export function fromR1C1(formula: string, row: number, column: number): string {
  const line = (text: string | undefined, origin: number): { line: number; fixed: boolean } => {
    if (text === undefined || text === '') return { line: origin, fixed: false };
    return text.startsWith('[')
      ? { line: origin + Number(text.slice(1, -1)), fixed: false }
      : { line: Number(text), fixed: true };
  };
  const pattern = /"(?:[^"]|"")*"|(?<![\w.$])R(\[-?\d+\]|\d+)?C(\[-?\d+\]|\d+)?(?![\w.([])/g;
  return formula.replace(pattern, (text: string, rowText?: string, columnText?: string) => {
    if (text.startsWith('"')) return text;
    const r = line(rowText, row);
    const c = line(columnText, column);
    if (r.line < 1 || c.line < 1) return '#REF!';
    return `${c.fixed ? '$' : ''}${columnLetters(c.line)}${r.fixed ? '$' : ''}${r.line}`;
  });
}

function withLine(corner: Corner, axis: 'row' | 'column', line: number): Corner {
  return corner[axis] === undefined || line === Infinity ? corner : { ...corner, [axis]: line };
}
