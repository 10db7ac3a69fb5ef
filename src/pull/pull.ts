/** One execution of a pull: a loop that fetches and writes slices, one rule for when it stops, and what later executions need. */
import { connectionOf, otherSellers } from '../account/connections.ts';
import { allowedIn } from '../account/consent.ts';
import { LEASE } from '../limits/pacing.ts';
import { replanned } from '../limits/replan.ts';
import { findOperation } from '../operations/registry.ts';
import { cappedBy } from '../protocol/caps.ts';
import { notYet, type Question, type Slice } from '../protocol/client.ts';
import type { Connection } from '../protocol/connection.ts';
import { isDone, stepsLeft } from '../protocol/cursor.ts';
import { MarketError } from '../protocol/market-error.ts';
import { waiting, writingAtOnce } from '../protocol/store.ts';
import { MINUTE } from '../protocol/time.ts';
import { applyPlans } from '../tables/apply.ts';
import { readCatalog } from '../tables/catalog/catalog.ts';
import { MOST_CHANGES } from '../tables/changes.ts';
import { planRequests } from '../tables/lookup-requests.ts';
import { type Purge, purge } from '../tables/purge.ts';
import { identityOf } from '../tables/record-identity.ts';
import { type TabledOperation, tablesFor } from '../tables/table.ts';
import { wallText } from '../tables/zone.ts';
import { noteCompleteness } from './complete-since.ts';
import { earlyStopFor } from './early-stop.ts';
import { gather } from './gather.ts';
import { apartAs, foundAs, withFindings } from './identifiers.ts';
import { notePulled } from './last-pulls.ts';
import { hintsFor, missingFrom } from './not-found.ts';
import { noted, tallied, versionNotes } from './notes.ts';
import type { PullPorts, RunContext, RunPorts } from './ports.ts';
import { progressOf } from './progress.ts';
import { rememberRefused } from './remembered-identifiers.ts';
import { reportError } from './report.ts';
import { callsOf, cameRows, isOpen, isThrough, type Run, sizeOf, unitsOfRun } from './run.ts';
import { rememberSize } from './sizes.ts';
import { removeRun, saveRun } from './stored-run.ts';
import { byItems, matchesFor } from './unechoed.ts';
import { markGone, writeSlice } from './write-slice.ts';

/**
 * `until` is when it stops by itself, in epoch milliseconds. `beforeGone` is called with a run that is through, right
 * before its stored state is removed.
 */
export function execute(ports: PullPorts, before: Run, until: number, beforeGone?: (run: Run) => void): Run {
  const { document } = ports;
  const operation = findOperation(before.operation);
  const connection = connectionOf(ports.user, before);
  const allowed = allowedIn(ports, before.isPreview);
  const now = ports.clock.now();
  const held = { ...before, heldUntil: now + LEASE };
  const holder = ports.unique();
  // A job's pull is begun anew when it is ended within its first slice; one of a person has to be found again.
  let isStored = before.executions > 0;
  let isTaken = false;
  // Whoever asks for the same takes the run over from an execution that may have been ended.
  const keep = (run: Run, store = document) => {
    const mayFollow = (stored?: string) => (isTaken ? stored === holder : stored !== undefined || !isStored);
    const isOurs = saveRun(store, run, holder, mayFollow);
    isStored = true;
    isTaken = true;
    return isOurs;
  };
  // There is nothing to find again of a new one before calls are reserved.
  if (!held.isPreview && !held.purpose) keep(held, isStored ? document : waiting(document));
  if (!held.isPreview) noteCompleteness(document, operation, connection.sellerId, held.params, now);
  // A person who pulls wants every page, whatever is known.
  const earlyStop = held.purpose && earlyStopFor(operation, connection, ports.book);
  const others = otherSellers(ports.user, connection.sellerId);
  const working = { ...ports, keep, otherSellers: others, ...(earlyStop ? { earlyStop } : {}) };
  const advanced = { ...advanceRun(working, held, operation, connection, allowed, until), heldUntil: null };
  const run = advanced.purpose ? advanced : replan(ports, advanced, operation, connection);
  if (allowed.since !== undefined && !run.isPreview) ports.exclusively(() => purge(ports.book, operation, allowed));
  rememberIdentifiers(ports, connection, run, now);
  // Handed back, it may go on at once.
  if (isOpen(run)) keep({ ...run, resumeAt: run.resumeAt ?? ports.clock.now() });
  else if (isStored) {
    if (isThrough(run)) beforeGone?.(run);
    removeRun(document, run.id, isTaken ? holder : undefined);
  }
  writingAtOnce(document, (store) => {
    if (run.state !== 'done' || run.purpose) return;
    const { sellerId } = connection;
    const asked = { ...run.input, connection: sellerId };
    const tables = tablesFor(operation.tables, run.params).map(({ name }) => name);
    rememberSize(store, operation, asked, sizeOf(run, operation));
    if (!run.isPreview) notePulled(store, tables, sellerId, ports.clock.now());
  });
  if (isThrough(run)) listRequest(ports, connection, run);
  return run;
}

/** Suspects are taken apart once a run is through. */
function rememberIdentifiers({ document }: PullPorts, connection: Connection, run: Run, now: number): void {
  const { identifiers, operation } = run;
  const found = { refused: foundAs(identifiers, 'refused'), suspects: foundAs(identifiers, 'suspect') };
  const asked = isThrough(run) ? apartAs(identifiers, 'suspected') : [];
  rememberRefused(document, operation, connection, found, asked, now);
}

/** The plan as it looks now, where more or less is left to do than it said, or it takes longer. */
function replan(ports: PullPorts, run: Run, operation: TabledOperation, connection: Connection): Run {
  const isAsPlanned = run.planned.precision !== undefined || run.calls === callsOf(run.planned);
  if (!isOpen(run) && (!isThrough(run) || isAsPlanned)) return run;
  const zone = ports.book.timeZone();
  const done = {
    calls: { byOperation: { [run.operation]: run.calls } },
    executions: run.executions,
    minutes: run.workedFor / MINUTE,
    cells: run.cells,
  };
  const left = isOpen(run) ? [{ operation: run.operation, calls: run.callsLeft }] : [];
  const timeOf = (at: number) => wallText(at, zone).slice(11, 16);
  const isRefused = run.stoppedBy?.code === 'MARKET_CAP' && run.stoppedBy.httpStatus !== null;
  const planInput = ports.planInput(cappedBy(operation, connection));
  return { ...run, replanned: replanned(run.planned, done, left, planInput, timeOf, isRefused) };
}

/** What was asked for by the id of a request is in the list of those that are asked for again. */
function listRequest(
  { book, clock, exclusively }: PullPorts,
  { sellerId }: Connection,
  { params, storefront, isPreview }: Run,
): void {
  const { requestId } = params;
  if (typeof requestId !== 'string' || isPreview) return;
  exclusively(() => {
    const { plans, renewals } = planRequests(book, [{ requestId, storefront, sellerId }], clock.now());
    applyPlans(book, [...plans, ...renewals]);
  });
}

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
  const matches = matchesFor(operation, before.params, () => readCatalog(ports.book, connection));
  const { sellerId } = connection;
  const seller = { sellerId, isOnly: (ports.otherSellers ?? []).length === 0 };
  const network = { ...ports, gate };
  const found = {
    came: new Map(),
    occurrences: new Map(),
    listed: new Set<string>(),
    changesLeft: { rows: MOST_CHANGES },
  };
  const asked = { ports, operation, connection, seller, allowed, version, startedAt };
  const context = { ...asked, network, question, matches, ...found };
  const units = question.units.length;
  let run: Run = {
    ...before,
    state: 'running',
    executions: before.executions + 1,
    stoppedBy: null,
    resumeAt: null,
    endedAt: undefined,
    notes: noted(before.notes, versionNotes(operation, allowed.withheld, version)),
  };
  for (;;) {
    run = afterStep(isDone(run.cursor, units) ? { run } : step(context, run, until), units);
    if (isOpen(run) && ports.isStopped?.(progressOf(run)))
      run = { ...run, state: 'cancelled', stoppedBy: null, resumeAt: null };
    if (run.state !== 'running' || ports.clock.now() >= until) break;
    if (ports.keep?.(run) === false) break;
  }
  gate.close();
  const ended = run.state === 'done' ? markGone(context, run, byItems(operation, question.units, matches)) : run;
  return {
    ...ended,
    state: stateWithRows(ended),
    ...(run.isPreview ? {} : { came: cameRows(context.came) }),
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
    identity: identityOf(operation),
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
  const follow = ports.isStopped;
  const isStopped =
    follow && ((came?: Slice) => follow(progressOf(came ? withCalls(run, came, question.units.length) : run)));
  const expected = callsOf(run.planned) - run.calls;
  const slice = gather(network, question, run.cursor, expected, until, isStopped);
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

function withCalls(run: Run, { cursor, calls }: Slice, units: number): Run {
  return { ...run, cursor, calls: run.calls + calls, callsLeft: stepsLeft(cursor, units) };
}

/** The run with what a slice brought, before its rows are written. */
function withSlice({ operation, question, matches }: RunContext, run: Run, slice: Slice): Run {
  const missing = missingFrom(operation, slice.complete, matches);
  return {
    ...withCalls(run, slice, question.units.length),
    pages: run.pages + slice.pages.length,
    records: run.records + slice.records.length,
    emptyStreak: emptyStreakWith(run, slice),
    fellShort: run.fellShort + slice.short.length,
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
