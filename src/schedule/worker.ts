/** Carries the pulls of a leased job out, with the calls that caps and the day leave to it. */

import { findConnection } from '../account/connections.ts';
import { callsLeft } from '../limits/ledger.ts';
import { BATCH, CALLS_AT_ONCE } from '../limits/pacing.ts';
import { findOperation } from '../operations/registry.ts';
import { cappedBy } from '../protocol/caps.ts';
import type { Connection } from '../protocol/connection.ts';
import { MarketError } from '../protocol/market-error.ts';
import { begin } from '../pull/begin.ts';
import { execute } from '../pull/execute.ts';
import type { Run, RunPurpose } from '../pull/run.ts';
import { isThrough } from '../pull/run.ts';
import { removeRun } from '../pull/run-store.ts';
import { strategyOf } from './datasets.ts';
import type { DispatchTerms } from './dispatch-terms.ts';
import type { Job, JobState, StrategyState } from './job.ts';
import { kindOf } from './job.ts';
import { failed } from './job-state.ts';
import { notePull } from './job-states.ts';
import type { SchedulePorts } from './ports.ts';
import type { JobEnd, Pulled, Worker } from './run-job.ts';
import { runJob } from './run-job.ts';
import type { WorkbookView } from './strategies/strategy.ts';

/** The part of each cap that continuous jobs and the past leave to people and formulas. */
const [CONTINUOUS, PAST] = [0.01, 0.2];

/** A job with a lease of ours. */
export interface Leased {
  readonly job: Job;
  readonly leased: JobState;
  /** A pull of it that an earlier execution did not finish. */
  readonly left: Run | undefined;
}

/** What stops a job is part of how it ends. */
export function runLeased(
  ports: SchedulePorts,
  shift: DispatchTerms,
  { job, leased, left }: Leased,
  view: WorkbookView,
  runs: Run[],
): JobEnd {
  try {
    const connection = findConnection(ports.user, job.filter.connection);
    return runJob(job, leased, workerFor(ports, shift, { job, leased, left, connection }, view, runs));
  } catch (error) {
    if (!(error instanceof MarketError)) throw error;
    return { state: failed(job, leased, error, ports.clock.now()) };
  }
}

interface Employment extends Leased {
  readonly connection: Connection;
}

function workerFor(
  ports: SchedulePorts,
  shift: DispatchTerms,
  { job, leased, left, connection }: Employment,
  view: WorkbookView,
  runs: Run[],
): Worker {
  const { until, asleep, why } = shift;
  const now = () => ports.clock.now();
  const capped = cappedBy(findOperation(job.dataset), connection);
  const pulled = (before: Run, purpose: RunPurpose): Pulled => {
    const run = execute(ports, before, until, ({ state }) => {
      if (isThrough(state, purpose)) notePull(ports, leased, purpose);
    });
    runs.push(run);
    const { state, resumeAt, stoppedBy, errors } = run;
    return { state, resumeAt, error: stoppedBy ?? errors[0], purpose };
  };
  return {
    now,
    isOver: () => now() >= until,
    resume: () => {
      if (!left?.purpose) return undefined;
      if (left.connection === connection.name) return pulled(left, left.purpose);
      // The job has another connection by now, or this one another name: what is left is asked for anew.
      removeRun(ports.document, left.id);
      return undefined;
    },
    calls: () => {
      // Else what is reserved for this execution would seem to be taken by others.
      ports.settle();
      const availability = ports.availability(capped, now());
      // A cap that may have grown is tried with calls beyond it, which come after all others.
      const more = availability.probes || -Math.floor(availability.cap * keepOf(job));
      const inTime = Math.ceil((until - now()) / BATCH) * CALLS_AT_ONCE;
      return Math.min(
        callsLeft(availability, Math.min(until, now() + asleep)) + more,
        inTime,
        ports.fetchesLeft(),
      );
    },
    freeAt: () =>
      ports.availability(capped, now()).free.find(({ at }) => at > now())?.at ?? now() + shift.interval,
    turn: (state, calls) => {
      const { sellerId } = connection;
      const turn = strategyOf(job)({
        filter: job.filter,
        state: stillTrue(ports, job, state, sellerId),
        view,
        sellerId,
        now: now(),
        cycleAt: state.cycleAt ?? now(),
        isContinuous: 'continuous' in job.every,
        calls,
      });
      return { ...turn, state: { ...turn.state, sellerId } };
    },
    pull: (params, purpose) =>
      pulled(begin(ports, { operation: job.dataset, params, why }, purpose), purpose),
  };
}

/** What was done for another seller, or stood in a table that is gone, is to be done again. */
function stillTrue(
  { book }: SchedulePorts,
  job: Job,
  { strategyState = {} }: JobState,
  sellerId: string,
): StrategyState {
  const isHere = findOperation(job.dataset).tables.every(({ name }) => book.find(name) !== undefined);
  return isHere && strategyState.sellerId === sellerId ? strategyState : {};
}

function keepOf({ every }: Job): number {
  return { every: 0, continuous: CONTINUOUS, backfill: PAST }[kindOf(every)];
}

/** When the next call of a job's operation may go out, in epoch milliseconds; now where it has no connection. */
export function whenFree(ports: SchedulePorts, { dataset, filter }: Job): number {
  const now = ports.clock.now();
  try {
    const connection = findConnection(ports.user, filter.connection);
    return ports.availability(cappedBy(findOperation(dataset), connection), now).free[0]?.at ?? now;
  } catch (error) {
    if (error instanceof MarketError) return now;
    throw error;
  }
}
