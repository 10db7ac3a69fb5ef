import { type SheetInfo, STYLE_DEFAULTS } from '../workbook/surface.ts';
import type { Workbook } from '../workbook/workbook.ts';
import { mostColumns, mostRows } from './content.ts';
import type { Look } from './styles.ts';

const aspects = [
  'numberFormats',
  'backgrounds',
  'fontColors',
  'fontWeights',
  'fontStyles',
  'fontLines',
  'fontSizes',
  'fontFamilies',
  'horizontalAlignments',
  'verticalAlignments',
  'wrapStrategies',
  'validations',
] as const;

const linesAtOnce = 1000;

export interface LookedRow {
  readonly row: number;
  readonly looks: readonly Look[];
  /** One per column; null if the cell has no rule. */
  readonly validations: readonly unknown[];
}

export function sheetSize({ rows, columns }: SheetInfo): { rows: number; columns: number } {
  return { rows: Math.min(rows, mostRows), columns: Math.min(columns, mostColumns) };
}

/** Reads in blocks, because a grid can have millions of cells. */
export function* looksOf(workbook: Workbook, sheet: SheetInfo): Generator<LookedRow> {
  const { rows, columns } = sheetSize(sheet);
  for (let first = 1; first <= rows; first += linesAtOnce) {
    const count = Math.min(linesAtOnce, rows - first + 1);
    yield* linesFrom(workbook, sheet.sheetId, first, count, columns);
  }
}

/** The last row's formats are usually those of all blank cells in a column. */
export function lastLooks(workbook: Workbook, sheet: SheetInfo): readonly Look[] {
  const { rows, columns } = sheetSize(sheet);
  return linesFrom(workbook, sheet.sheetId, rows, 1, columns)[0]!.looks;
}

function linesFrom(workbook: Workbook, sheetId: number, first: number, count: number, columns: number): LookedRow[] {
  const rect = { row: first, column: 1, rows: count, columns };
  const read = aspects.map((aspect) => workbook.read(sheetId, rect, aspect) as unknown[][]);
  const rules = aspects.length - 1;
  const lines: LookedRow[] = [];
  for (let line = 0; line < count; line++) {
    const above = lines[line - 1]?.looks;
    const looks: Look[] = [];
    for (let column = 0; column < columns; column++) {
      looks.push(above && likeAbove(read, line, column) ? above[column]! : lookAt(read, line, column));
    }
    lines.push({ row: first + line, looks, validations: read[rules]![line]! });
  }
  return lines;
}

/** Cells with the format of the cell above share its object, which makes comparisons fast. */
function likeAbove(read: readonly unknown[][][], line: number, column: number): boolean {
  for (let at = 0; at < aspects.length - 1; at++) {
    if (read[at]![line]![column] !== read[at]![line - 1]![column]) return false;
  }
  return true;
}

function lookAt(read: readonly unknown[][][], line: number, column: number): Look {
  const look: Record<string, unknown> = {};
  for (let at = 0; at < aspects.length - 1; at++) {
    const value = read[at]![line]![column];
    if (value !== STYLE_DEFAULTS[aspects[at]!]) look[aspects[at]!] = value;
  }
  return look;
}
