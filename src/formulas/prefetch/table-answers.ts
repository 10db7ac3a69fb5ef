/**
 * Answers from the tables of the workbook, where their rows are all that the marketplace would answer.
 *
 * Keywords, ad performance, lookup reports and periods of orders are always asked for: their questions are about
 * whatever fits, and rows do not tell which others there may be by now.
 */
import { operations } from '../../operations/registry.ts';
import { grouped } from '../../protocol/grouped.ts';
import { settingsWith, settle } from '../../protocol/settings.ts';
import { keyOf } from '../../tables/catalog/item-keys.ts';
import { AS_OF, GONE_SINCE } from '../../tables/columns.ts';
import type { Contents } from '../../tables/positions.ts';
import { cellAt, isMarked, keyAt } from '../../tables/positions.ts';
import type { Table, TabledOperation } from '../../tables/table.ts';
import { answeringField } from '../answered.ts';
import type { Entry } from '../cache/entry.ts';
import { packRecords } from '../cache/pack.ts';
import { latestFirst } from '../latest.ts';
import type { Query } from '../query.ts';
import { identifierOf, kindOf } from '../query.ts';
import type { Ports } from '../queue/ports.ts';
import { readPolled } from './polled-items.ts';
import { recordsOf } from './table-records.ts';

export type Stores = Pick<Ports, 'tables' | 'wholeSince' | 'zone' | 'owner'>;

/** By key, of as many items as tables have whole answers. */
export function storedEntries(
  stores: Stores,
  items: readonly Query[],
  seller: string,
): readonly (readonly [key: string, entry: Entry])[] {
  return [...grouped(items, kindOf).values()].flatMap((alike) => entriesOf(stores, alike, seller));
}

/** Of items that are asked for in the same way. */
function entriesOf(
  stores: Stores,
  items: readonly Query[],
  seller: string,
): readonly (readonly [key: string, entry: Entry])[] {
  const [like] = items as readonly [Query];
  const operation: TabledOperation = operations[like.operation];
  const [table] = operation.tables;
  const field = answeringField(like);
  if (!table || field === undefined || !mayAnswer(operation, table, like)) return [];
  const contents = stores.tables(table.name);
  if (!contents) return [];
  const names = new Set(items.map((item) => identifierOf(item).toLowerCase()));
  const nameAt = (index: number) => String(cellAt(contents, index, field)).toLowerCase();
  const isAsked = (index: number) =>
    names.has(nameAt(index)) &&
    keyAt(contents, index) !== '' &&
    String(cellAt(contents, index, 'sellerId')) === seller;
  const rows = grouped([...contents.cells.keys()].filter(isAsked), nameAt);
  const answerOf = table.appendOnly
    ? past(stores, operation, table, contents)
    : present(stores, operation, table, contents);
  return items.flatMap((item) => {
    const standing = rows.get(identifierOf(item).toLowerCase()) ?? [];
    if (standing.length === 0 || standing.some((index) => isMarked(contents, index))) return [];
    const answer = answerOf(standing, item);
    return answer ? [[item.key, answer] as const] : [];
  });
}

/** What rows by index from 0, of which there is at least one, tell of an item; nothing where that may not be all. */
type Reading = (rows: readonly number[], item: Query) => Entry | undefined;

/** Whether rows can be all there is: no other param narrows the question down, or none is heeded. */
function mayAnswer(
  { precedence, items }: TabledOperation,
  { completeUnless }: Table,
  { list, params }: Query,
): boolean {
  if (precedence?.includes(list!) || items?.past) return true;
  return completeUnless?.every((param) => params[param] === undefined) === true;
}

/** Of records that change: their rows were all read in one answer, and whichever pull did, it asked for all of them. */
function present(
  { wholeSince, zone }: Stores,
  operation: TabledOperation,
  table: Table,
  contents: Contents,
): Reading {
  const since = table.completeUnless ? (wholeSince(table.name) ?? Number.POSITIVE_INFINITY) : 0;
  return (rows, item) => {
    const there = rows.filter((index) => cellAt(contents, index, GONE_SINCE.id) === '');
    const times = there.map((index) => cellAt(contents, index, AS_OF.id));
    const [at = Number.NaN, ...others] = times.map((time) => (time instanceof Date ? time.getTime() : -1));
    if (!(at >= since) || others.some((other) => other !== at)) return undefined;
    const records = recordsOf(operation, table, contents, there, zone);
    return records?.length === 1 ? { at, records: packRecords(item.operation, records) } : undefined;
  };
}

/**
 * Of records that are only added, such as price changes. There have to be as many rows as the Catalog noted when the
 * item was last asked for: with 40 noted and 38 there, somebody deleted two. And they must not be whole pages: where a
 * page has 25, as it was asked for or as is usual with the service, 50 rows may be all that a pull brought of 60 before
 * it ended.
 */
function past(
  { tables, owner, zone }: Stores,
  operation: TabledOperation,
  table: Table,
  contents: Contents,
): Reading {
  const { of, on } = operation.items!.past!;
  const polled = readPolled(tables, operation);
  const { size, usual = Number.POSITIVE_INFINITY } = operation.paging!;
  const pages = [settle(size, settingsWith(owner.settings)), usual];
  return (rows, item) => {
    const { newest, storefront, operation: id } = item;
    const own = rows.filter((index) => cellAt(contents, index, of) === on[storefront]);
    const last = polled.get(keyOf('itemNumber', identifierOf(item)));
    const isCounted = last?.of === on[storefront] && last?.rows === own.length;
    if (!isCounted || pages.some((page) => own.length % page === 0)) return undefined;
    const records = recordsOf(operation, table, contents, own, zone);
    const shown = newest && records ? latestFirst(records, newest.by, newest.count) : records;
    return shown && { at: last.at, records: packRecords(id, shown) };
  };
}
