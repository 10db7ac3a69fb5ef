/** Carries the pulls of a leased job out, with the calls that caps and the day leave to it. */
import { callsLeft } from '../limits/ledger.ts';
import { BATCH, CALLS_AT_ONCE } from '../limits/pace.ts';
import { findOperation } from '../operations/registry.ts';
import { cappedBy } from '../protocol/caps.ts';
import type { Connection } from '../protocol/connection.ts';
import { MarketError } from '../protocol/market-error.ts';
import type { Job, JobState, Memory } from '../refresh/jobs/job.ts';
import { kindOf } from '../refresh/jobs/job.ts';
import type { Errand, JobEnd, Pulled, Worker } from '../refresh/jobs/run-job.ts';
import { isThrough, runJob } from '../refresh/jobs/run-job.ts';
import { failed } from '../refresh/jobs/state.ts';
import type { View } from '../refresh/lanes/lane.ts';
import type { Run } from '../refresh/run.ts';
import { removeRun } from '../refresh/run-store.ts';
import { findConnection } from './connections.ts';
import { laneOf } from './datasets.ts';
import { execute } from './execute.ts';
import { notePull } from './job-states.ts';
import type { Ports } from './ports.ts';
import { begin } from './pulls.ts';
import type { Shift } from './shift.ts';

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
  ports: Ports,
  shift: Shift,
  { job, leased, left }: Leased,
  view: View,
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
  ports: Ports,
  shift: Shift,
  { job, leased, left, connection }: Employment,
  view: View,
  runs: Run[],
): Worker {
  const { until, asleep, why } = shift;
  const now = () => ports.clock.now();
  const capped = cappedBy(findOperation(job.dataset), connection);
  const pulled = (before: Run, errand: Errand): Pulled => {
    const run = execute(ports, before, until, ({ state }) => {
      if (isThrough(state, errand)) notePull(ports, leased, errand);
    });
    runs.push(run);
    const { state, resumeAt, stoppedBy, errors } = run;
    return { state, resumeAt, error: stoppedBy ?? errors[0], errand };
  };
  return {
    now,
    isOver: () => now() >= until,
    resume: () => {
      if (!left?.errand) return undefined;
      if (left.connection === connection.name) return pulled(left, left.errand);
      // The job has another connection by now, or this one another name: what is left is asked for anew.
      removeRun(ports.document, left.id);
      return undefined;
    },
    calls: () => {
      // Else what is reserved for this execution would seem to be taken by others.
      ports.settle();
      const outlook = ports.outlook(capped, now());
      // A cap that may have grown is tried with calls beyond it, which come after all others.
      const more = outlook.probes || -Math.floor(outlook.cap * keepOf(job));
      const inTime = Math.ceil((until - now()) / BATCH) * CALLS_AT_ONCE;
      return Math.min(
        callsLeft(outlook, Math.min(until, now() + asleep)) + more,
        inTime,
        ports.fetchesLeft(),
      );
    },
    freeAt: () =>
      ports.outlook(capped, now()).free.find(({ at }) => at > now())?.at ?? now() + shift.interval,
    turn: (state, calls) => {
      const { sellerId } = connection;
      const turn = laneOf(job)({
        filter: job.filter,
        memory: stillTrue(ports, job, state, sellerId),
        view,
        sellerId,
        now: now(),
        cycleAt: state.cycleAt ?? now(),
        isContinuous: 'continuous' in job.every,
        calls,
      });
      return { ...turn, memory: { ...turn.memory, sellerId } };
    },
    pull: (params, errand) => pulled(begin(ports, { operation: job.dataset, params, why }, errand), errand),
  };
}

/** What was done for another seller, or stood in a table that is gone, is to be done again. */
function stillTrue({ book }: Ports, job: Job, { memory = {} }: JobState, sellerId: string): Memory {
  const isHere = findOperation(job.dataset).tables.every(({ name }) => book.find(name) !== undefined);
  return isHere && memory.sellerId === sellerId ? memory : {};
}

function keepOf({ every }: Job): number {
  return { every: 0, continuous: CONTINUOUS, backfill: PAST }[kindOf(every)];
}

/** When the next call of a job's operation may go out, in epoch milliseconds; now where it has no connection. */
export function whenFree(ports: Ports, { dataset, filter }: Job): number {
  const now = ports.clock.now();
  try {
    const connection = findConnection(ports.user, filter.connection);
    return ports.outlook(cappedBy(findOperation(dataset), connection), now).free[0]?.at ?? now;
  } catch (error) {
    if (error instanceof MarketError) return now;
    throw error;
  }
}
