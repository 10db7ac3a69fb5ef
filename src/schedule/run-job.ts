/** Runs a leased job for one execution. */
import { connectionIf, findConnection, isOnlySeller } from '../account/connections.ts';
import { userOf } from '../account/person.ts';
import { callsLeft } from '../limits/ledger.ts';
import { BATCH, CALLS_AT_ONCE } from '../limits/pacing.ts';
import { findOperation } from '../operations/registry.ts';
import { type Capped, type Connection, cappedBy, chooseStorefront } from '../protocol/connection.ts';
import { plural } from '../protocol/lists.ts';
import { asOurs, MarketError, orElse } from '../protocol/market-error.ts';
import type { Storefront } from '../protocol/operation.ts';
import { begin } from '../pull/begin.ts';
import { jobFilter } from '../pull/identifiers.ts';
import { execute } from '../pull/pull.ts';
import type { Run, RunPurpose } from '../pull/run.ts';
import { removeRun } from '../pull/stored-run.ts';
import { readCatalog } from '../tables/catalog/catalog.ts';
import { isSameSeller } from '../tables/catalog/item-keys.ts';
import type { Choice, Exported } from '../warehouse/export.ts';
import { datasetOf, isPulling, type PullingJob, strategyOf, tablesOf } from './datasets.ts';
import { type Job, type JobState, kindOf, printOf, type StrategyState } from './job.ts';
import { afterPull, deferred, failed, giveBack, succeeded, withNothingToPull } from './job-state.ts';
import type { DispatchTerms, JobEnd, SchedulePorts } from './ports.ts';
import { exportEntry, rowsSent } from './run-log.ts';
import type { NextPulls, WorkbookView } from './strategies/strategy.ts';
import { viewOfSeller } from './strategies/workbook-view.ts';

interface LeasedJob {
  readonly job: Job;
  readonly leased: JobState;
  readonly unfinished: Run | undefined;
}

/** Never throws a MarketError; stores it in the job's state. */
export function runJob(
  ports: SchedulePorts,
  terms: DispatchTerms,
  { job, leased, unfinished }: LeasedJob,
  view: WorkbookView,
): JobEnd {
  const now = () => ports.clock.now();
  const runs: Run[] = [];
  let state = leased;
  const pull = (before: Run, purpose: RunPurpose): boolean => {
    const after = (ended: Run) => afterPull(job, state, ended, purpose, now());
    const run = execute(ports, { ...before, purpose: { ...purpose, run: runs[0]?.id } }, terms.until, (ended) =>
      // Save the state after each pull, so that no pull is repeated if the execution is interrupted.
      giveBack(ports, job.id, leased, { ...after(ended).state, lease: leased.lease }),
    );
    runs.push(run);
    const { state: next, canContinue } = after(run);
    state = next;
    return canContinue;
  };
  try {
    if (!isPulling(job)) return runExport(ports, terms, job, leased);
    const connection = connectionFor(ports, job);
    // The connection may now belong to another shop, or a new cycle began after a pause.
    const isOther =
      unfinished !== undefined &&
      (!isSameSeller(unfinished.sellerId, connection.sellerId) || unfinished.startedAt < leased.cycleAt!);
    if (isOther) removeRun(ports.document, unfinished.id);
    if (unfinished?.purpose && !isOther && !pull(unfinished, unfinished.purpose)) return { state, runs };
    if (now() >= terms.until) return { state: deferred(state, now(), now()), runs };
    const room = roomFor(ports, terms, job, cappedBy(findOperation(job.dataset), connection));
    if (room.calls < 1) return { state: deferred(state, room.nextAt, now()), runs };
    const next = nextPulls(ports, terms, job, state, connection, view, room);
    const { pulls, note, isLast: endsCycle, inFull = 0, afterFirst = state.strategyState ?? {} } = next;
    if (next.waitsFor !== undefined) return { state: withNothingToPull(state, now()), waitsFor: next.waitsFor, runs };
    let refused: JobState | undefined;
    let isAnyDone = false;
    const noted = () => (refused?.error ? `Some pulls failed: ${refused.error.message}` : note);
    for (const [index, params] of pulls.entries()) {
      if (now() >= terms.until) return { state: deferred(state, now(), now()), note, runs };
      const isLast = index === pulls.length - 1;
      const strategyState = isLast ? next.state : afterFirst;
      const purpose = { job: job.id, isLast, endsCycle, strategyState, inFull: index < inFull };
      const before = state;
      const run = orElse(
        () => begin(ports, { operation: job.dataset, params, why: terms.why }, purpose),
        (error) => {
          if (purpose.inFull) throw error;
          // Not a failure: another connection of the shop has this storefront.
          isAnyDone ||= error.code === 'MARKET_STOREFRONT';
          refused = failed(job, before, error, now());
        },
      );
      if (!run) continue;
      const canContinue = pull(run, purpose);
      const { state: end, stoppedBy, errors } = runs[runs.length - 1]!;
      const isRefused = end === 'failed' && stoppedBy === null && errors.length === 1 && !purpose.inFull;
      // A wrong request doesn't block the others. The next cycle repeats it.
      if (isRefused) [refused, state] = [state, before];
      else if (canContinue) isAnyDone ||= !purpose.inFull;
      else return { state, note: noted(), runs };
    }
    if (refused && !isAnyDone) return { state: refused, note, runs };
    return { state: succeeded(state, endsCycle, next.state, now()), note: noted(), runs };
  } catch (error) {
    return { state: failed(job, state, asOurs(error), now()), runs };
  }
}

/** Returns why the job has nothing to pull yet, as a message for the user. */
export function waitsFor(
  ports: SchedulePorts,
  terms: Pick<DispatchTerms, 'interval'>,
  job: Job,
  state: JobState,
  view: WorkbookView,
): string | undefined {
  if (!isPulling(job)) return ports.warehouse.waitsFor();
  const one = { calls: 1, callsPerHour: 1 };
  return orElse(
    () => nextPulls(ports, terms, job, state, connectionFor(ports, job), view, one).waitsFor,
    // The error is reported when the job runs.
    () => undefined,
  );
}

/** Throws MARKET_NO_CONNECTION with advice on fixing the job. */
function connectionFor({ user }: SchedulePorts, { filter }: Job): Connection {
  return orElse(
    () => findConnection(user, filter.connection),
    (error) => {
      const advice = ' Change the connection in Filter, reconnect the shop under this name, or delete this row.';
      throw filter.connection === undefined ? error : new MarketError(error.code, error.message + advice);
    },
  );
}

function nextPulls(
  ports: SchedulePorts,
  { interval }: Pick<DispatchTerms, 'interval'>,
  job: PullingJob,
  state: JobState,
  connection: Connection,
  view: WorkbookView,
  { calls, callsPerHour }: Pick<Room, 'calls' | 'callsPerHour'>,
): NextPulls {
  const now = ports.clock.now();
  const { sellerId } = connection;
  const storefront = storefrontFor(job, connection);
  if (storefront instanceof Error)
    return { pulls: [], isLast: false, state: state.strategyState ?? {}, waitsFor: storefront.message };
  const next = strategyOf(job)({
    filter: jobFilter(findOperation(job.dataset), job.filter, () => readCatalog(ports.book, { sellerId })),
    state: strategyStateFor(ports, job, state, sellerId),
    view: viewOfSeller(view, { sellerId, isOnly: isOnlySeller(ports.user, sellerId) }, storefront),
    now,
    cycleAt: state.cycleAt ?? now,
    isContinuous: 'continuous' in job.every,
    interval,
    calls,
    callsPerHour,
  });
  return { ...next, state: { ...next.state, sellerId, filter: printOf(job) } };
}

/** Returns an error if no storefront of the connection offers the operation. */
function storefrontFor({ dataset, filter }: PullingJob, connection: Connection): Storefront | MarketError {
  return orElse(
    () => chooseStorefront(findOperation(dataset), connection, String(filter.storefront ?? '')),
    (error) => error,
  );
}

/** Returns the strategy's state. Empty if it belongs to another seller or filter, or if a table was deleted. */
function strategyStateFor(
  { book }: SchedulePorts,
  job: Job,
  { strategyState }: JobState,
  sellerId: string,
): StrategyState {
  const print = printOf(job);
  const isHere = tablesOf(datasetOf(job.dataset)).every(({ name }) => book.find(name) !== undefined);
  const isSame = (strategyState?.filter ?? print) === print;
  return isHere && isSame && strategyState?.sellerId === sellerId ? strategyState : {};
}

/** Share of each cap reserved for users and formulas. */
const LEFT_TO_OTHERS = { every: 0, continuous: 0.01, backfill: 0.2 } as const;

interface Room {
  /** Calls possible now, limited by the cap, execution time, and daily quota. */
  readonly calls: number;
  readonly callsPerHour: number;
  /** When the next call is free. */
  readonly nextAt: number;
}

function roomFor(
  ports: SchedulePorts,
  { until, asleep, interval }: DispatchTerms,
  { every }: Job,
  capped: Capped,
): Room {
  // Release reserved calls first. Otherwise, they are treated as used.
  ports.settle();
  const now = ports.clock.now();
  const availability = ports.availability(capped, now);
  const { cap, probes, free } = availability;
  const leftToOthers = Math.floor(cap * LEFT_TO_OTHERS[kindOf(every)]);
  // Calls beyond the cap test whether the service has raised it.
  const more = probes > 0 ? probes : -leftToOthers;
  const inTime = Math.ceil((until - now) / BATCH) * CALLS_AT_ONCE;
  const left = callsLeft(availability, Math.min(until, now + asleep)) + more;
  return {
    calls: Math.min(left, inTime, ports.fetchesLeft()),
    callsPerHour: Math.max(1, cap - leftToOthers),
    // If only Google's share is missing, the next run may have calls.
    nextAt: (left < 1 ? free.find(({ at }) => at > now)?.at : undefined) ?? now + interval,
  };
}

/** Returns when the job's next call is free. Without a connection, it is now. */
export function whenFree(ports: SchedulePorts, job: Job): number {
  const now = ports.clock.now();
  if (!isPulling(job)) return now;
  const connection = connectionIf(ports, job.filter.connection);
  return (connection && ports.availability(cappedBy(findOperation(job.dataset), connection), now).free[0]?.at) ?? now;
}

function runExport(ports: SchedulePorts, terms: DispatchTerms, job: Job, leased: JobState): JobEnd {
  const waitsFor = ports.warehouse.waitsFor();
  const started = ports.clock.now();
  if (waitsFor !== undefined) return { state: withNothingToPull(leased, started), waitsFor, runs: [] };
  const sent = ports.warehouse.send(choiceOf(job), terms.until);
  const now = ports.clock.now();
  const entry = exportEntry(sent, {
    run: leased.lease?.holder ?? ports.unique(),
    started,
    ended: now,
    why: terms.why,
    who: userOf(ports).name,
    job: job.id,
  });
  return { state: stateAfter(job, leased, sent, now), note: sentWords(sent), runs: [], entries: [entry] };
}

function stateAfter(job: Job, leased: JobState, { state, error, resumeAt }: Exported, now: number): JobState {
  if (state === 'done') return succeeded(leased, true, {}, now);
  return state === 'waiting' || !error ? deferred(leased, resumeAt ?? now, now) : failed(job, leased, error, now);
}

export function sentWords({ rows, error, state }: Exported): string {
  const count = rowsSent(rows);
  const words =
    count === 0 && state === 'done'
      ? 'Everything has been sent.'
      : `${plural(count, 'row')} sent to the warehouse.${state === 'done' ? '' : ' The next run sends the rest.'}`;
  return error ? `${words} ${error.message}` : words;
}

function choiceOf({ filter }: Job): Choice {
  const listed = (list: unknown) => (Array.isArray(list) ? list.map(String) : undefined);
  return { tables: listed(filter.tables), ownColumns: listed(filter.ownColumns) };
}
