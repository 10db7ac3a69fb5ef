/** Answers from the tables of the workbook: where a row is all that there is of an item, it need not be asked for. */
import type { OperationId } from '../../operations/registry.ts';
import { operations } from '../../operations/registry.ts';
import type { AnyRecord, Kind, Value } from '../../protocol/fields.ts';
import type { Operation } from '../../protocol/operation.ts';
import type { Cell } from '../../tables/cells.ts';
import { AS_OF, fieldColumns } from '../../tables/columns.ts';
import type { Contents } from '../../tables/places.ts';
import { cellAt, isMarked, keyAt } from '../../tables/places.ts';
import type { TabledOperation } from '../../tables/table.ts';
import { wallText } from '../../tables/zone.ts';
import { WITHHELD } from '../columns.ts';
import type { Item } from '../items.ts';
import { identifierOf } from '../items.ts';
import type { Entry } from './entry.ts';
import { packRecords } from './pack.ts';

/** Tables by name, as they were read; nothing where there is none, or it is too large to be read by a formula. */
export type Tables = (name: string) => Contents | undefined;

/**
 * Only items that are asked for by a param beside which the service ignores all others: then whichever pull wrote the
 * row, it is the same that would be answered. How many warehouses of an item a pull asked for no row tells.
 */
export function storedEntries(
  tables: Tables,
  items: readonly Item[],
  seller: string,
  zone: string,
): ReadonlyMap<string, Entry> {
  const found = new Map<string, Entry>();
  for (const id of new Set(items.map(({ operation }) => operation))) {
    const { precedence = [] }: Operation = operations[id];
    const asked = items.filter(({ operation, list = '' }) => operation === id && precedence.includes(list));
    if (asked.length === 0) continue;
    for (const list of new Set(asked.map((item) => item.list!)))
      for (const [key, entry] of inTable(
        tables,
        id,
        list,
        asked.filter((item) => item.list === list),
        seller,
        zone,
      ))
        found.set(key, entry);
  }
  return found;
}

function inTable(
  tables: Tables,
  id: OperationId,
  list: string,
  items: readonly Item[],
  seller: string,
  zone: string,
): readonly (readonly [key: string, entry: Entry])[] {
  const operation: TabledOperation = operations[id];
  const table = operation.tables.find(({ each }) => each.length === 0);
  const field = operation.finds?.find(({ param }) => param === list)?.field;
  const contents = table && field !== undefined ? tables(table.name) : undefined;
  if (!table || !contents) return [];
  const columns = fieldColumns(operation, table, WITHHELD).filter(
    ({ id, names }) => !names && contents.places.has(id),
  );
  const byName = new Map(items.map((item) => [identifierOf(item), item] as const));
  return contents.cells.flatMap((_, index) => {
    const item = byName.get(String(cellAt(contents, index, field!)));
    const at = cellAt(contents, index, AS_OF.id);
    const isWhole = keyAt(contents, index) !== '' && !isMarked(contents, index) && at instanceof Date;
    if (!item || !isWhole || String(cellAt(contents, index, 'sellerId')) !== seller) return [];
    const record: AnyRecord = Object.fromEntries(
      columns.map(({ id, kind }) => [id, valueIn(cellAt(contents, index, id), kind, zone)]),
    );
    return [[item.key, { at: (at as Date).getTime(), records: packRecords(id, [record]) }] as const];
  });
}

function valueIn(cell: Cell, kind: Kind, zone: string): Value | null {
  if (cell === '') return null;
  if (!(cell instanceof Date)) return cell;
  return kind === 'day'
    ? { day: wallText(cell.getTime(), zone).slice(0, 10), text: '' }
    : { at: cell.getTime(), text: '' };
}
