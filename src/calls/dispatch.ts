/** One execution of the schedule: the jobs that are due, one after the other, until its time is over. */
import { operations } from '../operations/registry.ts';
import { writeJobs } from '../refresh/jobs/changes.ts';
import type { JobStates } from '../refresh/jobs/due.ts';
import { dueJobs } from '../refresh/jobs/due.ts';
import type { Job } from '../refresh/jobs/job.ts';
import { kindOf } from '../refresh/jobs/job.ts';
import type { JobsSheet, ValidRow } from '../refresh/jobs/rows.ts';
import { readJobs } from '../refresh/jobs/rows.ts';
import { deadLeases, released } from '../refresh/jobs/state.ts';
import { viewOf } from '../refresh/lanes/view.ts';
import type { Run } from '../refresh/run.ts';
import { runsIn } from '../refresh/run-store.ts';
import { jobsTable } from '../tables/jobs.ts';
import type { LogEntry } from '../tables/log.ts';
import { killedEntry } from '../tables/log.ts';
import { datasets } from './datasets.ts';
import { execute, findOperation } from './execute.ts';
import { changeStates, giveBack, lease, statesOf } from './job-states.ts';
import { logRuns } from './logbook.ts';
import type { Person } from './people.ts';
import { personOf } from './people.ts';
import type { Ports } from './ports.ts';
import type { Shift } from './shift.ts';
import type { JobRan } from './telling.ts';
import { missingSheet, tell } from './telling.ts';
import { runLeased, whenFree } from './worker.ts';

export interface Dispatched {
  /** The jobs that ran, with what became of them. */
  readonly ran: readonly JobRan[];
  readonly runs: readonly Run[];
  /** Sentences for the person. */
  readonly notes: readonly string[];
}

export function dispatch(ports: Ports, shift: Shift): Dispatched {
  const person = personOf(ports);
  if (!ports.book.find(jobsTable.name))
    return { ran: [], runs: resumeOwn(ports, shift, person), notes: missingSheet(ports) };
  const sheet = knownJobs(ports);
  const valid = sheet.rows.filter((row): row is ValidRow => row.job !== undefined);
  const { states, killed } = forgetDead(ports, valid);
  const view = viewOf(ports.book, operations, ports.clock.now());
  const ran: JobRan[] = [];
  const runs: Run[] = [];
  const work = (jobs: readonly Job[]) => {
    for (const job of jobs) {
      if (ports.clock.now() >= shift.until) return;
      const leased = lease(ports, job.id, person);
      if (!leased) continue;
      const end = runLeased(ports, shift, job, leased, view, runs);
      giveBack(ports, job.id, leased, end.state);
      ran.push({ job, ...end });
    }
  };
  const due = dueOf(ports, shift, person, valid, states);
  const isGreedy = ({ every, runsNow }: Job) => kindOf(every) !== 'every' && !runsNow;
  work(due.filter((job) => !isGreedy(job)));
  // A person waits for them: what takes all that is left comes after.
  runs.push(...resumeOwn(ports, shift, person));
  work(due.filter(isGreedy));
  ports.settle();
  const notes = [...tell(ports, shift, person, ran), ...logRuns(ports, runs, killed)];
  return { ran, runs, notes };
}

/** Rows that a person typed get their keys at once: by these their jobs are known from now on. */
export function knownJobs(ports: Ports): JobsSheet {
  const sheet = readJobs(ports.book, datasets, ports.unique);
  if (sheet.keys.size === 0) return sheet;
  return ports.exclusively(() => {
    const typed = readJobs(ports.book, datasets, ports.unique);
    writeJobs(ports.book, typed, []);
    return typed;
  });
}

function dueOf(
  ports: Ports,
  { only, asleep }: Shift,
  person: Person,
  rows: readonly ValidRow[],
  states: JobStates,
): readonly Job[] {
  const own = rows.map(({ job }) => job).filter(({ owner }) => owner === '' || owner === person.name);
  const asked = only ? own.filter(({ id }) => only.has(id)).map((job) => ({ ...job, runsNow: true })) : own;
  const now = ports.clock.now();
  const freeAt = (dataset: string) => {
    const job = asked.find((each) => each.dataset === dataset);
    return job ? whenFree(ports, job) : now;
  };
  return dueJobs(asked, states, now, freeAt, asleep);
}

/** Executions that were ended left their leases; what they did not finish is gone on with. */
function forgetDead(
  ports: Ports,
  rows: readonly ValidRow[],
): { readonly states: JobStates; readonly killed: readonly LogEntry[] } {
  const now = ports.clock.now();
  const found = statesOf(ports);
  if (deadLeases(found, now).length === 0) return { states: found, killed: [] };
  const known = new Map(rows.map(({ job }) => [job.id, job]));
  const killed: LogEntry[] = [];
  const states = changeStates(ports, (before) => {
    const dead = new Map(deadLeases(before, now));
    return Object.fromEntries(
      Object.entries(before).flatMap(([id, state]) => {
        const [lease, job] = [dead.get(id), known.get(id)];
        if (!lease) return [[id, state] as const];
        if (!job) return [];
        const { title } = findOperation(job.dataset);
        const { run, at: started, by: who } = lease;
        killed.push(killedEntry({ run, started, what: title, why: 'schedule', who, job: id }));
        return [[id, released(state)] as const];
      }),
    );
  });
  return { states, killed };
}

/** Pulls of this person that wait for calls, or whose execution was ended, go on by themselves. */
function resumeOwn(ports: Ports, { until, only }: Shift, person: Person): Run[] {
  if (only) return [];
  const now = ports.clock.now();
  const waiting = runsIn(ports.document.all()).filter(
    ({ by, errand, resumeAt, heldUntil, isPreview }) =>
      by === person.id && !errand && !isPreview && (heldUntil ?? resumeAt ?? now) <= now,
  );
  return waiting.flatMap((run) => (ports.clock.now() < until ? [execute(ports, run, until)] : []));
}
