import { dayOf } from '../pacific.ts';
import { linesOf, type OrderLine, shippedQuantity } from '../shop/order-lines.ts';
import { datedAt, type OrderPlan, shipDueAt, statusAt } from '../shop/order-plans.ts';
import { recordOf } from '../shop/order-records.ts';
import { hoursOpen } from '../shop/shop.ts';
import type { Findings, Found, Look } from './look.ts';

const HOUR = 3_600_000;
const VOID_SOON_HOURS = 48;

interface OpenOrder {
  plan: OrderPlan;
  /** Order lines, each with its unshipped quantity. */
  lines: { line: OrderLine; open: number }[];
  due: number;
}

export function orderFindings(look: Look): Findings {
  const { now, today } = look;
  const open = openOrders(look);
  const isVoidedSoon = ({ autoVoid }: OrderPlan) => autoVoid > now && autoVoid <= now + VOID_SOON_HOURS * HOUR;
  return {
    'void-soon': open.filter(({ plan }) => isVoidedSoon(plan)).map(wholeOrder),
    overdue: open.filter(({ due }) => due < today).map(wholeOrder),
    'due-today': open.filter(({ due }) => due === today).map(wholeOrder),
    'cannot-ship': shortLines(look, open),
    mismatch: mismatches(look),
  };
}

function openOrders({ world: { shop, book }, shopTime }: Look): OpenOrder[] {
  return book
    .placedBy(shopTime)
    .filter((plan) => plan.channel === 'seller' && statusAt(plan, shopTime) <= 1)
    .map((plan) => ({
      plan,
      lines: linesOf(shop, plan).map((line) => ({
        line,
        open: line.ordered - shippedQuantity(plan, line, shopTime),
      })),
      due: dayOf(shipDueAt(plan, shopTime)),
    }));
}

const wholeOrder = ({ plan, lines }: OpenOrder): Found => ({
  orderNumber: plan.number,
  atRisk: lines.reduce((sum, { line, open }) => sum + open * line.unitPrice, 0) / 100,
  currency: plan.currency,
});

/** The order with the earliest auto-void gets the stock first. */
function shortLines({ world: { shop, stock }, shopTime }: Look, open: readonly OpenOrder[]): Found[] {
  const left = new Map<number, number>();
  const inTurn = [...open].sort(({ plan: a }, { plan: b }) => a.autoVoid - b.autoVoid || a.number - b.number);
  return inTurn.flatMap(({ plan, lines }) =>
    lines.flatMap(({ line, open }) => {
      const { index } = line.item;
      const there = left.get(index) ?? stock.sellerPool(index).leftAt(hoursOpen(shop, shopTime));
      const short = Math.max(0, open - there);
      left.set(index, there - open + short);
      if (short === 0) return [];
      const { sellerPartNumber } = line.item;
      const atRisk = (short * line.unitPrice) / 100;
      return [{ orderNumber: plan.number, sellerPartNumber, short, atRisk, currency: plan.currency }];
    }),
  );
}

function mismatches({ world: { shop, book }, shopTime }: Look): Found[] {
  return book.placedBy(shopTime).flatMap((plan) => {
    const { defects, difference } = recordOf(shop, plan, shopTime);
    if (defects.length === 0) return [];
    return [
      {
        orderNumber: plan.number,
        defects,
        ...(difference > 0 ? { atRisk: difference / 100, currency: plan.currency } : {}),
      },
    ];
  });
}

/** Units per item in orders since a given time, excluding voided orders. */
export function unitsSince({ world: { shop, book }, shopTime }: Look, since: number): Map<number, number> {
  const units = new Map<number, number>();
  for (const plan of book.placedBy(shopTime)) {
    if (statusAt(plan, shopTime) === 4 || datedAt(plan, shopTime) < since) continue;
    for (const { item, ordered } of linesOf(shop, plan)) {
      units.set(item.index, (units.get(item.index) ?? 0) + ordered);
    }
  }
  return units;
}
