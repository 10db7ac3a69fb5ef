/** What people typed into the sheet Jobs, kept beside the sheets: a sheet that is deleted comes back. */
import type { Store } from '../protocol/store.ts';
import { parseStored, storedText } from '../protocol/stored.ts';
import { jobsTable } from '../tables/jobs-table.ts';
import type { Dataset } from './datasets.ts';
import { type JobRow, readRow, type Typed } from './job-rows.ts';

/** A property holds 9 KB. */
const MOST_TEXT = 8000;
const VERSION = 1;

type Definitions = readonly (readonly [id: string, ...texts: string[]])[];

/**
 * Keys and texts of the rows, to be kept beside the workbook's sheets, in as many properties as they need; a row that does
 * not fit into one is left out.
 */
export function definitionsOf(rows: readonly Pick<JobRow, 'id' | 'typed'>[]): readonly string[] {
  const textOf = (kept: Definitions) => storedText(kept, VERSION);
  const parts: string[] = [];
  let kept: Definitions = [];
  for (const { id, typed } of rows) {
    const row: Definitions = [[id, ...jobsTable.typed.map((column) => typed[column])]];
    if (textOf(row).length >= MOST_TEXT) continue;
    const isFull = textOf([...kept, ...row]).length >= MOST_TEXT;
    if (isFull) parts.push(textOf(kept));
    kept = isFull ? row : [...kept, ...row];
  }
  return [...parts, textOf(kept)];
}

/** The rows of definitions that were kept. */
export function rowsOf(datasets: readonly Dataset[], definitions: readonly string[]): readonly JobRow[] {
  return definitions
    .flatMap((part) => parseStored<Definitions>(part, VERSION) ?? [])
    .map(([id, ...texts]) => {
      const typed = Object.fromEntries(jobsTable.typed.map((column, index) => [column, texts[index] ?? '']));
      return readRow(datasets, { row: 0, result: '', id, typed: typed as Typed });
    });
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
