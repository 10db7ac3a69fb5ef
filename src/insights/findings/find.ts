/** The kinds of findings in their order, all that is found, and how old the data is that it was found in. */
import { HOUR } from '../../protocol/time.ts';
import type { Thresholds } from '../../tables/rules/rules-sheet.ts';
import type { Facts } from '../facts/facts.ts';
import { adBudget, adsWithoutStock, adsWorse, bidOutside, keywordDeclined } from './ad-kinds.ts';
import type { DataAge, Finding, FindingKind } from './finding.ts';
import { aboveFeatured, outOfStock, reorderNow } from './item-kinds.ts';
import { lateData } from './late-data.ts';
import { cannotShip, dueToday, mismatch, noHours, overdue, voidSoon } from './order-kinds.ts';

/** A line of an order counts under the first kind that has it. */
export const findingKinds = [
  voidSoon,
  noHours,
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

export interface Found extends Finding {
  readonly kind: FoundKind;
}

/** Of the kinds that are on, in their order. */
export function findAll(facts: Facts): readonly Found[] {
  const { thresholds, positionsOf } = facts.workbook;
  return findingKinds.flatMap((each) => {
    const { kind, report, find }: FindingKind<FoundKind> = each;
    const threshold = thresholds[kind];
    // Who did not ask for the report has nothing that explains what is found.
    if (threshold === undefined || (report && !positionsOf(report))) return [];
    return find(facts, threshold).map((finding) => ({ ...finding, kind }));
  });
}

/** The place of a kind among all. */
export function orderOf(kind: string): number {
  return findingKinds.findIndex((each) => each.kind === kind);
}

/** When the oldest data was read, and when the first of it is late; undefined where nobody knows. */
export function dataAges(data: readonly DataAge[], thresholds: Thresholds) {
  const known = data.flatMap(({ asOf, tolerance }) =>
    asOf === null || asOf === undefined ? [] : [{ asOf, tolerance }],
  );
  const least = (instants: readonly number[]) => (instants.length === 0 ? undefined : Math.min(...instants));
  return {
    asOf: least(known.map(({ asOf }) => asOf)),
    lateAt: least(
      known.flatMap(({ asOf, tolerance }) => {
        const hours = thresholds[tolerance];
        return hours === undefined ? [] : [asOf + hours * HOUR];
      }),
    ),
  };
}
