/** Writes what a slice brought: its tables, and the sheets and stores that follow from them, in a fixed order. */
import { keyOf } from '../operations/tables.ts';
import type { Slice } from '../protocol/client.ts';
import { MINUTE, SECOND } from '../protocol/time.ts';
import { applyPlans, demandRoom } from '../tables/apply.ts';
import { type ItemsPlan, openCatalog, planItems, titlesIn } from '../tables/catalog/catalog.ts';
import { catalogTable } from '../tables/catalog/catalog-table.ts';
import { type Fact, factsOf } from '../tables/catalog/items.ts';
import { knownLogsOf } from '../tables/catalog/known-logs.ts';
import { changesOf, writeChanges } from '../tables/changes.ts';
import type { TitleOf } from '../tables/computed.ts';
import { planHistory } from '../tables/history.ts';
import { type Head as JournalHead, keepInJournal } from '../tables/journal.ts';
import { leftByAge } from '../tables/left-by-age.ts';
import type { Opened } from '../tables/opened.ts';
import { countsOf, planUpsert, type TableCounts, type TablePlan } from '../tables/plan.ts';
import { withinRetention } from '../tables/purge.ts';
import { AMBIGUOUS, type Occurrences } from '../tables/rows.ts';
import { type Moved, onceStanding, stands } from '../tables/standing.ts';
import type { StatusRecord } from '../tables/status.ts';
import { tablesFor } from '../tables/table.ts';
import type { RunContext } from './context.ts';
import { AMBIGUOUS_NOTE, CHANGES_CUT_NOTE, CONFLICT_NOTE, LEFT_BY_AGE_NOTE, noted, optional } from './notes.ts';
import { planByFirstPages, projectionOf } from './plan.ts';
import { addCounts, NO_ROWS } from './report.ts';
import type { Run } from './run.ts';
import { conflictRecord, filterRecord, unknownFieldRecord } from './status-rows.ts';

/** The run with what was written. Throws MarketError where a table cannot be: nothing is written then. */
export function writeSlice(context: RunContext, run: Run, slice: Slice): Run {
  const { ports, operation } = context;
  const facts = factsOf(operation, slice);
  // An answer without records still makes the tables, so that a person sees that there is nothing.
  const hasRows = slice.records.length > 0 || (slice.pages.length > 0 && run.tables.length === 0);
  if (!hasRows && facts.length === 0) return run;
  // When it was read, not when the sheets are free to be written. Sheets show no less than seconds.
  const asOf = Math.floor(ports.clock.now() / SECOND) * SECOND;
  return onceStanding(
    () => ports.exclusively(() => attempt(context, run, slice, facts, hasRows, asOf)),
    () => ports.clock.now() + MINUTE,
  );
}

/** What a slice brings, and what its steps have planned and written so far. */
interface Work {
  readonly context: RunContext;
  readonly run: Run;
  readonly slice: Slice;
  readonly facts: readonly Fact[];
  readonly hasRows: boolean;
  /** When the slice was read, in epoch milliseconds. */
  readonly asOf: number;
  readonly occurrences: Map<string, Occurrences>;
  /** The Catalog, opened once, and not at all where nobody asks. */
  readonly catalog: () => Opened;
  readonly tables: TablePlan[];
  items: ItemsPlan;
  readonly written: TablePlan[];
  readonly notes: string[];
}

/** One part of what a slice changes. */
interface Step {
  /** All steps plan before the first one writes: room is checked over all of them, and the journal goes first. */
  plan?(work: Work): readonly TablePlan[];
  write?(work: Work, plans: readonly TablePlan[]): void;
  /** How a note begins that a sheet refused: the tables lose no row for it. Without, a refusal stops the run. */
  readonly optional?: string;
}

const STEPS: readonly Step[] = [
  {
    plan: planTables,
    write: ({ context, tables, written }) => {
      applyPlans(context.ports.book, tables);
      written.push(...tables);
    },
  },
  {
    plan: ({ context: { ports, operation }, tables, asOf }) =>
      tables.flatMap((plan) => planHistory(ports.book, operation, plan, asOf)),
    write: writePlans,
    optional: 'No history is kept',
  },
  { plan: planCatalog, write: writeCatalog, optional: 'The Catalog stays as it is' },
  { write: listChanges, optional: 'Nothing was listed on Changes' },
  { write: noteForStatus },
  { write: shareWithFormulas },
];

function attempt(
  context: RunContext,
  run: Run,
  slice: Slice,
  facts: readonly Fact[],
  hasRows: boolean,
  asOf: number,
): Run | Moved {
  const { ports } = context;
  const { book } = ports;
  let opened: Opened | undefined;
  const catalog = () => {
    opened ??= openCatalog(book);
    return opened;
  };
  const occurrences = new Map([...context.occurrences].map(([table, came]) => [table, new Map(came)]));
  const found = { occurrences, catalog, tables: [], items: NO_ITEMS, written: [], notes: [] };
  const work: Work = { context, run, slice, facts, hasRows, asOf, ...found };
  const planned = STEPS.map((step) => guarded(work, step, [], () => step.plan?.(work) ?? []));
  const plans = planned.flat();
  const { tables, cells } = countsWith(run, work.tables.map(countsOf));
  const projection = projectionOf(run, context.question.units.length);
  demandRoom(book, plans, projection?.times);
  let isKept = false;
  if (!run.isPreview) {
    isKept = keepInJournal(book.journal, headOf(context, run, asOf), plans);
    const moved = movedIn(plans, work.items.renewals);
    if (moved) return { moved };
    for (const [index, step] of STEPS.entries())
      guarded(work, step, undefined, () => step.write?.(work, planned[index]!));
  }
  context.occurrences = occurrences;
  noteCame(context, work.tables);
  const workedFor = run.workedFor + ports.clock.now() - context.startedAt;
  const planInput = () => ports.planInput(context.capped);
  return {
    ...run,
    tables,
    cells,
    planned: projection ? planByFirstPages({ ...run, cells, workedFor }, projection, planInput) : run.planned,
    grown: run.grown + plans.reduce((sum, { grows }) => sum + grows, 0),
    isKept: run.isKept || isKept,
    notes: noted(run.notes, work.notes),
  };
}

function guarded<T>({ notes }: Work, step: Step, otherwise: T, work: () => T): T {
  return step.optional === undefined ? work() : optional(notes, step.optional, otherwise, work);
}

const NO_ITEMS: ItemsPlan = { plans: [], renewals: [], conflicts: [] };

function planTables(work: Work): readonly TablePlan[] {
  const { context, run, slice, asOf, occurrences, tables } = work;
  if (!work.hasRows) return [];
  const { ports, operation, allowed, version } = context;
  const { params, purpose, chosen } = run;
  const records =
    allowed.since === undefined ? slice.records : withinRetention(operation, slice.records, allowed.since);
  const isNamed = operation.finds?.some(({ param }) => params[param] !== undefined) === true;
  tables.push(
    ...planUpsert(
      ports.book,
      { ...operation, tables: tablesFor(operation.tables, params) },
      records,
      allowed.withheld,
      asOf,
      version,
      {
        cameIn: (table) => {
          const came = occurrences.get(table) ?? new Map();
          occurrences.set(table, came);
          return came;
        },
        refusal: leftByAge(ports.book, operation, asOf, { isNamed, isJob: purpose !== undefined }),
        // A Catalog that cannot be read is noted by its own step.
        titles: () =>
          optional<TitleOf>(
            [],
            '',
            () => undefined,
            () => titlesIn(work.catalog()),
          ),
        chosen: (table) => chosen?.[table],
      },
    ),
  );
  const isAmbiguous = ({ rows }: TablePlan) =>
    rows.some(({ values }) => String(values.rawDates ?? '').includes(AMBIGUOUS));
  if (tables.some(isAmbiguous)) work.notes.push(AMBIGUOUS_NOTE);
  if (!isNamed && tables.some(({ refused }) => refused.length > 0)) work.notes.push(LEFT_BY_AGE_NOTE);
  return tables;
}

function planCatalog(work: Work): readonly TablePlan[] {
  const { context, run, facts, tables, asOf } = work;
  const { ports, operation, seller } = context;
  const pasts = knownLogsOf(operation, tables, seller, asOf, run.purpose !== undefined);
  work.items = planItems(ports.book, operation, facts, seller, asOf, pasts, work.catalog);
  return work.items.plans;
}

function writePlans({ context, written }: Work, plans: readonly TablePlan[]): void {
  for (const plan of plans) {
    applyPlans(context.ports.book, [plan]);
    written.push(plan);
  }
}

function writeCatalog(work: Work, plans: readonly TablePlan[]): void {
  const { context, items, asOf } = work;
  const { ports, seller } = context;
  writePlans(work, plans);
  applyPlans(ports.book, items.renewals);
  if (plans.some(({ table, cells }) => table === catalogTable.name && cells > 0)) ports.catalogChanged?.();
  for (const conflict of items.conflicts) noteFinding(context, conflictRecord(conflict, seller, asOf));
  if (items.conflicts.length > 0) work.notes.push(CONFLICT_NOTE);
}

/** After the rows, so that no line tells of what is not there. */
function listChanges({ context, run, asOf, written, notes }: Work): void {
  if (changesWith(context, headOf(context, run, asOf), written)) notes.push(CHANGES_CUT_NOTE);
}

/** The same for plans of whatever step; true where there were more changes than the sheet takes from one execution. */
export function changesWith(context: RunContext, { run, at }: JournalHead, written: readonly TablePlan[]): boolean {
  const { ports, seller } = context;
  // Renewed instants alone, as of most repeated pulls, are no change.
  if (!written.some(({ changes }) => changes.some(({ positions }) => positions.length > 0))) return false;
  const by = { run, at, sellerId: seller.sellerId };
  const zone = ports.book.timeZone();
  const all = written.flatMap((plan) => changesOf(plan, keyOf(plan.table), by, zone, context.changesLeft + 1));
  const listed = all.slice(0, context.changesLeft);
  context.changesLeft -= listed.length;
  writeChanges(ports.book, listed);
  return listed.length < all.length;
}

function noteForStatus({ context, slice, written, asOf }: Work): void {
  for (const each of slice.unknownFields) noteFinding(context, unknownFieldRecord(context.operation.title, each, asOf));
  for (const { opened } of written) {
    const record = filterRecord(opened, asOf);
    if (record) noteFinding(context, record);
  }
}

/** The sheet Status is written once, when the execution is over. */
function noteFinding({ status }: RunContext, record: StatusRecord): void {
  const key = `${record.about} ${record.subject}`;
  if (!status.has(key)) status.set(key, record);
}

/** After an early stop the records are not all that an item has. */
function shareWithFormulas({ context: { ports, connection, operation, question }, run, slice }: Work): void {
  if (!question.earlyStop) ports.share?.(connection, operation.id, run.storefront, slice.complete);
}

/** The first sheet that is about to be written and has changed since it was read. */
function movedIn(plans: readonly TablePlan[], renewals: readonly TablePlan[]): Opened | undefined {
  const written = [...plans, ...renewals].filter(({ steps, ordering }) => steps.length > 0 || ordering);
  const tables = new Set(written.map(({ table }) => table));
  // Renewals go by what the plan beside them will have put in.
  return plans.find((plan) => tables.has(plan.table) && !stands(plan.opened, plan))?.opened;
}

/** The pulls of a job in one execution are one run in the journal and on Changes. */
export function headOf({ operation }: RunContext, { id, purpose }: Run, at: number): JournalHead {
  return { run: purpose?.run ?? id, title: operation.title, at, ...(purpose ? { job: purpose.job } : {}) };
}

function noteCame({ came }: RunContext, plans: readonly TablePlan[]): void {
  for (const { table, rows } of plans) {
    const known = came.get(table) ?? new Set();
    came.set(table, known);
    for (const { key } of rows) known.add(key);
  }
}

function countsWith(run: Run, counts: readonly TableCounts[]): Pick<Run, 'tables' | 'cells'> {
  if (counts.length === 0) return { tables: run.tables, cells: run.cells };
  const tables = counts.map(({ table, added, changed, unchanged, gone }) => {
    const before = run.tables.find((known) => known.table === table) ?? NO_ROWS;
    return { table, ...addCounts(before, { added, changed, unchanged, gone }) };
  });
  return { tables, cells: counts.reduce((cells, each) => cells + each.cells, run.cells) };
}
