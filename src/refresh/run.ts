/** One run of an operation into its tables: begun, advanced slice by slice, stored in between, reported at any time. */
import type { Cost, LastSize } from '../limits/plan.ts';
import { planCost } from '../limits/plan.ts';
import type { Network, Slice } from '../protocol/client.ts';
import { CALLS_AT_ONCE, fetchSlice } from '../protocol/client.ts';
import type { Connection } from '../protocol/connection.ts';
import { chooseStorefront } from '../protocol/connection.ts';
import type { AnyRecord } from '../protocol/fields.ts';
import { MarketError } from '../protocol/market-error.ts';
import type { Storefront } from '../protocol/operation.ts';
import type { Params } from '../protocol/params.ts';
import { readParams } from '../protocol/params.ts';
import type { Terms } from '../protocol/settings.ts';
import type { Cursor } from '../protocol/work.ts';
import { isDone, START, stepsLeft, unitsOf } from '../protocol/work.ts';
import { readCatalog } from '../tables/catalog-sheet.ts';
import { markGone } from '../tables/gone.ts';
import { factsOf } from '../tables/items.ts';
import type { Purge } from '../tables/purge.ts';
import { withinRetention } from '../tables/retention.ts';
import type { Book } from '../tables/sheet.ts';
import { status } from '../tables/status.ts';
import type { TabledOperation } from '../tables/table.ts';
import { upsert } from '../tables/upsert.ts';
import { catalogued } from './cataloguing.ts';
import { journalRecord } from './journal.ts';
import { hintsFor, missingFrom } from './not-found.ts';
import { apartNote, notesOf, ODD_NOTE, tallied, versionNotes } from './notes.ts';
import type { Apart } from './refused.ts';
import { NOBODY } from './refused.ts';
import type { Report, ReportedError, RunState } from './report.ts';
import { addCounts, NO_ROWS, reportError } from './report.ts';
import type { Catalog } from './unrepeated.ts';
import { aloneIn, aloneNote, byItems, tiesFor } from './unrepeated.ts';

/** A run as it is stored between executions: no credentials, no records. */
export interface Run {
  readonly id: string;
  readonly operation: string;
  readonly connection: string;
  readonly storefront: Storefront;
  readonly params: Params;
  /** What was asked, without lists: by it the size of the run is remembered. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly ignored: readonly string[];
  /** Version and settings of the connection as they were at the start: the cursor counts units that depend on them. */
  readonly terms: Terms;
  /** Identifiers that were refused before, asked for in calls of their own. */
  readonly apart: readonly string[];
  /** Identifiers among which some were refused before, likewise. */
  readonly suspected: readonly string[];
  /** Identifiers that answers do not repeat and the Catalog did not know: each has a call of its own. */
  readonly alone: readonly string[];
  readonly state: RunState;
  readonly cursor: Cursor;
  readonly planned: Cost;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly workedFor: number;
  readonly executions: number;
  readonly calls: number;
  readonly callsLeft: number;
  readonly cells: number;
  readonly tables: Report['tables'];
  readonly notFound: readonly string[];
  /** Identifiers of which nothing came, though they may be known. */
  readonly without: readonly string[];
  /** How many identifiers brought nothing, where answers do not say which. */
  readonly unnamed: number;
  /** Identifiers that this run found to be refused. */
  readonly refused: readonly string[];
  /** Identifiers among which it found some to be refused. */
  readonly suspects: readonly string[];
  /** Slices in a row that brought nothing but errors. */
  readonly barren: number;
  readonly notes: readonly string[];
  /** Records by the value of the field that the operation counts, in words. */
  readonly tally: Readonly<Record<string, number>>;
  /** Errors of single calls; the others went on. */
  readonly errors: readonly ReportedError[];
  /** What ended or holds the run. */
  readonly stoppedBy: ReportedError | null;
  readonly resumeAt: number | null;
}

/** A run is stored and shown whole; beyond these, errors only repeat themselves. */
const MOST_ERRORS = 50;

/** Units are questions of their own: a slice of refused ones does not mean that all are. */
const MOST_BARREN = 3;

export interface RunPorts extends Network {
  readonly book: Book;
  /** Runs work that reads and writes sheets while nobody else does. */
  exclusively<T>(work: () => T): T;
}

/** Checks what was asked and plans it; nothing is sent yet. */
export function beginRun(
  id: string,
  operation: TabledOperation,
  connection: Connection,
  input: Readonly<Record<string, unknown>>,
  last: LastSize | undefined,
  now: number,
  before: Apart = NOBODY,
  catalog?: Catalog,
): Run {
  const { version, settings = {} } = connection;
  const terms = { version, settings };
  const { params, ignored } = readParams(operation, input, terms);
  const asked = Object.values(params).flat();
  const apart = asked.filter((value) => before.refused.has(value));
  const suspected = asked.filter((value) => before.suspects.has(value));
  const ties = tiesFor(operation, params, catalog);
  const alone = aloneIn(operation, params, ties, [...apart, ...suspected], now);
  const units = unitsOfRun(operation, { params, terms, apart, suspected, alone }).length;
  const planned = planCost(
    {
      operation: operation.id,
      units,
      callsAtOnce: CALLS_AT_ONCE,
      cap: operation.cap,
      ...(last ? { last } : {}),
    },
    now,
  );
  return {
    id,
    operation: operation.id,
    connection: connection.name,
    storefront: chooseStorefront(operation, connection, text(input.storefront)),
    params,
    input: Object.fromEntries(Object.entries(input).filter(([, value]) => !Array.isArray(value))),
    ignored,
    terms,
    apart,
    suspected,
    alone,
    state: 'planned',
    cursor: START,
    planned,
    startedAt: now,
    workedFor: 0,
    executions: 0,
    calls: 0,
    callsLeft: units,
    cells: 0,
    tables: [],
    notFound: [],
    without: [],
    unnamed: 0,
    refused: [],
    suspects: [],
    barren: 0,
    notes: [...(apart.length > 0 ? [apartNote(apart.length)] : []), ...aloneNote(alone.length)],
    tally: {},
    errors: [],
    stoppedBy: null,
    resumeAt: null,
  };
}

function unitsOfRun(
  operation: TabledOperation,
  { params, terms, apart, suspected, alone }: Pick<Run, 'params' | 'terms' | 'apart' | 'suspected' | 'alone'>,
): readonly Params[] {
  return unitsOf(operation, params, terms, [new Set(suspected), new Set(apart)], new Set(alone));
}

function text(input: unknown): string | undefined {
  return input === undefined || input === null || input === '' ? undefined : String(input);
}

/**
 * Goes on until the work is done, an error ends it, or the clock passes `until` (epoch milliseconds).
 * Data of buyers is taken only as far as consent and retention allow.
 */
export function advanceRun(
  ports: RunPorts,
  before: Run,
  operation: TabledOperation,
  connection: Connection,
  { withheld, since }: Purge,
  until: number,
): Run {
  const units = unitsOfRun(operation, before);
  const ties = tiesFor(operation, before.params, () => readCatalog(ports.book));
  const question = {
    operation,
    connection: { ...connection, ...before.terms },
    storefront: before.storefront,
    units,
    withheld,
    apart: new Set(before.apart),
  };
  const version = operation.query?.version
    ? Number(before.params.version ?? before.terms.version)
    : Number.POSITIVE_INFINITY;
  const journal = new Set<string>();
  const started = ports.clock.now();
  let run: Run = {
    ...before,
    state: 'running',
    executions: before.executions + 1,
    stoppedBy: null,
    resumeAt: null,
    notes: noted(before.notes, versionNotes(operation, withheld, version)),
  };
  while (run.state === 'running' && !isDone(run.cursor, units.length)) {
    const unwritten = run;
    const slice = fetchSlice(ports, question, run.cursor, CALLS_AT_ONCE);
    const missing = missingFrom(operation, slice.whole, ties);
    const facts = factsOf(operation, slice);
    run = {
      ...run,
      cursor: slice.cursor,
      calls: run.calls + slice.calls,
      callsLeft: stepsLeft(slice.cursor, units.length),
      barren: slice.answered.length === 0 ? run.barren + 1 : 0,
      notFound: [...run.notFound, ...missing.notFound],
      without: [...run.without, ...missing.without],
      unnamed: run.unnamed + missing.unnamed,
      refused: [...run.refused, ...slice.refused],
      suspects: [...run.suspects, ...slice.suspects],
      notes: noted(run.notes, hintsFor(operation, run.params, [...missing.notFound, ...slice.refused])),
      tally: tallied(run, operation, slice),
      errors: [...run.errors, ...slice.errors.map(reportError)].slice(0, MOST_ERRORS),
    };
    // An answer without records still makes the tables, so that a person sees that there is nothing.
    const hasRows = slice.records.length > 0 || (slice.answered.length > 0 && run.tables.length === 0);
    if (hasRows || facts.length > 0) {
      const asOf = ports.clock.now();
      try {
        const records =
          since === undefined ? slice.records : withinRetention(operation, slice.records, since);
        const isUnlisted = (record: AnyRecord) =>
          isNew(journal, JSON.stringify([record.about, record.subject, record.state]));
        const odd = slice.oddities
          .map((oddity) => journalRecord(operation.title, oddity, asOf))
          .filter(isUnlisted);
        const { counts, items } = ports.exclusively(() => {
          const counts = hasRows ? upsert(ports.book, operation, records, withheld, asOf, version) : [];
          const items = catalogued(ports.book, operation, facts, asOf);
          const listed = [...odd, ...items.records.filter(isUnlisted)];
          if (listed.length > 0) upsert(ports.book, status, listed, withheld, asOf);
          return { counts, items };
        });
        run = { ...run, ...sum(run, counts, items.cells) };
        const notes = [...(odd.length > 0 ? [ODD_NOTE] : []), ...items.notes];
        run = { ...run, notes: noted(run.notes, notes) };
      } catch (error) {
        if (!(error instanceof MarketError)) throw error;
        // What could not be written is asked for again, so that no row is lost between two executions.
        run = stop({ ...unwritten, calls: run.calls }, error);
        break;
      }
    }
    if (slice.fatal) run = stop(run, slice.fatal);
    // Nothing but errors in one slice after another: the next one would fare no better.
    else if (run.barren >= MOST_BARREN || isDown(slice)) run = { ...run, state: 'failed' };
    else if (ports.clock.now() >= until) break;
  }
  if (run.state === 'running' && isDone(run.cursor, units.length))
    run = withGone(
      ports,
      { ...run, state: endOf(run) },
      operation,
      connection,
      byItems(operation, units, ties),
    );
  if (
    run.state === 'failed' &&
    run.tables.some(({ added, changed, unchanged }) => added + changed + unchanged > 0)
  )
    run = { ...run, state: 'partial' };
  return { ...run, workedFor: run.workedFor + ports.clock.now() - started };
}

/** Every call of a slice failed by a fault of the service, although it was tried again. */
function isDown({ answered, errors }: Slice): boolean {
  return answered.length === 0 && errors.length > 0 && errors.every(({ details }) => details.passing);
}

function isNew(known: Set<string>, key: string): boolean {
  const before = known.size;
  return known.add(key).size > before;
}

function noted(notes: readonly string[], more: readonly string[]): readonly string[] {
  return [...new Set([...notes, ...more])];
}

/** Only a question that was answered whole tells what is no longer there. */
function withGone(
  ports: RunPorts,
  run: Run,
  operation: TabledOperation,
  { sellerId }: Connection,
  units: readonly Params[],
): Run {
  if (run.state !== 'done' || !operation.tables.some(({ gone }) => gone)) return run;
  try {
    const now = ports.clock.now();
    const counts = ports.exclusively(() =>
      markGone(ports.book, operation, units, sellerId, run.startedAt, now),
    );
    const tables = run.tables.map((each) => {
      const gone = counts.find(({ table }) => table === each.table)?.gone ?? 0;
      return { ...each, gone: each.gone + gone };
    });
    return { ...run, tables };
  } catch (error) {
    // A sheet that is held by another execution: the next run of the same question marks them.
    if (error instanceof MarketError) return run;
    throw error;
  }
}

/** Nothing but errors is a failure, though all was asked. */
function endOf({ errors, tables }: Run): RunState {
  if (errors.length === 0) return 'done';
  return tables.length > 0 ? 'partial' : 'failed';
}

/** A refused call can be made later; everything else ends the run. */
function stop(run: Run, error: MarketError): Run {
  const resumeAt = error.details.retryAt ?? null;
  return { ...run, state: resumeAt === null ? 'failed' : 'waiting', stoppedBy: reportError(error), resumeAt };
}

/** `more` is what was written besides. */
function sum(run: Run, counts: ReturnType<typeof upsert>, more: number): Pick<Run, 'tables' | 'cells'> {
  if (counts.length === 0) return { tables: run.tables, cells: run.cells + more };
  const tables = counts.map(({ table, added, changed, unchanged, gone }) => {
    const before = run.tables.find((known) => known.table === table) ?? NO_ROWS;
    return { table, ...addCounts(before, { added, changed, unchanged, gone }) };
  });
  return { tables, cells: counts.reduce((cells, each) => cells + each.cells, run.cells + more) };
}

/** The run as people see it. `now` in epoch milliseconds. */
export function reportOf(run: Run, now: number): Report {
  const { id, operation, state, planned, tables, notFound, ignored } = run;
  const errors = [...run.errors, ...(run.stoppedBy ? [run.stoppedBy] : [])];
  const actual: Cost = {
    calls: { byOperation: { [operation]: run.calls } },
    executions: run.executions,
    minutes: Math.round(run.workedFor / 600) / 100,
    cells: run.cells,
    finishAt: new Date(run.resumeAt ?? now).toISOString(),
    binding: run.stoppedBy?.code === 'MARKET_CAP' ? `${operation} cap` : null,
  };
  const rows = tables.reduce(addCounts, NO_ROWS);
  const notes = notesOf(run);
  const resumeAt = run.resumeAt === null ? null : new Date(run.resumeAt).toISOString();
  return {
    id,
    operation,
    state,
    planned,
    actual,
    callsLeft: run.callsLeft,
    rows,
    tables,
    notFound,
    ignored,
    notes,
    resumeAt,
    errors,
  };
}

/** What to remember of a complete run for the next plan. */
export function sizeOf(run: Run, operation: TabledOperation): LastSize {
  const units = unitsOfRun(operation, run);
  return { units: units.length, calls: run.calls, cells: run.cells };
}
