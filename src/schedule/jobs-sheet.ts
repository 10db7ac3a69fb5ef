/** The sheet Jobs as it is read in every call. */

import { datasets } from './datasets.ts';
import { writeJobs } from './job-changes.ts';
import type { JobsSheet } from './job-rows.ts';
import { readJobs } from './job-rows.ts';
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
