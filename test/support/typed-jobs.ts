/** Rows of the sheet Jobs as a person types them, and as the add-on reads them and writes into them. */
import { datasets } from '../../src/schedule/datasets.ts';
import { readJobs } from '../../src/schedule/job-rows.ts';
import { type JobChange, writeJobs } from '../../src/schedule/jobs-sheet.ts';
import type { Cell } from '../../src/tables/cells.ts';
import { jobsColumns } from '../../src/tables/jobs-table.ts';
import { InMemoryBook } from './in-memory-book.ts';

/** Cells by header. */
export type JobLine = Readonly<Record<string, Cell>>;

/** Puts rows below those that are there; the sheet is made where it is missing. */
export function typeJobs(book: InMemoryBook, ...lines: readonly JobLine[]): void {
  if (!book.find('Jobs')) book.create('Jobs', jobsColumns());
  const sheet = book.sheet('Jobs');
  for (const line of lines) {
    sheet.cells.push(sheet.cells[0]!.map((name) => line[String(name)] ?? ''));
    sheet.formats.push(sheet.cells[0]!.map(() => '@'));
  }
}

export function bookWithJobs(...lines: readonly JobLine[]): InMemoryBook {
  const book = new InMemoryBook();
  typeJobs(book, ...lines);
  return book;
}

let ids = 0;
/** A key that no other row has. */
export const unique = () => `job${++ids}`;

export const jobsIn = (book: InMemoryBook) => readJobs(book, datasets, unique);
export const keysIn = (book: InMemoryBook) => book.rows('Jobs').map((row) => row['Row key']);

export function writeInto(book: InMemoryBook, changes: readonly JobChange[] = []): void {
  writeJobs(book, jobsIn(book), changes);
}
