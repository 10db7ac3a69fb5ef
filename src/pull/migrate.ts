/** Tables that earlier builds wrote, brought to the form of this one before the first pull writes into them. */
import { listConnections } from '../account/connections.ts';
import { adPerformance } from '../operations/ad-performance.ts';
import { operations } from '../operations/registry.ts';
import { columnsOf } from '../operations/tables.ts';
import { MarketError } from '../protocol/market-error.ts';
import type { Store } from '../protocol/store.ts';
import { applyPlans, demandRoom } from '../tables/apply.ts';
import { catalogTable } from '../tables/catalog/catalog-table.ts';
import { requestsTable } from '../tables/lookup-requests.ts';
import { movePeriods } from '../tables/migration/period-rows.ts';
import { planSellers, type SellerTable, sellersIn } from '../tables/migration/sellers.ts';
import type { Book } from '../tables/sheet.ts';
import type { TabledOperation } from '../tables/table.ts';
import type { PullPorts } from './ports.ts';

/**
 * The form of a workbook's tables. 2: the seller is a part of every key, and periods of ads have a table of their own;
 * form 1 had no number.
 */
const [KEY, FORM] = ['tables', '2'];

/** The tables of a workbook that has none yet will be of this form: said with what else a run has to say at its end. */
export function noteForm(document: Store): void {
  if (document.get(KEY) !== FORM) document.set(KEY, FORM);
}

/**
 * Once a workbook. What is already as it is to be stays, so that the next run goes on where one was ended. A table that
 * refuses is left for the next run, and a sentence says why.
 */
export function migrate({ book, document, user, exclusively }: PullPorts): readonly string[] {
  // Of a workbook without tables there is nothing to wait for.
  if (document.get(KEY) === FORM || book.tables().length === 0) return [];
  const connected = listConnections({ user }).map(({ sellerId }) => sellerId);
  const notes = exclusively(() => {
    const there = new Set(book.tables());
    const tables = tablesWithSeller().filter(({ name }) => there.has(name));
    const sellers = sellersIn(book, tables, connected);
    return [
      ...tables.flatMap((table) => orNote(() => giveSellers(book, table, sellers))),
      ...(there.has(days.name) ? orNote(() => separatePeriods(book)) : []),
    ];
  });
  if (notes.length === 0) document.set(KEY, FORM);
  return notes;
}

const [days, periods] = adPerformance.tables;

function tablesWithSeller(): readonly SellerTable[] {
  const tables = Object.values<TabledOperation>(operations).flatMap((operation) => operation.tables);
  const keyed = tables.flatMap(({ name, history }) => (history ? [name, history.name] : [name]));
  const typed = [catalogTable.name, requestsTable.name];
  return [
    ...keyed.map((name) => ({ name, columns: columnsOf(name)!, isTyped: false })),
    ...typed.map((name) => ({ name, columns: columnsOf(name)!, isTyped: true })),
  ];
}

function giveSellers(book: Book, table: SellerTable, sellers: ReturnType<typeof sellersIn>): void {
  const plan = planSellers(book, table, sellers);
  if (!plan) return;
  demandRoom(book, [plan]);
  applyPlans(book, [plan]);
}

function separatePeriods(book: Book): void {
  movePeriods(book, { days: days.name, periods: periods.name, columns: columnsOf(days.name)! });
}

function orNote(work: () => void): readonly string[] {
  try {
    work();
    return [];
  } catch (error) {
    if (error instanceof MarketError) return [error.message];
    throw error;
  }
}
