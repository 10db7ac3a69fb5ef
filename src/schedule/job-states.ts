/** What is kept of jobs between executions: a property of its own for each, which several executions change. */
import type { User } from '../account/users.ts';
import { asciiJson } from '../protocol/store.ts';
import type { RunPurpose } from '../pull/run.ts';
import { isLeased } from './due.ts';
import type { JobState, JobStates, StrategyState } from './job.ts';
import { NEVER_RUN } from './job.ts';
import { notedPull, started } from './job-state.ts';
import type { SchedulePorts } from './ports.ts';

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
function whileOurs(
  ports: SchedulePorts,
  id: string,
  leased: JobState,
  change: (state: JobState) => JobState,
): void {
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
