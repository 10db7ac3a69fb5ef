/**
 * Orders in two parts, because the service does not tell what was updated: new ones by date, and by number those that
 * may still change.
 */
import { pacificText } from '../../protocol/dates.ts';
import { chunks } from '../../protocol/lists.ts';
import { DAY, HOUR, MINUTE } from '../../protocol/time.ts';
import {
  afterWatermark,
  CALLS_A_PULL,
  day,
  isStale,
  type KnownOrder,
  movedWatermark,
  type Strategy,
  type StrategyInput,
  startOfPacificDay,
  without,
} from './strategy.ts';

/**
 * What is asked for again before the last covered instant. An hour of it is what wall time cannot tell when clocks are
 * set back; orders that the service shows late have the rest.
 */
const OVERLAP = 3 * HOUR;

/** What is left out before now: the service may not have all of it yet. */
export const MARGIN = 3 * MINUTE;

/** How far back the first cycle asks, unless `from` says it. */
const FIRST_DAYS = 7;

/** Shipped, invoiced and voided orders; all others may change at any time, as long as they are new. */
const CLOSED: ReadonlySet<string> = new Set(['2', '3', '4']);

/**
 * So long a closed order is read again once a day: it may be refunded, or voided after all. One that is still open after
 * that is read once a day too: whoever waits for it does not wait for minutes.
 */
const SWEPT_DAYS = 30;

const ORDERS_A_CALL = 100;

/** Params that do not narrow down which orders come. */
const COMMON = ['connection', 'storefront', 'issueUser', 'version'];

export const orderOptions = { from: day };

export const refreshOrders: Strategy = (input) => {
  const { filter, state, cycleAt, calls } = input;
  if (calls < 1) return { pulls: [], isLast: false, state };
  const isNewDone = state.newAt === cycleAt;
  const news = isNewDone ? [] : [newOrders(input)];
  const covered = isNewDone ? state : { ...state, covered: input.now - MARGIN, newAt: cycleAt };
  const { open, swept } = knownOrders(input);
  const left = afterWatermark([...open, ...swept], input);
  const room = (calls - news.length) * ORDERS_A_CALL;
  const asked = left.slice(0, room);
  // The last call has room for more at the same price.
  const filled = left.length > room ? [] : fillers(input, asked);
  const common = Object.fromEntries(Object.entries(filter).filter(([name]) => COMMON.includes(name)));
  return {
    ...movedWatermark(left, room, { ...input, state: covered }),
    inFull: news.length,
    afterFirst: covered,
    pulls: [
      ...news,
      ...chunks([...asked, ...filled], CALLS_A_PULL * ORDERS_A_CALL).map((orderNumbers) => ({
        ...common,
        orderNumbers,
      })),
    ],
  };
};

/** From the last covered instant on, with the overlap, or as far back as the first cycle goes. */
function newOrders({ filter, state, now }: StrategyInput) {
  const first = day('from', filter.from);
  const from =
    typeof state.covered === 'number'
      ? state.covered - OVERLAP
      : first === undefined
        ? now - FIRST_DAYS * DAY
        : Math.min(startOfPacificDay(first), now - MARGIN - OVERLAP);
  return {
    ...without(filter, Object.keys(orderOptions)),
    orderDateFrom: pacificText(from),
    orderDateTo: pacificText(now - MARGIN),
  };
}

/** Orders of this cycle: open ones that it has not read, and those whose day is over. */
function knownOrders(input: StrategyInput) {
  const { now, cycleAt } = input;
  const stale = input.view.orders().filter(({ asOf }) => isStale(asOf, cycleAt));
  const numbers = (orders: readonly KnownOrder[]) => orders.map(({ orderNumber }) => orderNumber);
  return {
    open: numbers(stale.filter((order) => !CLOSED.has(order.status) && !isOld(order, now))),
    swept: numbers(stale.filter((order) => isSwept(order, now) && isStale(order.asOf, now - DAY))),
  };
}

/** Closed orders that were read longest ago, as many as the last call has room for. */
function fillers(input: StrategyInput, asked: readonly string[]): readonly string[] {
  const room = (ORDERS_A_CALL - (asked.length % ORDERS_A_CALL)) % ORDERS_A_CALL;
  if (room === 0) return [];
  const { now, cycleAt } = input;
  const taken = new Set(asked);
  const others = input.view
    .orders()
    .filter((order) => isSwept(order, now) && isStale(order.asOf, cycleAt) && !taken.has(order.orderNumber));
  others.sort((one, other) => (one.asOf ?? 0) - (other.asOf ?? 0));
  return [...new Set(others.map(({ orderNumber }) => orderNumber))].slice(0, room);
}

function isSwept(order: KnownOrder, now: number): boolean {
  if (!CLOSED.has(order.status)) return isOld(order, now);
  return order.orderedAt !== undefined && !isOld(order, now);
}

function isOld({ orderedAt }: KnownOrder, now: number): boolean {
  return orderedAt !== undefined && orderedAt < now - SWEPT_DAYS * DAY;
}
