/** What an export works with, and what it is asked for. */
import type { Clock } from '../protocol/http.ts';
import type { Store } from '../protocol/store.ts';
import type { Book, Journal } from '../tables/sheet.ts';
import type { Service } from './service.ts';

export interface ExportPorts {
  readonly book: Book;
  /** Lines of the outbox. */
  readonly lines: Journal;
  readonly document: Store;
  readonly service: Service;
  readonly clock: Clock;
  random(): number;
  unique(): string;
  /** Runs work that reads and writes sheets while nobody else does. */
  exclusively<T>(work: () => T): T;
}

/** What of a workbook is exported; all tables, and no column of the person's, unless told. */
export interface Choice {
  readonly tables?: readonly string[];
  /** Headers of the person's own columns that go along. */
  readonly ownColumns?: readonly string[];
}
