/** The facts of a shop and the problems of its scenario, for tests of a client. */
import type { World } from '../operations/operation.ts';
import { isoWithOffset } from '../pacific.ts';
import { shopTimeAt } from '../shop/shop.ts';
import { adFindings } from './ad-findings.ts';
import { type AdGroupTruth, adGroupTruths } from './ad-groups.ts';
import { itemFindings } from './item-findings.ts';
import { type ItemTruth, itemTruths } from './items.ts';
import type { Findings, Look } from './look.ts';
import { orderFindings } from './order-findings.ts';
import { type OrderSums, orderTotals } from './order-totals.ts';

export interface Truth {
  sellerId: string;
  scenario: string;
  seed: number;
  /** ISO 8601 with the Pacific offset. */
  opened: string;
  now: string;
  timeZone: string;
  items: ItemTruth[];
  adGroups: AdGroupTruth[];
  /** Orders in US dollars, by status name. Orders in Canadian dollars, if any, are separate. */
  orders: Record<string, OrderSums>;
  canadianOrders?: Record<string, OrderSums>;
  /** All findings of each kind, for a reader with current data. */
  findings: Findings;
}

const DAY = 86_400_000;

function dayIn(timeZone: string, instant: number): number {
  const text = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(instant);
  return Date.parse(text) / DAY;
}

/** `looksAt` is the current time of a reader whose data is as of `now`. */
export function truthOf(world: World, now: number, timeZone: string, looksAt = now): Truth {
  const { shop } = world;
  const shopTime = shopTimeAt(shop, now);
  const look: Look = { world, now: looksAt, shopTime, today: dayIn(timeZone, looksAt) };
  return {
    sellerId: shop.sellerId,
    scenario: shop.scenario,
    seed: shop.seed,
    opened: isoWithOffset(shop.opened),
    now: isoWithOffset(now),
    timeZone,
    items: itemTruths(look),
    adGroups: adGroupTruths(look),
    orders: orderTotals(look, 'USD'),
    ...(shop.scenario === 'two-currencies' ? { canadianOrders: orderTotals(look, 'CAD') } : {}),
    findings: findingsAt(look),
  };
}

/**
 * In the `unknown-codes` scenario, responses get codes that hide other findings from a reader, so only `mismatch` is
 * exact.
 */
function findingsAt(look: Look): Findings {
  const all = { ...orderFindings(look), ...itemFindings(look), ...adFindings(look) };
  return look.world.shop.scenario === 'unknown-codes' ? { mismatch: all.mismatch ?? [] } : all;
}
