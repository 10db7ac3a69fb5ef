/** The report Reorder: how long the stock of each item lasts, what to order by when, and how right that was so far. */

import { type Day, instantAt } from '../../../protocol/fields.ts';
import { DAY } from '../../../protocol/time.ts';
import { type ReorderRecord, reorder } from '../../../tables/reports/reorder-table.ts';
import { rounded } from '../../money.ts';
import { linkTo } from '../../row-links.ts';
import { lateAfter, type Report } from '../report.ts';
import {
  FEWEST_DAYS,
  FEWEST_UNITS,
  type ItemOutlook,
  type Outlook,
  orderBy,
  unitsNeeded,
  usualDays,
} from './outlook.ts';
import { dayNumber } from './sales.ts';
import {
  hitRate,
  type Result,
  recordText,
  type Said,
  type ScoreRecord,
  saying,
  toldResults,
  withSaid,
} from './score.ts';

const LEAD = 'IF({leadTime}="",{usualLeadTime},IFERROR(MAX(0,{leadTime}+0),{usualLeadTime}))';
const COVER = 'IF({coverDays}="",{usualCoverDays},IFERROR(MAX(0,{coverDays}+0),{usualCoverDays}))';

export const reorderReport: Report<typeof reorder> = {
  name: 'Reorder',
  answers: 'What to order by when, and how much of it.',
  declared: reorder,
  formulas: {
    Reorder: {
      verdict:
        '=IF({doubt}<>"",{doubt},IF({orderBy}="","",IF({orderBy}<=TODAY(),"now",IF({orderBy}<=TODAY()+7,"soon","ok"))))',
      orderBy: `=IF({daysLeftP10}="","",INT({stockAsOf})+INT({daysLeftP10})-${LEAD})`,
      suggestedQuantity: `=IF({neededUnits}="","",IF(${LEAD}+${COVER}<>{neededDays},"next run",MAX(0,{neededUnits}-{stock})))`,
      late: lateAfter('stockAsOf'),
    },
  },
  links: { Reorder: { to: 'Inventory', label: '"Item "&{itemNumber}' } },
  charts: [
    {
      table: 'Reorder',
      title: 'Stock cover and what to order',
      of: 'itemNumber',
      series: [
        ['daysLeftP50', '#4285f4'],
        ['suggestedQuantity', '#e8710a'],
      ],
      axes: ['Days left', 'Units to order'],
    },
  ],
  records: (facts) => {
    const { workbook } = facts;
    const today = dayNumber(workbook.today);
    const usual = usualDays(workbook);
    const hoursAllowed = workbook.thresholds['stock-tolerance'] ?? null;
    return inUrgency(facts.outlooks(), workbook.zone).map((item) => {
      const next = item.outlook && saying(item.outlook.forecast, today);
      return reorderRecord(item, withSaid(item.score, next), next, usual, hoursAllowed);
    });
  },
};

/** A new sheet opens with what has to be ordered first. */
function inUrgency(items: readonly ItemOutlook[], zone: string): readonly ItemOutlook[] {
  const day = (item: ItemOutlook) => orderBy(item, zone) ?? Number.MAX_SAFE_INTEGER;
  return [...items].sort((one, other) => day(one) - day(other));
}

/** `usual` is what the rules say of lead time and cover, in days. */
function reorderRecord(
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
