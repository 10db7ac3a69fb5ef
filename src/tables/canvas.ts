/** The present cells of a sheet: which may be rewritten along with edits, and which number formats stay. */
import { consecutive } from '../protocol/lists.ts';
import { AUTOMATIC, AUTOMATIC_READ, type Cell, formatOf, TEXT_FORMAT } from './cells.ts';
import { type Column, ROW_KEY } from './columns.ts';
import type { RowEdit } from './diff.ts';
import { type Contents, isUnfinished, keyAt } from './positions.ts';
import type { Area, Details, Sheet } from './sheet.ts';

export interface Canvas {
  /** Runs of adjacent columns of ours. */
  readonly segments: readonly (readonly [first: number, last: number])[];
  /** Whether this cell of ours may be rewritten with its own value. */
  isFree(row: number, position: number): boolean;
  cell(row: number, position: number): Cell;
  format(row: number, position: number): string;
  /** Whether the cell needs another number format for this value. */
  needsFormat(row: number, position: number, cell: Cell): boolean;
  /** The number format that the cell needs for this value. */
  formatOf(row: number, position: number, cell: Cell): string;
}

/** Makes a canvas for lists of edits. Formulas and formats are read when they are first needed, and only around the edits. */
export type Ground = (...lists: (readonly RowEdit[])[]) => Canvas;

/** An area around all lists with at most this many cells is read in one call. */
const AT_ONCE = 20_000;

/** The formats of cells that nobody has formatted. */
const PLAIN = new Set(['', AUTOMATIC, AUTOMATIC_READ]);

/** Whether a format shows dates. Its quoted, escaped and bracketed parts are literal text. */
function isDateFormat(format: string): boolean {
  const [first] = format.replace(/"[^"]*"|\\.|\[(?!(h+|m+|s+)\])[^\]]*\]/gi, '').split(';', 1);
  return /[ymdhs]/i.test(first!);
}

/** New rows get the number formats of `model`, the last complete row, where the person chose them. */
export function groundOf(
  sheet: Sheet | undefined,
  contents: Contents,
  columns: readonly Column[],
  model?: readonly string[],
): Ground {
  const { cells, positions } = contents;
  const kinds = new Map(columns.map(({ id, kind }) => [positions.get(id) ?? 0, kind]));
  kinds.set(positions.get(ROW_KEY.id) ?? 0, ROW_KEY.kind);
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
  return (...lists) => {
    const areas = lists.flatMap((edits) => areaOf(edits.filter(({ row }) => isKnown(row))) ?? []);
    const all = areas.length > 0 ? areas.reduce(around) : undefined;
    const read = (all && sizeOf(all) <= AT_ONCE ? [all] : areas).map((area) => ({
      area,
      details: undefined as Details | undefined,
    }));
    const find = (row: number, position: number) => read.find(({ area }) => isInside(row, position, area));
    const detailOf = (which: keyof Details, row: number, position: number) => {
      const found = find(row, position);
      if (!found || !sheet) return '';
      found.details ??= sheet.details(found.area);
      return found.details[which][row - found.area.top]?.[position - found.area.left] ?? '';
    };
    const format = (row: number, position: number) => detailOf('formats', row, position);
    const formatOfKnown = (row: number, position: number, value: Cell) => {
      const current = format(row, position);
      // A torn new row may not have its formats yet.
      if (isUnfinished(contents, row - 1)) return chosen(current, value) ?? newFormat(position, value);
      return value === '' ? current : (chosen(current, value) ?? own(position, value));
    };
    return {
      segments,
      cell,
      format,
      isFree: (row, position) => {
        if (!isKnown(row) || !ours.has(position) || !find(row, position)) return false;
        if (detailOf('formulas', row, position) !== '') return false;
        const value = cell(row, position);
        return value === '' || isText(value) === (format(row, position) === TEXT_FORMAT);
      },
      needsFormat: (row, position, value) => {
        if (!isKnown(row)) return true;
        // A date keeps any format that shows dates.
        if (value instanceof Date && cell(row, position) instanceof Date) return false;
        return formatOfKnown(row, position, value) !== format(row, position);
      },
      formatOf: (row, position, value) =>
        isKnown(row) ? formatOfKnown(row, position, value) : newFormat(position, value),
    };
  };
}

function isInside(row: number, position: number, { top, bottom, left, right }: Area): boolean {
  return row >= top && row <= bottom && position >= left && position <= right;
}

function isText(value: Cell): boolean {
  return typeof value === 'string' && value !== '';
}

/** Whether a number format suits the value. */
function fits(format: string, value: Cell): boolean {
  return value === '' || isDateFormat(format) === value instanceof Date;
}

export function areaOf(edits: readonly RowEdit[]): Area | undefined {
  return edits
    .filter(({ positions }) => positions.length > 0)
    .map(({ row, positions }) => lineOf(row, positions))
    .reduce<Area | undefined>((area, each) => (area ? around(area, each) : each), undefined);
}

/** The area of a row from the first to the last of these positions, which are ascending. */
export function lineOf(row: number, positions: readonly number[]): Area {
  return { top: row, bottom: row, left: positions[0]!, right: positions[positions.length - 1]! };
}

/** The smallest area with both. */
export function around(one: Area, other: Area): Area {
  return {
    top: Math.min(one.top, other.top),
    bottom: Math.max(one.bottom, other.bottom),
    left: Math.min(one.left, other.left),
    right: Math.max(one.right, other.right),
  };
}

export function sizeOf({ top, bottom, left, right }: Area): number {
  return Math.max(0, bottom - top + 1) * Math.max(0, right - left + 1);
}
