import type { User } from '../account/person.ts';
import { LEASE } from '../limits/pacing.ts';
import { clip } from '../protocol/lists.ts';
import { MarketError } from '../protocol/market-error.ts';
import { isLeased, parseStored, stored } from '../protocol/store.ts';
import { DAY, HOUR, MINUTE } from '../protocol/time.ts';
import { isOpen, type Run, type RunPurpose } from '../pull/run.ts';
import { type Job, type JobState, type JobStates, NEVER_RUN, periodOf, type StrategyState } from './job.ts';
import type { SchedulePorts } from './ports.ts';

export function started(state: JobState, by: string, run: string, now: number): JobState {
  const lease = { holder: run, until: now + LEASE, by, at: now };
  // After a long pause, start over: what the cycle read is out of date.
  const cycleAt = now - (state.startedAt ?? now) > 7 * DAY ? now : (state.cycleAt ?? now);
  return { ...state, startedAt: now, cycleAt, lease };
}

/** `isLast` means that the run completes the cycle. */
export function succeeded(state: JobState, isLast: boolean, strategyState: StrategyState, now: number): JobState {
  const { lease, error, notBefore, cycleAt, ...rest } = state;
  const ended = { ...rest, endedAt: now, failures: 0, strategyState };
  if (isLast) return { ...ended, doneAt: now };
  return cycleAt === undefined ? ended : { ...ended, cycleAt };
}

/** Postpones the run to `until`, when calls or time will be available. */
export function deferred(state: JobState, until: number, now: number): JobState {
  const { lease, ...rest } = state;
  return { ...rest, endedAt: now, notBefore: until };
}

/** Treats the job as never run. The next execution checks again. */
export function withNothingToPull(state: JobState, now: number): JobState {
  const { lease, error, notBefore, cycleAt, startedAt, ...rest } = state;
  return { ...rest, endedAt: now, failures: 0 };
}

export function hadNothingToPull({ startedAt, endedAt }: JobState): boolean {
  return startedAt === undefined && endedAt !== undefined;
}

const MOST_MESSAGE = 200;

/** Keeps the cycle open so that the next run does not repeat its complete parts. */
export function failed(job: Pick<Job, 'every'>, state: JobState, error: MarketError, now: number): JobState {
  const { lease, ...rest } = state;
  const failures = state.failures + 1;
  const { code, message, details } = error;
  const notBefore = Math.max(details.retryAt ?? 0, retryAt(job, failures, now));
  return { ...rest, endedAt: now, failures, error: { code, message: clip(message, MOST_MESSAGE) }, notBefore };
}

/** Maximum retry delay for jobs without an interval. After an hour, every cap has room again. */
const LONGEST_WAIT = HOUR;

/** Retry delay, doubled with each consecutive failure. */
const FIRST_WAIT = 10 * MINUTE;

export function retryAt({ every }: Pick<Job, 'every'>, failures: number, now: number): number {
  return now + Math.min(periodOf(every) ?? LONGEST_WAIT, FIRST_WAIT * 2 ** (failures - 1));
}

export type PullEnd = Pick<Run, 'state' | 'resumeAt' | 'stoppedBy' | 'errors' | 'fellShort'>;

const UNEXPECTED = { code: 'MARKET_UNEXPECTED', message: 'The pull failed.' };

/** `canContinue` is true if the job continues in this execution. */
export function afterPull(
  job: Pick<Job, 'every'>,
  state: JobState,
  end: PullEnd,
  { inFull, isLast, endsCycle, strategyState }: RunPurpose,
  now: number,
): { readonly state: JobState; readonly canContinue: boolean } {
  // Treats missing records as a failure only once, so a wrong total from the service can't block the job.
  const isAgain = end.fellShort > 0 && state.failures > 0;
  const onlyFellShort = end.errors.length <= end.fellShort;
  const isEnough =
    end.state === 'partial' && !end.stoppedBy && (inFull ? isAgain && onlyFellShort : isAgain || end.fellShort === 0);
  if (end.state === 'done' || isEnough)
    return isLast && endsCycle
      ? { state: succeeded(state, true, strategyState, now), canContinue: false }
      : { state: { ...state, strategyState }, canContinue: true };
  if (isOpen(end)) return { state: deferred(state, end.resumeAt ?? now, now), canContinue: false };
  const { code, message } = end.stoppedBy ?? end.errors[0] ?? UNEXPECTED;
  const error = new MarketError(code as MarketError['code'], message);
  return { state: failed(job, state, error, now), canContinue: false };
}

/** States from other versions are dropped: the job starts over. */
const VERSION = 1;
const PREFIX = 'job.';
const kept = (id: string) => stored<JobState>(PREFIX + id, VERSION, NEVER_RUN);

export function statesIn(all: Readonly<Record<string, string>>): JobStates {
  const found = Object.entries(all).filter(([key]) => key.startsWith(PREFIX));
  return Object.fromEntries(
    found.map(([key, text]) => [key.slice(PREFIX.length), parseStored<JobState>(text, VERSION) ?? NEVER_RUN]),
  );
}

/** Takes the lease. Returns undefined if another execution holds it. */
export function lease(ports: SchedulePorts, id: string, by: User): JobState | undefined {
  let leased: JobState | undefined;
  changeState(ports, id, (state) => {
    leased = started(state, by.name, ports.unique(), ports.clock.now());
    return leased;
  });
  return leased;
}

/** Releases the lease and saves the state, unless another execution took over the lease. */
export function giveBack(ports: SchedulePorts, id: string, leased: JobState, state: JobState): void {
  ports.exclusively(() => {
    const { lease } = kept(id).read(ports.document);
    if (lease?.holder === leased.lease?.holder) kept(id).write(ports.document, state);
  });
}

/** Changes the state unless the job is leased. */
export function changeState(ports: SchedulePorts, id: string, change: (state: JobState) => JobState): void {
  ports.exclusively(() => {
    const state = kept(id).read(ports.document);
    if (!isLeased(state.lease, ports.clock.now())) kept(id).write(ports.document, change(state));
  });
}

/** The job pulls its rows again, even if it is running. */
export function restartJob({ document }: Pick<SchedulePorts, 'document'>, id: string): void {
  const { strategyState: _, cycleAt: __, lease: ___, doneAt: ____, ...state } = kept(id).read(document);
  kept(id).write(document, state);
}

export function forgetState({ document }: Pick<SchedulePorts, 'document'>, id: string): void {
  kept(id).remove(document);
}
