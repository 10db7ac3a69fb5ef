/** The sheet Jobs as it is read in every execution, and what is kept of its rows: a sheet that is deleted comes back. */
import type { Store } from '../protocol/store.ts';
import { datasets } from './datasets.ts';
import { writeJobs } from './job-changes.ts';
import type { JobRow, JobsSheet } from './job-rows.ts';
import { readJobs } from './job-rows.ts';
import { definitionsOf } from './new-jobs.ts';
import type { SchedulePorts } from './ports.ts';

export function jobsSheet({ book, unique }: SchedulePorts): JobsSheet {
  return readJobs(book, datasets, unique);
}

/** Rows that a person typed get their keys at once: by these their jobs are known from now on. */
export function knownJobs(ports: SchedulePorts): JobsSheet {
  const sheet = jobsSheet(ports);
  if (sheet.keys.size === 0) return sheet;
  return ports.exclusively(() => {
    const typed = jobsSheet(ports);
    writeJobs(ports.book, typed, []);
    return typed;
  });
}

const KEPT = 'jobs.definitions';

export function keepDefinitions(document: Store, rows: readonly JobRow[]): void {
  const text = definitionsOf(rows);
  if (text !== document.get(KEPT)) document.set(KEPT, text);
}

/** Undefined where there never was a job. */
export function readDefinitions(document: Store): string | null {
  return document.get(KEPT);
}

export function forgetDefinitions(document: Store): void {
  document.remove(KEPT);
}
