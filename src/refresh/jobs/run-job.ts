/** Runs a job for one execution: what an earlier one left of it first, then what its lane wants now. */
import { MarketError } from '../../protocol/market-error.ts';
import type { Input, Turn } from '../lanes/lane.ts';
import type { ReportedError, RunState } from '../report.ts';
import type { Job, JobState, Memory } from './job.ts';
import { failed, held, succeeded } from './state.ts';

/** What has to be known of a pull to go on with its job, whoever carries it out. */
export interface Errand {
  readonly job: string;
  /** No other pull of the turn follows. */
  readonly isLast: boolean;
  /** Whether the cycle is complete with the turn. */
  readonly endsCycle: boolean;
  /** What is to be remembered once this pull is through. */
  readonly memory: Memory;
  /** It counts only with all that it asked for. */
  readonly inFull: boolean;
}

/** Whether what a pull was for has been done. */
export function isThrough(state: RunState, { inFull }: Errand): boolean {
  return state === 'done' || (state === 'partial' && !inFull);
}

export interface Pulled {
  readonly state: RunState;
  /** Epoch milliseconds. */
  readonly resumeAt: number | null;
  readonly error?: ReportedError | undefined;
  readonly errand: Errand;
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
  turn(state: JobState, calls: number): Turn;
  pull(input: Input, errand: Errand): Pulled;
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
    const { isLast, endsCycle, memory } = left.errand;
    if (isLast && endsCycle) return { state: succeeded(state, true, memory, worker.now()) };
    state = { ...state, memory };
  }
  const calls = worker.calls();
  if (calls < 1) return { state: held(state, worker.freeAt(), worker.now()) };
  const {
    pulls,
    isLast: endsCycle,
    memory,
    inFull = 0,
    afterFirst = state.memory ?? {},
    note,
  } = worker.turn(state, calls);
  for (const [index, input] of pulls.entries()) {
    if (worker.isOver()) return { state: held(state, worker.now(), worker.now()), note };
    const isLast = index === pulls.length - 1;
    const remembered = isLast ? memory : afterFirst;
    const errand = { job: job.id, isLast, endsCycle, memory: remembered, inFull: index < inFull };
    const pulled = worker.pull(input, errand);
    const stopped = stop(job, state, pulled, worker.now());
    if (stopped) return { state: stopped, note };
  }
  return { state: succeeded(state, endsCycle, memory, worker.now()), note };
}

/** The state of a job that goes on, once a pull of it is through. */
export function through(state: JobState, { isLast, endsCycle, memory }: Errand, now: number): JobState {
  if (!isLast || !endsCycle) return { ...state, memory };
  const { lease } = state;
  return { ...succeeded(state, true, memory, now), ...(lease ? { lease } : {}) };
}

/** The state of a job whose pull is not through; nothing where it is. */
function stop(
  job: Job,
  state: JobState,
  { state: end, resumeAt, error, errand }: Pulled,
  now: number,
): JobState | undefined {
  if (isThrough(end, errand)) return undefined;
  if (end === 'running' || end === 'waiting') return held(state, resumeAt ?? now, now);
  const told = error ?? { code: 'MARKET_UNEXPECTED', message: 'The pull failed.' };
  return failed(job, state, new MarketError(told.code as MarketError['code'], told.message), now);
}
