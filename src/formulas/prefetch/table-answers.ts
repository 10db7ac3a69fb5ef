/**
 * Serves queries from the workbook's tables if their rows are complete. Keywords, ad performance, lookup reports, and
 * order periods always need a call, because tables can't show whether rows were added since the last pull.
 */
import { operations } from '../../operations/registry.ts';
import { ALL_PRIVATE, type AnyRecord, type Kind, type Value } from '../../protocol/fields.ts';
import { groupBy } from '../../protocol/lists.ts';
import { settingsWith, settle } from '../../protocol/settings.ts';
import { catalogTable } from '../../tables/catalog/catalog-table.ts';
import { identifierIn, isSameSeller, keyOf } from '../../tables/catalog/item-keys.ts';
import type { Cell } from '../../tables/cells.ts';
import { AS_OF, fieldColumns, GONE_SINCE } from '../../tables/columns.ts';
import { type Contents, cellAt, isMarked, keyAt } from '../../tables/positions.ts';
import type { Table, TabledOperation } from '../../tables/table.ts';
import { dayAt } from '../../tables/zone.ts';
import { type Entry, packRecords } from '../cache/answer-cache.ts';
import type { InZone } from '../parsed-arguments.ts';
import type { Ports, Tables } from '../ports.ts';
import { answeringField, identifierOf, kindOf, ownRecords, type Query } from '../query.ts';

type TablePorts = Pick<Ports, 'tables' | 'completeSince' | 'zone' | 'owner'>;

type Entries = readonly (readonly [key: string, entry: Entry])[];

/** Returns entries for queries that tables can serve, by key. */
export function tableEntries(ports: TablePorts, queries: readonly Query[], seller: string): Entries {
  return [...groupBy(queries, kindOf).values()].flatMap((alike) => entriesOf(ports, alike, seller));
}

function entriesOf(ports: TablePorts, queries: readonly Query[], seller: string): Entries {
  const [like] = queries as readonly [Query];
  const operation: TabledOperation = operations[like.operation];
  const [table] = operation.tables;
  const field = answeringField(like);
  if (!table || field === undefined || !mayAnswer(operation, table, like)) return [];
  const contents = ports.tables(table.name);
  if (typeof contents !== 'object') return [];
  const names = new Set(queries.map((query) => identifierOf(query).toLowerCase()));
  const nameAt = (index: number) => String(cellAt(contents, index, field)).toLowerCase();
  const seen = new Set(['']);
  // A copied row has the key of the original.
  const isFirst = (key: string) => !seen.has(key) && seen.add(key) !== undefined;
  const isAsked = (index: number) =>
    names.has(nameAt(index)) &&
    isSameSeller(String(cellAt(contents, index, 'sellerId')), seller) &&
    isFirst(keyAt(contents, index));
  const rows = groupBy([...contents.cells.keys()].filter(isAsked), nameAt);
  if (rows.size === 0) return [];
  const entryOf = table.appendOnly
    ? appendedRows(ports, operation, table, contents, seller)
    : changingRows(ports, operation, table, contents);
  return queries.flatMap((query) => {
    const own = rows.get(identifierOf(query).toLowerCase()) ?? [];
    if (own.length === 0 || own.some((index) => isMarked(contents, index))) return [];
    const entry = entryOf(own, query);
    return entry ? [[query.key, entry] as const] : [];
  });
}

/** Creates an entry from an identifier's rows, given by index; undefined if they may be incomplete. */
type Reading = (rows: readonly number[], query: Query) => Entry | undefined;

/** Rows can be complete only if no other param filters them, or if the service ignores such params. */
function mayAnswer({ precedence, items, filters = [] }: TabledOperation, { complete }: Table, { list, params }: Query) {
  if (precedence?.includes(list!) || items?.past) return true;
  return complete === true && filters.every((param) => params[param] === undefined);
}

/** Reads records that change. All rows must come from the same response to an unfiltered pull. */
function changingRows(ports: TablePorts, operation: TabledOperation, table: Table, contents: Contents): Reading {
  const since = table.complete ? (ports.completeSince(table.name) ?? Number.POSITIVE_INFINITY) : 0;
  return (rows, query) => {
    const there = rows.filter((index) => cellAt(contents, index, GONE_SINCE.id) === '');
    const times = there.map((index) => cellAt(contents, index, AS_OF.id));
    const [at = Number.NaN, ...others] = times.map((time) => (time instanceof Date ? time.getTime() : -1));
    if (!(at >= since) || others.some((other) => other !== at)) return undefined;
    const records = recordsOf(operation, table, contents, there, ports);
    return records?.length === 1 ? { at, records: packRecords(query.operation, records) } : undefined;
  };
}

/**
 * Reads append-only records, such as price changes. With fewer rows than the Catalog counted, some were deleted. A
 * multiple of the page size doesn't count as complete: 50 rows at 25 per page may be the first 50 of 60.
 */
function appendedRows(
  ports: TablePorts,
  operation: TabledOperation,
  table: Table,
  contents: Contents,
  seller: string,
): Reading {
  const { of, on } = operation.items!.past!;
  const { owner, tables } = ports;
  const polled = readPolled(tables, operation, seller);
  const { size, usual = Number.POSITIVE_INFINITY } = operation.paging!;
  const pages = [settle(size, settingsWith(owner.settings)), usual];
  return (rows, query) => {
    const { storefront } = query;
    const own = rows.filter((index) => cellAt(contents, index, of) === on[storefront]);
    const last = polled.get(keyOf('itemNumber', identifierOf(query)));
    const isCounted = last?.of === on[storefront] && last?.rows === own.length;
    if (!isCounted || pages.some((page) => own.length % page === 0)) return undefined;
    // The sheet lacks old rows.
    if (last.hasLeft && own.length < (query.latest?.count ?? Number.POSITIVE_INFINITY)) return undefined;
    const records = recordsOf(operation, table, contents, own, ports);
    return records && { at: last.at, records: packRecords(query.operation, ownRecords(query, records)) };
  };
}

/** An item's last poll, from the Catalog. */
interface Polled {
  readonly at: number;
  /** Number of the item's rows for storefront `of`. */
  readonly rows: number;
  readonly of: string;
  readonly hasLeft: boolean;
}

function readPolled(tables: Tables, { items }: TabledOperation, seller: string): ReadonlyMap<string, Polled> {
  const contents = tables(catalogTable.name);
  const { polled, past } = items ?? {};
  const found = new Map<string, Polled>();
  if (typeof contents !== 'object' || !polled || !past) return found;
  const storefronts = new Map(Object.entries(past.on).map(([storefront, name]) => [name, storefront]));
  contents.cells.forEach((_, index) => {
    const cell = (id: string) => cellAt(contents, index, id);
    const of = identifierIn(cell('logsOf'));
    const [at, rows] = [cell(polled[storefronts.get(of)!] ?? ''), cell('logsKnown')];
    if (keyAt(contents, index) === '' || !(at instanceof Date) || typeof rows !== 'number') return;
    if (!isSameSeller(identifierIn(cell('sellerId')), seller)) return;
    const name = keyOf('itemNumber', identifierIn(cell('itemNumber')));
    found.set(name, {
      at: at.getTime(),
      rows,
      of,
      hasLeft: Number(cell('logsLeft')) > 0,
    });
  });
  return found;
}

/** `rows` are 0-based indexes. Returns undefined if a column is missing. */
function recordsOf(
  operation: TabledOperation,
  table: Table,
  contents: Contents,
  rows: readonly number[],
  place: InZone,
): readonly AnyRecord[] | undefined {
  const columns = fieldColumns(operation, table, ALL_PRIVATE).filter(({ names }) => !names);
  if (columns.some(({ id, since }) => since === undefined && !contents.positions.has(id))) return undefined;
  const partOf = (index: number, depth: number): AnyRecord =>
    Object.fromEntries(
      columns
        .filter((column) => column.depth === depth)
        .map(({ id, kind }) => [id, valueIn(cellAt(contents, index, id), kind, place)]),
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
    // A row without values represents an empty list.
    if (Object.values(element).some((value) => value !== null)) (record[list] as AnyRecord[]).push(element);
  }
  return [...records.values()];
}

function valueIn(cell: Cell, kind: Kind, place: InZone): Value | null {
  if (cell === '') return null;
  if (!(cell instanceof Date)) return cell;
  return kind === 'day' ? { day: dayAt(cell.getTime(), place.zone), text: '' } : { at: cell.getTime(), text: '' };
}
