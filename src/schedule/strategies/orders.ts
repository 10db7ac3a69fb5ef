/** Pulls new orders by date, and orders that may change by number: the service can't list updated orders. */
import { CLOSED } from '../../operations/orders.ts';
import { fromPacific, pacificText } from '../../protocol/dates.ts';
import { chunks } from '../../protocol/lists.ts';
import { DAY, HOUR, MINUTE } from '../../protocol/time.ts';
import {
  afterWatermark,
  CALLS_A_PULL,
  day,
  isStale,
  MISSED_DAYS,
  movedWatermark,
  type OrderAge,
  type Strategy,
  type StrategyInput,
  type WorkbookView,
  without,
} from './strategy.ts';

/** Overlap between cycles. The service lists some orders late, and clocks repeat an hour in fall. */
const OVERLAP = 3 * HOUR;

/** The service may not list newer orders yet. */
const MARGIN = 3 * MINUTE;

/** How far back the first cycle goes if `from` is not set. */
const FIRST_DAYS = 7;

/**
 * Age in days. Closed orders are pulled daily until they reach it, because they may still be refunded or voided. Open
 * orders are pulled only daily after they reach it.
 */
const SWEPT_DAYS = 30;

const ORDERS_A_CALL = 100;

/** Params that don't filter orders. */
const COMMON = ['connection', 'storefront', 'issueUser', 'version'];

export const orderOptions = { from: day };

export const refreshOrders: Strategy = (input) => {
  const { filter, state, cycleAt, calls } = input;
  // New orders don't wait for a cycle that can't end.
  const isNewDone = state.newAt === cycleAt && input.now - Number(state.covered) < HOUR;
  const byDate = isNewDone ? [] : [newOrders(input)];
  const covered = isNewDone ? state : { ...state, covered: input.now - MARGIN, newAt: cycleAt };
  const { open, swept } = knownOrders(input);
  const left = afterWatermark([...open, ...swept], input);
  const room = (calls - byDate.length) * ORDERS_A_CALL;
  const common = Object.fromEntries(Object.entries(filter).filter(([name]) => COMMON.includes(name)));
  return {
    ...movedWatermark(left, room, { ...input, state: covered }),
    inFull: byDate.length,
    afterFirst: covered,
    pulls: [
      ...byDate,
      ...chunks(left.slice(0, room), CALLS_A_PULL * ORDERS_A_CALL).map((orderNumbers) => ({
        ...common,
        orderNumbers,
      })),
    ],
  };
};

function newOrders({ filter, state, now, view }: StrategyInput) {
  const first = day('from', filter.from);
  const from =
    typeof state.covered === 'number'
      ? state.covered - OVERLAP
      : first === undefined
        ? Math.min(now - FIRST_DAYS * DAY, Math.max(newestOf(view, now) - OVERLAP, now - MISSED_DAYS * DAY))
        : Math.min(fromPacific(Date.parse(first)).at, now - MARGIN - OVERLAP);
  return {
    ...without(filter, Object.keys(orderOptions)),
    orderDateFrom: pacificText(from),
    orderDateTo: pacificText(now - MARGIN),
  };
}

/** Returns when the newest order was placed, or else `now`. An undone run leaves a gap after it. */
function newestOf(view: WorkbookView, now: number): number {
  return view.orders().reduce((newest, { orderedAt = 0 }) => Math.max(newest, orderedAt), 0) || now;
}

/** Returns the orders to pull in this cycle: `open` in every cycle, `swept` once per day. */
function knownOrders(input: StrategyInput) {
  const { now, cycleAt } = input;
  const stale = input.view.orders().filter(({ asOf }) => isStale(asOf, cycleAt));
  const numbers = (orders: readonly OrderAge[]) => orders.map(({ orderNumber }) => orderNumber);
  return {
    open: numbers(stale.filter((order) => !CLOSED.includes(order.status) && !isOld(order, now))),
    // An hour early, so that failed calls can be repeated in time.
    swept: numbers(stale.filter((order) => isSwept(order, now) && isStale(order.asOf, now - DAY + HOUR))),
  };
}

function isSwept(order: OrderAge, now: number): boolean {
  if (!CLOSED.includes(order.status)) return isOld(order, now);
  return order.orderedAt !== undefined && !isOld(order, now);
}

function isOld({ orderedAt }: OrderAge, now: number): boolean {
  return orderedAt !== undefined && orderedAt < now - SWEPT_DAYS * DAY;
}
