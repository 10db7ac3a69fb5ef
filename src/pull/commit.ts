/** Writes what a slice brought: its tables, their past, the journal of what changed, and what is odd about it. */
import type { UnknownField } from '../protocol/decode.ts';
import type { AnyRecord } from '../protocol/fields.ts';
import { NONE_PRIVATE } from '../protocol/fields.ts';
import { MarketError } from '../protocol/market-error.ts';
import { applyPlans, demandRoom } from '../tables/apply.ts';
import type { Fact } from '../tables/catalog/items.ts';
import { knownLogsOf } from '../tables/catalog/known-logs.ts';
import { planHistory } from '../tables/history.ts';
import { keepInJournal } from '../tables/journal.ts';
import type { TableCounts, TablePlan } from '../tables/plan.ts';
import { countsOf } from '../tables/plan.ts';
import type { Purge } from '../tables/purge.ts';
import { withinRetention } from '../tables/retention.ts';
import { AMBIGUOUS } from '../tables/rows.ts';
import type { Book } from '../tables/sheet.ts';
import { status } from '../tables/status.ts';
import type { TabledOperation } from '../tables/table.ts';
import { planUpsert, upsert } from '../tables/upsert.ts';
import { planCataloguing } from './catalog-plan.ts';
import { unknownFieldRecord } from './unknown-fields.ts';

/** What is written, by whom it is asked for, and when it was read (epoch milliseconds). */
export interface Commit {
  readonly run: string;
  /** The job that it is a part of. */
  readonly job?: string | undefined;
  readonly operation: TabledOperation;
  readonly records: readonly AnyRecord[];
  /** Whether the tables are to be written: without records they are made, so that a person sees that there is nothing. */
  readonly hasRows: boolean;
  /** What the answers tell of items. */
  readonly facts: readonly Fact[];
  readonly unknownFields: readonly UnknownField[];
  readonly allowed: Purge;
  readonly asOf: number;
  /** Order version that was asked for. */
  readonly version: number;
  /** Nothing is written: what would be is counted. */
  readonly isPreview: boolean;
  /** Whether a row of the sheet Status is not there from this execution already. */
  isNews(record: AnyRecord): boolean;
}

export interface Committed {
  readonly counts: readonly TableCounts[];
  /** Keys of the rows that came, by table. */
  readonly came: readonly (readonly [table: string, keys: readonly string[]])[];
  /** Cells by which the workbook grows. */
  readonly grows: number;
  readonly hasAmbiguousDates: boolean;
  /** Whether there is something to take back. */
  readonly isKept: boolean;
  /** Sentences for the person about sheets beside the tables. */
  readonly notes: readonly string[];
}

export function commit(book: Book, what: Commit): Committed {
  const { operation, allowed, asOf, version } = what;
  const records =
    allowed.since === undefined ? what.records : withinRetention(operation, what.records, allowed.since);
  const plans = what.hasRows ? planUpsert(book, operation, records, allowed.withheld, asOf, version) : [];
  const past = plans.map((plan) => planPast(book, operation, plan, asOf));
  const items = planCataloguing(book, operation, what.facts, asOf, knownLogsOf(operation, plans, asOf));
  const beside = [...past.flatMap((each) => each.plans), ...items.plans];
  const all = [...plans, ...beside];
  demandRoom(book, all);
  const notes: string[] = [];
  let isKept = false;
  if (!what.isPreview) {
    const { run, job } = what;
    const head = { run, title: operation.title, at: asOf, ...(job === undefined ? {} : { job }) };
    isKept = keepInJournal(book.journal, head, all);
    applyPlans(book, plans);
    const odd = what.unknownFields.map((unknown) => unknownFieldRecord(operation.title, unknown, asOf));
    notes.push(
      ...past.flatMap((each) => each.notes),
      ...items.notes,
      ...[...beside, ...items.renewals].flatMap((plan) => written(book, plan)),
      ...listStatus(book, [...odd, ...items.records.filter(what.isNews)], asOf),
    );
  }
  return {
    counts: plans.map(countsOf),
    came: plans.map(({ opened, rows }) => [opened.table, rows.map(({ key }) => key)]),
    grows: all.reduce((sum, { grows }) => sum + grows, 0),
    hasAmbiguousDates: plans.some(({ rows }) =>
      rows.some(({ values }) => String(values.rawDates ?? '').includes(AMBIGUOUS)),
    ),
    isKept,
    notes,
  };
}

/** A sheet that refuses what is written into it, beside the tables that were asked for, costs those nothing. */
function written(book: Book, plan: TablePlan): readonly string[] {
  try {
    applyPlans(book, [plan]);
    return [];
  } catch (error) {
    if (!(error instanceof MarketError)) throw error;
    return [error.message];
  }
}

/** A sheet that cannot be used for the past costs no other table its rows. */
function planPast(
  book: Book,
  operation: TabledOperation,
  plan: TablePlan,
  asOf: number,
): { readonly plans: readonly TablePlan[]; readonly notes: readonly string[] } {
  try {
    return { plans: planHistory(book, operation, plan, asOf), notes: [] };
  } catch (error) {
    if (!(error instanceof MarketError)) throw error;
    return { plans: [], notes: [`No history is kept: ${error.message}`] };
  }
}

/** Rows of the sheet Status; where that cannot be used, a sentence says so, and no table loses rows for it. */
export function listStatus(book: Book, records: readonly AnyRecord[], asOf: number): readonly string[] {
  if (records.length === 0) return [];
  try {
    upsert(book, status, records, NONE_PRIVATE, asOf);
    return [];
  } catch (error) {
    if (!(error instanceof MarketError)) throw error;
    return [`Nothing was listed on Status: ${error.message}`];
  }
}
