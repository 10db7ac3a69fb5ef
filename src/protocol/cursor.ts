/** The calls of a question, and a cursor over them that can be stored and resumed. */
import { grouped } from './grouped.ts';
import type { Operation, SortedBy, Split } from './operation.ts';
import { daysBetween } from './pacific.ts';
import type { Page } from './page.ts';
import type { Params } from './params.ts';
import type { Terms } from './settings.ts';
import { settingsWith, settle } from './settings.ts';

/** Known pages of one unit that are still to be fetched; `to` is null where the number of pages is not known. */
export interface PageSpan {
  readonly unit: number;
  readonly from: number;
  readonly to: number | null;
}

/** The first unit that was not asked for yet, and the open pages of those before it. */
export interface Cursor {
  readonly unit: number;
  readonly spans: readonly PageSpan[];
}

export const START: Cursor = { unit: 0, spans: [] };

/** One call, or the first of several. */
export interface Step {
  readonly unit: number;
  readonly page: number;
}

/** In the order of their units: cursors of stored runs count on it. */
const CALLS = ['shared', 'suspected', 'isolated', 'single-call'] as const;

/**
 * Which identifiers share a call. Those that were refused before (`isolated`), or may have been (`suspected`), share
 * calls with their like, because they spoil the answer for others; one whose records do not repeat it has a call of
 * its own (`single-call`).
 */
export type CallOf = (identifier: string) => (typeof CALLS)[number];

/** The calls of a question, without further pages: one for 100 identifiers, an item or a day, as the operation splits. */
export function unitsOf(
  operation: Operation,
  params: Params,
  terms: Terms = {},
  callOf: CallOf = () => 'shared',
): readonly Params[] {
  for (const split of operation.split ?? []) {
    const units = splitBy(split, operation, params, terms, callOf);
    if (units) return units;
  }
  return [params];
}

function splitBy(
  split: Split,
  operation: Operation,
  params: Params,
  terms: Terms,
  callOf: CallOf,
): Params[] | undefined {
  const settings = settingsWith(terms.settings);
  if ('choices' in split) {
    if (!settle(split.if, settings) || params[split.choices] !== undefined) return undefined;
    const { choices = {}, choicesSince = {} } = operation.params[split.choices]!;
    const version = Number(params.version ?? terms.version ?? Number.POSITIVE_INFINITY);
    return Object.keys(choices)
      .filter((value) => version >= (choicesSince[value] ?? 0))
      .map((value) => ({ ...params, [split.choices]: value }));
  }
  if ('days' in split) {
    const [from, to] = split.days;
    if (!Object.entries(split.when).every(([name, value]) => params[name] === value)) return undefined;
    return daysBetween(String(params[from]), String(params[to])).map((day) => ({
      ...params,
      [from]: day,
      [to]: day,
    }));
  }
  const values = params[split.each];
  if (!Array.isArray(values)) return undefined;
  const size = settle(split.size, settings);
  return sorted(split.sortedBy, values, params).flatMap(([values, params]) => {
    const callsOf = grouped(values, callOf);
    return CALLS.flatMap((call) => chunks(callsOf.get(call) ?? [], call === 'single-call' ? 1 : size)).map(
      (chunk) => ({ ...params, [split.each]: chunk }),
    );
  });
}

function sorted(
  by: SortedBy | undefined,
  values: readonly string[],
  params: Params,
): [readonly string[], Params][] {
  if (!by || params[by.param] !== undefined) return [[values, params]];
  const matches = (value: string) => value.toUpperCase().startsWith(by.prefix);
  const groups: [string[], string][] = [
    [values.filter(matches), by.matching],
    [values.filter((value) => !matches(value)), by.others],
  ];
  return groups
    .filter(([group]) => group.length > 0)
    .map(([group, type]) => [group, { ...params, [by.param]: type }]);
}

function chunks<T>(values: readonly T[], size: number): T[][] {
  const cut: T[][] = [];
  for (let at = 0; at < values.length; at += size) cut.push(values.slice(at, at + size));
  return cut;
}

/** The next steps, at most `limit`, open pages before new units. */
export function nextSteps(cursor: Cursor, units: number, limit: number): readonly Step[] {
  const steps: Step[] = [];
  for (const { unit, from, to } of cursor.spans)
    for (let page = from; page <= (to ?? from) && steps.length < limit; page++) steps.push({ unit, page });
  for (let unit = cursor.unit; unit < units && steps.length < limit; unit++) steps.push({ unit, page: 1 });
  return steps;
}

/** A step's page, `due` when it has to be asked for again, nothing when its unit is given up. */
export type Outcome = Page | 'due' | undefined;

export interface PageSizes {
  readonly pageSize: number;
  /** Size of a service that ignores the one in the request. */
  readonly usual?: number;
}

/** The cursor once `steps` were tried. First pages say how many follow; behind a full page of an open span comes one more. */
export function advance(
  cursor: Cursor,
  steps: readonly Step[],
  outcomes: readonly Outcome[],
  sizes: PageSizes,
): Cursor {
  const due: PageSpan[] = [];
  const following: PageSpan[] = [];
  const dropped = new Set<number>();
  // An empty page ends its unit, whatever the counts of the first page promised.
  const firstEmpty = new Map<number, number>();
  const lastPages = new Map<number, number>();
  steps.forEach(({ unit, page }, index) => {
    const outcome = outcomes[index];
    if (typeof outcome === 'object' && outcome.records.length === 0)
      firstEmpty.set(unit, Math.min(page, firstEmpty.get(unit) ?? page));
    const isOpen = cursor.spans.some((span) => span.unit === unit && span.from === page && span.to === null);
    // A failed page in the middle costs that page; the first, or the last of an open span, costs the unit.
    if (outcome === undefined && (page === 1 || isOpen)) dropped.add(unit);
    else if (outcome === undefined) return;
    else if (outcome === 'due') due.push({ unit, from: page, to: isOpen ? null : page });
    else if (isOpen && isFull(outcome, sizes)) following.push({ unit, from: page + 1, to: null });
    else if (page === 1) following.push(...pagesAfterFirst(unit, outcome, sizes));
    else lastPages.set(unit, Math.max(lastPages.get(unit) ?? 0, lastPageNow(outcome, sizes.pageSize)));
  });
  const untouched = cursor.spans.flatMap((span) => {
    const taken = steps.filter(
      ({ unit, page }) => unit === span.unit && page >= span.from && page <= (span.to ?? page),
    );
    const from = span.from + taken.length;
    return taken.length > 0 && from > (span.to ?? span.from) ? [] : [{ ...span, from }];
  });
  return {
    unit: Math.max(cursor.unit, ...steps.map(({ unit }) => unit + 1)),
    spans: [...due, ...untouched, ...following, ...addedPages(cursor, steps, lastPages)].filter(
      ({ unit, from }) => !dropped.has(unit) && from < (firstEmpty.get(unit) ?? Number.POSITIVE_INFINITY),
    ),
  };
}

function pagesAfterFirst(unit: number, first: Page, sizes: PageSizes): PageSpan[] {
  const last = lastPage(first, sizes);
  return last === null || last > 1 ? [{ unit, from: 2, to: last }] : [];
}

/** The last page by the counts of a later page; 0 for one without records. */
function lastPageNow({ total, pages, records }: Page, pageSize: number): number {
  return records.length === 0 ? 0 : Math.min(pages ?? Math.ceil((total ?? 0) / pageSize), MOST_PAGES);
}

/** Pages beyond those that were known: new records move others to further pages while pages are read. */
function addedPages(
  { spans }: Cursor,
  steps: readonly Step[],
  lastPages: ReadonlyMap<number, number>,
): PageSpan[] {
  return [...lastPages].flatMap(([unit, last]) => {
    const known = Math.max(
      ...spans.filter((span) => span.unit === unit).map(({ to, from }) => to ?? from),
      ...steps.filter((step) => step.unit === unit).map(({ page }) => page),
    );
    return last > known ? [{ unit, from: known + 1, to: last }] : [];
  });
}

/** More pages than any seller's data has: a count that is garbage must not become an endless run. */
const MOST_PAGES = 20_000;

/** Whether more may follow: as many records as asked for, or as the usual page of the service has. */
function isFull({ records }: Page, { pageSize, usual }: PageSizes): boolean {
  return records.length >= pageSize || records.length === usual;
}

/** The last page of a unit, by its first; null when it is the first page that is not full. */
export function lastPage(page: Page, sizes: PageSizes): number | null {
  const { records, total, pages } = page;
  const { pageSize } = sizes;
  if (records.length === 0) return 1;
  // A count below the number of records is wrong, and beside a full page so is a number of pages below the count.
  const counted = total === undefined || total < records.length ? undefined : total;
  if (pages && (total === undefined || !isFull(page, sizes))) return Math.min(pages, MOST_PAGES);
  if (counted === undefined) return isFull(page, sizes) ? null : 1;
  // Fewer records than asked for while there are more: the service uses a smaller page.
  const size = records.length < Math.min(pageSize, counted) ? records.length : pageSize;
  return Math.min(Math.max(pages ?? 1, Math.ceil(counted / size)), MOST_PAGES);
}

/** The first page of a unit whose other pages are not needed. */
export function onlyPage({ records, unknownFields }: Page): Page {
  return { records, unknownFields, pages: 1 };
}

/** Steps that are still to be done, as far as they are known. */
export function stepsLeft(cursor: Cursor, units: number): number {
  const open = cursor.spans.reduce((sum, { from, to }) => sum + (to ?? from) - from + 1, 0);
  return units - cursor.unit + open;
}

export function isDone(cursor: Cursor, units: number): boolean {
  return cursor.unit >= units && cursor.spans.length === 0;
}
