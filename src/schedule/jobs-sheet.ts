/** The sheet Jobs as it is read in every execution, and what is kept of its rows: a sheet that is deleted comes back. */
import { once } from '../protocol/once.ts';
import { pacificText } from '../protocol/pacific.ts';
import type { Store } from '../protocol/store.ts';
import { onceStanding } from '../tables/standing.ts';
import { datasets } from './datasets.ts';
import { type JobChange, writeJobs } from './job-changes.ts';
import { jobName, withoutYear } from './job-name.ts';
import { type JobRow, type JobsSheet, readJobs } from './job-rows.ts';
import { definitionsOf, rowsOf } from './new-jobs.ts';
import type { SchedulePorts } from './ports.ts';

export function jobsSheet({ book, unique }: SchedulePorts): JobsSheet {
  return readJobs(book, datasets, unique);
}

/** Rows that a person typed get their keys at once: by these their jobs are known from now on. */
export function knownJobs(ports: SchedulePorts): JobsSheet {
  const sheet = jobsSheet(ports);
  if (sheet.keys.size === 0) return sheet;
  return ports.exclusively(() => updateSheet(ports, () => []));
}

/**
 * Under the lock: our cells of all rows, with what becomes of the rows that stand there; then they are kept as they are. Gives
 * the sheet as it was read.
 */
export function updateSheet(
  ports: SchedulePorts,
  changesOf: (rows: readonly JobRow[]) => readonly JobChange[],
): JobsSheet {
  const { sheet, changes, names } = onceStanding(() => {
    const sheet = jobsSheet(ports);
    const changes = changesOf(sheet.rows);
    const names = jobNames(ports, sheet.rows);
    return writeJobs(ports.book, sheet, changes, names) ?? { sheet, changes, names };
  });
  const byId = new Map(changes.map((change) => [change.id, change]));
  const rows = sheet.rows.map(({ id, typed }) => {
    const { state = typed.state, owner = typed.owner } = byId.get(id) ?? {};
    return { id, typed: { ...typed, state, owner, name: names.get(id) ?? typed.name } };
  });
  keepDefinitions(ports.document, rows);
  return sheet;
}

/** By id of the row: its name in plain words, or the one that a person typed. */
export function jobNames(
  { document, clock }: Pick<SchedulePorts, 'document' | 'clock'>,
  rows: readonly JobRow[],
): ReadonlyMap<string, string> {
  const today = pacificText(clock.now()).slice(0, 10);
  const told = (row: JobRow) => (row.pulls ? jobName(row.pulls, today) : '');
  // What rows were called before somebody changed or copied them: mostly nobody has, and nothing is read.
  const former = once(
    () => new Set([...rowsOf(datasets, readDefinitions(document) ?? []), ...rows].map((row) => withoutYear(told(row)))),
  );
  return new Map(
    rows.map((row) => {
      const { name } = row.typed;
      const own = told(row);
      const isOurs = name === '' || name === own || former().has(withoutYear(name));
      return [row.id, isOurs ? own : name] as const;
    }),
  );
}

const KEPT = 'jobs.definitions';

/** Former builds knew the first part alone. */
function keyOf(part: number): string {
  return part === 0 ? KEPT : `${KEPT}.${part}`;
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
export function readDefinitions(document: Store): readonly string[] | undefined {
  const parts: string[] = [];
  for (let text = document.get(KEPT); text !== null; text = document.get(keyOf(parts.length))) parts.push(text);
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
