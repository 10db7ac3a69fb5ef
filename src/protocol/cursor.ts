/** Tracks a run's position in its question: the units and pages to request next. */
import { daysBetween } from './dates.ts';
import type { AnyRecord } from './fields.ts';
import { chunks, groupBy } from './lists.ts';
import type { Operation, SortedBy, Split } from './operation.ts';
import type { Page } from './page.ts';
import { holds, type Params } from './params.ts';
import { settingsWith, settle, type Terms } from './settings.ts';
import {
  advanceUnit,
  BY_CONTENT,
  type Identity,
  isAfterEmpty,
  type Outcome,
  type PageSizes,
  type PageSpan,
  type Progress,
  type UnitEnd,
} from './unit-pages.ts';

/** The next unit to request, and earlier units' open pages and progress. */
export interface Cursor {
  readonly unit: number;
  readonly spans: readonly PageSpan[];
  readonly progress: readonly Progress[];
}

export const START: Cursor = { unit: 0, spans: [], progress: [] };

export interface Step {
  readonly unit: number;
  readonly page: number;
}

/** The order of units. Stored cursors contain unit indexes, so this order can't change. */
const CALLS = ['shared', 'suspected', 'isolated', 'single-call'] as const;

/**
 * The type of call for an identifier. `isolated` and `suspected` ones could fail shared calls. Responses don't echo
 * `single-call` ones.
 */
export type CallOf = (identifier: string) => (typeof CALLS)[number];

/** Splits a question into units as declared by the operation, such as one per 100 identifiers or one per day. */
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
    if (!holds(split.when, params)) return undefined;
    return daysBetween(String(params[from]), String(params[to])).map((day) => ({ ...params, [from]: day, [to]: day }));
  }
  const values = params[split.each];
  if (!Array.isArray(values)) return undefined;
  const size = settle(split.size, settings);
  return sorted(split.sortedBy, values, params).flatMap(([values, params]) => {
    const callsOf = groupBy(values, callOf);
    return CALLS.flatMap((call) => chunks(callsOf.get(call) ?? [], call === 'single-call' ? 1 : size)).map((chunk) => ({
      ...params,
      [split.each]: chunk,
    }));
  });
}

function sorted(by: SortedBy | undefined, values: readonly string[], params: Params): [readonly string[], Params][] {
  if (!by || params[by.param] !== undefined) return [[values, params]];
  const matches = (value: string) => value.toUpperCase().startsWith(by.prefix);
  const groups: [string[], string][] = [
    [values.filter(matches), by.matching],
    [values.filter((value) => !matches(value)), by.others],
  ];
  return groups.filter(([group]) => group.length > 0).map(([group, type]) => [group, { ...params, [by.param]: type }]);
}

/** Returns up to `limit` next steps, open pages first. After an empty page, a unit requests one page at a time. */
export function nextSteps({ unit: next, spans, progress }: Cursor, units: number, limit: number): readonly Step[] {
  const steps: Step[] = [];
  const careful = new Set(progress.filter(isAfterEmpty).map(({ unit }) => unit));
  for (const { unit, from, to } of spans)
    for (let page = from; page <= (to ?? from) && steps.length < limit; page++) {
      if (careful.has(unit) && steps.some((step) => step.unit === unit)) break;
      steps.push({ unit, page });
    }
  for (let unit = next; unit < units && steps.length < limit; unit++) steps.push({ unit, page: 1 });
  return steps;
}

interface Advance {
  readonly cursor: Cursor;
  /** New records for each step. Repeated records are in `again`. */
  readonly fresh: readonly (readonly AnyRecord[])[];
  readonly again: readonly AnyRecord[];
  readonly ended: readonly UnitEnd[];
}

export function advance(
  cursor: Cursor,
  steps: readonly Step[],
  outcomes: readonly Outcome[],
  sizes: PageSizes,
  identity: Identity = BY_CONTENT,
): Advance {
  const tried = groupBy(steps.keys(), (index) => steps[index]!.unit);
  const spans = groupBy(cursor.spans, ({ unit }) => unit);
  const progress = new Map(cursor.progress.map((each) => [each.unit, each] as const));
  const fresh: (readonly AnyRecord[])[] = [];
  const again: AnyRecord[] = [];
  const ended: UnitEnd[] = [];
  for (const [unit, indices] of tried) {
    indices.sort((one, other) => steps[one]!.page - steps[other]!.page);
    const tries = indices.map((index) => ({ page: steps[index]!.page, outcome: outcomes[index] }));
    const after = advanceUnit(unit, spans.get(unit) ?? [], tries, progress.get(unit), sizes, identity);
    spans.set(unit, [...after.spans]);
    if (after.progress) progress.set(unit, after.progress);
    else progress.delete(unit);
    if (after.end) ended.push(after.end);
    again.push(...after.again);
    indices.forEach((index, at) => {
      fresh[index] = after.fresh[at]!;
    });
  }
  const unit = Math.max(cursor.unit, ...steps.map((step) => step.unit + 1));
  return {
    cursor: { unit, spans: [...spans.values()].flat(), progress: [...progress.values()] },
    fresh,
    again,
    ended,
  };
}

export function onlyPage({ records, unknownFields }: Page): Page {
  return { records, unknownFields, pages: 1 };
}

/** Returns the number of remaining steps, based on the pages announced so far. */
export function stepsLeft(cursor: Cursor, units: number): number {
  const open = cursor.spans.reduce((sum, { from, to }) => sum + (to ?? from) - from + 1, 0);
  return units - cursor.unit + open;
}

export function isDone(cursor: Cursor, units: number): boolean {
  return cursor.unit >= units && cursor.spans.length === 0;
}
