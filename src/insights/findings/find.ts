/** Runs every check and merges the findings for each record. */
import { groupBy } from '../../protocol/lists.ts';
import { HOUR } from '../../protocol/time.ts';
import type { Thresholds } from '../../tables/rules/rules-sheet.ts';
import type { Facts } from '../facts/facts.ts';
import { nameIn } from '../workbook.ts';
import { adBudget, adsWithoutStock, adsWorse, bidOutside, keywordDeclined } from './ad-kinds.ts';
import type { DataAge, Finding, FindingKind } from './finding.ts';
import { aboveFeatured, outOfStock, reorderNow } from './item-kinds.ts';
import { lateData } from './late-data.ts';
import { cannotShip, dueToday, mismatch, overdue, voidSoon } from './order-kinds.ts';

export const findingKinds = [
  voidSoon,
  overdue,
  dueToday,
  cannotShip,
  mismatch,
  outOfStock,
  reorderNow,
  adsWithoutStock,
  adsWorse,
  aboveFeatured,
  adBudget,
  keywordDeclined,
  bidOutside,
  lateData,
] as const satisfies readonly FindingKind[];

type FoundKind = (typeof findingKinds)[number]['kind'];

/** Findings that belong to a report only suggest tuning, so Today ignores them. */
export const NOT_ON_TODAY: readonly string[] = findingKinds.flatMap((each: FindingKind) =>
  each.report ? [each.kind] : [],
);

export interface Found extends Finding {
  readonly kind: FoundKind;
}

export function findAll(facts: Facts): readonly Found[] {
  const { thresholds, positionsOf } = facts.workbook;
  return findingKinds.flatMap((each) => {
    const { kind, report, reads = [], find }: FindingKind<FoundKind> = each;
    const threshold = thresholds[kind];
    const needed = report ? [report] : reads;
    if (threshold === undefined || !needed.every(positionsOf)) return [];
    return find(facts, threshold).map((finding) => ({ ...finding, kind }));
  });
}

export interface RecordFinding extends Omit<Finding, 'why'> {
  readonly kinds: readonly FoundKind[];
  readonly why: string;
}

/**
 * Merges findings per record. Keeps the largest amount, the earliest deadline, and the first kind's link. Uses the
 * first kind's sentence, unless it has a deadline and another's is earlier: the sentence must match the hours left.
 */
export function byRecord(found: readonly Found[]): readonly RecordFinding[] {
  const records = groupBy(found, ({ sellerId, about, record }) => nameIn(sellerId, about, record));
  return [...records.values()].map((all) => {
    const [first] = all as [Found];
    const atRisk = extreme(Math.max, all, 'atRisk');
    const deadline = extreme(Math.min, all, 'deadline');
    const urgent = first.deadline === undefined ? first : all.find((each) => each.deadline === deadline)!;
    const whys = all.map(({ what, why }) => why ?? what.replace(/\.$/, ''));
    return {
      ...first,
      what: urgent.what,
      label: all.reduce((longest, { label }) => (label.length > longest.length ? label : longest), ''),
      kinds: [...new Set(all.map(({ kind }) => kind))],
      why: [...new Set(whys)].join('; '),
      atRisk,
      currency: all.find((each) => each.atRisk === atRisk)?.currency,
      weekLoss: extreme(Math.max, all, 'weekLoss'),
      deadline,
      data: all.flatMap(({ data }) => data),
    };
  });
}

function extreme(
  of: (...all: number[]) => number,
  found: readonly Found[],
  field: 'atRisk' | 'weekLoss' | 'deadline',
): number | undefined {
  const known = found.flatMap((each) => each[field] ?? []);
  return known.length === 0 ? undefined : of(...known);
}

/** Returns when the oldest data was read, and when data first becomes late; undefined if unknown. */
export function dataAges(data: readonly DataAge[], thresholds: Thresholds) {
  const known = data.flatMap(({ asOf, tolerance }) =>
    asOf === null || asOf === undefined ? [] : [{ asOf, tolerance }],
  );
  const least = (instants: readonly number[]) => (instants.length === 0 ? undefined : Math.min(...instants));
  return {
    asOf: least(known.map(({ asOf }) => asOf)),
    lateAt: least(known.flatMap(({ asOf, tolerance }) => (tolerance ? [asOf + thresholds[tolerance] * HOUR] : []))),
  };
}
