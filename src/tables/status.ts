/** The sheet Status: freshness, calls left, unknown fields and contradictions, one row each. */
import { decimal, instant, NONE_PRIVATE, text } from '../protocol/fields.ts';
import { type Column, sheetColumns } from './columns.ts';
import type { DeclaredRecord, Recorded } from './table.ts';

export const status = {
  answer: {
    record: {
      about: text('about', 'What it is about.'),
      subject: text('subject', 'Table, field, identifier or person that it is about.'),
      state: text('state', 'How it is now.'),
      detail: text('detail', 'What explains it, such as times.'),
      example: text('example', 'What was found there, for example.', { once: true }),
      firstSeen: instant('firstSeen', 'When it was first found.', { once: true }),
      lastComplete: instant('lastComplete', 'When all of the table was last read.'),
      hoursAllowed: decimal('hoursAllowed', 'After so many hours the table is due, after twice as many late.'),
    },
  },
  tables: [
    {
      name: 'Status',
      about:
        'A row for what is to be known beside the tables: how fresh each is, calls that are left, codes that are not documented, contradictions.',
      each: [],
      columns: ['about', 'subject', 'state', 'detail', 'example', 'firstSeen', 'lastComplete', 'hoursAllowed'],
      key: ['about', 'subject'],
    },
  ],
} as const satisfies Recorded;

export const [statusTable] = status.tables;

export type StatusRecord = DeclaredRecord<typeof status>;

export function statusColumns(): readonly Column[] {
  return sheetColumns(status, statusTable, NONE_PRIVATE);
}
