/** The kinds of findings, in their order: a line of an order counts under the first that has it. */
import { HOUR } from '../../protocol/time.ts';
import type { Thresholds } from '../../tables/rules/rules-sheet.ts';
import type { Facts } from '../facts/facts.ts';
import { adBudget, adsWithoutStock, adsWorse, bidOutside, keywordDeclined } from './ad-kinds.ts';
import type { DataAge, Finding, FindingKind } from './finding.ts';
import { aboveFeatured, outOfStock, reorderNow } from './item-kinds.ts';
import { lateData } from './late-data.ts';
import { cannotShip, dueToday, mismatch, noHours, overdue, voidSoon } from './order-kinds.ts';

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

export type FoundKind = (typeof findingKinds)[number]['kind'];

// FOLDED findings/find.ts /** All that is found in the workbook, and how old what it was found in is. */

export interface Found extends Finding {
  readonly kind: FoundKind;
}

/** Of the kinds that are on, in their order. */
export function findAll(facts: Facts): readonly Found[] {
  const { thresholds, positionsOf } = facts.workbook;
  return findingKinds.flatMap((each) => {
    const { kind, desk, find }: FindingKind<FoundKind> = each;
    const threshold = thresholds[kind];
    // Who did not ask for the desk has nothing that explains what is found.
    if (threshold === undefined || (desk && !positionsOf(desk))) return [];
    return find(facts, threshold).map((finding) => ({ ...finding, kind }));
  });
}

/** The place of a kind among all. */
export function orderOf(kind: string): number {
  return findingKinds.findIndex((each) => each.kind === kind);
}

/** When what it was found in was read first, and from when on that is late; undefined where nobody knows. */
export interface DataAges {
  readonly asOf: number | undefined;
  readonly lateAt: number | undefined;
}

export function dataAges(data: readonly DataAge[], thresholds: Thresholds): DataAges {
  const known = data.flatMap(({ asOf, tolerance }) => {
    if (asOf === null || asOf === undefined) return [];
    const hours = thresholds[tolerance];
    return [{ asOf, lateAt: hours === undefined ? undefined : asOf + hours * HOUR }];
  });
  return {
    asOf: least(known.map(({ asOf }) => asOf)),
    lateAt: least(known.map(({ lateAt }) => lateAt)),
  };
}

function least(instants: readonly (number | undefined)[]): number | undefined {
  const known = instants.filter((each) => each !== undefined);
  return known.length === 0 ? undefined : known.reduce((one, other) => Math.min(one, other));
}
