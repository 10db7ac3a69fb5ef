/** The desk Reorder: how long the stock of each item lasts, what to order by when, and how right that was so far. */
import { reorder } from '../../../tables/desks/reorder-table.ts';
import { type Desk, lateAfter } from '../desk.ts';
import { type ItemOutlook, orderBy, usualDays } from './item-outlooks.ts';
import { dayNumber } from './observed.ts';
import { reorderRecord } from './reorder-record.ts';
import { saying, withSaid } from './score.ts';

const LEAD = 'IF({leadTime}="",{usualLeadTime},IFERROR(MAX(0,{leadTime}+0),{usualLeadTime}))';
const COVER = 'IF({coverDays}="",{usualCoverDays},IFERROR(MAX(0,{coverDays}+0),{usualCoverDays}))';

export const reorderDesk: Desk<typeof reorder> = {
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
