/** Executes a run: fetches and writes slices, then stores the run for its next execution. */

import { purgeAll } from '../account/consent.ts';
import { LEASE } from '../limits/pacing.ts';
import { columnValues } from '../operations/tables.ts';
import { type Network, notYet, type Slice } from '../protocol/client.ts';
import { isDone, stepsLeft } from '../protocol/cursor.ts';
import { pacificText } from '../protocol/dates.ts';
import { MarketError, orElse } from '../protocol/market-error.ts';
import { holds } from '../protocol/params.ts';
import { type Store, writingAtOnce, writingSoon } from '../protocol/store.ts';
import { DAY, MINUTE } from '../protocol/time.ts';
import { applyPlans } from '../tables/apply.ts';
import { readCatalog } from '../tables/catalog/catalog.ts';
import { planGone } from '../tables/gone.ts';
import { keepInJournal } from '../tables/journal.ts';
import { planRequests } from '../tables/lookup-requests.ts';
import { demandUnmoved } from '../tables/moved.ts';
import { countsOf } from '../tables/plan.ts';
import { spokenTime } from '../tables/zone.ts';
import { contextOf, type PullPorts, type RunContext } from './context.ts';
import { gather } from './gather.ts';
import { byItems, hintsFor, missingFrom, withRefused } from './identifiers.ts';
import { daysOf, periodOf, replanNote } from './plan.ts';
import { noteCompleteness, notePeriod, notePulled, rememberRefused, rememberSize } from './remembered.ts';
import { GONE_UNKNOWN_NOTE, noted, optional, reportError, tallied, versionNotes } from './report.ts';
import { callsOf, isOpen, isThrough, type Run, receivedRows } from './run.ts';
import { isHeld, isStored, progressOf, removeRun, saveRun } from './stored-run.ts';
import { journalHead, listChanges, writeSlice } from './write-slice.ts';

/**
 * Stops when the work is done, on an error, or at `until`, when the run stays `running`. Calls `beforeRemoval` with a
 * finished run before removing its stored state.
 */
export function execute(ports: PullPorts, before: Run, until: number, beforeRemoval?: (run: Run) => void): Run {
  const { document, clock } = ports;
  const context = contextOf(ports, before, until);
  const { operation, connection, allowed, version, startedAt } = context;
  const held = { ...before, holder: ports.unique(), heldUntil: startedAt + LEASE };
  // Store a user's run before its first slice, in case Google ends the execution.
  const isNew = before.executions === 0;
  let hasState = !isNew || !(before.isPreview || before.purpose);
  // A new run can be written with the reserved calls. Don't restore a run that a user removed.
  if (hasState && (isNew || isStored(document, before.id))) saveRun(isNew ? writingSoon(document) : document, held);
  if (!before.isPreview) noteCompleteness(document, operation, connection.sellerId, before.params, startedAt);
  const gate = ports.gate(context.capped, until);
  let run: Run = {
    ...held,
    state: 'running',
    executions: before.executions + 1,
    stoppedBy: null,
    resumeAt: null,
    endedAt: undefined,
    notes: noted(before.notes, versionNotes(operation, allowed.withheld, version)),
  };
  for (;;) {
    run = afterSlice(context, fetchAndWrite(context, { ...ports, gate }, run));
    if (isOpen(run) && ports.isStopped?.(progressOf(run)))
      run = { ...run, state: 'canceled', stoppedBy: null, resumeAt: null };
    if (run.state !== 'running' || clock.now() >= until) break;
    // Stop if another pull with the same parameters has taken over this run.
    if (hasState && !isHeld(document, run)) break;
    saveRun(document, run);
    hasState = true;
  }
  gate.close();
  run = finish(context, run);
  run = {
    ...run,
    state: stateWithRows(run),
    heldUntil: null,
    workedFor: run.workedFor + clock.now() - startedAt,
    ...(run.isPreview ? {} : { received: receivedRows(context.received) }),
  };
  const timeOf = (at: number) => spokenTime(at, ports.book.timeZone(), clock.now());
  if (!run.purpose) run = { ...run, replanNote: replanNote(run, () => ports.planInput(context.capped), timeOf) };
  const isOurs = !hasState || isHeld(document, run);
  if (isOpen(run) && isOurs) saveRun(document, { ...run, resumeAt: run.resumeAt ?? clock.now() });
  if (!isOpen(run) && hasState) {
    if (isThrough(run)) beforeRemoval?.(run);
    if (isOurs) removeRun(document, run.id);
  }
  writingAtOnce(document, (store) => remember(store, context, run));
  return run;
}

function remember(store: Store, context: RunContext, run: Run) {
  const { ports, operation, question, startedAt } = context;
  rememberRefused(store, run, startedAt);
  const { sellerId, params, input } = run;
  const tables = operation.tables.filter(({ when }) => holds(when, params));
  const period = periodOf(operation, params, run.startedAt);
  // A wrong total from the service must not leave a gap.
  const isWhole =
    isThrough(run) && run.errors.length <= run.fellShort && !run.isPreview && !isNarrowed(operation, params);
  if (isWhole && period) notePeriod(store, tables[0]!.name, sellerId, period);
  if (run.state !== 'done' || run.purpose) return;
  const days = daysOf(operation, params, run.startedAt);
  rememberSize(
    store,
    operation,
    { ...input, connection: sellerId },
    {
      units: question.units.length,
      calls: run.pages,
      cells: run.cells,
      records: run.records,
      ...(days === undefined ? {} : { days }),
    },
  );
  const now = ports.clock.now();
  if (run.isPreview || isPartial(context, run)) return;
  notePulled(
    store,
    tables.map(({ name }) => name),
    sellerId,
    now,
  );
}

function isNarrowed({ precedence = [], filters = [] }: RunContext['operation'], params: Run['params']) {
  return [...precedence, ...filters].some((name) => params[name] !== undefined);
}

/** Whether a pull read only some records, such as a few items. It doesn't renew the table. */
function isPartial({ ports, operation, seller }: RunContext, { params, input, startedAt, cut }: Run) {
  const { params: declared, period: [, to] = [] } = operation;
  if (cut || isNarrowed(operation, params)) return true;
  // In a period of whole days, yesterday is the last complete day.
  const latest = pacificText(to && declared[to]!.type === 'day' ? startedAt - 2 * DAY : startedAt);
  if (to && params[to] && params[to] < latest) return true;
  const all = Object.keys(declared).find((name) => declared[name]!.insteadOf);
  if (all === undefined || input[all]) return false;
  const { insteadOf: list, listedIn } = declared[all]!;
  const known = orElse(
    () =>
      listedIn
        ? listedIn.flatMap((table) => columnValues(ports.book, table, list!, seller.sellerId)).map((each) => [each])
        : readCatalog(ports.book, seller).flatMap((each) => (each.itemNumber ? [Object.values(each)] : [])),
    () => [],
  );
  const asked = new Set([params[list!] ?? []].flat().map((each) => each.toLowerCase()));
  const isLeft = (names: readonly string[]) => !names.some((name) => asked.has(name.toLowerCase()));
  return known.length === 0 ? !listedIn : known.some(isLeft);
}

interface AfterSlice {
  readonly run: Run;
  /** Would stop later slices, too. */
  readonly obstacle?: MarketError | undefined;
}

function fetchAndWrite(context: RunContext, network: Network, run: Run): AfterSlice {
  const { ports, question, until } = context;
  const units = question.units.length;
  if (isDone(run.cursor, units)) return { run };
  const { isStopped } = ports;
  const isUnwanted =
    isStopped && ((slice?: Slice) => isStopped(progressOf(slice ? withCalls(run, slice, units) : run)));
  const slice = gather(network, question, run.cursor, callsOf(run.planned) - run.calls, until, isUnwanted);
  if (!('records' in slice)) return { run, obstacle: notYet(question, slice) };
  const counted = withSlice(context, run, slice);
  try {
    return { run: writeSlice(context, counted, slice), obstacle: slice.fatal };
  } catch (error) {
    if (!(error instanceof MarketError)) throw error;
    // The cursor doesn't advance, so these records are requested again.
    return { run: { ...run, calls: counted.calls }, obstacle: error };
  }
}

/** A run fails after this many consecutive slices without a page. A single slice may contain only invalid units. */
const LONGEST_EMPTY_STREAK = 3;

/**
 * Sets the run's state after a slice. Temporary errors make it wait. Permanent errors and a streak of empty slices end
 * it. After the last unit, it is done, or partial if calls failed.
 */
function afterSlice({ ports, question, startedAt }: RunContext, { run: reached, obstacle }: AfterSlice): Run {
  const run = obstacle ? reached : { ...reached, refusedSince: undefined };
  if (obstacle) {
    // After a timeout, a user's pull waits once. Jobs have their own pauses.
    const waits = obstacle.code === 'MARKET_TIMEOUT' && !run.purpose && run.refusedSince === undefined;
    const resumeAt = obstacle.details.retryAt ?? (waits ? ports.clock.now() + MINUTE : null);
    const state = resumeAt === null ? 'failed' : 'waiting';
    const refusedSince = obstacle.code === 'MARKET_TIMEOUT' ? (run.refusedSince ?? startedAt) : undefined;
    return { ...run, state, stoppedBy: reportError(obstacle), resumeAt, refusedSince };
  }
  if (run.emptyStreak >= LONGEST_EMPTY_STREAK) return { ...run, state: 'failed' };
  if (!isDone(run.cursor, question.units.length)) return run;
  if (run.errors.length === 0) return { ...run, state: 'done' };
  return { ...run, state: run.tables.length > 0 ? 'partial' : 'failed' };
}

function stateWithRows({ state, tables }: Run): Run['state'] {
  const hasRows = tables.some(({ added, changed, unchanged }) => added + changed + unchanged > 0);
  return state === 'failed' && hasRows ? 'partial' : state;
}

/** Later errors usually repeat earlier ones. */
const MOST_ERRORS = 50;

function withCalls(run: Run, { cursor, calls }: Slice, units: number): Run {
  return { ...run, cursor, calls: run.calls + calls, callsLeft: stepsLeft(cursor, units) };
}

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
    identifiers: withRefused(run.identifiers, slice),
    notes: noted(run.notes, hintsFor(operation, run.params, [...missing.notFound, ...slice.refused])),
    tally: tallied(run, operation, slice),
    errors: [...run.errors, ...slice.errors.map(reportError)].slice(0, MOST_ERRORS),
  };
}

function emptyStreakWith({ emptyStreak }: Run, { pages, errors }: Slice) {
  if (pages.length > 0) return 0;
  const isDown = errors.length > 0 && errors.every(({ details }) => details.passing);
  return isDown ? LONGEST_EMPTY_STREAK : emptyStreak + 1;
}

type Step = (context: RunContext, run: Run) => Partial<Run>;

/** Marks missing rows as gone, purges old buyer data, and lists lookup requests. The next run repeats a failed step. */
function finish(context: RunContext, before: Run): Run {
  const { ports, operation, allowed } = context;
  const { state, isPreview, params } = before;
  const steps: [refusal: string, write: Step][] = [];
  if (state === 'done' && operation.tables.some(({ gone }) => gone))
    steps.push(["Couldn't mark missing rows as gone", markGone]);
  if (allowed.since !== undefined && !isPreview) steps.push(["Couldn't remove old buyer data", removeOld]);
  if (isThrough(before) && !isPreview && typeof params.requestId === 'string')
    steps.push(["Couldn't update Lookup requests", listRequest]);
  if (steps.length === 0) return before;
  const notes: string[] = [];
  const locked = () => {
    let run = before;
    for (const [refusal, write] of steps)
      run = { ...run, ...optional<Partial<Run>>(notes, refusal, {}, () => write(context, run)) };
    return run;
  };
  const run = optional(notes, steps[0]![0], before, () => ports.exclusively(locked));
  return { ...run, notes: noted(run.notes, notes) };
}

function removeOld({ ports, allowed }: RunContext): Partial<Run> {
  purgeAll(ports.book, allowed);
  return {};
}

/** Requires a `done` run: any other run hasn't received every row. */
function markGone(context: RunContext, run: Run): Partial<Run> {
  const { ports, operation, seller, received, question, matches } = context;
  // A preview doesn't write `As of`, which would identify rows from its earlier executions.
  if (run.isPreview && run.executions > 1) return { notes: noted(run.notes, [GONE_UNKNOWN_NOTE]) };
  const now = ports.clock.now();
  // `As of` identifies rows from earlier executions.
  const arrived = { keys: received, ...(run.executions > 1 ? { since: run.startedAt } : {}) };
  const units = byItems(operation, question.units, matches);
  const plans = planGone(ports.book, operation, units, seller.sellerId, arrived, now);
  const counts = plans.map(countsOf);
  const tables = run.tables.map((each) => {
    const gone = counts.find(({ table }) => table === each.table)?.gone ?? 0;
    return { ...each, gone: each.gone + gone };
  });
  if (run.isPreview) return { tables };
  const head = journalHead(context, run, now);
  const isKept = keepInJournal(ports.book.journal, head, plans);
  demandUnmoved(plans.filter(({ steps }) => steps.length > 0).map(({ opened }) => opened));
  applyPlans(ports.book, plans);
  return { tables, isKept: run.isKept || isKept, notes: noted(run.notes, listChanges(context, head, plans)) };
}

/** Adds the request to the Lookup requests sheet, which the schedule pulls. */
function listRequest({ ports, seller }: RunContext, { params, storefront }: Run): Partial<Run> {
  const request = { requestId: String(params.requestId), storefront, sellerId: seller.sellerId };
  const { plans, renewals } = planRequests(ports.book, [request], ports.clock.now());
  applyPlans(ports.book, [...plans, ...renewals]);
  return {};
}
