/** Goes on with a run, slice by slice: asks, writes, and says how far it came. */

import type { Lent } from '../limits/gate.ts';
import type { Capped } from '../protocol/caps.ts';
import { cappedBy } from '../protocol/caps.ts';
import type { Enough, Network, Slice, Whole } from '../protocol/client.ts';
import { notYet } from '../protocol/client.ts';
import type { Connection } from '../protocol/connection.ts';
import { MarketError } from '../protocol/market-error.ts';
import type { Storefront } from '../protocol/operation.ts';
import type { Params } from '../protocol/params.ts';
import { isDone, stepsLeft } from '../protocol/work.ts';
import { carryOut } from '../tables/carry-out.ts';
import type { Fact } from '../tables/catalog/items.ts';
import { factsOf } from '../tables/catalog/items.ts';
import { readCatalog } from '../tables/catalog/sheet.ts';
import { planGone } from '../tables/gone.ts';
import { keepInJournal } from '../tables/journal.ts';
import type { TableCounts } from '../tables/plan.ts';
import { countsOf } from '../tables/plan.ts';
import type { Purge } from '../tables/purge.ts';
import type { Book } from '../tables/sheet.ts';
import type { TabledOperation } from '../tables/table.ts';
import { commit } from './commit.ts';
import { gather } from './gather.ts';
import { hintsFor, missingFrom } from './not-found.ts';
import { AMBIGUOUS_NOTE, GONE_UNKNOWN_NOTE, ODD_NOTE, tallied, versionNotes } from './notes.ts';
import type { RunState } from './report.ts';
import { addCounts, NO_ROWS, reportError } from './report.ts';
import type { Run } from './run.ts';
import { callsOf, unitsOfRun } from './run.ts';
import { byItems, tiesFor } from './unrepeated.ts';

/** A run is stored and shown whole; beyond these, errors only repeat themselves. */
const MOST_ERRORS = 50;

/** Units are questions of their own: a slice of refused ones does not mean that all are. */
const MOST_BARREN = 3;

export interface RunPorts extends Omit<Network, 'gate'> {
  readonly book: Book;
  /** Lets calls through within the caps; they begin before an instant in epoch milliseconds. */
  gate(of: Capped, until: number): Lent;
  /** Tells others what came, in units that are whole: formulas need not ask for it again. */
  share?(connection: Connection, operation: string, storefront: Storefront, whole: readonly Whole[]): void;
  /** Keeps a run that has more to do, as it stands: an execution may be ended at any time. */
  keep?(run: Run): void;
  /** Runs work that reads and writes sheets while nobody else does. */
  exclusively<T>(work: () => T): T;
  /** Spares a run the pages that bring nothing new; without it every page is read. */
  readonly enough?: Enough;
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
  allowed: Purge,
  until: number,
): Run {
  const { withheld } = allowed;
  const units = unitsOfRun(operation, before);
  const ties = tiesFor(operation, before.params, () => readCatalog(ports.book));
  const question = {
    operation,
    connection: { ...connection, ...before.terms },
    storefront: before.storefront,
    units,
    withheld,
    apart: new Set(before.apart),
    ...(ports.enough ? { enough: ports.enough } : {}),
  };
  const version = operation.query?.version
    ? Number(before.params.version ?? before.terms.version)
    : Number.POSITIVE_INFINITY;
  const came = new Map<string, Set<string>>();
  const told = new Set<string>();
  const started = ports.clock.now();
  let run: Run = {
    ...before,
    state: 'running',
    executions: before.executions + 1,
    stoppedBy: null,
    resumeAt: null,
    notes: noted(before.notes, versionNotes(operation, withheld, version)),
  };
  const gate = ports.gate(cappedBy(operation, question.connection), until);
  const network = { ...ports, gate };
  while (run.state === 'running' && !isDone(run.cursor, units.length)) {
    const unwritten = run;
    const slice = gather(network, question, run.cursor, callsOf(run.planned) - run.calls, until);
    if (!('records' in slice)) {
      run = stop(run, notYet(question, slice));
      break;
    }
    const missing = missingFrom(operation, slice.whole, ties);
    const facts = factsOf(operation, slice);
    run = {
      ...run,
      cursor: slice.cursor,
      calls: run.calls + slice.calls,
      pages: run.pages + slice.answered.length,
      records: run.records + slice.records.length,
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
      try {
        run = withRows(ports, run, slice, { facts, hasRows, operation, allowed, version, came, told });
      } catch (error) {
        if (!(error instanceof MarketError)) throw error;
        // What could not be written is asked for again, so that no row is lost between two executions.
        run = stop({ ...unwritten, calls: run.calls }, error);
        break;
      }
    }
    // Where pages were spared, what came is not all that there is.
    if (!run.isPreview && !ports.enough) ports.share?.(connection, operation.id, run.storefront, slice.whole);
    if (slice.fatal) run = stop(run, slice.fatal);
    // Nothing but errors in one slice after another: the next one would fare no better.
    else if (run.barren >= MOST_BARREN || isDown(slice)) run = { ...run, state: 'failed' };
    else if (ports.clock.now() >= until) break;
    else if (!isDone(run.cursor, units.length)) ports.keep?.(run);
  }
  gate.close();
  if (run.state === 'running' && isDone(run.cursor, units.length))
    run = withGone(
      ports,
      { ...run, state: endOf(run) },
      operation,
      connection,
      byItems(operation, units, ties),
      came,
    );
  if (
    run.state === 'failed' &&
    run.tables.some(({ added, changed, unchanged }) => added + changed + unchanged > 0)
  )
    run = { ...run, state: 'partial' };
  return { ...run, workedFor: run.workedFor + ports.clock.now() - started };
}

interface Writing {
  readonly facts: readonly Fact[];
  readonly hasRows: boolean;
  readonly operation: TabledOperation;
  readonly allowed: Purge;
  readonly version: number;
  /** Keys of rows by table, and oddities, that this execution has met. */
  readonly came: Map<string, Set<string>>;
  readonly told: Set<string>;
}

/** The run once the rows of a slice are in their sheets. */
function withRows(ports: RunPorts, run: Run, slice: Slice, writing: Writing): Run {
  const { operation, facts, hasRows, allowed, version, came, told } = writing;
  // Sheets show no less than seconds.
  const asOf = Math.floor(ports.clock.now() / 1000) * 1000;
  const oddities = slice.oddities.filter((oddity) => isNew(told, JSON.stringify(oddity)));
  const written = ports.exclusively(() =>
    commit(ports.book, {
      run: run.id,
      job: run.errand?.job,
      operation,
      records: slice.records,
      hasRows,
      facts,
      oddities,
      allowed,
      asOf,
      version,
      isPreview: run.isPreview,
      isNews: ({ subject, state }) => isNew(told, JSON.stringify([subject, state])),
    }),
  );
  for (const [table, keys] of written.came) {
    const known = came.get(table) ?? new Set();
    came.set(table, known);
    for (const key of keys) known.add(key);
  }
  const notes = [
    ...(oddities.length > 0 && !run.isPreview ? [ODD_NOTE] : []),
    ...(written.hasAmbiguousDates ? [AMBIGUOUS_NOTE] : []),
    ...written.notes,
  ];
  return {
    ...run,
    ...sum(run, written.counts),
    grown: run.grown + written.grows,
    isKept: run.isKept || written.isKept,
    notes: noted(run.notes, notes),
  };
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
  came: ReadonlyMap<string, ReadonlySet<string>>,
): Run {
  if (run.state !== 'done' || !operation.tables.some(({ gone }) => gone)) return run;
  try {
    const now = ports.clock.now();
    // Earlier executions left no list of what came; their rows are known by the time at which they were read.
    const arrived = { keys: came, ...(run.executions > 1 ? { since: run.startedAt } : {}) };
    // Rows of a preview bear no such time.
    if (run.isPreview && run.executions > 1) return { ...run, notes: noted(run.notes, [GONE_UNKNOWN_NOTE]) };
    const counts = ports.exclusively(() => {
      const plans = planGone(ports.book, operation, units, sellerId, arrived, now);
      if (run.isPreview) return plans.map(countsOf);
      keepInJournal(ports.book.journal, { run: run.id, title: operation.title, at: now }, plans);
      return carryOut(ports.book, plans);
    });
    const tables = run.tables.map((each) => {
      const gone = counts.find(({ table }) => table === each.table)?.gone ?? 0;
      return { ...each, gone: each.gone + gone };
    });
    const isKept = run.isKept || (!run.isPreview && counts.some(({ gone }) => gone > 0));
    return { ...run, tables, isKept };
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

function sum(run: Run, counts: readonly TableCounts[]): Pick<Run, 'tables' | 'cells'> {
  if (counts.length === 0) return { tables: run.tables, cells: run.cells };
  const tables = counts.map(({ table, added, changed, unchanged, gone }) => {
    const before = run.tables.find((known) => known.table === table) ?? NO_ROWS;
    return { table, ...addCounts(before, { added, changed, unchanged, gone }) };
  });
  return { tables, cells: counts.reduce((cells, each) => cells + each.cells, run.cells) };
}
