/** The rows of the sheet Jobs as they were last: a sheet that is deleted comes back with them. */
import type { Store } from '../protocol/store.ts';
import type { JobRow } from './job-rows.ts';
import { definitionsOf } from './new-jobs.ts';

const KEY = 'jobs.definitions';

export function keepDefinitions(document: Store, rows: readonly JobRow[]): void {
  const text = definitionsOf(rows);
  if (text !== document.get(KEY)) document.set(KEY, text);
}

/** Nothing where there never was a job. */
export function readDefinitions(document: Store): string | null {
  return document.get(KEY);
}

export function forgetDefinitions(document: Store): void {
  document.remove(KEY);
}
