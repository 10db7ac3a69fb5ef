/** A row of the desk *Reorder*, and of *Forecast score* beside it. */
import { type Day, instantAt } from '../../../protocol/fields.ts';
import { DAY } from '../../../protocol/time.ts';
import type { ReorderRecord } from '../../../tables/desks/reorder-table.ts';
import { linkTo } from '../../row-links.ts';
import type { ItemOutlook } from './item-outlooks.ts';
import { FEWEST_DAYS, FEWEST_UNITS, type Outlook, unitsNeeded } from './outlook.ts';
import { hitRate, type Result, recordText, type Said, type ScoreRecord, toldResults } from './score.ts';

/** `usual` is what the rules say of lead time and cover, in days. */
export function reorderRecord(
  item: ItemOutlook,
  score: ScoreRecord,
  next: Said | undefined,
  usual: { readonly leadTime: number; readonly coverDays: number },
  hoursAllowed: number | null,
): ReorderRecord {
  const { outlook, leadTime, coverDays, sales, stock } = item;
  const left = outlook?.daysLeft;
  const { newest } = score;
  return {
    sellerId: stock.sellerId,
    itemNumber: stock.itemNumber,
    title: stock.title,
    sellerPartNumber: stock.sellerPartNumber,
    verdict: null,
    orderBy: null,
    suggestedQuantity: null,
    stock: stock.units,
    unitsADay: outlook ? rounded(outlook.unitsADay, 3) : null,
    daysLeftP10: left?.p10 ?? null,
    daysLeftP50: left?.p50 ?? null,
    daysLeftP90: left?.p90 ?? null,
    leadTime: null,
    coverDays: null,
    neededUnits: outlook ? unitsNeeded(outlook, leadTime + coverDays) : null,
    why: whyNot(item),
    daysObserved: rounded(sales.days, 1),
    lastReceipt: item.lastReceipt === undefined ? null : dayOf(item.lastReceipt),
    stockAsOf: stock.asOf === null ? null : instantAt(stock.asOf),
    ...{ record: null, late: null, ...linkTo(stock.rowKey), hoursAllowed },
    neededDays: outlook ? leadTime + coverDays : null,
    doubt: outlook ? (outlook.doubt ? 'unreliable' : null) : 'too early',
    usualLeadTime: usual.leadTime,
    usualCoverDays: usual.coverDays,
    nextLow: next?.low ?? null,
    nextHigh: next?.high ?? null,
    saidOn: newest ? dayOf(newest.day) : null,
    saidLow: newest?.low ?? null,
    saidHigh: newest?.high ?? null,
    came: newest?.came ?? null,
    result: newest ? RESULTS[newest.result] : null,
    hitRate: hitRate(score) ?? null,
    told: toldResults(score),
    snapshots: recordText(score),
    asOf: null,
  };
}

const RESULTS: Readonly<{ [R in Result]: string }> = {
  within: 'within',
  more: 'more',
  less: 'less',
  unseen: 'not seen',
};

const DOUBTS: Readonly<{ [D in NonNullable<Outlook['doubt']>]: string }> = {
  rising: 'Demand is rising: it lasts less long than that.',
  falling: 'Demand is falling: it lasts longer than that.',
  more: 'More was sold than the last two forecasts said.',
  less: 'Less was sold than the last two forecasts said.',
  often: 'Less than 60 % of the forecasts of four weeks were right.',
};

function whyNot({ outlook, sales }: ItemOutlook): string | null {
  if (outlook) return outlook.doubt ? DOUBTS[outlook.doubt] : null;
  return `Days with stock: ${rounded(sales.days, 1)} of the ${FEWEST_DAYS} that it takes; units sold: ${sales.units} of ${FEWEST_UNITS}.`;
}

function dayOf(number: number): Day {
  const text = new Date(number * DAY).toISOString().slice(0, 10);
  return { day: text, text };
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
