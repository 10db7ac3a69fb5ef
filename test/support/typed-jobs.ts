/** Rows of the Jobs sheet, as typed by the user and as read by the add-on. */
import { confirmJobs, type PersonStore } from '../../src/account/person.ts';
import { readJobs } from '../../src/schedule/job-rows.ts';
import { type JobChange, writeJobs } from '../../src/schedule/jobs-sheet.ts';
import type { Cell } from '../../src/tables/cells.ts';
import { jobsColumns } from '../../src/tables/jobs-table.ts';
import { InMemoryBook } from './in-memory-book.ts';

/** Cells by header. */
export type JobLine = Readonly<Record<string, Cell>>;

/** The user whose connections `connected` confirms. */
export const ME = 'me';

/** The owner's ID. "Ann" or a blank name is the test's user; any other name is used as the ID. */
function ownerIdOf({ Dataset = '', Owner = 'Ann' }: JobLine): Cell {
  const name = String(Owner).trim();
  if (String(Dataset).trim() === '') return '';
  return name === 'Ann' || name === '' ? ME : name.toLowerCase();
}

/** Confirms the connections in these rows for the user. */
export function confirmTyped({ book, user }: { readonly book: InMemoryBook; readonly user: PersonStore }): void {
  if (!book.find('Jobs')) return;
  const jobs = book.rows('Jobs').map((row) => {
    const [, connection = ''] = /connection = ([^;]*)/.exec(String(row.Filter)) ?? [];
    return { id: String(row['Row key']), connection };
  });
  confirmJobs(user, jobs, new Set(jobs.map(({ id }) => id)));
}

/** Appends rows; creates the sheet if it doesn't exist. */
export function typeJobs(book: InMemoryBook, ...lines: readonly JobLine[]): void {
  if (!book.find('Jobs')) book.create('Jobs', jobsColumns());
  const sheet = book.sheet('Jobs');
  for (const typed of lines) {
    const line: JobLine = { 'Owner ID': ownerIdOf(typed), ...typed };
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
export const unique = () => `job${++ids}`;

export const jobsIn = (book: InMemoryBook) => readJobs({ book, unique });
export const keysIn = (book: InMemoryBook) => book.rows('Jobs').map((row) => row['Row key']);

export function writeInto(book: InMemoryBook, changes: readonly JobChange[] = []): void {
  writeJobs(book, jobsIn(book), changes);
}
