/** Updates the add-on's cells in the Jobs sheet. Changes users' cells only at their request. */
import { userOf } from '../account/person.ts';
import { pacificDay } from '../protocol/dates.ts';
import { asciiJson, once, type Store, stored } from '../protocol/store.ts';
import type { Cell } from '../tables/cells.ts';
import { applyEdits, type CellEdit, planEdits, withoutFormulas } from '../tables/edits.ts';
import { type JobsColumn, jobsTable } from '../tables/jobs-table.ts';
import { type Moved, movedOf, retryIfMoved } from '../tables/moved.ts';
import type { Book } from '../tables/sheet.ts';
import { jobName, withoutYear } from './filter.ts';
import { heartbeatsIn } from './heartbeats.ts';
import type { Job } from './job.ts';
import { type JobRow, type JobsSheet, readJobs, readRow, type Typed } from './job-rows.ts';
import { type JobView, viewJobs } from './job-view.ts';
import type { SchedulePorts } from './ports.ts';

/** Reads the Jobs sheet and assigns keys to rows typed by users. */
export function knownJobs(ports: SchedulePorts): JobsSheet {
  const sheet = readJobs(ports);
  return sheet.keys.size === 0 ? sheet : ports.exclusively(() => updateJobs(ports)).sheet;
}

export interface JobRowChange extends Pick<JobChange, 'state' | 'ownerId' | 'filter'> {
  readonly result?: (view: JobView) => string;
}

interface UpdatedJobs {
  readonly sheet: JobsSheet;
  readonly views: ReadonlyMap<string, JobView>;
}

/** Requires the lock. Updates the add-on's cells in all rows, applies the changes, and stores a copy of the rows. */
export function updateJobs(
  ports: SchedulePorts,
  changeOf: (row: JobRow) => JobRowChange | undefined = () => undefined,
): UpdatedJobs {
  const { book, clock, document } = ports;
  const now = clock.now();
  const stored = document.all();
  const { id: me, name } = userOf(ports);
  const beats = Object.entries(heartbeatsIn(stored));
  const owners = new Map([...beats.map(([id, beat]) => [id, beat.name] as const), [me, name]]);
  const { sheet, views, changes, names } = retryIfMoved(() => {
    const sheet = readJobs(ports);
    const changed = new Map(sheet.rows.map((row) => [row.id, changeOf(row) ?? {}]));
    const jobs = sheet.rows.flatMap(({ id, job }) => (job ? [withChange(job, changed.get(id)!)] : []));
    const views = viewJobs(jobs, stored, now);
    const changes = sheet.rows.map(({ id, typed }): JobChange => {
      const { result, ...change } = changed.get(id)!;
      const view = views.get(id);
      return {
        ...change,
        id,
        owner: owners.get(change.ownerId ?? typed.ownerId),
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
    const {
      state = typed.state,
      owner = typed.owner,
      ownerId = typed.ownerId,
      filter = typed.filter,
    } = byId.get(id) ?? {};
    return { id, typed: { ...typed, state, owner, ownerId, filter, name: names.get(id) ?? typed.name } };
  });
  keepDefinitions(document, rows);
  return { sheet, views };
}

function withChange(job: Job, { state, ownerId: owner = job.owner }: JobRowChange): Job {
  return { ...job, owner, ...(state === undefined ? {} : { isPaused: state === 'paused', runsNow: false }) };
}

/** Returns names by row ID: the name the user typed, or else a description of the job. */
export function jobNames(
  { document, clock }: Pick<SchedulePorts, 'document' | 'clock'>,
  rows: readonly JobRow[],
): ReadonlyMap<string, string> {
  const today = pacificDay(clock.now());
  const nameOf = (row: JobRow) => (row.pulls ? jobName(row.pulls, today) : '');
  // Names that were generated earlier. Rows may still have one after a user edited or copied them.
  const former = once(
    () => new Set([...(readDefinitions(document) ?? []), ...rows].map((row) => withoutYear(nameOf(row)))),
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

/** Undefined leaves a cell unchanged; `null` clears it. */
export interface JobChange {
  readonly id: string;
  readonly nextRun?: number | null | undefined;
  readonly lastRun?: number | null | undefined;
  readonly result?: string | undefined;
  readonly state?: 'active' | 'paused' | undefined;
  readonly ownerId?: string;
  readonly filter?: string;
  readonly owner?: string | undefined;
}

/** Prefix of an invalid row's result. Results with this prefix are cleared once the row is valid. */
const NOT_RUN = 'Not run. ';

/**
 * Requires the lock and a freshly read `sheet`; writes nothing if rows moved since. Sets each row's target and, if
 * invalid, the reason. Never overwrites users' formulas. `names` is keyed by row ID.
 */
export function writeJobs(
  book: Book,
  sheet: JobsSheet,
  changes: readonly JobChange[],
  names: ReadonlyMap<string, string> = new Map(),
): Moved | undefined {
  const { opened, rows, keys } = sheet;
  const byId = new Map(changes.map((change) => [change.id, change]));
  const own: CellEdit<JobsColumn>[] = [];
  const typed: CellEdit<JobsColumn>[] = [];
  for (const row of rows) {
    const edit = (into: CellEdit<JobsColumn>[], column: JobsColumn, cell: Cell | undefined) => {
      if (cell !== undefined) into.push({ row: row.row, column, cell });
    };
    const { nextRun, lastRun, state, owner, ownerId, filter, result } = byId.get(row.id) ?? { id: row.id };
    edit(own, 'target', row.target.join(', '));
    edit(own, 'nextRun', row.job ? instantCell(nextRun) : '');
    edit(own, 'lastRun', instantCell(lastRun));
    edit(own, 'result', resultOf(row, result));
    const renew = (column: 'name' | 'owner' | 'ownerId' | 'filter', cell: string | undefined) =>
      edit(typed, column, cell === row.typed[column] ? undefined : cell);
    renew('name', names.get(row.id));
    renew('owner', owner);
    renew('ownerId', ownerId);
    renew('filter', filter);
    edit(typed, 'state', state !== stateOf(row) ? state : undefined);
  }
  const plan = planEdits(opened, [...own, ...withoutFormulas(opened, typed)], book.timeZone(), keys);
  const moved = movedOf([plan]);
  if (!moved) applyEdits(book, plan);
  return moved;
}

function instantCell(at: number | null | undefined): Cell | undefined {
  return at === null ? '' : at === undefined ? undefined : new Date(at);
}

function resultOf({ problem, result }: JobRow, message: string | undefined): Cell | undefined {
  if (problem !== undefined) return `${NOT_RUN}${problem}`;
  return message ?? (result.startsWith(NOT_RUN) ? '' : undefined);
}

function stateOf({ job }: JobRow) {
  if (job?.runsNow !== false) return undefined;
  return job.isPaused ? 'paused' : 'active';
}

type Definitions = readonly (readonly [id: string, ...texts: string[]])[];

export const jobDefinitions = stored<Definitions | null>('jobs.definitions', 2, null);

/** Google limits a property to 9 KB. */
const MOST_TEXT = 8000;

/** Returns the first rows, as many as fit in one property. */
function definitionsOf(rows: readonly Pick<JobRow, 'id' | 'typed'>[]): Definitions {
  let room = MOST_TEXT;
  return rows.flatMap(({ id, typed }): Definitions => {
    const row = [id, ...jobsTable.typed.map((column) => typed[column])] as const;
    const size = asciiJson(row).length + 1;
    if (size > room) return [];
    room -= size;
    return [row];
  });
}

export function keepDefinitions(document: Store, rows: readonly Pick<JobRow, 'id' | 'typed'>[]): void {
  if (!areKept(document, rows)) jobDefinitions.write(document, definitionsOf(rows));
}

export function areKept(document: Pick<Store, 'get'>, rows: readonly Pick<JobRow, 'id' | 'typed'>[]): boolean {
  return asciiJson(jobDefinitions.read(document)) === asciiJson(definitionsOf(rows));
}

export const JOBS_DELETED =
  'The Jobs sheet was deleted, so no jobs run. Choose Set up standard jobs to restore your jobs.';

/** Returns undefined if the workbook has never had jobs. */
export function readDefinitions(document: Pick<Store, 'get'>): readonly JobRow[] | undefined {
  return jobDefinitions.read(document)?.map(([id, ...texts]) => {
    const typed = Object.fromEntries(jobsTable.typed.map((column, index) => [column, texts[index] ?? '']));
    return readRow({ row: 0, result: '', id, typed: typed as Typed });
  });
}
