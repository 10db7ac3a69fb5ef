/** The life of an order: the time of each event, before and after the opening. */
import { AUTO_VOID_AFTER_DAYS } from '../assumptions.ts';
import { Draws, mix, mixText } from '../chance.ts';
import { isQuiet, type Shop } from './shop.ts';

export type Stage = 'pending' | 'unshipped' | 'partial' | 'shipped' | 'invoiced' | 'voided';
export type Channel = 'seller' | 'operator' | 'multichannel';
export type Currency = 'USD' | 'CAD';

const NEVER = Number.POSITIVE_INFINITY;

/** Epoch milliseconds, or NEVER. */
export interface OrderPlan {
  index: number;
  number: number;
  sellerNumber: string;
  channel: Channel;
  currency: Currency;
  placed: number;
  paid: number;
  autoVoid: number;
  firstShipped: number;
  shipped: number;
  invoiced: number;
  voided: number;
  /** When the seller's other software downloaded the order, if that happened before shipping. */
  downloaded: number;
}

const ORDER = mixText('order');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const OLDEST = 60 * DAY;

/** The newest orders have fixed stages, so that even a small shop has orders in every stage. */
const NEWEST: readonly Stage[] = ['pending', 'unshipped', 'partial', 'shipped', 'voided', 'unshipped', 'unshipped'];

const OPEN: readonly Stage[] = ['pending', 'unshipped', 'partial'];

const CALM: readonly [youngerThanDays: number, stages: readonly Stage[]][] = [
  [1, ['pending', 'pending', 'unshipped', 'unshipped', 'unshipped', 'shipped']],
  [4, ['unshipped', 'unshipped', 'partial', 'shipped', 'shipped', 'voided']],
  [10, ['partial', 'shipped', 'shipped', 'invoiced', 'invoiced', 'invoiced', 'voided']],
  [NEVER, ['invoiced', 'invoiced', 'invoiced', 'invoiced', 'invoiced', 'invoiced', 'shipped', 'voided']],
];

const VOID_STORM: typeof CALM = [
  [4, ['unshipped', 'unshipped', 'unshipped', 'voided']],
  [NEVER, ['invoiced', 'invoiced', 'voided']],
];

/** Open orders are recent and ship long before their deadlines. */
const QUIET_OPEN_DAYS = 0.5;
const QUIET: typeof CALM = [
  [QUIET_OPEN_DAYS, ['pending', 'unshipped', 'unshipped', 'partial', 'shipped']],
  [4, ['shipped', 'shipped', 'invoiced', 'voided']],
  ...CALM.slice(3),
];

/** Orders of a good seller who is slightly behind. */
const STORY: typeof CALM = [
  [1, ['unshipped', 'pending', 'unshipped', 'shipped']],
  [2, ['shipped', 'unshipped', 'invoiced', 'partial']],
  [3, ['unshipped', 'shipped', 'invoiced']],
  [4, ['shipped', 'unshipped', 'invoiced', 'voided']],
  [6, ['shipped', 'invoiced', 'partial', 'invoiced', 'invoiced', 'shipped']],
  ...CALM.slice(3),
];

function stagesIn(shop: Shop): typeof CALM {
  if (isQuiet(shop)) return QUIET;
  if (shop.scenario === 'void-storm') return VOID_STORM;
  return shop.story ? STORY : CALM;
}

function stageOf(shop: Shop, index: number, age: number, draws: Draws): Stage {
  const fromNewest = shop.orderCount - 1 - index;
  if (index === 0 && shop.orderCount >= 6) return 'invoiced';
  const fixed = NEWEST[fromNewest];
  if (fixed) return fixed;
  const row = stagesIn(shop).find(([days]) => age < days * DAY) as (typeof CALM)[number];
  return shop.story ? (row[1][index % row[1].length] as Stage) : draws.pick(row[1]);
}

/** When the order was placed, in whole seconds. Orders get more frequent over time, and their numbers increase. */
function placedAt(shop: Shop, index: number, draws: Draws): number {
  const position = (shop.orderCount - index - 0.9 * draws.unit()) / shop.orderCount;
  const usual = Math.min(OLDEST - HOUR, OLDEST * position ** 1.6);
  const fromNewest = shop.orderCount - 1 - index;
  const isFixed = isQuiet(shop) && fromNewest < NEWEST.length;
  const latest = (QUIET_OPEN_DAYS * DAY * (fromNewest + 1)) / (NEWEST.length + 1);
  const age = isFixed ? Math.min(usual, latest) : usual;
  return Math.floor((shop.opened - age) / 1000) * 1000;
}

/** The orders that auto-void within 24 and 48 hours of the opening, by position from the newest order. */
const VOIDED_SOON = { in24Hours: 5, in48Hours: 6 } as const;

/** These orders are seller-shipped in every scenario. */
const isPromisedToBeVoided = (shop: Shop, index: number, stage: Stage): boolean =>
  stage === 'unshipped' && (Object.values(VOIDED_SOON) as number[]).includes(shop.orderCount - 1 - index);

function autoVoidOf(shop: Shop, index: number, placed: number, stage: Stage, draws: Draws): number {
  const fromNewest = shop.orderCount - 1 - index;
  const usual = placed + AUTO_VOID_AFTER_DAYS * DAY;
  if (stage === 'voided') return usual;
  if (isQuiet(shop)) return usual;
  if (!shop.story && fromNewest === VOIDED_SOON.in24Hours) return shop.opened + 20 * HOUR;
  if (!shop.story && fromNewest === VOIDED_SOON.in48Hours) return shop.opened + 40 * HOUR;
  if (shop.scenario === 'void-storm' && stage === 'unshipped') return shop.opened + draws.whole(2, 46) * HOUR;
  return usual > shop.opened + HOUR || stage === 'shipped' || stage === 'invoiced'
    ? usual
    : shop.opened + draws.whole(50, 90) * HOUR;
}

type Times = Pick<OrderPlan, 'paid' | 'firstShipped' | 'shipped' | 'invoiced' | 'voided'>;

function timesOf(shop: Shop, stage: Stage, placed: number, autoVoid: number, draws: Draws): Times {
  const open = shop.opened;
  /** The time at this fraction of the way from the order (0) to the opening (1). */
  const past = (share: number) => Math.floor((placed + (open - placed) * share) / 1000) * 1000;
  /** Moves a shipping time to an hour before the auto-void if it is later. */
  const inTime = (shipping: number) => Math.min(shipping, autoVoid - HOUR);
  const later = (from: number, to: number) => open + draws.whole(from, to) * HOUR + draws.whole(0, 3599) * 1000;
  const none: Times = { paid: placed, firstShipped: NEVER, shipped: NEVER, invoiced: NEVER, voided: NEVER };
  const split = draws.chance(0.15);
  const abandoned = draws.chance(shop.scenario === 'void-storm' ? 0.8 : 0.15);
  if (isQuiet(shop) && OPEN.includes(stage)) {
    // In a quiet shop, these orders ship within half a day.
    const paid = stage === 'pending' ? later(1, 4) : placed;
    const shipped = Math.max(paid, open) + draws.whole(2, 6) * HOUR;
    const firstShipped = stage === 'partial' ? past(0.6) : shipped;
    return { ...none, paid, firstShipped, shipped, invoiced: shipped + draws.whole(4, 40) * HOUR };
  }
  switch (stage) {
    case 'pending': {
      const paid = later(2, 30);
      const shipped = Math.min(paid + draws.whole(10, 40) * HOUR, autoVoid - HOUR);
      return { ...none, paid, firstShipped: shipped, shipped, invoiced: shipped + draws.whole(4, 40) * HOUR };
    }
    case 'unshipped': {
      if (abandoned || autoVoid < open + 6 * HOUR) return { ...none, voided: autoVoid };
      const firstShipped = Math.min(later(2, 60), autoVoid - HOUR);
      const shipped = firstShipped + (split ? draws.whole(3, 20) * HOUR : 0);
      return { ...none, firstShipped, shipped, invoiced: shipped + draws.whole(4, 40) * HOUR };
    }
    case 'partial': {
      const shipped = later(2, 48);
      return {
        ...none,
        firstShipped: inTime(past(0.6)),
        shipped,
        invoiced: shipped + draws.whole(4, 40) * HOUR,
      };
    }
    case 'shipped':
      return {
        ...none,
        firstShipped: inTime(past(split ? 0.5 : 0.8)),
        shipped: split ? past(0.8) : inTime(past(0.8)),
        invoiced: later(1, 72),
      };
    case 'invoiced': {
      const share = Math.min(0.8, (3 * DAY) / (open - placed));
      const shipped = past(share);
      return {
        ...none,
        firstShipped: split ? past(share / 2) : shipped,
        shipped,
        invoiced: past(share + 0.15),
      };
    }
    case 'voided':
      return { ...none, voided: autoVoid <= open ? autoVoid : past(0.7) };
  }
}

const orderNumber = (shop: Shop, index: number): number =>
  150_000_000 + (mix(shop.seed, ORDER) % 400_000_000) + index * 41 + (mix(shop.seed, ORDER, index) % 37);

/** A third of the orders are Canadian, including one of the two in VOIDED_SOON. */
const currencyOf = (shop: Shop, index: number): Currency =>
  shop.scenario === 'two-currencies' && (shop.orderCount - 1 - index) % 3 === 2 ? 'CAD' : 'USD';

export function planOrder(shop: Shop, index: number): OrderPlan {
  const draws = new Draws(shop.seed, ORDER, index, 1);
  const placed = placedAt(shop, index, draws);
  const stage = stageOf(shop, index, shop.opened - placed, draws);
  const autoVoid = autoVoidOf(shop, index, placed, stage, draws);
  const number = orderNumber(shop, index);
  const drawn = draws.pick(['seller', 'seller', 'seller', 'seller', 'seller', 'operator', 'multichannel'] as const);
  const channel = isPromisedToBeVoided(shop, index, stage) ? 'seller' : drawn;
  return {
    index,
    number,
    sellerNumber: channel === 'multichannel' ? `SO${String(index).padStart(7, '0')}` : '',
    channel,
    currency: currencyOf(shop, index),
    placed,
    autoVoid,
    ...timesOf(shop, stage, placed, autoVoid, draws),
    downloaded: draws.chance(0.12) ? placed + HOUR : NEVER,
  };
}

/** Indexed by OrderStatus code. */
export const statusTexts = ['Unshipped', 'Partially Shipped', 'Shipped', 'Invoiced', 'Voided', 'Payment Pending'];

export function statusAt(plan: OrderPlan, instant: number): 0 | 1 | 2 | 3 | 4 | 5 {
  if (plan.voided <= instant) return 4;
  if (plan.invoiced <= instant) return 3;
  if (plan.shipped <= instant) return 2;
  if (plan.firstShipped <= instant) return 1;
  return plan.paid <= instant ? 0 : 5;
}

/** The date when the payment was validated, or the order's own date until then. */
export const datedAt = (plan: OrderPlan, instant: number): number => (plan.paid <= instant ? plan.paid : plan.placed);

export const shipDueAt = (plan: OrderPlan, instant: number): number => datedAt(plan, instant) + 3 * DAY;
export const deliverDueAt = (plan: OrderPlan, instant: number): number => datedAt(plan, instant) + 10 * DAY;

/** Reading an order doesn't mark it as downloaded. In the specification, only shipping does. */
export const isDownloaded = (plan: OrderPlan, instant: number): boolean =>
  plan.downloaded <= instant || (plan.firstShipped <= instant && plan.voided > instant);

/** Whether the system voided the order at its deadline. */
export const isAutoVoided = (plan: OrderPlan, instant: number): boolean =>
  plan.voided <= instant && plan.voided === plan.autoVoid;
