/** The sheet Jobs as each execution reads it and brings it up to date, and what is kept of its rows: a deleted sheet comes back. */
import { userOf } from '../account/users.ts';
import { once } from '../protocol/once.ts';
import { pacificText } from '../protocol/pacific.ts';
import type { Store } from '../protocol/store.ts';
import { onceStanding } from '../tables/standing.ts';
import { datasets } from './datasets.ts';
import type { Job } from './job.ts';
import { type JobChange, writeJobs } from './job-changes.ts';
import { jobName, withoutYear } from './job-name.ts';
import { type JobRow, type JobsSheet, readJobs } from './job-rows.ts';
import { type JobView, viewJobs } from './job-view.ts';
import { definitionsOf, rowsOf } from './new-jobs.ts';
import type { SchedulePorts } from './ports.ts';

export function jobsSheet({ book, unique }: Pick<SchedulePorts, 'book' | 'unique'>): JobsSheet {
  return readJobs(book, datasets, unique);
}

/** Rows that a person typed get their keys at once: by these their jobs are known from now on. */
export function knownJobs(ports: SchedulePorts): JobsSheet {
  const sheet = jobsSheet(ports);
  return sheet.keys.size === 0 ? sheet : ports.exclusively(() => updateJobs(ports)).sheet;
}

/** What becomes of a row besides what follows from its view. */
export interface RowChange extends Pick<JobChange, 'state' | 'owner'> {
  readonly result?: (view: JobView) => string;
}

export interface UpdatedJobs {
  /** As it was read. */
  readonly sheet: JobsSheet;
  /** By id, with the changes. */
  readonly views: ReadonlyMap<string, JobView>;
}

/** Under the lock: our cells of all rows, with these changes; then the rows are kept as they are. */
export function updateJobs(
  ports: SchedulePorts,
  changeOf: (row: JobRow) => RowChange | undefined = () => undefined,
): UpdatedJobs {
  const { book, clock, document } = ports;
  const now = clock.now();
  const stored = document.all();
  const me = userOf(ports).name;
  const { sheet, views, changes, names } = onceStanding(() => {
    const sheet = jobsSheet(ports);
    const changed = new Map(sheet.rows.map((row) => [row.id, changeOf(row) ?? {}]));
    const jobs = sheet.rows.flatMap(({ id, job }) => (job ? [withChange(job, changed.get(id)!)] : []));
    const views = viewJobs(jobs, stored, me, now);
    const changes = [...changed].map(([id, { result, ...change }]): JobChange => {
      const view = views.get(id);
      return {
        ...change,
        id,
        nextRun: view?.nextAt ?? null,
        lastRun: view?.state.startedAt,
        result: view && result?.(view),
      };
    });
    const names = jobNames(ports, sheet.rows);
    return writeJobs(book, sheet, changes, names) ?? { sheet, views, changes, names };
  });
  const byId = new Map(changes.map((change) => [change.id, change]));
  const rows = sheet.rows.map(({ id, typed }) => {
    const { state = typed.state, owner = typed.owner } = byId.get(id) ?? {};
    return { id, typed: { ...typed, state, owner, name: names.get(id) ?? typed.name } };
  });
  keepDefinitions(document, rows);
  return { sheet, views };
}

function withChange(job: Job, { state, owner = job.owner }: RowChange): Job {
  return { ...job, owner, ...(state === undefined ? {} : { isPaused: state === 'paused', runsNow: false }) };
}

/** By id of the row: its name in plain words, or the one that a person typed. */
export function jobNames(
  { document, clock }: Pick<SchedulePorts, 'document' | 'clock'>,
  rows: readonly JobRow[],
): ReadonlyMap<string, string> {
  const today = pacificText(clock.now()).slice(0, 10);
  const nameOf = (row: JobRow) => (row.pulls ? jobName(row.pulls, today) : '');
  // What rows were called before somebody changed or copied them: mostly nobody has, and nothing is read.
  const former = once(
    () =>
      new Set([...rowsOf(datasets, readDefinitions(document) ?? []), ...rows].map((row) => withoutYear(nameOf(row)))),
  );
  return new Map(
    rows.map((row) => {
      const { name } = row.typed;
      const own = nameOf(row);
      const isOurs = name === '' || name === own || former().has(withoutYear(name));
      return [row.id, isOurs ? own : name] as const;
    }),
  );
}

const KEPT = 'jobs.definitions';

function keyOf(part: number): string {
  return `${KEPT}.${part}`;
}

export function keepDefinitions(document: Store, rows: readonly Pick<JobRow, 'id' | 'typed'>[]): void {
  const parts = definitionsOf(rows);
  parts.forEach((text, part) => {
    if (text !== document.get(keyOf(part))) document.set(keyOf(part), text);
  });
  removeFrom(document, parts.length);
}

/** Whether nobody has changed a row since they were kept. */
export function areKept(document: Pick<Store, 'get'>, rows: readonly Pick<JobRow, 'id' | 'typed'>[]): boolean {
  const parts = definitionsOf(rows);
  return document.get(keyOf(parts.length)) === null && parts.every((text, part) => text === document.get(keyOf(part)));
}

/** In parts; undefined where there never was a job. */
export function readDefinitions(document: Pick<Store, 'get'>): readonly string[] | undefined {
  const parts: string[] = [];
  for (let text = document.get(keyOf(0)); text !== null; text = document.get(keyOf(parts.length))) parts.push(text);
  return parts.length === 0 ? undefined : parts;
}

export function forgetDefinitions(document: Store): void {
  removeFrom(document, 0);
}

function removeFrom(document: Store, part: number): void {
  if (document.get(keyOf(part)) === null) return;
  document.remove(keyOf(part));
  removeFrom(document, part + 1);
}
