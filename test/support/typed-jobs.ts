/** Rows of the sheet Jobs as a person types them. */
import type { Cell } from '../../src/tables/cells.ts';
import { jobsColumns } from '../../src/tables/jobs-table.ts';
import type { InMemoryBook } from './in-memory-book.ts';

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
