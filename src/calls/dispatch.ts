/** One execution of the schedule: the jobs that are due, one after the other, until its time is over. */

import { callsLeft } from '../limits/ledger.ts';
import { BATCH, CALLS_AT_ONCE } from '../limits/pace.ts';
import { operations } from '../operations/registry.ts';
import { cappedBy } from '../protocol/caps.ts';
import type { Connection } from '../protocol/connection.ts';
import { MarketError } from '../protocol/market-error.ts';
import { definitionsOf } from '../refresh/jobs/adding.ts';
import type { JobChange } from '../refresh/jobs/changes.ts';
import { writeJobs } from '../refresh/jobs/changes.ts';
import type { JobStates } from '../refresh/jobs/due.ts';
import { dueJobs, nextRunAt } from '../refresh/jobs/due.ts';
import type { Job, JobState } from '../refresh/jobs/job.ts';
import { kindOf, NEVER_RUN } from '../refresh/jobs/job.ts';
import type { JobRow, ValidRow } from '../refresh/jobs/rows.ts';
import { readJobs } from '../refresh/jobs/rows.ts';
import type { Errand, JobEnd, Pulled, Worker } from '../refresh/jobs/run-job.ts';
import { isThrough, runJob } from '../refresh/jobs/run-job.ts';
import { deadLeases, failed, released } from '../refresh/jobs/state.ts';
import type { View } from '../refresh/lanes/lane.ts';
import { viewOf } from '../refresh/lanes/view.ts';
import type { Run, Why } from '../refresh/run.ts';
import { runsIn } from '../refresh/run-store.ts';
import { jobsTable } from '../tables/jobs.ts';
import type { LogEntry } from '../tables/log.ts';
import { killedEntry } from '../tables/log.ts';
import { wallText } from '../tables/zone.ts';
import { findConnection } from './connections.ts';
import { datasets, laneOf } from './datasets.ts';
import { execute, findOperation } from './execute.ts';
import { changeStates, giveBack, lease, notePull, statesOf } from './job-states.ts';
import { logRuns } from './logbook.ts';
import type { Person } from './people.ts';
import { personOf } from './people.ts';
import type { Ports } from './ports.ts';
import { begin } from './pulls.ts';
import { writeStanding } from './standing.ts';

/** What an execution of the schedule may do. */
export interface Shift {
  readonly why: Why;
  /** When it stops by itself, in epoch milliseconds. */
  readonly until: number;
  /** Milliseconds between two executions. */
  readonly every: number;
  /** Milliseconds for which it may wait for calls. */
  readonly asleep: number;
  /** The only jobs that it may run, which are asked for; without, those that are due. */
  readonly only?: ReadonlySet<string>;
}

export interface Dispatched {
  /** The jobs that ran, with what became of them. */
  readonly ran: readonly {
    readonly job: Job;
    readonly state: JobState;
    readonly note?: string | undefined;
  }[];
  readonly runs: readonly Run[];
  /** Sentences for the person. */
  readonly notes: readonly string[];
}

export const DEFINITIONS = 'jobs.definitions';

/** The part of each cap that continuous jobs and the past leave to people and formulas. */
const [CONTINUOUS, PAST] = [0.01, 0.2];

export function dispatch(ports: Ports, shift: Shift): Dispatched {
  const person = personOf(ports);
  if (!ports.book.find(jobsTable.name))
    return { ran: [], runs: resumeOwn(ports, shift, person), notes: missingSheet(ports) };
  const sheet = readJobs(ports.book, datasets, ports.unique);
  const valid = sheet.rows.filter((row): row is ValidRow => row.job !== undefined);
  const { states, killed } = forgetDead(ports, valid);
  const view = viewOf(ports.book, operations, ports.clock.now());
  const ran: { job: Job; state: JobState; note?: string | undefined }[] = [];
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
    return job ? (whereFree(ports, job)?.at ?? now) : now;
  };
  return dueJobs(asked, states, now, freeAt, asleep);
}

/** Calls of a job's operation that are left now, and when the next one is; nothing where it has no connection. */
function whereFree(ports: Ports, job: Job, within = 0): { calls: number; at: number } | undefined {
  let connection: Connection;
  try {
    connection = findConnection(ports.user, job.filter.connection);
  } catch (error) {
    if (error instanceof MarketError) return undefined;
    throw error;
  }
  const now = ports.clock.now();
  const outlook = ports.outlook(cappedBy(findOperation(job.dataset), connection), now);
  return { calls: callsLeft(outlook, now + within), at: outlook.free[0]?.at ?? now };
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

function runLeased(ports: Ports, shift: Shift, job: Job, leased: JobState, view: View, runs: Run[]): JobEnd {
  try {
    const connection = findConnection(ports.user, job.filter.connection);
    return runJob(job, leased, workerFor(ports, shift, { job, leased, connection }, view, runs));
  } catch (error) {
    if (!(error instanceof MarketError)) throw error;
    return { state: failed(job, leased, error, ports.clock.now()) };
  }
}

interface Employment {
  readonly job: Job;
  readonly leased: JobState;
  readonly connection: Connection;
}

function workerFor(
  ports: Ports,
  shift: Shift,
  { job, leased, connection }: Employment,
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
      const left = runsIn(ports.document.all()).find(({ errand }) => errand?.job === job.id);
      return left?.errand && pulled(left, left.errand);
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
    freeAt: () => ports.outlook(capped, now()).free.find(({ at }) => at > now())?.at ?? now() + shift.every,
    turn: (state, calls) =>
      laneOf(job)({
        filter: job.filter,
        memory: state.memory ?? {},
        view,
        sellerId: connection.sellerId,
        now: now(),
        cycleAt: state.cycleAt ?? now(),
        isContinuous: 'continuous' in job.every,
        calls,
      }),
    pull: (params, errand) => pulled(begin(ports, { operation: job.dataset, params, why }, errand), errand),
  };
}

function keepOf({ every }: Job): number {
  return { every: 0, continuous: CONTINUOUS, backfill: PAST }[kindOf(every)];
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

/** What the sheets say of jobs. */
function tell(
  ports: Ports,
  { every, only }: Shift,
  person: Person,
  ran: Dispatched['ran'],
): readonly string[] {
  return ports.exclusively(() => {
    const { book, document } = ports;
    const now = ports.clock.now();
    const sheet = readJobs(book, datasets, ports.unique);
    const states = statesOf(ports);
    const ends = new Map(ran.map((each) => [each.job.id, each]));
    const changes = sheet.rows.flatMap((row): JobChange[] => {
      if (!row.job) return [];
      const state = states[row.id] ?? NEVER_RUN;
      const end = ends.get(row.id);
      const wasAsked = end !== undefined && row.job.runsNow;
      const next = nextRunAt(wasAsked ? { ...row.job, runsNow: false } : row.job, state, now, every / 60_000);
      return [
        {
          id: row.id,
          nextRun: next ?? null,
          ...(state.startedAt === undefined ? {} : { lastRun: state.startedAt }),
          ...(end ? { result: resultOf(end, wallText(now, book.timeZone())) } : {}),
          ...(wasAsked ? { state: 'active' as const } : {}),
          ...(end && row.job.owner === '' && !only ? { owner: person.name } : {}),
        },
      ];
    });
    writeJobs(book, sheet, changes);
    keepDefinitions(document, sheet.rows);
    return writeStanding(ports, sheet.rows, states, every);
  });
}

function keepDefinitions(document: Ports['document'], rows: readonly JobRow[]): void {
  const text = definitionsOf(rows);
  if (text !== document.get(DEFINITIONS)) document.set(DEFINITIONS, text);
}

function resultOf({ job, state, note }: Dispatched['ran'][number], at: string): string {
  const time = at.slice(0, 16);
  const more = note ? ` ${note}` : '';
  if (state.failures > 0 && state.error)
    return `Failed at ${time}: ${state.error.message} It is tried again by itself; type "retry" into State to try now.`;
  if (state.cycleAt !== undefined) return `Under way at ${time}; it goes on with the next run.${more}`;
  return `Done at ${time}.${more || (kindOf(job.every) === 'backfill' ? ' All of the past is here.' : '')}`;
}

function missingSheet({ document }: Ports): readonly string[] {
  return document.get(DEFINITIONS) === null
    ? []
    : [
        'The sheet Jobs was deleted, so nothing runs; "Set up standard jobs" in the menu brings your jobs back.',
      ];
}
