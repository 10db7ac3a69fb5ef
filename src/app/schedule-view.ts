/** Jobs, schedules, and advice for the Schedule tab. */

import { isConfirmed } from '../account/connections.ts';
import { UNNAMED, type User, userOf } from '../account/person.ts';
import { isoText } from '../protocol/dates.ts';
import { orElse } from '../protocol/market-error.ts';
import { MINUTE } from '../protocol/time.ts';
import { heartbeatsIn, isLate, nextTick, WITHOUT_DOCUMENT, withoutDocument } from '../schedule/heartbeats.ts';
import { viewJobs } from '../schedule/job-view.ts';
import { JOBS_DELETED, jobNames, knownJobs, readDefinitions } from '../schedule/jobs-sheet.ts';
import { jobsTable } from '../tables/jobs-table.ts';
import { listTables } from './copies.ts';
import { type EmailView, emailView } from './email.ts';
import type { Ports } from './ports.ts';
import { todayFigures } from './today-view.ts';

/** Times are ISO strings. */
export interface ShownJob {
  readonly id: string;
  readonly name: string;
  readonly dataset: string;
  readonly filter: string;
  readonly every: string;
  readonly owner: string;
  readonly ownerId: string;
  readonly state: 'active' | 'paused' | 'running' | 'invalid';
  readonly freshness: string | null;
  readonly nextRun: string | null;
  readonly lastRun: string | null;
  /** Result of the last run, or how to fix an invalid row. */
  readonly result: string;
  readonly isMine: boolean;
  /** True if the user owns the job but hasn't allowed it to use its connection. */
  readonly needsConfirmation: boolean;
}

export interface TriggerView {
  readonly id: string;
  readonly user: string;
  readonly isMine: boolean;
  readonly state: 'on' | 'late';
  readonly everyMinutes: number;
  readonly lastAt: string | null;
  readonly nextAt: string | null;
}

export interface Advice {
  readonly text: string;
  readonly remedy: 'setUp' | 'turnOn' | 'takeOver' | 'confirm' | null;
  readonly jobs: readonly string[];
}

export interface ScheduleView {
  readonly now: string;
  readonly jobs: readonly ShownJob[];
  readonly me: User;
  readonly triggers: readonly TriggerView[];
  readonly advice: Advice | null;
  readonly email: EmailView;
}

export interface ScheduleResult {
  readonly message: string;
  readonly schedule: ScheduleView;
  readonly hasFailed?: boolean;
}

export function schedule(ports: Ports): ScheduleView {
  const me = userOf(ports);
  const now = ports.clock.now();
  const heartbeats = heartbeatsIn(ports.document.all());
  const triggers = triggersOf(heartbeats, me, now);
  const hasSheet = ports.book.find(jobsTable.name) !== undefined;
  const found = orElse(
    () => (hasSheet ? jobsOf(ports, me, now) : []),
    ({ message }) => message,
  );
  const jobs = typeof found === 'string' ? [] : found;
  const problem = heartbeats[me.id]?.problem;
  const advice =
    withoutDocument.read(ports.user) !== null
      ? adviceTo(WITHOUT_DOCUMENT, null)
      : typeof found === 'string'
        ? adviceTo(found, null)
        : (adviceFor(ports, hasSheet, jobs, triggers) ??
          (problem === undefined ? null : adviceTo(`The last scheduled run failed: ${problem}`, null)));
  const named = { ...me, name: me.name === UNNAMED ? '' : me.name };
  return { now: isoText(now), jobs, me: named, triggers, advice, email: emailView(ports) };
}

function triggersOf(heartbeats: ReturnType<typeof heartbeatsIn>, me: User, now: number): readonly TriggerView[] {
  return Object.entries(heartbeats).map(([id, heartbeat]) => {
    const { name, interval, at } = heartbeat;
    const state = isLate(heartbeat, now) ? 'late' : 'on';
    const nextAt = state === 'late' ? undefined : nextTick(heartbeat, now);
    const everyMinutes = interval / MINUTE;
    return { id, user: name, isMine: id === me.id, state, everyMinutes, lastAt: isoText(at), nextAt: isoText(nextAt) };
  });
}

/** The schedules that update the tables, shown to users without a connection. */
export interface SharedTables {
  /** `off` means the schedule is turned off but has jobs. */
  readonly keepers: readonly (Omit<TriggerView, 'id' | 'state'> & { readonly state: TriggerView['state'] | 'off' })[];
  readonly late: readonly string[];
}

export function sharedTables(ports: Ports): SharedTables | null {
  if (listTables(ports).length === 0) return null;
  const me = userOf(ports);
  const running = triggersOf(heartbeatsIn(ports.document.all()), me, ports.clock.now());
  const owners = new Map((readDefinitions(ports.document) ?? []).map(({ typed }) => [typed.ownerId, typed.owner]));
  const off = [...owners].filter(([id]) => id !== '' && !running.some((each) => each.id === id));
  return {
    keepers: [
      ...running.map(({ id: _, ...each }) => each),
      ...off.map(([id, user]) => {
        const unknown = { everyMinutes: 0, lastAt: null, nextAt: null };
        return { user: user || UNNAMED, isMine: id === me.id, state: 'off' as const, ...unknown };
      }),
    ],
    late: todayFigures(ports, []).freshness.flatMap(({ label, isLate }) => (isLate ? [label] : [])),
  };
}

function jobsOf(ports: Ports, me: User, now: number): readonly ShownJob[] {
  const { rows } = knownJobs(ports);
  const names = jobNames(ports, rows);
  const jobs = rows.flatMap(({ job }) => job ?? []);
  const views = viewJobs(jobs, ports.document.all(), now);
  return rows.map(({ id, job, typed, result, problem }) => {
    const view = views.get(id);
    const { dataset, filter, every, owner, ownerId } = typed;
    const isMine = ownerId === me.id;
    return {
      ...{ id, dataset, filter, every, owner, ownerId, isMine },
      name: names.get(id)!,
      state: !view ? 'invalid' : view.isRunning ? 'running' : view.job.isPaused ? 'paused' : 'active',
      freshness: view?.freshness ?? null,
      nextRun: isoText(view?.nextAt),
      lastRun: isoText(view?.state.startedAt),
      result: problem ?? result,
      needsConfirmation: isMine && job !== undefined && !isConfirmed(ports.user, id, job.filter.connection),
    };
  });
}

const OFF = 'Your schedule is off, so your jobs do not run automatically.';

function adviceFor(
  { document }: Ports,
  hasSheet: boolean,
  jobs: readonly ShownJob[],
  triggers: readonly TriggerView[],
): Advice | null {
  if (!hasSheet) return readDefinitions(document) ? adviceTo(JOBS_DELETED, 'setUp') : null;
  const late =
    triggers.find(({ isMine, state }) => isMine && state === 'late') ?? triggers.find(({ state }) => state === 'late');
  if (late?.isMine)
    return adviceTo('Your schedule is overdue. Google may have stopped it; turn it on again.', 'turnOn');
  const others = (person: string) => jobs.filter(({ ownerId, isMine }) => !isMine && ownerId === person);
  if (late)
    return adviceTo(
      `The schedule that ${late.user} set up is overdue. Ask them to open this sidebar, or take over their jobs.`,
      'takeOver',
      others(late.id),
    );
  if (triggers.length === 0 && jobs.some(({ isMine, ownerId }) => isMine || ownerId === ''))
    return adviceTo(OFF, 'turnOn');
  const unconfirmed = jobs.filter(({ needsConfirmation }) => needsConfirmation);
  if (unconfirmed.length > 0)
    return adviceTo(
      `Someone changed the connection for your jobs: ${unconfirmed.map(({ name }) => name).join('; ')}. They will run after you confirm the change.`,
      'confirm',
      unconfirmed,
    );
  const orphan = jobs.find(({ ownerId }) => ownerId !== '' && !triggers.some(({ id }) => id === ownerId));
  if (!orphan) return null;
  if (orphan.isMine) return adviceTo(OFF, 'turnOn');
  return adviceTo(
    `The schedule that ${orphan.owner || UNNAMED} set up is off, so its jobs aren't running. Take over the jobs to run them yourself.`,
    'takeOver',
    others(orphan.ownerId),
  );
}

function adviceTo(text: string, remedy: Advice['remedy'], jobs: readonly ShownJob[] = []): Advice {
  const isPossible = remedy !== 'takeOver' || jobs.length > 0;
  return { text, remedy: isPossible ? remedy : null, jobs: jobs.map(({ id }) => id) };
}
