/** The pages of one unit: which are still to be asked for, what they announced, and which of their records are new. */
import type { AnyRecord } from './fields.ts';
import type { Page } from './page.ts';

/** Known pages of one unit that are still to be fetched; `to` is null where the number of pages is not known. */
export interface PageSpan {
  readonly unit: number;
  readonly from: number;
  readonly to: number | null;
}

/** What was seen so far of a unit that has pages left. */
export interface Progress {
  readonly unit: number;
  /** The smallest number of records that a page announced; null where none did. */
  readonly total: number | null;
  /** Records that came, each counted once. */
  readonly came: number;
  /** Records on the largest page. */
  readonly largest: number;
  /** The last page that came, by its number, its length and the texts of its first and last record. */
  readonly last: readonly [page: number, length: number, first: string, last: string];
  /** Texts of the records that came; of a stored unit those of the latest. */
  readonly texts: readonly string[];
  /** A page failed, or it is not known what came: the numbers say nothing of the whole. */
  readonly isUnsure: boolean;
}

/** A step's page, `due` when it has to be asked for again, nothing when its unit is given up. */
export type Outcome = Page | 'due' | undefined;

export interface PageSizes {
  readonly pageSize: number;
  /** Size of a service that ignores the one in the request. */
  readonly usual?: number | undefined;
  /** Further pages are not asked for, whatever is announced. */
  readonly most?: number | undefined;
}

export interface Try {
  readonly page: number;
  readonly outcome: Outcome;
}

/** A unit of which nothing is left to ask for. */
export interface UnitEnd {
  readonly unit: number;
  /** Whether all of it was on its first page. */
  readonly isOnePage: boolean;
  /** Announced and came, where fewer came. */
  readonly shortfall?: { readonly announced: number; readonly came: number };
}

export interface UnitAdvance {
  readonly spans: readonly PageSpan[];
  /** While pages are left. */
  readonly progress?: Progress;
  /** Undefined where pages are left or the unit was given up. */
  readonly end?: UnitEnd;
  /** Records of each try that did not come before, and those that did. */
  readonly fresh: readonly (readonly AnyRecord[])[];
  readonly again: readonly AnyRecord[];
}

/** More pages than any seller's data has: a count that is garbage must not become an endless run. */
const MOST_PAGES = 20_000;

const NONE_YET = { total: null, came: 0, largest: 0, last: [0, 0, '', ''], texts: [] } as const;

/** Two empty pages in a row end the asking, and so does one that is the same as the one before. `tries` in the order of pages. */
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
    // A failed page in the middle costs that page; the first, or the last of an open span, costs the unit.
    if (outcome === undefined && (page === 1 || isOpen)) endsAt = 0;
    if (outcome === undefined) seen = { ...seen, isUnsure: true };
    if (typeof outcome !== 'object') return [];
    const pageTexts = outcome.records.map((record) => identity.textOf(record));
    const hasMoved = seen.total !== null && outcome.total !== seen.total;
    const isNew = sieve(pageTexts, hasMoved);
    const records = outcome.records.filter((_, index) => isNew[index]);
    again.push(...outcome.records.filter((_, index) => !isNew[index]));
    texts.push(...pageTexts.filter((_, index) => isNew[index]));
    const last = [page, pageTexts.length, pageTexts[0] ?? '', pageTexts[pageTexts.length - 1] ?? ''] as const;
    if (records.length === 0 && isSameAs(seen.last, last)) endsAt = Math.min(endsAt, page);
    seen = {
      ...seen,
      total: outcome.total === undefined ? seen.total : Math.min(seen.total ?? outcome.total, outcome.total),
      came: seen.came + records.length,
      largest: Math.max(seen.largest, outcome.records.length),
      last,
    };
    const to = lastPageBy(outcome, seen.largest, sizes, page === 1);
    if (to === null && page < mostOf(sizes) && (page === 1 || (isOpen && records.length > 0)))
      left.push({ unit, from: page + 1, to: null });
    if (to === null || to <= known) return records;
    // New records move others to further pages while pages are read.
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

/** Whether more of its pages may well be empty. */
export function isAfterEmpty({ last: [page, length] }: Progress): boolean {
  return page > 0 && length === 0;
}

function isSameAs(before: Progress['last'], [page, ...content]: Progress['last']): boolean {
  return before[0] === page - 1 && page > 1 && content.every((each, index) => each === before[index + 1]);
}

/** What is left of the spans, whose pages are tried in their order. */
function untouched(spans: readonly PageSpan[], tries: readonly Try[]): readonly PageSpan[] {
  return spans.flatMap((span) => {
    const taken = tries.filter(({ page }) => page >= span.from && page <= (span.to ?? span.from)).length;
    const from = span.from + taken;
    return taken > 0 && from > (span.to ?? span.from) ? [] : [{ ...span, from }];
  });
}

/** Whether more may follow: as many records as asked for, or as the usual page of the service has. */
function isFull({ records }: Page, { pageSize, usual }: PageSizes): boolean {
  return records.length >= pageSize || records.length === usual;
}

/** The last page as this one announces it; null where it does not and is full. */
function lastPageBy(page: Page, largest: number, sizes: PageSizes, isFirst: boolean): number | null {
  const { records, total, pages } = page;
  // A count below the number of records is wrong, and beside a full page so is a number of pages below the count.
  const counted = total === undefined || total < records.length ? undefined : total;
  if (pages && (total === undefined || !isFirst || !isFull(page, sizes))) return Math.min(pages, mostOf(sizes));
  if (counted === undefined) return isFull(page, sizes) ? null : 1;
  return Math.min(Math.max(pages ?? 1, Math.ceil(counted / fullPage(largest, counted, sizes))), mostOf(sizes));
}

function mostOf({ most = MOST_PAGES }: PageSizes): number {
  return most;
}

export function pagesBy(first: Page, sizes: PageSizes): number {
  return lastPageBy(first, first.records.length, sizes, true) ?? 1;
}

/** Fewer records than asked for while there are more: the service uses a smaller page. */
function fullPage(largest: number, total: number, { pageSize, usual }: PageSizes): number {
  if (largest === 0) return usual ?? pageSize;
  return largest < Math.min(pageSize, total) ? largest : pageSize;
}

export interface Identity {
  /** The same text for the same record, and a short one: what came is remembered by it. */
  textOf(record: AnyRecord): string;
  /**
   * Records of the same text that are several all the same. `in a row`: those of one page, and those in which one page
   * ends and the next begins, unless the total changed in between. `anywhere`: all but what pages have in common from
   * where one of them begins or ends. By default none.
   */
  readonly twins?: 'in a row' | 'anywhere';
}

/** Of records of which nothing is known: those that say the same on different pages are one. */
export const BY_CONTENT: Identity = { textOf: (record) => JSON.stringify(record), twins: 'in a row' };

/** Says of each record of the next page whether it is new. */
export type Sieve = (page: readonly string[], hasMoved: boolean) => readonly boolean[];

/** `before` are the texts of the records that came, `last` those of the page before: how many, and the last of them. */
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
    // A page of the same record alone is the same page.
    const goesOn = twins !== undefined && !hasMoved && (row < page.length || page.length !== length);
    const here = new Map<string, number>([[end, goesOn ? -row : 0]]);
    [length, end] = [page.length, page[page.length - 1] ?? ''];
    return page.map((text, index) => {
      const occurrence = (here.get(text) ?? 0) + 1;
      here.set(text, occurrence);
      if (goesOn && index < row) {
        known.set(text, (known.get(text) ?? 0) + 1);
        return true;
      }
      const isNew = occurrence > (known.get(text) ?? 0) && (occurrence === 1 || twins !== undefined);
      if (isNew) known.set(text, occurrence);
      return isNew;
    });
  };
}

/** The records, each as it was read last. */
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
  // How many records of the page, from `index` on, came before in a row.
  const overlapFrom = (page: readonly string[], index: number): number => {
    let longest = 0;
    for (const at of positions.get(page[index] ?? '') ?? []) {
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
