/** Writes what a slice brought into its tables, their past, the Catalog and the journal; at the end, which rows are gone. */
import { keyOf } from '../operations/tables.ts';
import type { Slice } from '../protocol/client.ts';
import { NONE_PRIVATE } from '../protocol/fields.ts';
import { MarketError } from '../protocol/market-error.ts';
import type { Params } from '../protocol/params.ts';
import { MINUTE, SECOND } from '../protocol/time.ts';
import { refuseAged } from '../tables/aged.ts';
import { applyPlans, demandRoom } from '../tables/apply.ts';
import { openCatalog, planItems, titlesIn } from '../tables/catalog/catalog.ts';
import { catalogTable } from '../tables/catalog/catalog-table.ts';
import { factsOf } from '../tables/catalog/items.ts';
import { knownLogsOf } from '../tables/catalog/known-logs.ts';
import { changesOf, writeChanges } from '../tables/changes.ts';
import type { TitleOf } from '../tables/computed.ts';
import { planGone } from '../tables/gone.ts';
import { planHistory } from '../tables/history.ts';
import { type Head as JournalHead, keepInJournal } from '../tables/journal.ts';
import type { Opened } from '../tables/opened.ts';
import { countsOf, planUpsert, type TableCounts, type TablePlan } from '../tables/plan.ts';
import { withinRetention } from '../tables/purge.ts';
import { AMBIGUOUS, type Row } from '../tables/rows.ts';
import type { Book } from '../tables/sheet.ts';
import { demandStanding, type Moved, onceStanding, stands } from '../tables/standing.ts';
import { type StatusRecord, status } from '../tables/status.ts';
import { type TabledOperation, tablesFor } from '../tables/table.ts';
import { filterRecord, isNoNews } from './filter-record.ts';
import { planned, projectionOf } from './first-plan.ts';
import { AMBIGUOUS_NOTE, CHANGES_CUT_NOTE, CONFLICT_NOTE, GONE_UNKNOWN_NOTE, noted, UNKNOWN_NOTE } from './notes.ts';
import type { RunContext } from './ports.ts';
import { addCounts, NO_ROWS } from './report.ts';
import type { Run } from './run.ts';
import { conflictRecord, unknownFieldRecord } from './unknown-fields.ts';

/** The run with what was written. Throws MarketError where a sheet cannot be: nothing is written then. */
export function writeSlice(context: RunContext, run: Run, slice: Slice): Run {
  const { ports, operation, occurrences } = context;
  const facts = factsOf(operation, slice);
  // An answer without records still makes the tables, so that a person sees that there is nothing.
  const hasRows = slice.records.length > 0 || (slice.pages.length > 0 && run.tables.length === 0);
  if (!hasRows && facts.length === 0) return run;
  // When it was read, not when the sheets are free to be written. Sheets show no less than seconds.
  const asOf = Math.floor(ports.clock.now() / SECOND) * SECOND;
  const before = [...occurrences].map(([table, came]) => [table, new Map(came)] as const);
  return onceStanding(
    () => {
      occurrences.clear();
      for (const [table, came] of before) occurrences.set(table, new Map(came));
      return ports.exclusively(() => writeOnce(context, run, slice, facts, hasRows, asOf));
    },
    () => ports.clock.now() + MINUTE,
  );
}

function writeOnce(
  context: RunContext,
  run: Run,
  slice: Slice,
  facts: ReturnType<typeof factsOf>,
  hasRows: boolean,
  asOf: number,
): Run | Moved {
  const { ports } = context;
  const changes = planChanges(context, run, slice, facts, hasRows, asOf);
  const { plans } = changes;
  const projection = projectionOf(context, run);
  demandRoom(ports.book, changes.all, projection?.times);
  const { tables, cells } = counted(run, plans.map(countsOf));
  const plan = projection ? planned(context, run, projection, cells) : run.planned;
  const written = run.isPreview ? undefined : apply(context, run, slice, changes);
  if (written && 'moved' in written) return written;
  for (const { opened, rows } of plans) noteCame(context, opened.table, rows);
  const isAmbiguous = plans.some(({ rows }) =>
    rows.some(({ values }) => String(values.rawDates ?? '').includes(AMBIGUOUS)),
  );
  return {
    ...run,
    planned: plan,
    tables,
    cells,
    grown: run.grown + changes.all.reduce((sum, { grows }) => sum + grows, 0),
    isKept: run.isKept || written?.isKept === true,
    notes: noted(run.notes, [...(isAmbiguous ? [AMBIGUOUS_NOTE] : []), ...(written?.notes ?? [])]),
  };
}

/** What a slice changes, decided whole before anything is written. */
interface Changes {
  /** When the slice was read, in epoch milliseconds. */
  readonly asOf: number;
  /** Of the tables that were asked for. */
  readonly plans: readonly TablePlan[];
  /** Of sheets beside them: their past and the Catalog. */
  readonly beside: readonly TablePlan[];
  readonly all: readonly TablePlan[];
  /** Cells that say when something was read; the journal does not keep them. */
  readonly renewals: readonly TablePlan[];
  /** Contradictions in the Catalog, as rows of the sheet Status. */
  readonly conflicts: readonly StatusRecord[];
  readonly notes: readonly string[];
}

function planChanges(
  { ports, operation, seller, allowed, version, occurrences }: RunContext,
  { params, purpose, chosen }: Run,
  { records }: Slice,
  facts: ReturnType<typeof factsOf>,
  hasRows: boolean,
  asOf: number,
): Changes {
  const { book } = ports;
  const kept = allowed.since === undefined ? records : withinRetention(operation, records, allowed.since);
  const filled = { ...operation, tables: tablesFor(operation.tables, params) };
  const refusal = purpose === undefined ? undefined : refuseAged(asOf);
  const cameIn = (table: string) => {
    const came = occurrences.get(table) ?? new Map();
    occurrences.set(table, came);
    return came;
  };
  // Read once, and not at all where nobody asks.
  let opened: Opened | undefined;
  const openItems = () => {
    opened ??= openCatalog(book);
    return opened;
  };
  // Where the sheet cannot be read there are no titles; that it stays as it is is noted below.
  const titles = () => orNote<TitleOf>([], undefined, NO_TITLE, () => titlesIn(openItems()));
  const given = { cameIn, ...(refusal ? { refusal } : {}), titles, chosen: (table: string) => chosen?.[table] };
  const plans = hasRows ? planUpsert(book, filled, kept, allowed.withheld, asOf, version, given) : [];
  const notes: string[] = [];
  const past = plans.flatMap((plan) =>
    orNote(notes, 'No history is kept', [], () => planHistory(book, operation, plan, asOf)),
  );
  const items = orNote(notes, 'The Catalog stays as it is', NO_ITEMS, () =>
    planItems(
      book,
      operation,
      facts,
      seller,
      asOf,
      knownLogsOf(operation, plans, seller, asOf, purpose !== undefined),
      openItems,
    ),
  );
  const beside = [...past, ...items.plans];
  return {
    asOf,
    plans,
    beside,
    all: [...plans, ...beside],
    renewals: items.renewals,
    conflicts: items.conflicts.map((conflict) => conflictRecord(conflict, seller, asOf)),
    notes: [...notes, ...(items.conflicts.length > 0 ? [CONFLICT_NOTE] : [])],
  };
}

const NO_TITLE: TitleOf = () => undefined;
const NO_ITEMS: ReturnType<typeof planItems> = { plans: [], renewals: [], conflicts: [] };

/** Gives whether there is something to take back, and notes about what came and about sheets beside the tables. */
function apply(
  context: RunContext,
  run: Run,
  { unknownFields }: Slice,
  { asOf, plans, beside, all, renewals, conflicts, notes }: Changes,
): Pick<Run, 'isKept' | 'notes'> | Moved {
  const { ports, operation, listed } = context;
  const { book } = ports;
  const head = headOf(operation, run, asOf);
  const isKept = keepInJournal(book.journal, head, all);
  const moved = movedIn({ all, renewals });
  if (moved) return { moved };
  applyPlans(book, plans);
  const unknown = unknownFields.filter((each) => isNew(listed, JSON.stringify(each)));
  const contradictions = conflicts.filter(({ subject, state }) => isNew(listed, JSON.stringify([subject, state])));
  const unknownRecords = unknown.map((each) => unknownFieldRecord(operation.title, each, asOf));
  // A refusal by a sheet beside the tables must not cost the tables a row.
  const refused: string[] = [];
  const written = [...plans];
  for (const plan of [...beside, ...renewals])
    orNote(refused, undefined, undefined, () => {
      applyPlans(book, [plan]);
      if (!renewals.includes(plan)) written.push(plan);
    });
  const unkept = listChanges(context, head, written);
  if (beside.some(({ table, cells }) => table === catalogTable.name && cells > 0)) ports.catalogChanged?.();
  const filters = written.flatMap(({ opened }) => filterRecord(opened, asOf) ?? []);
  const { news, notes: unlisted } = listOnStatus(book, [...unknownRecords, ...contradictions, ...filters], asOf);
  const hasNews = unknownRecords.some((record) => news.includes(record));
  return {
    isKept,
    notes: [...(hasNews ? [UNKNOWN_NOTE] : []), ...notes, ...refused, ...unkept, ...unlisted],
  };
}

/** The first sheet of those that are to be written that is not as it was read. */
function movedIn({ all, renewals }: Pick<Changes, 'all' | 'renewals'>): Opened | undefined {
  const written = [...all, ...renewals].filter(({ steps, ordering }) => steps.length > 0 || ordering);
  const tables = new Set(written.map(({ table }) => table));
  // Renewals go by what the plan beside them will have put in.
  return all.find((plan) => tables.has(plan.table) && !stands(plan.opened, plan))?.opened;
}

/** What was written, as rows of the sheet Changes: after it, so that no row tells of what is not there. */
function listChanges(
  { ports: { book }, connection: { sellerId }, changesLeft }: RunContext,
  { run, at }: JournalHead,
  written: readonly TablePlan[],
): readonly string[] {
  // Renewed instants alone, as of most repeated pulls, are no change.
  if (!written.some(({ changes }) => changes.some(({ positions }) => positions.length > 0))) return [];
  const zone = book.timeZone();
  const notes: string[] = [];
  const all = written.flatMap((plan) =>
    changesOf(plan, keyOf(plan.table), { run, at, sellerId }, zone, changesLeft.rows + 1),
  );
  const listed = all.slice(0, changesLeft.rows);
  changesLeft.rows -= listed.length;
  orNote(notes, 'Nothing was listed on Changes', undefined, () => writeChanges(book, listed));
  return listed.length < all.length ? [...notes, CHANGES_CUT_NOTE] : notes;
}

/** The pulls of a job in one execution are one run, to take back as to read of. */
function headOf({ title }: TabledOperation, { id, purpose }: Run, at: number): JournalHead {
  return { run: purpose?.run ?? id, title, at, ...(purpose ? { job: purpose.job } : {}) };
}

/** Rows of the sheet Status; where that cannot be used, a sentence says so, and no table loses rows for it. */
export function listStatus(book: Book, records: readonly StatusRecord[], asOf: number): readonly string[] {
  return listOnStatus(book, records, asOf).notes;
}

/** The same; `news` are the records that were not listed before, as far as is known. */
function listOnStatus(
  book: Book,
  records: readonly StatusRecord[],
  asOf: number,
): { readonly news: readonly StatusRecord[]; readonly notes: readonly string[] } {
  if (records.length === 0) return { news: [], notes: [] };
  const notes: string[] = [];
  const news = orNote(notes, 'Nothing was listed on Status', records, () => {
    const refusal =
      () =>
      ({ values }: Row) =>
        isNoNews(values.state);
    const [plan] = planUpsert(book, status, records, NONE_PRIVATE, asOf, undefined, { refusal });
    if (plan!.changes.length === 0) return [];
    demandRoom(book, [plan!]);
    applyPlans(book, [plan!]);
    const added = new Set(plan!.changes.flatMap(({ isNew, key }) => (isNew ? [key] : [])));
    return records.filter((_, index) => added.has(plan!.rows[index]!.key));
  });
  return { news, notes };
}

/** Turns the refusal of a sheet beside the tables into a note: the tables lose no row for it. */
function orNote<T>(notes: string[], what: string | undefined, otherwise: T, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof MarketError)) throw error;
    notes.push(what === undefined ? error.message : `${what}: ${error.message}`);
    return otherwise;
  }
}

function isNew(known: Set<string>, key: string): boolean {
  const before = known.size;
  return known.add(key).size > before;
}

function noteCame({ came }: RunContext, table: string, rows: TablePlan['rows']): void {
  const known = came.get(table) ?? new Set();
  came.set(table, known);
  for (const { key } of rows) known.add(key);
}

function counted(run: Run, counts: readonly TableCounts[]): Pick<Run, 'tables' | 'cells'> {
  if (counts.length === 0) return { tables: run.tables, cells: run.cells };
  const tables = counts.map(({ table, added, changed, unchanged, gone }) => {
    const before = run.tables.find((known) => known.table === table) ?? NO_ROWS;
    return { table, ...addCounts(before, { added, changed, unchanged, gone }) };
  });
  return { tables, cells: counts.reduce((cells, each) => cells + each.cells, run.cells) };
}

/** Compares rows with what came for `units`; only a run that is done says what is no longer there. */
export function markGone(context: RunContext, run: Run, units: readonly Params[]): Run {
  const { ports, operation, connection, came } = context;
  if (run.state !== 'done' || !operation.tables.some(({ gone }) => gone)) return run;
  // Rows of a preview bear no time at which they were read.
  if (run.isPreview && run.executions > 1) return { ...run, notes: noted(run.notes, [GONE_UNKNOWN_NOTE]) };
  try {
    const now = ports.clock.now();
    // Earlier executions left no list of keys; their rows are known by their `As of`.
    const arrived = { keys: came, ...(run.executions > 1 ? { since: run.startedAt } : {}) };
    const { counts, notes, isKept } = ports.exclusively(() => {
      const plans = planGone(ports.book, operation, units, connection.sellerId, arrived, now);
      if (run.isPreview) return { counts: plans.map(countsOf), notes: [], isKept: false };
      const head = headOf(operation, run, now);
      const isKept = keepInJournal(ports.book.journal, head, plans);
      demandStanding(plans.filter(({ steps }) => steps.length > 0).map(({ opened }) => opened));
      const counts = applyPlans(ports.book, plans);
      return { counts, notes: listChanges(context, head, plans), isKept };
    });
    const tables = run.tables.map((each) => {
      const gone = counts.find(({ table }) => table === each.table)?.gone ?? 0;
      return { ...each, gone: each.gone + gone };
    });
    return { ...run, tables, isKept: run.isKept || isKept, notes: noted(run.notes, notes) };
  } catch (error) {
    // A sheet that is held by another execution: the next run of the same question marks them.
    if (error instanceof MarketError) return run;
    throw error;
  }
}
