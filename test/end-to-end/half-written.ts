/** Checks the rows that an interrupted pull leaves in a table. */
import type { CellValue } from '../host/workbook/surface.ts';
import { INCOMPLETE, type RowSnapshot, same, type TableSnapshot, textOf } from './table-snapshot.ts';

/** Columns that identify a row. The first is never blank. */
export const KEY_FIELDS = {
  Orders: ['Order number', 'Seller ID'],
  'Order lines': ['Order number', 'Seller part number'],
  Packages: ['Order number', 'Tracking number', 'Seller part number'],
} as const;
export type TableName = keyof typeof KEY_FIELDS;

/**
 * Finds invalid cells in the add-on's columns: each row must match the old or new table, or be marked as incomplete.
 * `As of` may be old even if the values are new.
 */
export function wrongRows(
  table: TableName,
  before: TableSnapshot | undefined,
  found: TableSnapshot | undefined,
  after: TableSnapshot,
): readonly string[] {
  const rows = found?.rows ?? [];
  if (rows.length > 0 && !sameHeaders(found!, after)) return [`${table}: rows below a changed header`];
  const [old, whole, known] = [byKey(before), byKey(after), byKey(found)];
  const wrong = rows.flatMap((row) => {
    const told = wrongRow(table, after.headers, row, old.get(row.key), whole.get(row.key));
    return told === undefined ? [] : [`${table}, row ${row.row} (${row.key || 'no row key'}): ${told}`];
  });
  const twice = rows.filter((row) => row.key !== '' && known.get(row.key) !== row);
  const lost = [...old.keys()].filter((key) => !known.has(key));
  return [
    ...wrong,
    ...twice.map(({ key }) => `${table}: ${key} is duplicated`),
    ...lost.map((key) => `${table}: ${key} is missing`),
  ];
}

function wrongRow(
  table: TableName,
  headers: readonly string[],
  { key, asOf, cells }: RowSnapshot,
  before: RowSnapshot | undefined,
  after: RowSnapshot | undefined,
): string | undefined {
  // Rows without values in the add-on's columns belong to the user.
  if (key === '' && asOf === '' && cells.every((cell) => cell === '')) return undefined;
  if (key === '') return asOf === INCOMPLETE ? undefined : 'cells without a row key or mark';
  const right = after ?? before;
  if (!right) return 'unknown key';
  const at = (header: string) => headers.indexOf(header);
  // The key of a new row is written first.
  const isYetToCome = (header: string) => !before && asOf === INCOMPLETE && cells[at(header)] === '';
  const lost = KEY_FIELDS[table].filter(
    (header) => !same(cells[at(header)], right.cells[at(header)]) && !isYetToCome(header),
  );
  if (lost.length > 0) return `lost ${lost.join(', ')}`;
  const differing = (other: RowSnapshot | undefined) =>
    headers.filter((_, index) => !other || !same(cells[index], other.cells[index]));
  const [sinceBefore, untilAfter] = [differing(before), differing(after)];
  if (sinceBefore.length > 0 && untilAfter.length > 0) {
    if (asOf !== INCOMPLETE)
      return `${sinceBefore.join(', ')} not old; ${untilAfter.join(', ')} not new; As of ${textOf(asOf)}`;
    // A marked row may contain only old and new values.
    const foreign = sinceBefore.filter((header) => untilAfter.includes(header) && (before || cells[at(header)] !== ''));
    return foreign.length > 0 ? `${foreign.join(', ')} neither old nor new` : undefined;
  }
  const times: (CellValue | undefined)[] = [INCOMPLETE, before?.asOf, after?.asOf];
  return times.some((time) => same(time, asOf)) ? undefined : `As of ${textOf(asOf)}`;
}

/** Finds changed user cells, by record. */
export function wrongPersonalCells(
  table: TableName,
  before: TableSnapshot | undefined,
  found: TableSnapshot | undefined,
): readonly string[] {
  const [old, now] = [personalCellsOf(before), personalCellsOf(found)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
    const [left, is] = [old.get(key) ?? '', now.get(key) ?? ''];
    return left === is ? [] : [`${table}, ${key || 'own rows'}: left ${left || 'nothing'}; now ${is || 'nothing'}`];
  });
}

/** User cells by row key. Rows without a key share an entry. */
function personalCellsOf(table: TableSnapshot | undefined): ReadonlyMap<string, string> {
  const things = new Map<string, string>();
  for (const { key, theirs } of table?.rows ?? [])
    if (theirs !== '') things.set(key, [things.get(key), theirs].filter(Boolean).join('\n'));
  return things;
}

function byKey(table: TableSnapshot | undefined): ReadonlyMap<string, RowSnapshot> {
  const rows = new Map<string, RowSnapshot>();
  for (const row of table?.rows ?? []) if (row.key !== '' && !rows.has(row.key)) rows.set(row.key, row);
  return rows;
}

function sameHeaders(one: TableSnapshot, other: TableSnapshot): boolean {
  return one.headers.join('\n') === other.headers.join('\n');
}
