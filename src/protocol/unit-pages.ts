/** Tracks a unit's pages: which to request next, their announced totals, and which records are new. */
import type { AnyRecord } from './fields.ts';
import type { Page } from './page.ts';

/** Pages to fetch. `to` is null if the number of pages is unknown. */
export interface PageSpan {
  readonly unit: number;
  readonly from: number;
  readonly to: number | null;
}

export interface Progress {
  readonly unit: number;
  /** The smallest announced total. */
  readonly total: number | null;
  /** The number of distinct records so far. */
  readonly came: number;
  /** The number of records on the largest page. */
  readonly largest: number;
  /** The last page: its number, its length, and the fingerprints of its first and last record. */
  readonly last: readonly [page: number, length: number, first: string, last: string];
  /** Fingerprints of received records. Stored units contain only the latest. */
  readonly texts: readonly string[];
  /** True if a page failed or earlier pages are unknown. If so, fewer records than announced aren't reported. */
  readonly isUnsure: boolean;
}

/** The requested page; `due` if it must be requested again; undefined if it failed. */
export type Outcome = Page | 'due' | undefined;

export interface PageSizes {
  readonly pageSize: number;
  /** See `Paging.usual`. */
  readonly usual?: number | undefined;
  /** See `Question.mostPages`. */
  readonly most?: number | undefined;
}

export interface Try {
  readonly page: number;
  readonly outcome: Outcome;
}

export interface UnitEnd {
  readonly unit: number;
  readonly isOnePage: boolean;
  /** Set if fewer records arrived than announced. */
  readonly shortfall?: { readonly announced: number; readonly came: number };
}

interface UnitAdvance {
  readonly spans: readonly PageSpan[];
  readonly progress?: Progress;
  /** Undefined while pages remain, and for abandoned units. */
  readonly end?: UnitEnd;
  /** New records for each attempt. Repeated records are in `again`. */
  readonly fresh: readonly (readonly AnyRecord[])[];
  readonly again: readonly AnyRecord[];
}

/** Prevents endless runs caused by a wrong total. */
const MOST_PAGES = 20_000;

const NONE_YET = { total: null, came: 0, largest: 0, last: [0, 0, '', ''], texts: [] } as const;

/** Processes a unit's attempts, ordered by page. Two empty pages in a row or a repeated page end the unit. */
export function advanceUnit(
  unit: number,
  spans: readonly PageSpan[],
  tries: readonly Try[],
  before: Progress | undefined,
  sizes: PageSizes,
  identity: Identity,
): UnitAdvance {
  const isFirst = tries[0]!.page === 1;
  let seen: Progress = before ?? { unit, ...NONE_YET, isUnsure: !isFirst };
  let endsAt = Number.POSITIVE_INFINITY;
  let known = Math.max(...spans.map(({ from, to }) => to ?? from), ...tries.map(({ page }) => page));
  const left: PageSpan[] = [];
  const texts = [...seen.texts];
  const sieve = sieveOf(identity, texts, [seen.last[1], seen.last[3]]);
  const again: AnyRecord[] = [];
  const fresh = tries.map(({ page, outcome }): readonly AnyRecord[] => {
    const isOpen = spans.some(({ from, to }) => from === page && to === null);
    if (outcome === 'due') left.push({ unit, from: page, to: isOpen ? null : page });
    // A failed page ends the unit if it is the first page or in a span without a known end.
    if (outcome === undefined && (page === 1 || isOpen)) endsAt = 0;
    if (outcome === undefined) seen = { ...seen, isUnsure: true };
    if (typeof outcome !== 'object') return [];
    const pageTexts = outcome.records.map((record) => identity.textOf(record));
    const hasMoved = seen.total !== null && outcome.total !== seen.total;
    const isNew = sieve(pageTexts, hasMoved);
    const records = outcome.records.filter((_, index) => isNew[index]);
    again.push(...outcome.records.filter((_, index) => !isNew[index]));
    texts.push(...pageTexts.filter((_, index) => isNew[index]));
    const content = [pageTexts.length, pageTexts[0] ?? '', pageTexts[pageTexts.length - 1] ?? ''] as const;
    const isRepeat = page > 1 && [page - 1, ...content].every((each, index) => each === seen.last[index]);
    if (records.length === 0 && isRepeat) endsAt = Math.min(endsAt, page);
    seen = {
      ...seen,
      total: outcome.total === undefined ? seen.total : Math.min(seen.total ?? outcome.total, outcome.total),
      came: seen.came + records.length,
      largest: Math.max(seen.largest, outcome.records.length),
      last: [page, ...content],
    };
    const to = lastPageBy(outcome, seen.largest, sizes, page === 1);
    if (to === null && page < mostOf(sizes) && (page === 1 || (isOpen && records.length > 0)))
      left.push({ unit, from: page + 1, to: null });
    if (to === null || to <= known) return records;
    // New records on the service pushed others to later pages.
    left.push({ unit, from: known + 1, to });
    known = to;
    return records;
  });
  const open = [...untouched(spans, tries), ...left].filter(({ from }) => from <= endsAt);
  const result = { spans: open, fresh, again };
  if (open.length > 0) return { ...result, progress: { ...seen, texts } };
  if (endsAt === 0) return result;
  const { total, came } = seen;
  const isShort = total !== null && came < total && !seen.isUnsure;
  const end = { unit, isOnePage: isFirst && tries.length === 1 };
  return { ...result, end: isShort ? { ...end, shortfall: { announced: total, came } } : end };
}

/** Whether the last page was empty. Later pages are then probably empty, too. */
export function isAfterEmpty({ last: [page, length] }: Progress): boolean {
  return page > 0 && length === 0;
}

function untouched(spans: readonly PageSpan[], tries: readonly Try[]): readonly PageSpan[] {
  return spans.flatMap((span) => {
    const taken = tries.filter(({ page }) => page >= span.from && page <= (span.to ?? span.from)).length;
    const from = span.from + taken;
    return taken > 0 && from > (span.to ?? span.from) ? [] : [{ ...span, from }];
  });
}

/** Returns true if the page has the requested or usual number of records, which means more may follow. */
function isFull({ records }: Page, { pageSize, usual }: PageSizes) {
  return records.length >= pageSize || records.length === usual;
}

/** Returns the number of the last page, as implied by this page; null if unknown. */
function lastPageBy(page: Page, largest: number, sizes: PageSizes, isFirst: boolean) {
  const { records, total, pages } = page;
  // Ignore a total smaller than this page. Correct a page count that is too small for the total.
  const counted = total === undefined || total < records.length ? undefined : total;
  if (pages && (total === undefined || !isFirst || !isFull(page, sizes))) return Math.min(pages, mostOf(sizes));
  if (counted === undefined) return isFull(page, sizes) ? null : 1;
  return Math.min(Math.max(pages ?? 1, Math.ceil(counted / fullPage(largest, counted, sizes))), mostOf(sizes));
}

function mostOf({ most = MOST_PAGES }: PageSizes) {
  return most;
}

export function pagesBy(first: Page, sizes: PageSizes): number {
  return lastPageBy(first, first.records.length, sizes, true) ?? 1;
}

/** Returns the service's page size. A shorter page followed by more records shows the actual size. */
function fullPage(largest: number, total: number, { pageSize, usual }: PageSizes) {
  if (largest === 0) return usual ?? pageSize;
  return largest < Math.min(pageSize, total) ? largest : pageSize;
}

export interface Identity {
  /** Returns the record's fingerprint. Equal records have equal fingerprints. */
  textOf(record: AnyRecord): string;
  /**
   * Whether records with equal fingerprints can be distinct. `in a row`: if adjacent on a page, or across a page break
   * unless the total changed. `anywhere`: always, except where neighboring pages overlap. Default: never.
   */
  readonly twins?: 'in a row' | 'anywhere';
}

/** Treats equal content on different pages as one record. */
export const BY_CONTENT: Identity = { textOf: (record) => JSON.stringify(record), twins: 'in a row' };

/** Marks the new records of a page. `hasMoved` means the total changed, so records may have moved. */
type Sieve = (page: readonly string[], hasMoved: boolean) => readonly boolean[];

/** `before` contains earlier fingerprints, `last` the previous page's length and last fingerprint. */
export function sieveOf(
  { twins }: Identity,
  before: readonly string[],
  last: readonly [length: number, text: string],
): Sieve {
  if (twins === 'anywhere') return withoutOverlaps(before);
  const known = new Map<string, number>();
  for (const text of before) known.set(text, (known.get(text) ?? 0) + 1);
  let [length, end] = last;
  return (page, hasMoved) => {
    let row = 0;
    while (row < page.length && page[row] === end) row++;
    // A page of the same length with only this record is a repeated page.
    const continues = twins !== undefined && !hasMoved && (row < page.length || page.length !== length);
    const here = new Map<string, number>([[end, continues ? -row : 0]]);
    [length, end] = [page.length, page[page.length - 1] ?? ''];
    return page.map((text, index) => {
      const occurrence = (here.get(text) ?? 0) + 1;
      here.set(text, occurrence);
      if (continues && index < row) {
        known.set(text, (known.get(text) ?? 0) + 1);
        return true;
      }
      const isNew = occurrence > (known.get(text) ?? 0) && (occurrence === 1 || twins !== undefined);
      if (isNew) known.set(text, occurrence);
      return isNew;
    });
  };
}

/** Replaces repeated records with their latest version. */
export function renewed(
  records: readonly AnyRecord[],
  again: readonly AnyRecord[],
  { textOf }: Identity = BY_CONTENT,
): readonly AnyRecord[] {
  if (again.length === 0) return records;
  const latest = new Map(again.map((record) => [textOf(record), record] as const));
  return records.map((record) => latest.get(textOf(record)) ?? record);
}

function withoutOverlaps(before: readonly string[]): Sieve {
  const came: string[] = [];
  const positions = new Map<string, number[]>();
  const ends = new Set([0, before.length]);
  const add = (text: string) => {
    const known = positions.get(text);
    if (known) known.push(came.length);
    else positions.set(text, [came.length]);
    came.push(text);
  };
  before.forEach(add);
  // Returns how many records, starting at `index`, repeat earlier records in the same order.
  const overlapFrom = (page: readonly string[], index: number) => {
    let longest = 0;
    for (const at of positions.get(page[index]!) ?? []) {
      if (index > 0 && !ends.has(at)) continue;
      let length = 0;
      while (index + length < page.length && came[at + length] === page[index + length]) length++;
      const finishes = index + length === page.length || ends.has(at + length);
      if (length > longest && finishes) longest = length;
    }
    return longest;
  };
  return (page) => {
    const isNew = page.map(() => true);
    for (let index = 0; index < page.length; ) {
      const length = overlapFrom(page, index);
      isNew.fill(false, index, index + length);
      index += Math.max(1, length);
    }
    page.filter((_, index) => isNew[index]).forEach(add);
    ends.add(came.length);
    return isNew;
  };
}
