/** The current cells of a sheet: which may be written along with edits, and which number formats stay. */
import { consecutive } from '../protocol/grouped.ts';
import { AUTOMATIC, AUTOMATIC_READ, type Cell, formatOf, TEXT_FORMAT } from './cells.ts';
import { AS_OF, type Column, ROW_KEY } from './columns.ts';
import type { RowEdit } from './diff.ts';
import { type Contents, isUnfinished, keyAt } from './positions.ts';
import type { Area, Details, Positions, Sheet } from './sheet.ts';

export interface Canvas {
  /** Positions of our columns that have none of the person's between them, first and last. */
  readonly segments: readonly (readonly [first: number, last: number])[];
  /** Whether a cell may be written along: one of ours, in a row of ours, that stays the same when written. */
  isFree(row: number, position: number): boolean;
  cell(row: number, position: number): Cell;
  /** Current number format. */
  format(row: number, position: number): string;
  /** Whether the cell needs another number format before it can hold that. */
  needsFormat(row: number, position: number, cell: Cell): boolean;
  /** Number format of the cell once it holds that. */
  formatOf(row: number, position: number, cell: Cell): string;
}

/** What a cell has that nobody gave a format. */
const PLAIN = new Set(['', AUTOMATIC, AUTOMATIC_READ]);

/** Whether a number in such a cell reads as a date. What is quoted, escaped or in brackets is shown as it is. */
function isDateFormat(format: string): boolean {
  const [first] = format.replace(/"[^"]*"|\\.|\[(?!(h+|m+|s+)\])[^\]]*\]/gi, '').split(';', 1);
  return /[ymdhs]/i.test(first!);
}

/** The canvas for some edits: formulas and formats are read of the area around them alone. */
export type Ground = (edits: readonly RowEdit[]) => Canvas;

/** `model` is a row of ours whose number formats new rows take over, where the person chose them. */
export function groundOf(
  sheet: Sheet | undefined,
  contents: Contents,
  columns: readonly Column[],
  model?: readonly string[],
): Ground {
  const { cells, positions } = contents;
  const kinds = new Map(columns.map(({ id, kind }) => [positions.get(id) ?? 0, kind]));
  const ours = new Set(positions.values());
  const segments = consecutive(ours);
  const isKnown = (row: number) => keyAt(contents, row - 1) !== '';
  const cell = (row: number, position: number) => cells[row - 1]?.[position - 1] ?? '';
  const own = (position: number, value: Cell) => {
    const kind = kinds.get(position);
    return kind ? formatOf(kind, value) : AUTOMATIC;
  };
  const chosen = (format: string | undefined, value: Cell) =>
    format === undefined || PLAIN.has(format) || format === TEXT_FORMAT || isText(value) || !fits(format, value)
      ? undefined
      : format;
  const newFormat = (position: number, value: Cell) => chosen(model?.[position - 1], value) ?? own(position, value);
  let read: { readonly area: Area; readonly details: Details } | undefined;
  return (edits) => {
    const area = areaOf(edits.filter(({ row }) => isKnown(row)));
    const { top, bottom, left, right } = area;
    // Read once, and not at all where nobody asks: some edits lie inside others.
    const detailsOf = (which: keyof Details, row: number, position: number) => {
      if (!read || !isInside(area, read.area)) {
        const wide = withOwnMarks(area, positions);
        read = { area: wide, details: sheet?.details(wide) ?? { formulas: [], formats: [] } };
      }
      return read.details[which][row - read.area.top]?.[position - read.area.left] ?? '';
    };
    const format = (row: number, position: number) => detailsOf('formats', row, position);
    const formatOfKnown = (row: number, position: number, value: Cell) => {
      const current = format(row, position);
      // An execution that ended while it added the row may not have set all of its formats.
      if (isUnfinished(contents, row - 1)) return chosen(current, value) ?? newFormat(position, value);
      return value === '' ? current : (chosen(current, value) ?? own(position, value));
    };
    return {
      segments,
      cell,
      format,
      isFree: (row, position) => {
        if (row < top || row > bottom || position < left || position > right) return false;
        if (!isKnown(row) || !ours.has(position)) return false;
        if (detailsOf('formulas', row, position) !== '') return false;
        const value = cell(row, position);
        return value === '' || isText(value) === (format(row, position) === TEXT_FORMAT);
      },
      needsFormat: (row, position, value) => {
        if (!isKnown(row)) return true;
        // What reads as a date has the format of one, whichever it is.
        if (value instanceof Date && cell(row, position) instanceof Date) return false;
        return formatOfKnown(row, position, value) !== format(row, position);
      },
      formatOf: (row, position, value) =>
        isKnown(row) ? formatOfKnown(row, position, value) : newFormat(position, value),
    };
  };
}

function isInside(inner: Area, outer: Area): boolean {
  return (
    inner.top >= outer.top && inner.bottom <= outer.bottom && inner.left >= outer.left && inner.right <= outer.right
  );
}

function isText(value: Cell): boolean {
  return typeof value === 'string' && value !== '';
}

/** Whether a value reads through a number format as what it is. */
function fits(format: string, value: Cell): boolean {
  return value === '' || isDateFormat(format) === value instanceof Date;
}

/** Up to so many cells cost no more than another call for a part of them. */
const AT_ONCE = 20_000;

/** With the columns that mark rows as incomplete, which are written before and after the others. */
function withOwnMarks(area: Area, positions: Positions): Area {
  const marks = [AS_OF.id, ROW_KEY.id].flatMap((id) => positions.get(id) ?? []);
  const wide = { ...area, left: Math.min(area.left, ...marks), right: Math.max(area.right, ...marks) };
  const cells = (wide.right - wide.left + 1) * (wide.bottom - wide.top + 1);
  return cells <= AT_ONCE ? wide : area;
}

/** What encloses the edits; nothing does where there are none. */
function areaOf(edits: readonly RowEdit[]): Area {
  const area = { top: Number.POSITIVE_INFINITY, bottom: 0, left: Number.POSITIVE_INFINITY, right: 0 };
  for (const { row, positions } of edits) {
    if (positions.length === 0) continue;
    area.top = Math.min(area.top, row);
    area.bottom = Math.max(area.bottom, row);
    area.left = Math.min(area.left, positions[0]!);
    area.right = Math.max(area.right, positions[positions.length - 1]!);
  }
  return area;
}
