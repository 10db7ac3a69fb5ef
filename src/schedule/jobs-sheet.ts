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

/** Former builds knew the first part alone. */
function keyOf(part: number): string {
  return part === 0 ? KEPT : `${KEPT}.${part}`;
}

export function keepDefinitions(document: Store, rows: readonly JobRow[]): void {
  const parts = definitionsOf(rows);
  parts.forEach((text, part) => {
    if (text !== document.get(keyOf(part))) document.set(keyOf(part), text);
  });
  removeFrom(document, parts.length);
}

/** In parts; undefined where there never was a job. */
export function readDefinitions(document: Store): readonly string[] | undefined {
  const parts: string[] = [];
  for (let text = document.get(KEPT); text !== null; text = document.get(keyOf(parts.length)))
    parts.push(text);
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
