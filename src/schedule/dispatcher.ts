/** One execution of the schedule: runs due jobs and updates Jobs, Status, and Log. */
import { connectionIf, isConfirmed } from '../account/connections.ts';
import { type User, userOf } from '../account/person.ts';
import { asOurs, orElse } from '../protocol/market-error.ts';
import { isLeased, stored } from '../protocol/store.ts';
import { DAY, HOUR, MINUTE } from '../protocol/time.ts';
import { execute } from '../pull/pull.ts';
import { lastPulls } from '../pull/remembered.ts';
import { optional, reportError } from '../pull/report.ts';
import type { Run } from '../pull/run.ts';
import { REFUSED_WAIT, removeRun, runsIn, saveRun } from '../pull/stored-run.ts';
import { jobsTable } from '../tables/jobs-table.ts';
import { killedEntry, type LogEntry } from '../tables/log.ts';
import type { StatusRecord } from '../tables/status.ts';
import { dayAt, spokenTime } from '../tables/zone.ts';
import { applyAges } from './ages.ts';
import { datasetOf } from './datasets.ts';
import { forgetFormerOwners } from './heartbeats.ts';
import { type Job, type JobState, type JobStates, kindOf, NEVER_RUN } from './job.ts';
import { type JobRow, type JobsSheet, readJobs, type ValidRow } from './job-rows.ts';
import { changeState, forgetState, giveBack, hadNothingToPull, lease, statesIn } from './job-state.ts';
import { dueJobs, type JobView, viewJob } from './job-view.ts';
import { areKept, JOBS_DELETED, knownJobs, readDefinitions, updateJobs } from './jobs-sheet.ts';
import type { DispatchTerms, SchedulePorts } from './ports.ts';
import { runJob, waitsFor, whenFree } from './run-job.ts';
import { countUnchanged, forgottenEntry, logRuns } from './run-log.ts';
import { dropDamaged, writeStatus } from './status-writer.ts';
import { viewOf } from './strategies/workbook-view.ts';

interface Dispatched {
  readonly ran: readonly JobRan[];
  readonly runs: readonly Run[];
  readonly notes: readonly string[];
}

export function dispatch(ports: SchedulePorts, terms: DispatchTerms): Dispatched {
  const person = userOf(ports);
  const sheet = foundJobs(ports);
  const notes: string[] = [];
  if (!('rows' in sheet)) {
    const runs = resumeOwn(ports, terms, person);
    const entries = removeOld(ports, terms, person, notes);
    ports.settle();
    return { ran: [], runs, notes: [...sheet.notes, ...notes, ...logRuns(ports, runs, entries)] };
  }
  const valid = sheet.rows.filter((row): row is ValidRow => row.job !== undefined);
  const properties = ports.document.all();
  const damaged = optional<readonly StatusRecord[]>(notes, 'Damaged data was not removed', [], () =>
    dropDamaged(ports, properties),
  );
  const states = statesIn(properties);
  const release = () => releaseKilled(ports, states, valid);
  const killed = optional(notes, 'Runs that Google stopped are missing from the Log', [], release);
  const unfinished = runsIn(properties);
  forgetDeleted(ports, states, unfinished, sheet.rows);
  forgetFormerOwners(ports.document, sheet.rows, ports.clock.now() - 7 * DAY);
  const view = viewOf(ports.book, ports.clock.now());
  const ran: JobRan[] = [];
  const waiting: JobRan[] = [];
  const runs: Run[] = [];
  const logged: LogEntry[] = [];
  const work = (jobs: readonly Job[]) => {
    for (const job of jobs) {
      if (ports.clock.now() >= terms.until) return;
      // If one job fails, the others still run.
      optional(notes, 'A job did not run', undefined, () => workOn(job));
    }
  };
  const workOn = (job: Job) => {
    const left = unfinished.find(({ purpose }) => purpose?.job === job.id);
    const state = states[job.id] ?? NEVER_RUN;
    // Check this without a lease, because waiting jobs are checked in every execution.
    const missing = !isConfirmed(ports.user, job.id, job.filter.connection)
      ? UNCONFIRMED
      : !left && hadNothingToPull(state)
        ? waitsFor(ports, terms, job, state, view)
        : undefined;
    if (missing !== undefined) {
      (job.runsNow ? ran : waiting).push({ job, state, waitsFor: missing });
      return;
    }
    const leased = lease(ports, job.id, person);
    if (!leased) return;
    const end = runJob(ports, terms, { job, leased, unfinished: left }, view);
    ran.push({ job, state: end.state, note: end.note, waitsFor: end.waitsFor });
    runs.push(...end.runs);
    logged.push(...(end.entries ?? []));
    giveBack(ports, job.id, leased, end.state);
  };
  const due = dueOf(ports, terms, person, valid, states);
  const isGreedy = ({ every, runsNow }: Job) => kindOf(every) !== 'every' && !runsNow;
  work(due.filter((job) => !isGreedy(job)));
  // Users are waiting for these pulls, so they run before jobs that use all remaining calls.
  runs.push(...resumeOwn(ports, terms, person));
  logged.push(...removeOld(ports, terms, person, notes));
  work(due.filter(isGreedy));
  ports.settle();
  const isIdle = [ran, runs, logged, killed, damaged, notes].every((each) => each.length === 0);
  if (isIdle && areWrittenLately(ports, sheet)) return { ran, runs, notes: [] };
  const entries = [...killed, ...logged];
  const unchanged = countUnchanged(runs, entries, ports.clock.now());
  const write = () => writeResults(ports, [...ran, ...waiting], unchanged, damaged);
  notes.push(...optional(notes, NOT_UP_TO_DATE, [], write));
  notes.push(...logRuns(ports, runs, entries));
  return { ran, runs, notes };
}

function removeOld(ports: SchedulePorts, terms: DispatchTerms, { name: who }: User, notes: string[]): LogEntry[] {
  if (terms.only) return [];
  const started = ports.clock.now();
  const forgotten = new Map<string, number>();
  const age = () => applyAges(ports, terms.until, forgotten);
  notes.push(...optional(notes, 'Old rows were not removed', [], age));
  return forgotten.size > 0 ? [forgottenEntry(ports, forgotten, { started, why: terms.why, who })] : [];
}

/** Returns messages if the Jobs sheet can't be read, so that users' own pulls can continue. */
function foundJobs(ports: SchedulePorts): JobsSheet | { readonly notes: readonly string[] } {
  return orElse(
    () => {
      // On a protected sheet, new rows get no key.
      if (ports.book.find(jobsTable.name))
        return orElse(
          () => knownJobs(ports),
          () => readJobs(ports),
        );
      return { notes: readDefinitions(ports.document) ? [JOBS_DELETED] : [] };
    },
    ({ message }) => ({ notes: [message] }),
  );
}

function dueOf(
  ports: SchedulePorts,
  { only, asleep }: DispatchTerms,
  person: User,
  rows: readonly ValidRow[],
  states: JobStates,
): readonly Job[] {
  const now = ports.clock.now();
  const own = rows.map(({ job }) => job).filter(({ owner }) => owner === person.id);
  const asked = only ? own.filter(({ id }) => only.has(id)).map((job) => ({ ...job, runsNow: true })) : own;
  const views = asked.map((job) => {
    const state = states[job.id] ?? NEVER_RUN;
    const { doneAt: _, ...open } = state;
    const shop = connectionIf(ports, job.filter.connection)?.sellerId;
    // A backfill is done for one shop only.
    const isOther = shop !== undefined && (state.strategyState?.sellerId ?? shop) !== shop;
    return viewJob(job, isOther ? open : state, now);
  });
  return dueJobs(views, now, (job) => whenFree(ports, job), asleep);
}

function releaseKilled(ports: SchedulePorts, states: JobStates, rows: readonly ValidRow[]): readonly LogEntry[] {
  const now = ports.clock.now();
  return rows.flatMap(({ job: { id, dataset } }) => {
    const dead = states[id]?.lease;
    if (!dead || isLeased(dead, now)) return [];
    changeState(ports, id, ({ lease: _, ...state }) => state);
    const { holder: run, at: started, by: who } = dead;
    return [killedEntry({ run, started, what: datasetOf(dataset).operation.title, why: 'schedule', who, job: id })];
  });
}

function forgetDeleted(ports: SchedulePorts, states: JobStates, runs: readonly Run[], rows: readonly JobRow[]): void {
  const there = new Set(rows.map(({ id }) => id));
  const now = ports.clock.now();
  for (const [id, state] of Object.entries(states))
    if (!there.has(id) && !isLeased(state.lease, now)) forgetState(ports, id);
  for (const { id, purpose, heldUntil } of runs)
    if (purpose && !there.has(purpose.job) && (heldUntil ?? now) <= now) removeRun(ports.document, id);
}

/** Resumes this user's pulls that were interrupted or are waiting for calls. */
function resumeOwn(ports: SchedulePorts, { until, only }: DispatchTerms, person: User): Run[] {
  if (only) return [];
  const now = ports.clock.now();
  const waiting = runsIn(ports.document.all()).filter(
    ({ by, purpose, resumeAt, heldUntil, isPreview }) =>
      by === person.id && !purpose && !isPreview && (heldUntil ?? resumeAt ?? now) <= now,
  );
  return waiting.flatMap((run) => (ports.clock.now() < until ? [resumed(ports, run, until)] : []));
}

/** Schedules a retry after an error. The pull fails if its connection was removed. */
function resumed(ports: SchedulePorts, run: Run, until: number): Run {
  try {
    return execute(ports, run, until);
  } catch (thrown) {
    const error = asOurs(thrown);
    const stopped = { ...run, heldUntil: null, stoppedBy: reportError(error) };
    if (error.code === 'MARKET_NO_CONNECTION') {
      removeRun(ports.document, run.id);
      return { ...stopped, state: 'failed', resumeAt: null };
    }
    const now = ports.clock.now();
    const later: Run = {
      ...stopped,
      state: 'waiting',
      resumeAt: now + REFUSED_WAIT,
      refusedSince: run.refusedSince ?? now,
    };
    optional([], '', undefined, () => saveRun(ports.document, later));
    return later;
  }
}

/** Any editor can change the connection in the row. */
const UNCONFIRMED = 'In the sidebar, open Schedule and confirm that this job may use its connection.';

export interface JobRan {
  readonly job: Job;
  readonly state: JobState;
  readonly note?: string | undefined;
  readonly waitsFor?: string | undefined;
}

/** When the sheets were last updated, and how many runs changed nothing on `day` (spreadsheet time zone). */
const written = stored('schedule.written', 1, { at: 0, day: '', unchanged: 0 });

/** If an execution did nothing, only the calls left and the schedule times change, so hourly updates are enough. */
function areWrittenLately(ports: SchedulePorts, { rows }: JobsSheet): boolean {
  const age = ports.clock.now() - written.read(ports.document).at;
  return age > -MINUTE && age < HOUR && arePullsShown(ports) && areKept(ports.document, rows);
}

/** Whether users' pulls are older than Jobs and Status. */
function arePullsShown({ document }: SchedulePorts): boolean {
  const { at } = written.read(document);
  return Object.values(lastPulls(document)).every((bySeller) => Object.values(bySeller).every((pulled) => pulled < at));
}

/** Updates Jobs and Status after a user's pull of an entire table. Returns messages for the user. */
export function showPulls(ports: SchedulePorts): readonly string[] {
  if (arePullsShown(ports)) return [];
  const notes: string[] = [];
  return [...optional(notes, NOT_UP_TO_DATE, [], () => writeResults(ports, [])), ...notes];
}

const NOT_UP_TO_DATE = 'The Jobs and Status sheets are not up to date';

/** `unchanged` is the number of runs without changes. Returns messages for the user. */
export function writeResults(
  ports: SchedulePorts,
  ran: readonly JobRan[],
  unchanged = 0,
  damaged: readonly StatusRecord[] = [],
): readonly string[] {
  return ports.exclusively(() => {
    const { book, clock, document } = ports;
    const now = clock.now();
    const zone = book.timeZone();
    const ends = new Map(ran.map((each) => [each.job.id, each]));
    const { sheet, views } = updateJobs(ports, ({ id, job }) => {
      const end = ends.get(id);
      const result = (view: JobView) => resultOf(end!, view, now, zone);
      return end && job && { result, state: job.runsNow ? 'active' : undefined };
    });
    const day = dayAt(now, zone);
    const before = written.read(document);
    const count = unchanged + (before.day === day ? before.unchanged : 0);
    written.write(document, { at: now, day, unchanged: count });
    return writeStatus(ports, sheet.rows, views, count, damaged);
  });
}

/** *Result* omits shorter waits. */
const SHORT_WAIT = MINUTE;

function resultOf({ job, state, note, waitsFor }: JobRan, view: JobView, now: number, zone: string): string {
  if (waitsFor !== undefined) return waitText(waitsFor);
  const { restsUntil, nextAt } = view;
  const rests = restsUntil !== undefined && nextAt !== undefined;
  const more = note ? ` ${sentence(rests ? `${note}; next at ${spokenTime(nextAt, zone, now)}` : note)}` : '';
  const { failures, error, cycleAt, notBefore = now } = state;
  if (failures > 0 && error)
    return `Failed: ${error.message} The job retries automatically; enter "retry" in State to retry now.`;
  if (notBefore > now + SHORT_WAIT)
    return `Waiting until ${spokenTime(notBefore, zone, now)} for available calls.${more}`;
  if (cycleAt !== undefined) return `In progress; continues in the next run.${more}`;
  return `Done.${more || (kindOf(job.every) === 'backfill' ? ' All past data has been pulled.' : '')}`;
}

export function waitText(waitsFor: string): string {
  return `Waits. ${sentence(waitsFor)}`;
}

function sentence(note: string): string {
  return `${note.charAt(0).toUpperCase()}${note.slice(1)}${/[.!?]$/.test(note) ? '' : '.'}`;
}
