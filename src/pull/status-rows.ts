/** Rows of Status about unknown fields and codes, conflicts, and columns outside a filter. */
import type { UnknownField } from '../protocol/decode.ts';
import { instantAt, NONE_PRIVATE } from '../protocol/fields.ts';
import { clip } from '../protocol/lists.ts';
import { applyPlans, demandRoom } from '../tables/apply.ts';
import { catalogTable } from '../tables/catalog/catalog-table.ts';
import type { Conflict } from '../tables/catalog/identity.ts';
import type { Seller } from '../tables/catalog/item-keys.ts';
import { headerOf } from '../tables/header.ts';
import type { Opened } from '../tables/opened.ts';
import { planUpsert } from '../tables/plan.ts';
import type { Row } from '../tables/rows.ts';
import type { Book } from '../tables/sheet.ts';
import { type StatusRecord, status } from '../tables/status.ts';
import { optional } from './report.ts';

type Finding = Pick<StatusRecord, 'about' | 'subject' | 'state'> & Partial<StatusRecord>;

export function recordOf(finding: Finding, now: number): StatusRecord {
  return { detail: null, example: null, firstSeen: instantAt(now), lastComplete: null, hoursAllowed: null, ...finding };
}

/** The subject has the code or field as sent. */
export function unknownFieldRecord(title: string, { is, field, value }: UnknownField, now: number): StatusRecord {
  const isCode = is === 'code';
  return recordOf(
    {
      about: title,
      subject: isCode ? `${headerOf(field)}: ${clip(value, 60)}` : field,
      state: isCode ? 'not documented' : NEW_FIELD,
      example: isCode || value === '' ? null : clip(value, 60),
    },
    now,
  );
}

const NEW_FIELD = 'new field, not documented';

export function conflictRecord(
  { subject, state, example }: Conflict,
  { sellerId, isOnly }: Seller,
  now: number,
): StatusRecord {
  return recordOf(
    {
      about: catalogTable.name,
      subject: `${isOnly ? '' : `${sellerId}, `}${clip(subject, 60)}: ${state}`,
      state: 'contradiction',
      example: example
        .split('; ')
        .map((text) => clip(text, 60))
        .join('; '),
    },
    now,
  );
}

/** State of a complete filter: only overwrites an earlier complaint. */
const ALL_INSIDE = 'covers every column';

/** Columns outside the filter, which sorting would leave behind. Checked when the header changed. */
export function filterRecord({ sheet, contents, table }: Opened, now: number): StatusRecord | undefined {
  if (!sheet || !contents.isHeaderNew) return undefined;
  const filter = sheet.filtered();
  const outside = (contents.cells[0] ?? []).filter(
    (header, index) => filter && header !== '' && (index + 1 < filter.left || index + 1 > filter.right),
  );
  if (outside.length === 0) return recordOf({ about: 'Filter', subject: table, state: ALL_INSIDE }, now);
  const names = outside.map((header) => `"${String(header)}"`).join(', ');
  return recordOf(
    {
      about: 'Filter',
      subject: table,
      state: `${names} ${outside.length > 1 ? 'are' : 'is'} not covered`,
      detail:
        'Sorting with the filter would leave these columns behind. Remove the filter, select all columns, and create it again.',
    },
    now,
  );
}

/** Like the state of a complete filter. */
const NO_NAMESAKE = 'no duplicate column names';

/** Columns of the person named like ours. Checked when the header changed. */
export function namesakeRecord({ sheet, contents, table, columns }: Opened, now: number): StatusRecord | undefined {
  if (!sheet || !contents.isHeaderNew) return undefined;
  const { cells, positions } = contents;
  const twice = columns.filter(({ id, header }) =>
    cells[0]?.some((name, index) => name === header && index + 1 !== positions.get(id)),
  );
  const state = twice.length === 0 ? NO_NAMESAKE : `more than one column ${twice.map(({ header }) => `"${header}"`)}`;
  const detail =
    twice.length === 0 ? null : 'The add-on fills the one whose header has its note. Rename or delete the others.';
  return recordOf({ about: 'Header', subject: table, state, detail }, now);
}

export function isUndocumented({ state }: StatusRecord): boolean {
  return state === 'not documented' || state === NEW_FIELD;
}

export interface Listed {
  readonly news: readonly StatusRecord[];
  readonly notes: readonly string[];
}

/** Writes rows of Status; a refusal becomes a note. */
export function listOnStatus(book: Book, records: readonly StatusRecord[], asOf: number): Listed {
  if (records.length === 0) return { news: [], notes: [] };
  const notes: string[] = [];
  const news = optional(notes, 'Status was not updated', records, () => {
    const refusal =
      () =>
      ({ values }: Row) =>
        values.state === ALL_INSIDE || values.state === NO_NAMESAKE;
    const [plan] = planUpsert(book, status, records, NONE_PRIVATE, asOf, undefined, { refusal });
    if (plan!.changes.length === 0) return [];
    demandRoom(book, [plan!]);
    applyPlans(book, [plan!]);
    const added = new Set(plan!.changes.flatMap(({ isNew, key }) => (isNew ? [key] : [])));
    return records.filter((_, index) => added.has(plan!.rows[index]!.key));
  });
  return { news, notes };
}
