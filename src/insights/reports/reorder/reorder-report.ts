/** The Reorder report: days of stock per item, when and how much to order, and forecast accuracy. */
import { utcDay } from '../../../protocol/dates.ts';
import { type Day, instantAt } from '../../../protocol/fields.ts';
import { plural } from '../../../protocol/lists.ts';
import { DAY } from '../../../protocol/time.ts';
import { type ReorderRecord, reorder } from '../../../tables/reports/reorder-table.ts';
import type { Facts } from '../../facts/facts.ts';
import { rounded } from '../../money.ts';
import { linkTo } from '../../workbook.ts';
import { lateAfter, type Report } from '../seller-report.ts';
import { FEWEST_DAYS, FEWEST_PURCHASES, type ItemOutlook, type Outlook, orderBy, unitsNeeded } from './outlook.ts';
import { dayNumber } from './sales.ts';
import { comparedCount, hitRate, recordText, snapshotOf, withSnapshot } from './score.ts';

export const reorderReport: Report<typeof reorder> = {
  name: 'Reorder',
  answers: 'Items to reorder, with dates and quantities.',
  declared: reorder,
  formulas: { late: lateAfter('stockAsOf') },
  link: { to: 'Inventory', label: '"Item "&{itemNumber}' },
  records: (facts) => inUrgency(facts).map(({ item, by }) => reorderRecord(item, by, facts)),
};

interface Dated {
  readonly item: ItemOutlook;
  readonly by: number | undefined;
}

function inUrgency({ outlooks, workbook }: Facts): readonly Dated[] {
  const items = outlooks().map((item) => ({ item, by: orderBy(item, workbook.zone) }));
  const dayOf = ({ by = Number.MAX_SAFE_INTEGER }: Dated) => by;
  return items.sort((one, other) => dayOf(one) - dayOf(other));
}

/** Returns items in stock, with the fewest days left first. */
export function daysOfStock(facts: Facts) {
  return facts
    .outlooks()
    .flatMap(({ stock, outlook }) => (outlook && stock.units > 0 ? [{ ...stock, days: outlook.daysLeft.p50 }] : []))
    .sort((one, other) => one.days - other.days);
}

type Verdict = 'now' | 'soon' | 'ok' | 'check' | 'too early';

/** Items that must be reordered within this many days are `soon`. */
const SOON = 7;

/** Returns `now` even if the forecast is doubtful. */
function verdictOf({ outlook }: ItemOutlook, by: number | undefined, today: number): Verdict | null {
  if (!outlook) return 'too early';
  if (by === undefined) return null;
  if (by <= today) return 'now';
  if (outlook.doubt) return 'check';
  return by <= today + SOON ? 'soon' : 'ok';
}

function reorderRecord(item: ItemOutlook, by: number | undefined, { workbook }: Facts): ReorderRecord {
  const { outlook, leadTime, coverDays, packSize, delivery, sales, stock } = item;
  const today = dayNumber(workbook.today);
  const next = outlook && snapshotOf(outlook.forecast, today);
  const score = withSnapshot(item.score, next);
  const { newest } = score;
  const needed = outlook && unitsNeeded(outlook, leadTime + coverDays);
  const missing = needed === undefined ? undefined : Math.max(0, needed - stock.units - delivery.units);
  return {
    sellerId: stock.sellerId,
    itemNumber: stock.itemNumber,
    title: stock.title,
    sellerPartNumber: stock.sellerPartNumber,
    verdict: verdictOf(item, by, today),
    orderBy: by === undefined ? null : dayOf(by),
    suggestedQuantity: missing === undefined ? null : Math.ceil(missing / packSize) * packSize,
    stock: stock.units,
    ...{ onOrder: null, leadTime: null, coverDays: null, packSize: null, onOrderSeen: delivery.seen },
    unitsPerDay: outlook ? rounded(outlook.unitsPerDay, 3) : null,
    daysLeftP10: outlook?.daysLeft.p10 ?? null,
    daysLeftP50: outlook?.daysLeft.p50 ?? null,
    daysLeftP90: outlook?.daysLeft.p90 ?? null,
    neededUnits: needed ?? null,
    why: reasons(item).join(' '),
    daysObserved: rounded(sales.seen.days, 1),
    lastReceipt: item.lastReceipt === undefined ? null : dayOf(item.lastReceipt),
    stockAsOf: stock.asOf === null ? null : instantAt(stock.asOf),
    ...{ record: null, late: null, ...linkTo(stock.rowKey) },
    hoursAllowed: workbook.thresholds['stock-tolerance'],
    nextLow: next?.low ?? null,
    nextHigh: next?.high ?? null,
    forecastOn: newest ? dayOf(newest.day) : null,
    forecastLow: newest?.low ?? null,
    forecastHigh: newest?.high ?? null,
    sold: newest?.sold ?? null,
    result: newest?.result === 'unseen' ? 'not seen' : (newest?.result ?? null),
    hitRate: hitRate(score) ?? null,
    compared: comparedCount(score),
    snapshots: recordText(score),
    asOf: null,
  };
}

const DOUBTS: Readonly<{ [D in NonNullable<Outlook['doubt']>]: string }> = {
  rising: 'Demand is rising: stock may run out sooner.',
  falling: 'Demand is falling: stock may last longer.',
  'often wrong': "Fewer than 60% of the last 28 days' forecasts were correct.",
};

function reasons({ outlook, sales, delivery }: ItemOutlook): readonly string[] {
  const arrived = delivery.hasArrived ? ['"On order" is ignored because stock has increased. Clear it.'] : [];
  if (outlook) return [...(outlook.doubt ? [DOUBTS[outlook.doubt]] : []), ...arrived];
  const { days, units } = sales.seen;
  if (days < FEWEST_DAYS)
    return [`In stock for ${rounded(days, 1)} of the ${FEWEST_DAYS} days needed for a forecast.`, ...arrived];
  return [`${plural(units, 'unit')} sold in fewer than ${FEWEST_PURCHASES} separate purchases.`, ...arrived];
}

function dayOf(number: number): Day {
  const text = utcDay(number * DAY);
  return { day: text, text };
}
