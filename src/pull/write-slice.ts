/** Writes a slice to its tables, then updates everything that depends on them. */
import { allowedIn } from '../account/consent.ts';
import { keyColumnsOf } from '../operations/tables.ts';
import type { Slice } from '../protocol/client.ts';
import { holds } from '../protocol/params.ts';
import { once } from '../protocol/store.ts';
import { MINUTE, SECOND } from '../protocol/time.ts';
import { refuseAged } from '../tables/aged.ts';
import { applyPlans, demandRoom } from '../tables/apply.ts';
import { openCatalog, planItems, traitsIn } from '../tables/catalog/catalog.ts';
import { type Fact, factsOf } from '../tables/catalog/items.ts';
import { knownLogsOf } from '../tables/catalog/known-logs.ts';
import { changesOf, writeChanges } from '../tables/changes.ts';
import { addCounts, NO_ROWS } from '../tables/diff.ts';
import { planHistory } from '../tables/history.ts';
import { type Head as JournalHead, keepInJournal } from '../tables/journal.ts';
import { type Moved, movedOf, retryIfMoved } from '../tables/moved.ts';
import type { Opened } from '../tables/opened.ts';
import { countsOf, planUpsert, type TablePlan } from '../tables/plan.ts';
import { withinRetention } from '../tables/purge.ts';
import { AMBIGUOUS, type Occurrences, type TraitOf } from '../tables/rows.ts';
import type { StatusRecord } from '../tables/status.ts';
import type { Table } from '../tables/table.ts';
import type { RunContext } from './context.ts';
import { planByFirstPages, projectionOf } from './plan.ts';
import { AMBIGUOUS_NOTE, CHANGES_CUT_NOTE, CONFLICT_NOTE, noted, optional, UNKNOWN_NOTE } from './report.ts';
import type { Run } from './run.ts';
import { conflictRecord, headerRecords, isUndocumented, listOnStatus, unknownFieldRecord } from './status-rows.ts';

/** Throws MarketError before writing if a table can't be written. */
export function writeSlice(context: RunContext, run: Run, slice: Slice): Run {
  const { ports, operation } = context;
  const facts = factsOf(operation, slice);
  // Create the tables even for an empty first page, to show the user that the marketplace has no records.
  const hasRows = slice.records.length > 0 || (slice.pages.length > 0 && run.tables.length === 0);
  if (!hasRows && facts.length === 0) return run;
  // `As of` doesn't change on retries. Sheets store whole seconds.
  const asOf = Math.floor(ports.clock.now() / SECOND) * SECOND;
  return retryIfMoved(
    () => ports.exclusively(() => attempt(context, run, slice, hasRows, facts, asOf)),
    () => ports.clock.now() + MINUTE,
  );
}

const NO_HISTORY = "Couldn't update the history";
const NO_CATALOG = "Couldn't update the Catalog";
const NO_CHANGES = "Couldn't update Changes";
const NO_ITEMS: ReturnType<typeof planItems> = { plans: [], renewals: [], conflicts: [] };

/** Plans everything before the first write, to check that there's room and to write the journal first. */
function attempt(
  context: RunContext,
  run: Run,
  slice: Slice,
  hasRows: boolean,
  facts: readonly Fact[],
  asOf: number,
): Run | Moved {
  const { ports, operation, seller, question, received } = context;
  const { book } = ports;
  const notes: string[] = [];
  const catalog = once(() => openCatalog(book));
  const occurrences = new Map([...context.occurrences].map(([table, known]) => [table, new Map(known)]));
  const tables = hasRows ? planTables(context, run, slice, asOf, occurrences, catalog, notes) : [];
  const history = optional(notes, NO_HISTORY, [], () =>
    tables.flatMap((plan) => planHistory(book, operation, plan, asOf)),
  );
  const items = optional(notes, NO_CATALOG, NO_ITEMS, () => {
    const pasts = knownLogsOf(operation, tables, seller, asOf, run.purpose !== undefined);
    const { title, items } = operation;
    const source = { title, polled: items?.polled?.[run.storefront] };
    return planItems(book, source, facts, seller, asOf, pasts, catalog);
  });
  const plans = [...tables, ...history, ...items.plans];
  const counted = withCounts(run, tables);
  const projection = projectionOf(run, question.units.length);
  demandRoom(book, plans, projection?.times);
  let isKept = false;
  if (!run.isPreview) {
    const head = journalHead(context, run, asOf);
    isKept = keepInJournal(book.journal, head, plans);
    const moved = movedOf(plans, items.renewals);
    if (moved) return moved;
    applyPlans(book, tables);
    const written = [...tables];
    const write = (plan: TablePlan) => {
      applyPlans(book, [plan]);
      written.push(plan);
    };
    optional(notes, NO_HISTORY, undefined, () => history.forEach(write));
    optional(notes, NO_CATALOG, undefined, () => {
      items.plans.forEach(write);
      applyPlans(book, items.renewals);
    });
    if (items.plans.some(({ cells }) => cells > 0)) ports.catalogChanged?.();
    notes.push(...listChanges(context, head, written));
    const conflicts = items.conflicts.map((conflict) => conflictRecord(conflict, seller, asOf));
    if (conflicts.length > 0) notes.push(CONFLICT_NOTE);
    const fields = slice.unknownFields.map((each) => unknownFieldRecord(operation.title, each, asOf));
    // Check a header once per pull and execution: it takes a service call.
    const unchecked = written.filter(({ opened }) => !context.listed.has(`Header ${opened.table}`));
    const headers = unchecked.flatMap(({ opened }) => headerRecords(opened, asOf));
    notes.push(...listOnce(context, [...fields, ...conflicts, ...headers], asOf));
    // Don't share units if they can stop early, because they may be incomplete.
    if (!question.earlyStop) ports.share?.(context.own, operation.id, run.storefront, slice.complete);
  }
  context.occurrences = occurrences;
  for (const { table, rows } of tables) {
    const keys = received.get(table) ?? new Set();
    for (const { key } of rows) keys.add(key);
    received.set(table, keys);
  }
  const workedFor = run.workedFor + ports.clock.now() - context.startedAt;
  const planInput = () => ports.planInput(context.capped);
  return {
    ...run,
    ...counted,
    planned: projection ? planByFirstPages({ ...run, ...counted, workedFor }, projection, planInput) : run.planned,
    grown: run.grown + plans.reduce((sum, { grows }) => sum + grows, 0),
    isKept: run.isKept || isKept,
    notes: noted(run.notes, notes),
  };
}

function planTables(
  { ports, operation, own, allowed, version }: RunContext,
  { params, purpose, chosen, isPreview }: Run,
  { records }: Slice,
  asOf: number,
  occurrences: Map<string, Occurrences>,
  catalog: () => Opened,
  notes: string[],
): readonly TablePlan[] {
  const { book } = ports;
  // Consent may have ended since the execution began.
  const { withheld, since } = allowed.withheld.has('destination') ? allowed : allowedIn(ports, own, isPreview);
  const kept = since === undefined ? records : withinRetention(operation, records, since);
  const isFiltered = operation.filters?.some((name) => params[name] !== undefined);
  // With a filter, an empty list doesn't mean that the item has no elements.
  const shown = (table: Table) =>
    isFiltered && table.complete ? { ...table, each: table.each.map((step) => step.replace('?', '')) } : table;
  const filled = { ...operation, tables: operation.tables.filter(({ when }) => holds(when, params)).map(shown) };
  const plans = planUpsert(book, filled, kept, withheld, asOf, version, {
    occurrencesIn: (table) => {
      const counts = occurrences.get(table) ?? new Map();
      occurrences.set(table, counts);
      return counts;
    },
    ...(purpose ? { refusal: refuseAged(asOf) } : {}),
    // Discard notes here, because planning the Catalog already reports an unreadable sheet.
    traits: () =>
      optional<TraitOf>(
        [],
        NO_CATALOG,
        () => undefined,
        () => traitsIn(catalog()),
      ),
    chosen: (table) => chosen?.[table],
  });
  const isAmbiguous = ({ rows }: TablePlan) =>
    rows.some(({ values }) => String(values.rawDates ?? '').includes(AMBIGUOUS));
  if (plans.some(isAmbiguous)) notes.push(AMBIGUOUS_NOTE);
  return plans;
}

/** The journal and the Changes sheet treat a job's pulls in one execution as a single run. */
export function journalHead({ operation }: RunContext, { id, purpose }: Run, at: number): JournalHead {
  return { run: purpose?.run ?? id, title: operation.title, at, ...(purpose ? { job: purpose.job } : {}) };
}

/** Call this after the rows are written, so that it lists only written cells. Returns notes. */
export function listChanges(
  context: RunContext,
  { run, at }: JournalHead,
  written: readonly TablePlan[],
): readonly string[] {
  const { ports, seller } = context;
  const { book } = ports;
  // A new `As of` alone is not a change.
  if (!written.some(({ changes }) => changes.some(({ positions }) => positions.length > 0))) return [];
  const by = { run, at, sellerId: seller.sellerId };
  const notes: string[] = [];
  optional(notes, NO_CHANGES, undefined, () => {
    const all = written.flatMap((plan) => changesOf(plan, keyColumnsOf(plan.table), by, book, context.changesLeft + 1));
    const listed = all.slice(0, context.changesLeft);
    context.changesLeft -= listed.length;
    if (listed.length < all.length) notes.push(CHANGES_CUT_NOTE);
    writeChanges(book, listed);
  });
  return notes;
}

/** Adds each record to Status once per execution. Returns notes. */
function listOnce({ ports, listed }: RunContext, records: readonly StatusRecord[], asOf: number): readonly string[] {
  const isNew = ({ about, subject }: StatusRecord) => {
    const before = listed.size;
    return listed.add(`${about} ${subject}`).size > before;
  };
  const { added, notes } = listOnStatus(ports.book, records.filter(isNew), asOf);
  return [...(added.some(isUndocumented) ? [UNKNOWN_NOTE] : []), ...notes];
}

function withCounts(run: Run, plans: readonly TablePlan[]): Pick<Run, 'tables' | 'cells'> {
  if (plans.length === 0) return run;
  const counts = plans.map(countsOf);
  const tables = counts.map(({ table, cells: _, ...rows }) => {
    return { table, ...addCounts(run.tables.find((known) => known.table === table) ?? NO_ROWS, rows) };
  });
  return { tables, cells: counts.reduce((cells, each) => cells + each.cells, run.cells) };
}
