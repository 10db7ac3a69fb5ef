/** The state of a job: its changes when runs and pulls begin and end, and its store. */
import type { User } from '../account/person.ts';
import { LEASE } from '../limits/pacing.ts';
import { clip } from '../protocol/lists.ts';
import { MarketError } from '../protocol/market-error.ts';
import { isLeased, parseStored, stored } from '../protocol/store.ts';
import { HOUR, MINUTE } from '../protocol/time.ts';
import { isOpen, type Run, type RunPurpose } from '../pull/run.ts';
import { type Job, type JobState, type JobStates, NEVER_RUN, periodOf, type StrategyState } from './job.ts';
import type { SchedulePorts } from './ports.ts';

/** `by` is the name of the person. */
export function started(state: JobState, by: string, run: string, now: number): JobState {
  const lease = { holder: run, until: now + LEASE, by, at: now };
  return { ...state, startedAt: now, cycleAt: state.cycleAt ?? now, lease };
}

/** `isLast`: the run completes the cycle. */
export function succeeded(state: JobState, isLast: boolean, strategyState: StrategyState, now: number): JobState {
  const { lease, error, notBefore, cycleAt, ...rest } = state;
  const ended = { ...rest, endedAt: now, failures: 0, strategyState };
  if (isLast) return { ...ended, doneAt: now };
  return cycleAt === undefined ? ended : { ...ended, cycleAt };
}

/** The run continues after `until`, once calls or time are available. */
export function deferred(state: JobState, until: number, now: number): JobState {
  const { lease, ...rest } = state;
  return { ...rest, endedAt: now, notBefore: until };
}

/** There was nothing to pull: the job counts as not run, and looks again in the next execution. */
export function withNothingToPull(state: JobState, now: number): JobState {
  const { lease, error, notBefore, cycleAt, startedAt, ...rest } = state;
  return { ...rest, endedAt: now, failures: 0 };
}

export function hadNothingToPull({ startedAt, endedAt }: JobState): boolean {
  return startedAt === undefined && endedAt !== undefined;
}

const MOST_MESSAGE = 200;

/** The cycle stays under way, so that the next run does not pull its complete parts again. */
export function failed(job: Pick<Job, 'every'>, state: JobState, error: MarketError, now: number): JobState {
  const { lease, ...rest } = state;
  const failures = state.failures + 1;
  const { code, message, details } = error;
  const notBefore = Math.max(details.retryAt ?? 0, retryAt(job, failures, now));
  return { ...rest, endedAt: now, failures, error: { code, message: clip(message, MOST_MESSAGE) }, notBefore };
}

/** The longest wait of a job without a period: after an hour every cap has room again. */
const LONGEST_WAIT = HOUR;

/** The wait after the first failure; it doubles with each further one. */
const FIRST_WAIT = 10 * MINUTE;

export function retryAt({ every }: Pick<Job, 'every'>, failures: number, now: number): number {
  return now + Math.min(periodOf(every) ?? LONGEST_WAIT, FIRST_WAIT * 2 ** (failures - 1));
}

export type PullEnd = Pick<Run, 'state' | 'resumeAt' | 'stoppedBy' | 'errors' | 'fellShort'>;

const UNEXPECTED = { code: 'MARKET_UNEXPECTED', message: 'The pull failed.' };

/** `goesOn`: whether the job continues in this execution. */
export function afterPull(
  job: Pick<Job, 'every'>,
  state: JobState,
  end: PullEnd,
  { inFull, isLast, endsCycle, strategyState }: RunPurpose,
  now: number,
): { readonly state: JobState; readonly goesOn: boolean } {
  // Too few records count as a failure once only: a wrong count of the service must not block the job.
  const isEnough = end.state === 'partial' && !inFull && (end.fellShort === 0 || state.failures > 0);
  if (end.state === 'done' || isEnough)
    return isLast && endsCycle
      ? { state: succeeded(state, true, strategyState, now), goesOn: false }
      : { state: { ...state, strategyState }, goesOn: true };
  if (isOpen(end)) return { state: deferred(state, end.resumeAt ?? now, now), goesOn: false };
  const { code, message } = end.stoppedBy ?? end.errors[0] ?? UNEXPECTED;
  const error = new MarketError(code as MarketError['code'], message);
  return { state: failed(job, state, error, now), goesOn: false };
}

/** A state of another version is dropped: the job starts from the beginning. */
const VERSION = 1;
const PREFIX = 'job.';
const kept = (id: string) => stored<JobState>(PREFIX + id, VERSION, NEVER_RUN);

export function statesIn(all: Readonly<Record<string, string>>): JobStates {
  const found = Object.entries(all).filter(([key]) => key.startsWith(PREFIX));
  return Object.fromEntries(
    found.map(([key, text]) => [key.slice(PREFIX.length), parseStored<JobState>(text, VERSION) ?? NEVER_RUN]),
  );
}

/** Takes the lease, or returns undefined if another execution has it. */
export function lease(ports: SchedulePorts, id: string, by: User): JobState | undefined {
  let leased: JobState | undefined;
  changeState(ports, id, (state) => {
    leased = started(state, by.name, ports.unique(), ports.clock.now());
    return leased;
  });
  return leased;
}

/** Does nothing if another execution has taken over the lease. */
export function giveBack(ports: SchedulePorts, id: string, leased: JobState, state: JobState): void {
  ports.exclusively(() => {
    const { lease } = kept(id).read(ports.document);
    if (lease?.holder === leased.lease?.holder) kept(id).write(ports.document, state);
  });
}

/** Does nothing while an execution has the lease. */
export function changeState(ports: SchedulePorts, id: string, change: (state: JobState) => JobState): void {
  ports.exclusively(() => {
    const state = kept(id).read(ports.document);
    if (!isLeased(state.lease, ports.clock.now())) kept(id).write(ports.document, change(state));
  });
}

export function forgetState({ document }: Pick<SchedulePorts, 'document'>, id: string): void {
  kept(id).remove(document);
}
