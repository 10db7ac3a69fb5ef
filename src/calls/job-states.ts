/** What is remembered of jobs between executions, in one text that several executions change. */
import type { JobStates } from '../refresh/jobs/due.ts';
import type { JobState } from '../refresh/jobs/job.ts';
import { NEVER_RUN } from '../refresh/jobs/job.ts';
import type { Errand } from '../refresh/jobs/run-job.ts';
import { through } from '../refresh/jobs/run-job.ts';
import { begun, readStates, statesText } from '../refresh/jobs/state.ts';
import { isLeased } from '../refresh/jobs/timing.ts';
import type { Person } from './people.ts';
import type { Ports } from './ports.ts';

const KEY = 'jobs.states';

export function statesOf({ document }: Pick<Ports, 'document'>): JobStates {
  return readStates(document.get(KEY));
}

/** The state of a job with a lease of ours; nothing where another execution has one. */
export function lease(ports: Ports, id: string, by: Person): JobState | undefined {
  return ports.exclusively(() => {
    const states = statesOf(ports);
    const now = ports.clock.now();
    const state = states[id] ?? NEVER_RUN;
    if (isLeased(state, now)) return undefined;
    const leased = begun(state, by.name, ports.unique(), now);
    write(ports, { ...states, [id]: leased });
    return leased;
  });
}

/** What a pull brought is remembered before the pull itself is forgotten: an execution may be ended in between. */
export function notePull(ports: Ports, leased: JobState, errand: Errand): void {
  changeStates(ports, (states) => {
    const state = states[errand.job];
    const isOurs = state !== undefined && state.lease?.run === leased.lease?.run;
    return isOurs ? { ...states, [errand.job]: through(state, errand, ports.clock.now()) } : states;
  });
}

/** A lease that was taken over in the meantime is no longer ours to give back. */
export function giveBack(ports: Ports, id: string, leased: JobState, state: JobState): void {
  ports.exclusively(() => {
    const states = statesOf(ports);
    if (states[id]?.lease?.run === leased.lease?.run) write(ports, { ...states, [id]: state });
  });
}

export function changeStates(ports: Ports, change: (states: JobStates) => JobStates): JobStates {
  return ports.exclusively(() => {
    const before = statesOf(ports);
    const states = change(before);
    if (states !== before) write(ports, states);
    return states;
  });
}

function write({ document }: Pick<Ports, 'document'>, states: JobStates): void {
  document.set(KEY, statesText(states, Object.keys(states)));
}
