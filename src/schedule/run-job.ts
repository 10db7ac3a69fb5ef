/** Runs a job for one execution: what an earlier one left of it first, then what its lane wants now. */
import { MarketError } from '../protocol/market-error.ts';
import type { ReportedError, RunState } from '../pull/report.ts';
import type { RunPurpose } from '../pull/run.ts';
import { isThrough } from '../pull/run.ts';
import type { Job, JobState } from './job.ts';
import { failed, held, succeeded } from './job-state.ts';
import type { Input, NextPulls } from './strategies/strategy.ts';

export interface Pulled {
  readonly state: RunState;
  /** Epoch milliseconds. */
  readonly resumeAt: number | null;
  readonly error?: ReportedError | undefined;
  readonly purpose: RunPurpose;
}

export interface Worker {
  /** Epoch milliseconds. */
  now(): number;
  /** Nothing more is to be begun. */
  isOver(): boolean;
  /** Goes on with a pull of the job that has more to do, where there is one. */
  resume(): Pulled | undefined;
  /** Calls that may be made now, and when the next may where none may. */
  calls(): number;
  freeAt(): number;
  turn(state: JobState, calls: number): NextPulls;
  pull(input: Input, purpose: RunPurpose): Pulled;
}

export interface JobEnd {
  readonly state: JobState;
  /** For the person. */
  readonly note?: string | undefined;
}

/** `begun` is the state of a job that has been leased. */
export function runJob(job: Job, begun: JobState, worker: Worker): JobEnd {
  let state = begun;
  const left = worker.resume();
  if (left) {
    const stopped = stop(job, state, left, worker.now());
    if (stopped) return { state: stopped };
    const { isLast, endsCycle, strategyState } = left.purpose;
    if (isLast && endsCycle) return { state: succeeded(state, true, strategyState, worker.now()) };
    state = { ...state, strategyState };
  }
  const calls = worker.calls();
  if (calls < 1) return { state: held(state, worker.freeAt(), worker.now()) };
  const {
    pulls,
    isLast: endsCycle,
    state: next,
    inFull = 0,
    afterFirst = state.strategyState ?? {},
    note,
  } = worker.turn(state, calls);
  for (const [index, input] of pulls.entries()) {
    if (worker.isOver()) return { state: held(state, worker.now(), worker.now()), note };
    const isLast = index === pulls.length - 1;
    const strategyState = isLast ? next : afterFirst;
    const purpose = { job: job.id, isLast, endsCycle, strategyState, inFull: index < inFull };
    const pulled = worker.pull(input, purpose);
    const stopped = stop(job, state, pulled, worker.now());
    if (stopped) return { state: stopped, note };
  }
  return { state: succeeded(state, endsCycle, next, worker.now()), note };
}

/** The state of a job that goes on, once a pull of it is through. */
export function through(
  state: JobState,
  { isLast, endsCycle, strategyState }: RunPurpose,
  now: number,
): JobState {
  if (!isLast || !endsCycle) return { ...state, strategyState };
  const { lease } = state;
  return { ...succeeded(state, true, strategyState, now), ...(lease ? { lease } : {}) };
}

/** The state of a job whose pull is not through; nothing where it is. */
function stop(
  job: Job,
  state: JobState,
  { state: end, resumeAt, error, purpose }: Pulled,
  now: number,
): JobState | undefined {
  if (isThrough(end, purpose)) return undefined;
  if (end === 'running' || end === 'waiting') return held(state, resumeAt ?? now, now);
  const told = error ?? { code: 'MARKET_UNEXPECTED', message: 'The pull failed.' };
  return failed(job, state, new MarketError(told.code as MarketError['code'], told.message), now);
}
