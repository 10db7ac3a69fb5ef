/** The loop of a pull: fetches a slice, writes it, and goes on until the one rule for stopping says otherwise. */
import { cappedBy } from '../protocol/caps.ts';
import type { Question, Slice } from '../protocol/client.ts';
import { notYet } from '../protocol/client.ts';
import type { Connection } from '../protocol/connection.ts';
import { isDone, stepsLeft } from '../protocol/cursor.ts';
import { MarketError } from '../protocol/market-error.ts';
import { readCatalog } from '../tables/catalog/catalog.ts';
import type { Purge } from '../tables/purge.ts';
import type { TabledOperation } from '../tables/table.ts';
import { gather } from './gather.ts';
import { apartAs, withFindings } from './identifiers.ts';
import { markGone } from './mark-gone.ts';
import { hintsFor, missingFrom } from './not-found.ts';
import { noted, tallied, versionNotes } from './notes.ts';
import type { RunContext, RunPorts } from './ports.ts';
import { reportError } from './report.ts';
import type { Run } from './run.ts';
import { callsOf, unitsOfRun } from './run.ts';
import { byItems, matchesFor } from './unechoed.ts';
import { writeSlice } from './write-slice.ts';

/**
 * Goes on until the work is done, an error ends it, or the clock passes `until` (epoch milliseconds): then it is still
 * `running`. Data of buyers is taken only as far as consent and retention allow.
 */
export function advanceRun(
  ports: RunPorts,
  before: Run,
  operation: TabledOperation,
  connection: Connection,
  allowed: Purge,
  until: number,
): Run {
  const startedAt = ports.clock.now();
  const version = operation.query?.version
    ? Number(before.params.version ?? before.terms.version)
    : Number.POSITIVE_INFINITY;
  const gate = ports.gate(cappedBy(operation, { ...connection, ...before.terms }), until);
  const question = questionOf(ports, before, operation, connection, allowed);
  const matches = matchesFor(operation, before.params, () => readCatalog(ports.book));
  const network = { ...ports, gate };
  const found = { came: new Map(), listed: new Set<string>() };
  const context = { ports, operation, connection, allowed, version, network, question, matches, ...found };
  const units = question.units.length;
  let run: Run = {
    ...before,
    state: 'running',
    executions: before.executions + 1,
    stoppedBy: null,
    resumeAt: null,
    notes: noted(before.notes, versionNotes(operation, allowed.withheld, version)),
  };
  for (;;) {
    run = afterStep(isDone(run.cursor, units) ? { run } : step(context, run, until), units);
    if (run.state !== 'running' || ports.clock.now() >= until) break;
    ports.keep?.(run);
  }
  gate.close();
  const ended =
    run.state === 'done' ? markGone(context, run, byItems(operation, question.units, matches)) : run;
  return {
    ...ended,
    state: stateWithRows(ended),
    workedFor: ended.workedFor + ports.clock.now() - startedAt,
  };
}

function questionOf(
  { earlyStop }: RunPorts,
  run: Run,
  operation: TabledOperation,
  connection: Connection,
  { withheld }: Purge,
): Question {
  return {
    operation,
    connection: { ...connection, ...run.terms },
    storefront: run.storefront,
    units: unitsOfRun(operation, run),
    withheld,
    isolated: new Set(apartAs(run.identifiers, 'isolated')),
    ...(earlyStop ? { earlyStop } : {}),
  };
}

interface Step {
  readonly run: Run;
  /** What would meet every further step as well. */
  readonly obstacle?: MarketError | undefined;
}

/** One slice: fetched, counted and written. */
function step(context: RunContext, run: Run, until: number): Step {
  const { ports, network, question } = context;
  const slice = gather(network, question, run.cursor, callsOf(run.planned) - run.calls, until);
  if (!('records' in slice)) return { run, obstacle: notYet(question, slice) };
  const counted = withSlice(context, run, slice);
  try {
    const written = writeSlice(context, counted, slice);
    // After an early stop the records are not all that the item has.
    if (!run.isPreview && !ports.earlyStop)
      ports.share?.(context.connection, context.operation.id, run.storefront, slice.complete);
    return { run: written, obstacle: slice.fatal };
  } catch (error) {
    if (!(error instanceof MarketError)) throw error;
    // What could not be written is asked for again, so that no row is lost between two executions.
    return { run: { ...run, calls: counted.calls }, obstacle: error };
  }
}

/** Slices in a row without a page after which a run ends: units are questions of their own, and one slice of refused ones does not mean that all are. */
const LONGEST_EMPTY_STREAK = 3;

/**
 * The one rule for when a run stops. An obstacle that passes makes it wait, another one ends it; slice after slice of
 * errors ends it; and it is done once everything was asked, in part where single calls failed. Else it goes on.
 */
function afterStep({ run, obstacle }: Step, units: number): Run {
  if (obstacle) {
    const resumeAt = obstacle.details.retryAt ?? null;
    return {
      ...run,
      state: resumeAt === null ? 'failed' : 'waiting',
      stoppedBy: reportError(obstacle),
      resumeAt,
    };
  }
  if (run.emptyStreak >= LONGEST_EMPTY_STREAK) return { ...run, state: 'failed' };
  if (!isDone(run.cursor, units)) return run;
  if (run.errors.length === 0) return { ...run, state: 'done' };
  return { ...run, state: run.tables.length > 0 ? 'partial' : 'failed' };
}

/** A failure that left rows behind is a part. */
function stateWithRows({ state, tables }: Run): Run['state'] {
  const hasRows = tables.some(({ added, changed, unchanged }) => added + changed + unchanged > 0);
  return state === 'failed' && hasRows ? 'partial' : state;
}

/** A run is stored and shown whole; beyond these, errors only repeat themselves. */
const MOST_ERRORS = 50;

/** The run with what a slice brought, before its rows are written. */
function withSlice({ operation, question, matches }: RunContext, run: Run, slice: Slice): Run {
  const missing = missingFrom(operation, slice.complete, matches);
  return {
    ...run,
    cursor: slice.cursor,
    calls: run.calls + slice.calls,
    pages: run.pages + slice.pages.length,
    records: run.records + slice.records.length,
    callsLeft: stepsLeft(slice.cursor, question.units.length),
    emptyStreak: emptyStreakWith(run, slice),
    notFound: [...run.notFound, ...missing.notFound],
    without: [...run.without, ...missing.without],
    unnamed: run.unnamed + missing.unnamed,
    identifiers: withFindings(run.identifiers, slice),
    notes: noted(run.notes, hintsFor(operation, run.params, [...missing.notFound, ...slice.refused])),
    tally: tallied(run, operation, slice),
    errors: [...run.errors, ...slice.errors.map(reportError)].slice(0, MOST_ERRORS),
  };
}

/** A fault of the service is enough at once: the next slice would fare no better. */
function emptyStreakWith({ emptyStreak }: Run, { pages, errors }: Slice): number {
  if (pages.length > 0) return 0;
  const isDown = errors.length > 0 && errors.every(({ details }) => details.passing);
  return isDown ? LONGEST_EMPTY_STREAK : emptyStreak + 1;
}
