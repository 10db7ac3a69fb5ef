/** Jobs as people change them in the sidebar or the menu: the same as editing their rows in the sheet Jobs. */

import { findConnection } from '../account/connections.ts';
import { userOf } from '../account/users.ts';
import { MarketError } from '../protocol/market-error.ts';
import { HOUR } from '../protocol/time.ts';
import { datasets } from '../schedule/datasets.ts';
import { nextRunAt } from '../schedule/due.ts';
import { heartbeatsIn, isLate, removeHeartbeat } from '../schedule/heartbeats.ts';
import { NEVER_RUN } from '../schedule/job.ts';
import type { JobChange } from '../schedule/job-changes.ts';
import { writeJobs } from '../schedule/job-changes.ts';
import type { JobRow, JobsSheet } from '../schedule/job-rows.ts';
import { statesIn } from '../schedule/job-states.ts';
import { jobsSheet, keepDefinitions, knownJobs } from '../schedule/jobs-sheet.ts';
import type { Definition } from '../schedule/new-jobs.ts';
import { planNewJobs } from '../schedule/new-jobs.ts';
import { removeRows } from '../tables/apply.ts';
import { applyEdits } from '../tables/edits.ts';
import { jobsTable } from '../tables/jobs-table.ts';
import type { Ports } from './ports.ts';
import type { ScheduleView } from './schedule-view.ts';
import { schedule } from './schedule-view.ts';

/** Under the lock. How many are new. */
export function addJobs(ports: Ports, definitions: readonly Definition[]): number {
  const { book, unique } = ports;
  const owner = userOf(ports).name;
  const owned = definitions.map((each) => ({ owner, ...each }));
  const { plan, added } = planNewJobs(jobsSheet(ports), datasets, owned, unique, book.timeZone());
  applyEdits(book, plan);
  tellJobs(ports, []);
  return added.length;
}

/** Under the lock: our cells of all rows, with these changes. */
export function tellJobs(ports: Ports, changes: readonly JobChange[]): void {
  const sheet = jobsSheet(ports);
  const now = ports.clock.now();
  const states = statesIn(ports.document.all());
  const interval = ports.trigger.interval() ?? HOUR;
  const all = sheet.rows.map(({ id, job }): JobChange => {
    const change = changes.find((each) => each.id === id);
    const state = states[id] ?? NEVER_RUN;
    const changed =
      job && change?.state ? { ...job, isPaused: change.state === 'paused', runsNow: false } : job;
    const next = changed && nextRunAt(changed, state, now, interval);
    return { nextRun: next ?? null, ...change, id };
  });
  writeJobs(ports.book, sheet, all);
  keepDefinitions(ports.document, jobsSheet(ports).rows);
}

/** Adds a job as the sidebar's form has it. */
export function addJob(ports: Ports, input: unknown): ScheduleView {
  const text = (value: unknown) => String(value ?? '').trim();
  const { dataset, filter, every } = (input ?? {}) as Partial<Record<keyof Definition, unknown>>;
  const definition = { dataset: text(dataset), filter: text(filter), every: text(every) };
  const added = ports.exclusively(() => addJobs(ports, [definition]));
  if (added === 0)
    throw new MarketError('MARKET_ARGUMENT', 'There is a job already that pulls this; change that one.');
  return schedule(ports);
}

export function removeJob(ports: Ports, id: unknown): ScheduleView {
  knownJobs(ports);
  ports.exclusively(() => {
    const sheet = jobsSheet(ports);
    removeRows(sheet.opened.sheet!, [findRow(sheet, id).row]);
    keepDefinitions(ports.document, jobsSheet(ports).rows);
  });
  return schedule(ports);
}

export function findRow({ rows }: JobsSheet, id: unknown): JobRow {
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
  knownJobs(ports);
  ports.exclusively(() => {
    findRow(jobsSheet(ports), id);
    tellJobs(ports, [{ id: String(id), state: isPaused === false ? 'active' : 'paused' }]);
  });
  return schedule(ports);
}

/** Pauses every job, or lets all of them go on. */
export function pauseAll(ports: Ports, isPaused?: unknown): ScheduleView {
  if (ports.book.find(jobsTable.name))
    ports.exclusively(() => {
      const state = isPaused === false ? 'active' : 'paused';
      tellJobs(
        ports,
        jobsSheet(ports).rows.flatMap(({ id, job }) => (job ? [{ id, state } as const] : [])),
      );
    });
  return schedule(ports);
}

/** Makes a job this person's: the next execution of their schedule runs it, with their connection. */
export function takeOver(ports: Ports, id: unknown): ScheduleView {
  knownJobs(ports);
  const me = userOf(ports);
  ports.exclusively(() => {
    const row = findRow(jobsSheet(ports), id);
    if (row.job) findConnection(ports.user, row.job.filter.connection);
    tellJobs(ports, [{ id: row.id, owner: me.name }]);
    forgetLeft(ports, row.typed.owner);
  });
  return schedule(ports);
}

/** Whoever has left cannot turn a schedule off; once it has no job, nobody needs to hear that it stopped. */
function forgetLeft(ports: Ports, name: string): void {
  if (jobsSheet(ports).rows.some(({ typed }) => typed.owner === name)) return;
  for (const [id, beat] of Object.entries(heartbeatsIn(ports.document.all())))
    if (beat.name === name && isLate(beat, ports.clock.now())) removeHeartbeat(ports.document, id);
}
