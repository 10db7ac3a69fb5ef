/** Decides which cells can be rewritten along with edits, and which number formats to keep. */
import { consecutive } from '../protocol/lists.ts';
import { AUTOMATIC, AUTOMATIC_READ, type Cell, formatOf, TEXT_FORMAT } from './cells.ts';
import { type Column, ROW_KEY } from './columns.ts';
import type { RowEdit } from './diff.ts';
import { type Contents, isUnfinished, keyAt } from './positions.ts';
import type { Area, Details, Sheet } from './sheet.ts';

export interface Canvas {
  /** Contiguous ranges of our columns. */
  readonly segments: readonly (readonly [first: number, last: number])[];
  /** Whether the cell can be rewritten with its current value. */
  isFree(row: number, position: number): boolean;
  cell(row: number, position: number): Cell;
  format(row: number, position: number): string;
  needsFormat(row: number, position: number, cell: Cell): boolean;
  formatOf(row: number, position: number, cell: Cell): string;
}

/** Creates a canvas for lists of edits. Reads formulas and formats lazily, and only around the edits. */
export type Ground = (...lists: (readonly RowEdit[])[]) => Canvas;

/** Maximum number of cells to read in a single call for all lists together. */
const AT_ONCE = 20_000;

/** Formats of unformatted cells. */
const PLAIN = new Set(['', AUTOMATIC, AUTOMATIC_READ]);

/** Ignores a format's quoted, escaped, and bracketed parts, which are literal text. */
function isDateFormat(format: string) {
  const [first] = format.replace(/"[^"]*"|\\.|\[(?!(h+|m+|s+)\])[^\]]*\]/gi, '').split(';', 1);
  return /[ymdhs]/i.test(first!);
}

/** `model` contains the formats of the last complete row. New rows get the ones that the user chose. */
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
    const find = (row: number, position: number) =>
      read.find(
        ({ area: { top, bottom, left, right } }) =>
          row >= top && row <= bottom && position >= left && position <= right,
      );
    const detailOf = (which: keyof Details, row: number, position: number) => {
      const found = find(row, position);
      if (!found || !sheet) return '';
      found.details ??= sheet.details(found.area);
      return found.details[which][row - found.area.top]?.[position - found.area.left] ?? '';
    };
    const format = (row: number, position: number) => detailOf('formats', row, position);
    const formatOfKnown = (row: number, position: number, value: Cell) => {
      const current = format(row, position);
      // A torn new row can lack formats.
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
        // Keep any date format.
        if (value instanceof Date && cell(row, position) instanceof Date) return false;
        return formatOfKnown(row, position, value) !== format(row, position);
      },
      formatOf: (row, position, value) =>
        isKnown(row) ? formatOfKnown(row, position, value) : newFormat(position, value),
    };
  };
}

function isText(value: Cell) {
  return typeof value === 'string' && value !== '';
}

function fits(format: string, value: Cell) {
  return value === '' || isDateFormat(format) === value instanceof Date;
}

export function areaOf(edits: readonly RowEdit[]): Area | undefined {
  return edits
    .filter(({ positions }) => positions.length > 0)
    .map(({ row, positions }) => lineOf(row, positions))
    .reduce<Area | undefined>((area, each) => (area ? around(area, each) : each), undefined);
}

/** Requires ascending positions. */
export function lineOf(row: number, positions: readonly number[]): Area {
  return { top: row, bottom: row, left: positions[0]!, right: positions[positions.length - 1]! };
}

/** Returns the smallest area that contains both areas. */
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
