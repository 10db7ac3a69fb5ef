/** The sheet Jobs as it is read in every call. */
import { writeJobs } from '../refresh/jobs/changes.ts';
import type { JobsSheet } from '../refresh/jobs/rows.ts';
import { readJobs } from '../refresh/jobs/rows.ts';
import { datasets } from './datasets.ts';
import type { Ports } from './ports.ts';

export function jobsSheet({ book, unique }: Ports): JobsSheet {
  return readJobs(book, datasets, unique);
}

/** Rows that a person typed get their keys at once: by these their jobs are known from now on. */
export function knownJobs(ports: Ports): JobsSheet {
  const sheet = jobsSheet(ports);
  if (sheet.keys.size === 0) return sheet;
  return ports.exclusively(() => {
    const typed = jobsSheet(ports);
    writeJobs(ports.book, typed, []);
    return typed;
  });
}
