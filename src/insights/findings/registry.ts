/** The kinds of findings, in their order: a line of an order counts under the first that has it. */
import { aboveFeatured } from './above-featured.ts';
import { adBudget } from './ad-budget.ts';
import { adsWithoutStock } from './ads-without-stock.ts';
import { adsWorse } from './ads-worse.ts';
import { bidOutside } from './bid-outside.ts';
import { cannotShip } from './cannot-ship.ts';
import { dueToday } from './due-today.ts';
import type { FindingKind } from './finding.ts';
import { keywordDeclined } from './keyword-declined.ts';
import { lateData } from './late-data.ts';
import { mismatch } from './mismatch.ts';
import { noHours } from './no-hours.ts';
import { outOfStock } from './out-of-stock.ts';
import { overdue } from './overdue.ts';
import { reorderNow } from './reorder-now.ts';
import { voidSoon } from './void-soon.ts';

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
