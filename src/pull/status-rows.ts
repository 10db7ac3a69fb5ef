/** Status rows for undocumented fields and codes, unreadable values, Catalog conflicts, filters, and headers. */
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
import type { Contents } from '../tables/positions.ts';
import type { Row } from '../tables/rows.ts';
import type { Book, Sheet } from '../tables/sheet.ts';
import { type StatusRecord, status } from '../tables/status.ts';
import { optional } from './report.ts';

type Finding = Pick<StatusRecord, 'about' | 'subject' | 'state'> & Partial<StatusRecord>;

export function recordOf(finding: Finding, now: number): StatusRecord {
  return { detail: null, example: null, firstSeen: instantAt(now), lastComplete: null, hoursAllowed: null, ...finding };
}

export function unknownFieldRecord(title: string, { is, field, value }: UnknownField, now: number): StatusRecord {
  const example = clip(value, 60);
  return recordOf(
    {
      about: title,
      subject: { code: `${headerOf(field)}: ${example}`, field, value: headerOf(field) }[is],
      state: UNKNOWN[is],
      example: is === 'code' || value === '' ? null : example,
    },
    now,
  );
}

const UNKNOWN: Readonly<Record<UnknownField['is'], string>> = {
  code: 'not documented',
  field: 'new field, not documented',
  value: 'unreadable, kept as text',
};

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

/** States without a problem. They replace earlier rows but aren't added as new rows. */
const ALL_INSIDE = 'covers every column';
const NO_NAMESAKE = 'no duplicate column names';

const isAllRight = (state: unknown) => state === ALL_INSIDE || state === NO_NAMESAKE;

/** Checks a sheet's filter and header. */
export function headerRecords(opened: Opened, now: number): readonly StatusRecord[] {
  const { sheet, contents, table: subject } = opened;
  if (!sheet) return [];
  return [
    recordOf({ about: 'Filter', subject, ...filterState(contents, sheet.filtered()) }, now),
    recordOf({ about: 'Header', subject, ...namesakeState(opened) }, now),
  ];
}

/** Lists columns outside the filter, because sorting with the filter doesn't move them. */
function filterState({ cells }: Contents, filter: ReturnType<Sheet['filtered']>) {
  const outside = (cells[0] ?? []).filter(
    (header, index) => filter && header !== '' && (index + 1 < filter.left || index + 1 > filter.right),
  );
  if (outside.length === 0) return { state: ALL_INSIDE };
  const names = outside.map((header) => `"${String(header)}"`).join(', ');
  return {
    state: `${names} ${outside.length > 1 ? 'are' : 'is'} not covered`,
    detail:
      'Sorting with the filter would leave these columns behind. Remove the filter, select all columns, and create it again.',
  };
}

/** Lists user columns with the same name as one of ours. */
function namesakeState({ contents: { cells, positions }, columns }: Opened) {
  const twice = columns.filter(({ id, header }) =>
    cells[0]?.some((name, index) => name === header && index + 1 !== positions.get(id)),
  );
  if (twice.length === 0) return { state: NO_NAMESAKE };
  return {
    state: `duplicate column name: ${twice.map(({ header }) => `"${header}"`).join(', ')}`,
    detail: "The add-on fills the column whose header has the add-on's note. Rename or delete the others.",
  };
}

export function isUndocumented({ state }: StatusRecord): boolean {
  return Object.values<string | null>(UNKNOWN).includes(state);
}

interface Listed {
  /** Records that weren't on Status before. */
  readonly added: readonly StatusRecord[];
  readonly notes: readonly string[];
}

/** Writes Status rows. Errors become notes. */
export function listOnStatus(book: Book, records: readonly StatusRecord[], asOf: number): Listed {
  const isThere = book.tables().includes(status.tables[0].name);
  const listed = records.filter(({ state }) => isThere || !isAllRight(state));
  if (listed.length === 0) return { added: [], notes: [] };
  const notes: string[] = [];
  const added = optional(notes, "Couldn't update Status", listed, () => {
    const isFine = ({ values }: Row) => isAllRight(values.state);
    const [plan] = planUpsert(book, status, listed, NONE_PRIVATE, asOf, undefined, { refusal: () => isFine });
    const fine = new Set(plan!.rows.filter(isFine).map(({ key }) => key));
    if (plan!.changes.every(({ key, positions }) => positions.length === 0 && fine.has(key))) return [];
    demandRoom(book, [plan!]);
    applyPlans(book, [plan!]);
    const keys = new Set(plan!.changes.flatMap(({ isNew, key }) => (isNew ? [key] : [])));
    return listed.filter((_, index) => keys.has(plan!.rows[index]!.key));
  });
  return { added, notes };
}
