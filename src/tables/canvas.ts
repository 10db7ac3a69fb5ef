/** The cells of a sheet as they stand: which may be written along, and which number formats are to stay. */
import { neighbours } from './blocks.ts';
import type { Cell } from './cells.ts';
import { formatOf, TEXT_FORMAT } from './cells.ts';
import type { Column } from './columns.ts';
import type { Contents } from './places.ts';
import { keyAt } from './places.ts';
import type { Details, Sheet } from './sheet.ts';

export interface Canvas {
  /** Positions of our columns that have none of the person's between them, first and last. */
  readonly segments: readonly (readonly [first: number, last: number])[];
  /** Whether a cell may be written along as it stands: one of ours, in a row of ours, that writing leaves what it is. */
  isFree(row: number, place: number): boolean;
  cell(row: number, place: number): Cell;
  /** Number format as it stands. */
  format(row: number, place: number): string;
  /** Whether the cell needs another number format before it can hold that. */
  needsFormat(row: number, place: number, cell: Cell): boolean;
  /** Number format of the cell once it holds that. */
  formatOf(row: number, place: number, cell: Cell): string;
}

/** What a cell has that nobody gave a format. */
const PLAIN = new Set(['', 'General', '0.###############']);

/** Whether a number in such a cell reads as a date. What is quoted, escaped or in brackets is shown as it is. */
function isDateFormat(format: string): boolean {
  const [first = ''] = format.replace(/"[^"]*"|\\.|\[(?!(h+|m+|s+)\])[^\]]*\]/gi, '').split(';');
  return /[ymdhs]/i.test(first);
}

/**
 * `rows` are the first and the last row whose details may be asked for; they are read once, when first needed.
 * `model` is a row of ours whose number formats new rows take over, where the person chose them.
 */
export function canvasOf(
  sheet: Sheet | undefined,
  contents: Contents,
  columns: readonly Column[],
  rows: readonly [first: number, last: number],
  model?: readonly string[],
): Canvas {
  const { cells, places } = contents;
  const kinds = new Map(columns.map(({ id, kind }) => [places.get(id) ?? 0, kind]));
  const ours = new Set(places.values());
  let read: Details | undefined;
  const details = () => {
    read ??= sheet?.details(...rows) ?? { formulas: [], formats: [] };
    return read;
  };
  const isKnown = (row: number) => keyAt(contents, row - 1) !== '';
  const cell = (row: number, place: number) => cells[row - 1]?.[place - 1] ?? '';
  const format = (row: number, place: number) => details().formats[row - rows[0]]?.[place - 1] ?? '';
  const own = (place: number, value: Cell) => {
    const kind = kinds.get(place);
    return kind ? formatOf(kind, value) : 'General';
  };
  const isText = (value: Cell) => typeof value === 'string' && value !== '';
  const fits = (format: string, value: Cell) =>
    value === '' || isDateFormat(format) === value instanceof Date;
  const chosen = (format: string | undefined, place: number, value: Cell) =>
    format === undefined ||
    PLAIN.has(format) ||
    format === TEXT_FORMAT ||
    isText(value) ||
    !fits(format, value)
      ? own(place, value)
      : format;
  const formatOfKnown = (row: number, place: number, value: Cell) =>
    value === '' ? format(row, place) : chosen(format(row, place), place, value);
  return {
    segments: neighbours(ours),
    cell,
    format,
    isFree: (row, place) => {
      if (!isKnown(row) || !ours.has(place) || row < rows[0] || row > rows[1]) return false;
      if ((details().formulas[row - rows[0]]?.[place - 1] ?? '') !== '') return false;
      const value = cell(row, place);
      return value === '' || isText(value) === (format(row, place) === TEXT_FORMAT);
    },
    needsFormat: (row, place, value) =>
      !isKnown(row) || formatOfKnown(row, place, value) !== format(row, place),
    formatOf: (row, place, value) =>
      isKnown(row) ? formatOfKnown(row, place, value) : chosen(model?.[place - 1], place, value),
  };
}
