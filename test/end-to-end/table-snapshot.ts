/** Rows of a table, with the add-on's and the user's cells separated. */
import type { CellValue } from '../host/workbook/surface.ts';
import type { Workbook } from '../host/workbook/workbook.ts';

/** Prefix of user columns in tests. */
export const OWN = 'My ';

const AS_OF = 'As of';
const ROW_KEY = 'Row key';

export const INCOMPLETE = 'incomplete';

const MARK = /^incomplete( new)?: /;

export interface RowSnapshot {
  /** 1-based row in the sheet. */
  readonly row: number;
  readonly key: string;
  readonly asOf: CellValue;
  /** Values of `headers`. */
  readonly cells: readonly CellValue[];
  /** Contents of user columns, plus the row's notes and colors. */
  readonly theirs: string;
}

export interface TableSnapshot {
  /** The add-on's columns except `As of`. */
  readonly headers: readonly string[];
  /** Nonblank rows below the header. */
  readonly rows: readonly RowSnapshot[];
}

/** Returns undefined if the sheet doesn't exist. */
export function tableIn(workbook: Workbook, name: string): TableSnapshot | undefined {
  const sheet = workbook.sheetByName(name);
  if (!sheet) return undefined;
  const { sheetId, columns } = sheet;
  const rect = { row: 1, column: 1, rows: Math.max(workbook.lastRow(sheetId), 1), columns };
  const values = workbook.read(sheetId, rect, 'values');
  const formulas = workbook.read(sheetId, rect, 'formulasR1C1');
  const notes = workbook.read(sheetId, rect, 'notes');
  const colors = workbook.read(sheetId, rect, 'backgrounds');
  const names = values[0]!.map(String);
  const own = names.flatMap((header, column) => (header.startsWith(OWN) ? [column] : []));
  const ours = names.flatMap((header, column) =>
    header === '' || header === AS_OF || header.startsWith(OWN) ? [] : [column],
  );
  const [asOf, key] = [names.indexOf(AS_OF), names.indexOf(ROW_KEY)];
  const theirs = (row: number) => {
    const found: string[] = [];
    for (const column of own) {
      const formula = formulas[row]![column]!;
      const content = formula === '' ? values[row]![column]! : formula;
      if (content !== '') found.push(`${names[column]}: ${textOf(content)}`);
    }
    names.forEach((header, column) => {
      const [note, color] = [notes[row]![column]!, colors[row]![column]!];
      if (note !== '') found.push(`${header}: note ${note}`);
      if (color !== '#ffffff') found.push(`${header}: ${color}`);
    });
    return found.join('\n');
  };
  return {
    headers: ours.map((column) => names[column]!),
    rows: values.flatMap((line, row) => {
      if (row === 0 || line.every((cell) => cell === '')) return [];
      const marked = String(line[key] ?? '');
      const plain = marked.replace(MARK, '');
      return [
        {
          row: row + 1,
          key: plain,
          asOf: marked === plain ? (line[asOf] ?? '') : INCOMPLETE,
          cells: ours.map((column) => (column === key ? plain : line[column]!)),
          theirs: theirs(row),
        },
      ];
    }),
  };
}

export function same(one: CellValue | undefined, other: CellValue | undefined): boolean {
  return one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other;
}

export function textOf(cell: CellValue): string {
  return cell instanceof Date ? cell.toISOString() : JSON.stringify(cell);
}
