/** Rows of a table back to the records that they were made of. */
import type { AnyRecord, Kind, Value } from '../../protocol/fields.ts';
import type { Cell } from '../../tables/cells.ts';
import { fieldColumns } from '../../tables/columns.ts';
import type { Contents } from '../../tables/positions.ts';
import { cellAt } from '../../tables/positions.ts';
import type { Table, TabledOperation } from '../../tables/table.ts';
import { wallText } from '../../tables/zone.ts';
import { WITHHELD } from '../chosen-columns.ts';

/** Rows by index from 0. Nothing where a column is missing: a record without it would be another. */
export function recordsOf(
  operation: TabledOperation,
  table: Table,
  contents: Contents,
  rows: readonly number[],
  zone: string,
): readonly AnyRecord[] | undefined {
  const columns = fieldColumns(operation, table, WITHHELD).filter(({ names }) => !names);
  if (columns.some(({ id, since }) => since === undefined && !contents.positions.has(id))) return undefined;
  const partOf = (index: number, depth: number): AnyRecord =>
    Object.fromEntries(
      columns
        .filter((column) => column.depth === depth)
        .map(({ id, kind }) => [id, valueIn(cellAt(contents, index, id), kind, zone)]),
    );
  const [step] = table.each;
  if (step === undefined) return rows.map((index) => partOf(index, 0));
  const list = step.replace('?', '');
  const outer = columns.filter(({ id, depth }) => depth === 0 && table.key.includes(id));
  const records = new Map<string, AnyRecord>();
  for (const index of rows) {
    const key = JSON.stringify(outer.map(({ id }) => cellAt(contents, index, id)));
    const record = records.get(key) ?? { ...partOf(index, 0), [list]: [] };
    records.set(key, record);
    const element = partOf(index, 1);
    // A row without any of it stands for an empty list.
    if (Object.values(element).some((value) => value !== null)) (record[list] as AnyRecord[]).push(element);
  }
  return [...records.values()];
}

function valueIn(cell: Cell, kind: Kind, zone: string): Value | null {
  if (cell === '') return null;
  if (!(cell instanceof Date)) return cell;
  return kind === 'day'
    ? { day: wallText(cell.getTime(), zone).slice(0, 10), text: '' }
    : { at: cell.getTime(), text: '' };
}
