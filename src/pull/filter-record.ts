/** Columns that stand outside of their sheet's filter, as a row of the sheet Status: they would not be sorted along. */
import { instantAt } from '../protocol/fields.ts';
import type { Opened } from '../tables/opened.ts';
import type { StatusRecord } from '../tables/status.ts';

/** State of a filter outside of which nothing stands: no news, but for whoever was told otherwise. */
const ALL_INSIDE = 'no column stands outside of it';

/** Asked for after the header changed alone. `now` in epoch milliseconds. */
export function filterRecord({ sheet, contents, table }: Opened, now: number): StatusRecord | undefined {
  if (!sheet || !contents.isHeaderNew) return undefined;
  const filter = sheet.filtered();
  const outside = (contents.cells[0] ?? []).filter(
    (header, index) => filter && header !== '' && (index + 1 < filter.left || index + 1 > filter.right),
  );
  const names = outside.map((header) => `"${String(header)}"`).join(', ');
  return {
    about: 'Filter',
    subject: table,
    state: outside.length === 0 ? ALL_INSIDE : `${names} ${outside.length > 1 ? 'stand' : 'stands'} outside of it`,
    detail:
      outside.length === 0
        ? null
        : 'Sorting by the filter would leave it where it is. Remove the filter, select all columns and create it anew.',
    example: null,
    firstSeen: instantAt(now),
    lastComplete: null,
    hoursAllowed: null,
  };
}

/** Whether it says nothing that somebody would look for. */
export function isNoNews(state: unknown): boolean {
  return state === ALL_INSIDE;
}
