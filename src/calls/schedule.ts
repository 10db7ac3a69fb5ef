/** Scheduled refresh as people handle it: jobs set up, changed, paused, run; the trigger that starts them. */

import { SOFT_STOP } from '../limits/pace.ts';
import { operations } from '../operations/registry.ts';
import { MarketError } from '../protocol/market-error.ts';
import type { Definition } from '../refresh/jobs/adding.ts';
import { definitionsOf, planNewJobs, planRestored } from '../refresh/jobs/adding.ts';
import type { JobChange } from '../refresh/jobs/changes.ts';
import { writeJobs } from '../refresh/jobs/changes.ts';
import { freshness, nextRunAt } from '../refresh/jobs/due.ts';
import { NEVER_RUN } from '../refresh/jobs/job.ts';
import type { JobRow, JobsSheet } from '../refresh/jobs/rows.ts';
import { readJobs } from '../refresh/jobs/rows.ts';
import { standardJobs } from '../refresh/jobs/standard.ts';
import { isLeased } from '../refresh/jobs/timing.ts';
import { viewOf } from '../refresh/lanes/view.ts';
import { removeRows } from '../tables/carry-out.ts';
import { carryEdits } from '../tables/edits.ts';
import { jobsTable } from '../tables/jobs.ts';
import { findConnection } from './connections.ts';
import { datasets } from './datasets.ts';
import { DEFINITIONS, dispatch } from './dispatch.ts';
import { statesOf } from './job-states.ts';
import type { Person } from './people.ts';
import { beatsIn, isLate, personOf, removeBeat, setBeat, setPerson } from './people.ts';
import type { Ports } from './ports.ts';

const MINUTE = 60_000;

/** A job for people: what they typed, and how it stands. Instants as ISO texts. */
export interface JobView {
  readonly id: string;
  readonly dataset: string;
  readonly filter: string;
  readonly every: string;
  readonly owner: string;
  readonly target: readonly string[];
  readonly state: 'active' | 'paused' | 'running' | 'invalid';
  readonly freshness: string | null;
  readonly nextRun: string | null;
  readonly lastRun: string | null;
  /** What its last run did, or what to type instead. */
  readonly result: string;
  readonly isMine: boolean;
}

export interface Trigger {
  readonly person: string;
  readonly isMine: boolean;
  /** `late`: it has not come for longer than it should. */
  readonly state: 'on' | 'late';
  /** Minutes. */
  readonly every: number;
  readonly lastAt: string | null;
}

export interface ScheduleView {
  readonly jobs: readonly JobView[];
  readonly me: Person;
  readonly triggers: readonly Trigger[];
  /** What a person should do, if anything. */
  readonly advice: string | null;
}

export function schedule(ports: Ports): ScheduleView {
  const me = personOf(ports);
  const now = ports.clock.now();
  const beats = beatsIn(ports.document.all());
  const triggers = Object.entries(beats).map(
    ([id, beat]): Trigger => ({
      person: beat.name,
      isMine: id === me.id,
      state: isLate(beat, now) ? 'late' : 'on',
      every: beat.every / MINUTE,
      lastAt: iso(beat.at),
    }),
  );
  const isThere = ports.book.find(jobsTable.name) !== undefined;
  const jobs = isThere ? jobViews(ports, me, beats[me.id]?.every ?? 60 * MINUTE) : [];
  return { jobs, me, triggers, advice: adviceFor(ports, isThere, jobs, triggers) };
}

function jobViews(ports: Ports, me: Person, every: number): readonly JobView[] {
  const now = ports.clock.now();
  const states = statesOf(ports);
  return readJobs(ports.book, datasets, ports.unique).rows.map(
    ({ id, typed, target, result, job, problem }) => {
      const state = states[id] ?? NEVER_RUN;
      const { dataset, filter, every: often, owner } = typed;
      const isPaused = job?.isPaused === true;
      return {
        id,
        dataset,
        filter,
        every: often,
        owner,
        target,
        state: !job ? 'invalid' : isLeased(state, now) ? 'running' : isPaused ? 'paused' : 'active',
        freshness: job ? freshness(job, state, now, every / MINUTE) : null,
        nextRun: iso(job && nextRunAt(job, state, now, every / MINUTE)),
        lastRun: iso(state.startedAt),
        result: problem ?? result,
        isMine: owner === '' || owner === me.name,
      };
    },
  );
}

function adviceFor(
  { document }: Ports,
  isThere: boolean,
  jobs: readonly JobView[],
  triggers: readonly Trigger[],
): string | null {
  if (!isThere)
    return document.get(DEFINITIONS) === null
      ? null
      : 'The sheet Jobs was deleted, so nothing runs. "Set up standard jobs" brings your jobs back.';
  const late = triggers.find(({ state }) => state === 'late');
  if (late?.isMine)
    return 'Your schedule has not run for longer than it should. Turn it on again; Google may have stopped it.';
  if (late)
    return `The schedule of ${late.person} has not run for longer than it should. Ask them to open this sidebar, or take their jobs over.`;
  if (triggers.length === 0 && jobs.length > 0)
    return 'Nobody has turned the schedule on, so no job runs by itself.';
  const orphans = jobs.filter(
    ({ owner, isMine }) => !isMine && !triggers.some(({ person }) => person === owner),
  );
  return orphans.length > 0
    ? `Jobs of ${orphans[0]!.owner} are run by nobody: no schedule of that name is on. Take them over to run them yourself.`
    : null;
}

function iso(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}

export interface SetUp {
  readonly message: string;
  readonly schedule: ScheduleView;
}

/** Turns the schedule on, brings back a sheet that was deleted, and adds what the workbook makes possible by now. */
export function setUpJobs(ports: Ports): SetUp {
  findConnection(ports.user);
  const minutes = ports.trigger.install();
  const me = personOf(ports);
  noteOn(ports, me, minutes);
  const { restored, added } = ports.exclusively(() => {
    const zone = ports.book.timeZone();
    const isGone = ports.book.find(jobsTable.name) === undefined;
    const definitions = isGone ? ports.document.get(DEFINITIONS) : null;
    const lost = definitions === null ? undefined : planRestored(read(ports), datasets, definitions, zone);
    if (lost) carryEdits(ports.book, lost.plan);
    const now = ports.clock.now();
    const view = viewOf(ports.book, operations, now);
    const wanted = standardJobs({
      hasCatalog: view.items().length > 0,
      hasCampaigns: view.campaigns().length > 0,
      hasRequests: view.requests().length > 0,
      account: me.account,
      now,
      every: minutes === 5 || minutes === 10 ? minutes : 60,
    });
    return { restored: lost?.added.length ?? 0, added: add(ports, wanted) };
  });
  const each = minutes === 60 ? 'every hour' : `every ${minutes} minutes`;
  const jobs = (count: number) => (count === 1 ? 'One job' : `${count} jobs`);
  const parts = [
    ...(restored > 0 ? [`${jobs(restored)} of the sheet that was deleted came back`] : []),
    ...(added > 0 ? [`${jobs(added)} ${added === 1 ? 'was' : 'were'} added`] : []),
  ];
  const what = parts.join(', ') || 'No job was missing';
  return {
    message: `${what}; the schedule runs ${each}, and the sheet Jobs says what is next. Run this again when more tables are filled: they make more jobs possible.`,
    schedule: schedule(ports),
  };
}

function read(ports: Ports): JobsSheet {
  return readJobs(ports.book, datasets, ports.unique);
}

/** Under the lock. How many are new. */
function add(ports: Ports, definitions: readonly Definition[]): number {
  const { book, unique } = ports;
  const owner = personOf(ports).name;
  const owned = definitions.map((each) => ({ owner, ...each }));
  const { plan, added } = planNewJobs(read(ports), datasets, owned, unique, book.timeZone());
  carryEdits(book, plan);
  tell(ports, []);
  return added.length;
}

/** Under the lock: our cells of all rows, with these changes. */
function tell(ports: Ports, changes: readonly JobChange[]): void {
  const sheet = read(ports);
  const now = ports.clock.now();
  const states = statesOf(ports);
  const every = ports.trigger.every() ?? 60;
  const all = sheet.rows.map(({ id, job }): JobChange => {
    const change = changes.find((each) => each.id === id);
    const state = states[id] ?? NEVER_RUN;
    const changed =
      job && change?.state ? { ...job, isPaused: change.state === 'paused', runsNow: false } : job;
    const next = changed && nextRunAt(changed, state, now, every);
    return { nextRun: next ?? null, ...change, id };
  });
  writeJobs(ports.book, sheet, all);
  ports.document.set(DEFINITIONS, definitionsOf(read(ports).rows));
}

function noteOn(ports: Ports, me: Person, minutes: number): void {
  const now = ports.clock.now();
  setBeat(ports.document, me.id, { name: me.name, every: minutes * MINUTE, since: now });
}

export function turnOn(ports: Ports): ScheduleView {
  findConnection(ports.user);
  noteOn(ports, personOf(ports), ports.trigger.install());
  return schedule(ports);
}

export function turnOff(ports: Ports): ScheduleView {
  ports.trigger.uninstall();
  removeBeat(ports.document, personOf(ports).id);
  return schedule(ports);
}

/** A new name goes with the jobs that bear the old one; the kind of account decides how often the schedule runs. */
export function describeMe(ports: Ports, input: unknown): ScheduleView {
  const before = personOf(ports);
  const me = setPerson(ports, input);
  if (ports.trigger.every() !== undefined) noteOn(ports, me, ports.trigger.install());
  if (me.name !== before.name && ports.book.find(jobsTable.name))
    ports.exclusively(() => {
      const own = read(ports).rows.filter(({ typed }) => typed.owner === before.name);
      tell(
        ports,
        own.map(({ id }) => ({ id, owner: me.name })),
      );
    });
  return schedule(ports);
}

/** Adds a job as the sidebar's form has it. */
export function addJob(ports: Ports, input: unknown): ScheduleView {
  const text = (value: unknown) => String(value ?? '').trim();
  const { dataset, filter, every } = (input ?? {}) as Partial<Record<keyof Definition, unknown>>;
  const definition = { dataset: text(dataset), filter: text(filter), every: text(every) };
  const added = ports.exclusively(() => add(ports, [definition]));
  if (added === 0)
    throw new MarketError('MARKET_ARGUMENT', 'There is a job already that pulls this; change that one.');
  return schedule(ports);
}

export function removeJob(ports: Ports, id: unknown): ScheduleView {
  ports.exclusively(() => {
    const sheet = read(ports);
    removeRows(sheet.opened.sheet!, [findRow(sheet, id).row]);
    ports.document.set(DEFINITIONS, definitionsOf(read(ports).rows));
  });
  return schedule(ports);
}

function findRow({ rows }: JobsSheet, id: unknown): JobRow {
  const row = rows.find((each) => each.id === id);
  if (!row)
    throw new MarketError(
      'MARKET_ARGUMENT',
      'This job is not in the sheet Jobs any more; reload the sidebar.',
    );
  return row;
}

/** Pauses a job, or lets it go on. */
export function pauseJob(ports: Ports, id: unknown, isPaused: unknown): ScheduleView {
  ports.exclusively(() => {
    findRow(read(ports), id);
    tell(ports, [{ id: String(id), state: isPaused === false ? 'active' : 'paused' }]);
  });
  return schedule(ports);
}

/** Pauses every job, or lets all of them go on. */
export function pauseAll(ports: Ports, isPaused?: unknown): ScheduleView {
  if (ports.book.find(jobsTable.name))
    ports.exclusively(() => {
      const state = isPaused === false ? 'active' : 'paused';
      tell(
        ports,
        read(ports).rows.flatMap(({ id, job }) => (job ? [{ id, state } as const] : [])),
      );
    });
  return schedule(ports);
}

/** Makes a job this person's: the next execution of their schedule runs it, with their connection. */
export function takeOver(ports: Ports, id: unknown): ScheduleView {
  const me = personOf(ports);
  ports.exclusively(() => {
    const row = findRow(read(ports), id);
    if (row.job) findConnection(ports.user, row.job.filter.connection);
    tell(ports, [{ id: row.id, owner: me.name }]);
    forgetLeft(ports, row.typed.owner);
  });
  return schedule(ports);
}

/** Whoever has left cannot turn a schedule off; once it has no job, nobody needs to hear that it stopped. */
function forgetLeft(ports: Ports, name: string): void {
  if (read(ports).rows.some(({ typed }) => typed.owner === name)) return;
  for (const [id, beat] of Object.entries(beatsIn(ports.document.all())))
    if (beat.name === name && isLate(beat, ports.clock.now())) removeBeat(ports.document, id);
}

export interface Refreshed {
  readonly message: string;
  readonly schedule: ScheduleView;
}

/** Runs one job now, or all of this person's that are not paused. */
export function refreshNow(ports: Ports, id?: unknown): Refreshed {
  if (!ports.book.find(jobsTable.name))
    throw new MarketError(
      'MARKET_ARGUMENT',
      'There are no jobs yet; "Set up standard jobs" in the menu makes some.',
    );
  const me = personOf(ports);
  const sheet = read(ports);
  const chosen =
    id === undefined
      ? sheet.rows.filter(({ job }) => job && !job.isPaused && (job.owner === '' || job.owner === me.name))
      : [findRow(sheet, id)];
  const [odd] = chosen.filter(({ problem }) => problem !== undefined);
  if (odd) throw new MarketError('MARKET_ARGUMENT', odd.problem!);
  const until = ports.clock.now() + SOFT_STOP;
  const only = new Set(chosen.map((row) => row.id));
  const every = (ports.trigger.every() ?? 60) * MINUTE;
  const { ran, notes } = dispatch(ports, {
    why: id === undefined ? 'menu' : 'sidebar',
    until,
    every,
    asleep: 0,
    only,
  });
  const failed = ran.filter(({ state }) => state.failures > 0);
  const open = ran.filter(({ state }) => state.failures === 0 && state.cycleAt !== undefined);
  const parts = [
    `${ran.length - failed.length - open.length} of ${only.size} jobs are done`,
    ...(open.length > 0 ? [`${open.length} go on with the next run`] : []),
    ...(failed.length > 0 ? [`${failed.length} failed (the sheet Jobs says why)`] : []),
  ];
  return { message: [`${parts.join(', ')}.`, ...notes].join(' '), schedule: schedule(ports) };
}
