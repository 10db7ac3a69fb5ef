/** What people typed into the sheet Jobs, kept beside the sheets: a sheet that is deleted comes back. */
import { asciiJson, type Store } from '../protocol/store.ts';
import { stored } from '../protocol/stored.ts';
import { jobsTable } from '../tables/jobs-table.ts';
import { datasets } from './datasets.ts';
import { type JobRow, readRow, type Typed } from './job-rows.ts';

type Definitions = readonly (readonly [id: string, ...texts: string[]])[];

const kept = stored<Definitions | null>('jobs.definitions', 1, null);

/** A property holds 9 KB. */
const MOST_TEXT = 8000;

/** Keys and texts of the rows, as many of the first as one property holds; a row that does not fit in is left out. */
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
  if (!areKept(document, rows)) kept.write(document, definitionsOf(rows));
}

/** Whether nobody has changed a row since they were kept. */
export function areKept(document: Pick<Store, 'get'>, rows: readonly Pick<JobRow, 'id' | 'typed'>[]): boolean {
  return asciiJson(kept.read(document)) === asciiJson(definitionsOf(rows));
}

/** Undefined where there never was a job. */
export function readDefinitions(document: Pick<Store, 'get'>): readonly JobRow[] | undefined {
  return kept.read(document)?.map(([id, ...texts]) => {
    const typed = Object.fromEntries(jobsTable.typed.map((column, index) => [column, texts[index] ?? '']));
    return readRow(datasets, { row: 0, result: '', id, typed: typed as Typed });
  });
}

export function hasDefinitions(document: Pick<Store, 'get'>): boolean {
  return kept.read(document) !== null;
}

export function forgetDefinitions(document: Store): void {
  kept.remove(document);
}
