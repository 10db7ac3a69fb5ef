/** Predicts a sheet after a pull, from the previous sheet and the marketplace's orders. */
import type { CellValue } from '../../host/workbook/surface.ts';
import { formulaOf, shifted, templateOf } from './formula.ts';
import type { TableModel } from './model.ts';
import { KEPT } from './shop.ts';
import { BLANK, type Cell, cellAt, type Seen, same, upTo } from './sight.ts';

/** The expected cell. Undefined aspects can have any value, such as a formula's result. */
export type Expected = { readonly [aspect in keyof Cell]?: Cell[aspect] | undefined };

export interface ForeseenRow {
  readonly key: string;
  readonly isNew: boolean;
  /** The cells that are expected to change, by position. */
  readonly cells: ReadonlyMap<number, Expected>;
  /** Positions of user columns whose formula is filled down into this row. */
  readonly fills: ReadonlySet<number>;
}

export interface Foresight {
  /** Columns from left to right, including new ones. */
  readonly columns: readonly string[];
  readonly added: readonly string[];
  /** Returns the new position of an existing column. */
  readonly goes: (position: number) => number;
  /** Existing and new add-on rows, by row number. */
  readonly rows: ReadonlyMap<number, ForeseenRow>;
  readonly lastRow: number;
  readonly counts: { added: number; changed: number; unchanged: number; gone: number };
  /** The expected cell if the pull doesn't change it. */
  readonly rest: (row: number, position: number) => Expected;
  readonly cell: (row: number, position: number) => Expected;
}

type Row = Readonly<Record<string, CellValue>>;

export interface Question {
  readonly now: number;
  readonly asked: ReadonlySet<string>;
  /** Headers by column ID. */
  readonly wanted: ReadonlyMap<string, string>;
  /** Cells of all returned rows, by row key and column ID. */
  readonly coming: ReadonlyMap<string, Row>;
  /** The order of added columns. */
  readonly order: readonly string[];
  readonly computed: ReadonlySet<string>;
}

/** The blank columns on the right of a table. */
const SPARE = 3;

export function foresee(sheet: TableModel, before: Seen | undefined, question: Question): Foresight {
  const { now, asked, wanted, coming, order, computed } = question;
  const added = order.filter((column) => wanted.has(column) && !sheet.columns.includes(column));
  const ours = upTo(sheet.columns.length).filter((position) => !sheet.isOwn(position));
  const at = Math.max(0, ...ours) + 1;
  // If only blank columns are on the right, they are filled. Columns are inserted before them to keep three.
  const lacking = at - 1 + added.length + SPARE - (before?.widths.length ?? 0);
  const moved = at <= sheet.columns.length || added.length === 0 ? added.length : Math.max(0, lacking);
  const goes = (position: number) => (position < at ? position : position + moved);
  const was = (position: number) => (position < at ? position : position < at + added.length ? 0 : position - moved);
  const columns = sheet.columns.toSpliced(at - 1, 0, ...added);
  const cellBefore = (row: number, position: number) =>
    before && position > 0 ? cellAt(before, row, position) : BLANK;
  const shift = (formula: string) => shifted(formula, at, moved);
  const rest = (row: number, position: number): Expected => {
    const column = columns[position - 1] ?? '';
    if (added.includes(column)) {
      const { format: _, ...blank } = BLANK;
      return row === 1 ? { value: wanted.get(column)! } : blank;
    }
    if (row === 1 && position > columns.length) {
      // A new sheet's header formatting extends beyond the add-on's columns, and new columns take up part of it.
      const { color: _, format: __, ...blank } = cellBefore(row, was(position));
      return blank;
    }
    return resting(cellBefore(row, was(position)), shift);
  };

  const pattern = before ? patternOf(sheet, before) : new Map<number, Pattern>();
  const fillsOf = (row: number) =>
    [...pattern].flatMap(([position, { template, format }]) => {
      const { value, formula, note, color } = cellBefore(row, position);
      if (value !== '' || formula !== '') return [];
      return [[goes(position), { formula: shift(formulaOf(template, row)), note, color, format }] as const];
    });

  const model = before ? lastComplete(sheet, before, 1)[0] : undefined;
  const modelCell = (position: number) => (model ? cellBefore(model, was(position)) : BLANK);
  const rows = new Map<number, ForeseenRow>();
  const changed = new Set<string>();
  const known = new Set<string>();
  let gone = 0;
  for (const row of before ? upTo(before.lastRow) : []) {
    const key = sheet.keyOf(before!, row);
    if (key === '') continue;
    known.add(key);
    const record = coming.get(key);
    const cells = new Map<number, Expected>();
    const fills = new Set<number>();
    rows.set(row, { key, isNew: false, cells, fills });
    const cellIn = (column: string) => cellBefore(row, sheet.position(column));
    if (!record) {
      const asOf = cellIn('asOf').value;
      const isPast =
        (asOf instanceof Date && asOf.getTime() < now) || String(cellIn('rowKey').value).startsWith('incomplete');
      if (!isPast || cellIn('goneSince').value !== '' || !asked.has(String(cellIn('orderNumber').value))) continue;
      gone++;
      const { note, color } = cellIn('goneSince');
      cells.set(columns.indexOf('goneSince') + 1, { value: new Date(now), formula: '', note, color });
      continue;
    }
    for (const column of wanted.keys()) {
      const is = record[column]!;
      if ((column === KEPT || computed.has(column)) && is === '') continue;
      const cell = cellIn(column);
      if (same(cell.value, is)) continue;
      if (column !== 'asOf' && !computed.has(column)) changed.add(key);
      const { note, color } = cell;
      const format = is === '' ? cell.format : formatFor(is, cell);
      cells.set(columns.indexOf(column) + 1, { value: is, formula: '', note, color, format });
    }
    if (!sheet.isUnfinished(before!, row)) continue;
    // Completing an incomplete row sets the number formats of a new row, even in blank cells.
    for (const position of upTo(columns.length).filter((position) => !columns[position - 1]!.startsWith('own'))) {
      const { value, formula, format, note, color } = cellBefore(row, was(position));
      const is = cells.get(position)?.value ?? value;
      const isWritten = cells.has(position) || (value === '' && formula === '');
      if (PLAIN.has(format) && isWritten)
        cells.set(position, {
          value: is,
          formula: '',
          note,
          color,
          format: formatFor(is, modelCell(position)),
        });
    }
    for (const [position, fill] of fillsOf(row)) {
      cells.set(position, fill);
      fills.add(position);
    }
  }

  const newKeys = [...coming.keys()].filter((key) => !known.has(key));
  const first = before ? endOf(sheet, before, newKeys.length) + 1 : 2;
  newKeys.forEach((key, index) => {
    const row = first + index;
    const cells = new Map<number, Expected>();
    for (const position of upTo(columns.length)) {
      const column = columns[position - 1]!;
      if (column.startsWith('own')) continue;
      const is = wanted.has(column) ? coming.get(key)![column]! : '';
      const { note, color } = cellBefore(row, was(position));
      cells.set(position, {
        value: is,
        formula: '',
        note,
        color,
        format: formatFor(is, modelCell(position)),
      });
    }
    const fills = fillsOf(row);
    for (const [position, fill] of fills) cells.set(position, fill);
    rows.set(row, { key, isNew: true, cells, fills: new Set(fills.map(([position]) => position)) });
  });

  const counts = {
    added: newKeys.length,
    changed: changed.size,
    unchanged: coming.size - newKeys.length - changed.size,
    gone,
  };
  const lastRow = Math.max(before?.lastRow ?? 1, newKeys.length > 0 ? first + newKeys.length - 1 : 1);
  const cell = (row: number, position: number) => {
    const changing = rows.get(row)?.cells;
    const expected = changing?.get(position) ?? rest(row, position);
    if (columns[position - 1] !== 'rowKey' || !changing?.size) return expected;
    // A split row's key is marked first, then rewritten as plain text.
    const { format: _, ...key } = expected;
    return key;
  };
  return { columns, added, goes, rows, lastRow, counts, rest, cell };
}

/** Default formats. */
const PLAIN = new Set(['General', '@']);

function isText(value: CellValue): boolean {
  return typeof value === 'string' && value !== '';
}

/** Strings get the plain text format. The user's format is kept if the new value is blank or has the same type. */
function formatFor(is: CellValue, { value, format }: Cell): string | undefined {
  if (isText(is)) return '@';
  const isAlike = is === '' || (typeof is === typeof value && is instanceof Date === value instanceof Date);
  return isAlike && !PLAIN.has(format) ? format : undefined;
}

function resting(cell: Cell, shift: (formula: string) => string): Expected {
  if (cell.formula === '') return cell;
  const { value: _, ...others } = cell;
  return { ...others, formula: shift(cell.formula) };
}

interface Pattern {
  readonly template: string;
  readonly format: string;
}

/** The last `count` complete add-on rows. */
function lastComplete(sheet: TableModel, seen: Seen, count: number): readonly number[] {
  return upTo(seen.lastRow)
    .filter((row) => sheet.keyOf(seen, row) !== '' && !sheet.isUnfinished(seen, row))
    .slice(-count);
}

/** Formulas shared by the last two add-on rows, by user column. */
function patternOf(sheet: TableModel, seen: Seen): ReadonlyMap<number, Pattern> {
  const [above, last] = lastComplete(sheet, seen, 2);
  if (above === undefined || last === undefined) return new Map();
  const own = upTo(sheet.columns.length).filter((position) => sheet.isOwn(position));
  return new Map(
    own.flatMap((position) => {
      const [one, other] = [cellAt(seen, above, position), cellAt(seen, last, position)];
      const template = templateOf(other.formula, last);
      const isRepeated = template !== '' && templateOf(one.formula, above) === template;
      return isRepeated ? [[position, { template, format: other.format }] as const] : [];
    }),
  );
}

/**
 * The last row with content or a note. Ignores the user's unchecked checkboxes, because new rows are added next to
 * them.
 */
function endOf(sheet: TableModel, seen: Seen, added: number): number {
  const isWaiting = (value: CellValue, index: number) => value === false && !isOurs(sheet, index + 1);
  const isUsed = (row: number) =>
    seen.cells[row - 1]?.some(({ value }, index) => value !== '' && !isWaiting(value, index)) ?? false;
  const isNoted = (row: number) => seen.cells[row - 1]?.some(({ note }) => note !== '') ?? false;
  let last = Math.max(1, ...upTo(seen.lastRow).filter(isUsed));
  for (let row = last + 1; row <= last + added; row++) if (isNoted(row)) last = row;
  return last;
}

function isOurs(sheet: TableModel, position: number): boolean {
  return sheet.columnAt(position) !== undefined && !sheet.isOwn(position);
}
