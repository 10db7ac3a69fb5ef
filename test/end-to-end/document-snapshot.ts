/** Snapshots of a document's sheets and stored data, for comparison. */
import { createHash } from 'node:crypto';
import type { Host } from '../host/host.ts';
import type { Workbook } from '../host/workbook/workbook.ts';
import { textOf } from './table-snapshot.ts';

type Looks = Readonly<Record<string, unknown>>;

/** Columns other than `As of` that contain pull times. */
const TIMES: Readonly<Record<string, readonly string[]>> = {
  Catalog: ['Stock polled', 'Prices polled', 'First seen', 'Daily changes'],
  Status: ['As of', 'First seen'],
  // The row key of Stock history includes the time.
  'Stock history': ['First seen', 'Last seen', 'Row key'],
};

/**
 * Sheets that depend on run times. Today and Findings show hours left, and the row order of Findings depends on earlier
 * runs.
 */
const RUN_SHEETS = ['Market journal', 'Log', 'Changes', 'Today', 'Today data', 'Findings'];

export function sheetsOf({ workbook }: Host): ReadonlyMap<string, string> {
  const compared = workbook.sheets().filter(({ name }) => !RUN_SHEETS.includes(name));
  const looks = compared.map(({ name }) => {
    const times = TIMES[name] ?? ['As of'];
    return [name, JSON.stringify(looksOf(workbook, name, times))] as const;
  });
  return new Map(looks);
}

export function differencesOf(
  found: ReadonlyMap<string, string>,
  expected: ReadonlyMap<string, string>,
): readonly string[] {
  return [...new Set([...expected.keys(), ...found.keys()])].flatMap((name) => {
    const [is, should] = [found.get(name), expected.get(name)];
    if (is === should) return [];
    if (is === undefined || should === undefined) return [`${name} is ${is ? 'there' : 'missing'}`];
    return [`${name}: ${differenceOf(JSON.parse(is) as Looks, JSON.parse(should) as Looks)}`];
  });
}

export function stateOf({ workbook, stores }: Host): string {
  const sheets = workbook.sheets().map(({ name }) => [name, looksOf(workbook, name, [])]);
  const marks = workbook.findMetadata().map(({ id: _, ...mark }) => mark);
  const users = [...stores.user].map(([user, values]) => [user, [...values]]);
  const caches = [...stores.caches].map(([name, entries]) => [name, [...entries]]);
  const all = [sheets, marks, [...stores.document], [...stores.script], users, caches];
  return createHash('sha256').update(JSON.stringify(all)).digest('hex');
}

function looksOf(workbook: Workbook, name: string, without: readonly string[]): Looks {
  const { sheetId, rows, columns, frozenRows } = workbook.sheetByName(name)!;
  const rect = { row: 1, column: 1, rows: Math.max(workbook.lastRow(sheetId), 1), columns };
  const values = workbook.read(sheetId, rect, 'values');
  const left = values[0]!.flatMap((header, column) => (without.includes(String(header)) ? [column] : []));
  const aspects = ['formulas', 'numberFormats', 'notes', 'backgrounds'] as const;
  return {
    values: values.map((line, row) =>
      line.map((cell, column) =>
        row > 0 ? (left.includes(column) ? '' : textOf(cell)) : cell instanceof Date ? '' : textOf(cell),
      ),
    ),
    ...Object.fromEntries(aspects.map((aspect) => [aspect, workbook.read(sheetId, rect, aspect)])),
    hidden: values[0]!.map((_, column) => workbook.isColumnHidden(sheetId, column + 1)).join(),
    rows,
    columns,
    frozenRows,
  };
}

function differenceOf(found: Looks, expected: Looks): string {
  const part = differing(found, expected)!;
  const [is, should] = [found[part], expected[part]];
  if (!Array.isArray(is) || !Array.isArray(should)) return `${part} ${is}, not ${should}`;
  const row = Number(differing(is, should));
  const [line, wanted] = [is[row] ?? [], should[row] ?? []];
  const column = Number(differing(line, wanted));
  return `${part} of row ${row + 1}, column ${column + 1}: ${line[column]}, not ${wanted[column]}`;
}

function differing(one: object, other: object): string | undefined {
  const [is, should] = [one, other].map((each) => new Map(Object.entries(each)));
  const names = [...new Set([...should!.keys(), ...is!.keys()])];
  return names.find((name) => JSON.stringify(is!.get(name)) !== JSON.stringify(should!.get(name)));
}
