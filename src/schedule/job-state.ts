/** The state of a job: what becomes of it when a run begins, a pull ends and the run ends; and where it is kept. */
import type { User } from '../account/users.ts';
import { LEASE } from '../limits/pacing.ts';
import { MarketError } from '../protocol/market-error.ts';
import { asciiJson } from '../protocol/store.ts';
import { isOpen, type Run, type RunPurpose } from '../pull/run.ts';
import { isLeased, retryAt } from './due.ts';
import { type Job, type JobState, type JobStates, type Lease, NEVER_RUN, type StrategyState } from './job.ts';

import type { SchedulePorts } from './ports.ts';

/** Characters of an error's message that are remembered. */
const MOST_MESSAGE = 200;

/** A run begins. `by` is who runs it, `run` the id of the run. */
export function started(state: JobState, by: string, run: string, now: number): JobState {
  const lease: Lease = { until: now + LEASE, by, run, at: now };
  return { ...state, startedAt: now, cycleAt: state.cycleAt ?? now, lease };
}

/** A run did what its strategy wanted; with `isLast` the cycle is complete. */
export function succeeded(state: JobState, isLast: boolean, strategyState: StrategyState, now: number): JobState {
  const { lease, error, notBefore, cycleAt, ...rest } = state;
  const ended = { ...rest, endedAt: now, failures: 0, strategyState };
  if (isLast) return { ...ended, doneAt: now };
  return cycleAt === undefined ? ended : { ...ended, cycleAt };
}

/** How a pull of a job ended. */
export type PullEnd = Pick<Run, 'state' | 'resumeAt' | 'stoppedBy' | 'errors' | 'fellShort'>;

/**
 * Whether what a pull was for has been done. What fell short of what was announced is tried again once: a count that
 * is always wrong must not hold up what comes behind it.
 */
export function isDoneFor(
  { inFull }: RunPurpose,
  { state, fellShort }: Pick<PullEnd, 'state' | 'fellShort'>,
  { failures }: Pick<JobState, 'failures'>,
): boolean {
  return state === 'done' || (state === 'partial' && !inFull && (fellShort === 0 || failures > 0));
}

/** The state of a job once a pull of it ended, and whether the job goes on in this execution. */
export function afterPull(
  job: Pick<Job, 'every'>,
  state: JobState,
  end: PullEnd,
  purpose: RunPurpose,
  now: number,
): { readonly state: JobState; readonly goesOn: boolean } {
  if (isDoneFor(purpose, end, state)) {
    const isCycleDone = purpose.isLast && purpose.endsCycle;
    const { strategyState } = purpose;
    return isCycleDone
      ? { state: succeeded(state, true, strategyState, now), goesOn: false }
      : { state: { ...state, strategyState }, goesOn: true };
  }
  if (isOpen(end)) return { state: held(state, end.resumeAt ?? now, now), goesOn: false };
  const { code, message } = end.stoppedBy ?? end.errors[0] ?? UNEXPECTED;
  const error = new MarketError(code as MarketError['code'], message);
  return { state: failed(job, state, error, now), goesOn: false };
}

const UNEXPECTED = { code: 'MARKET_UNEXPECTED', message: 'The pull failed.' };

/** What is kept of a pull while the job goes on: the lease stays. */
export function notedPull(state: JobState, purpose: RunPurpose, now: number): JobState {
  const { strategyState } = purpose;
  if (!purpose.isLast || !purpose.endsCycle) return { ...state, strategyState };
  const { lease } = state;
  return { ...succeeded(state, true, strategyState, now), ...(lease ? { lease } : {}) };
}

/** A run stopped where the marketplace or Google wants it to wait; what it did counts, and it goes on later. */
export function held(state: JobState, until: number, now: number): JobState {
  const { lease, ...rest } = state;
  return { ...rest, endedAt: now, notBefore: until };
}

/** There was nothing to pull: the job is as if it had not run, and looks again as soon as it can. */
export function waiting(state: JobState, now: number): JobState {
  const { lease, error, notBefore, cycleAt, startedAt, ...rest } = state;
  return { ...rest, endedAt: now, failures: 0 };
}

/** Whether there was nothing to pull when the job last looked. */
export function hasWaited({ startedAt, endedAt }: JobState): boolean {
  return startedAt === undefined && endedAt !== undefined;
}

/** A run failed. The cycle stays under way: what is complete of it need not be done again. */
export function failed(job: Pick<Job, 'every'>, state: JobState, error: unknown, now: number): JobState {
  const { lease, ...rest } = state;
  const failures = state.failures + 1;
  const code = error instanceof MarketError ? error.code : 'INTERNAL';
  const message = error instanceof Error ? error.message : String(error);
  const retryAfter = error instanceof MarketError ? (error.details.retryAt ?? 0) : 0;
  return {
    ...rest,
    endedAt: now,
    failures,
    error: { code, message: clip(message) },
    notBefore: Math.max(retryAfter, retryAt(job, failures, now)),
  };
}

/** Runs that were killed: their leases are over, and nobody gave them back. By id of the job. */
export function deadLeases(states: JobStates, now: number): readonly (readonly [id: string, lease: Lease])[] {
  return Object.entries(states).flatMap(([id, { lease }]) =>
    lease && lease.until <= now ? [[id, lease] as const] : [],
  );
}

/** Of a run that was killed: only its lease is dropped. */
export function released(state: JobState): JobState {
  const { lease, ...rest } = state;
  return rest;
}

function clip(message: string): string {
  return message.length > MOST_MESSAGE ? `${message.slice(0, MOST_MESSAGE - 1)}…` : message;
}

const PREFIX = 'job.';

/** Of all jobs, given all that is stored; what they do not bring about by themselves is read again under the lock. */
export function statesIn(all: Readonly<Record<string, string>>): JobStates {
  const found = Object.entries(all).filter(([key]) => key.startsWith(PREFIX));
  return Object.fromEntries(found.map(([key, text]) => [key.slice(PREFIX.length), readState(text)]));
}

/** Version 2; version 1 had no number, and said `memory` for `strategyState`. */
function stateText(state: JobState): string {
  return asciiJson({ version: 2, ...state });
}

function readState(text: string): JobState {
  const { version, memory, ...state } = JSON.parse(text) as StoredState;
  return version === undefined && memory ? { ...state, strategyState: upgradedState(memory) } : state;
}

interface StoredState extends JobState {
  readonly version?: 2;
  readonly memory?: StrategyState;
}

/** Names that version 1 gave to what strategies keep. */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  round: 'cycle',
  after: 'watermark',
  begun: 'startedAt',
};

/** What a strategy kept, by the names of today, whichever version wrote it. */
export function upgradedState(kept: StrategyState): StrategyState {
  return Object.fromEntries(Object.entries(kept).map(([name, value]) => [FORMER_NAMES[name] ?? name, value]));
}

function read({ document }: Pick<SchedulePorts, 'document'>, id: string): JobState {
  const text = document.get(PREFIX + id);
  return text === null ? NEVER_RUN : readState(text);
}

function write({ document }: Pick<SchedulePorts, 'document'>, id: string, state: JobState): void {
  document.set(PREFIX + id, stateText(state));
}

/** The state of a job with a lease of ours; undefined where another execution has one. */
export function lease(ports: SchedulePorts, id: string, by: User): JobState | undefined {
  return ports.exclusively(() => {
    const state = read(ports, id);
    const now = ports.clock.now();
    if (isLeased(state, now)) return undefined;
    const leased = started(state, by.name, ports.unique(), now);
    write(ports, id, leased);
    return leased;
  });
}

/** What a pull brought is remembered before the pull itself is forgotten: an execution may be ended in between. */
export function notePull(ports: SchedulePorts, leased: JobState, purpose: RunPurpose): void {
  whileOurs(ports, purpose.job, leased, (state) => notedPull(state, purpose, ports.clock.now()));
}

export function giveBack(ports: SchedulePorts, id: string, leased: JobState, state: JobState): void {
  whileOurs(ports, id, leased, () => state);
}

/** A lease that was taken over in the meantime is no longer ours to change. */
function whileOurs(ports: SchedulePorts, id: string, leased: JobState, change: (state: JobState) => JobState): void {
  ports.exclusively(() => {
    const state = read(ports, id);
    if (state.lease?.run === leased.lease?.run) write(ports, id, change(state));
  });
}

/** Changes the stored state, unless an execution has the lease. */
export function changeState(ports: SchedulePorts, id: string, change: (state: JobState) => JobState): void {
  ports.exclusively(() => {
    const state = read(ports, id);
    if (!isLeased(state, ports.clock.now())) write(ports, id, change(state));
  });
}

/** Of a job that is there no more. */
export function forgetState({ document }: Pick<SchedulePorts, 'document'>, id: string): void {
  document.remove(PREFIX + id);
}
