/** What is true of a shop and what its scenario has planted, for tests to hold a client against. */
import type { World } from '../operations/operation.ts';
import { isoWithOffset } from '../pacific.ts';
import { lifeTime } from '../shop/shop.ts';
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
  /** ISO instants with the offset of Pacific time. */
  opened: string;
  now: string;
  timeZone: string;
  items: ItemTruth[];
  adGroups: AdGroupTruth[];
  /** By the text of the order's status: those in US dollars, and those in Canadian ones where there are any. */
  orders: Record<string, OrderSums>;
  canadianOrders?: Record<string, OrderSums>;
  /** All that there are of each kind that is listed, for who has read everything just now. */
  findings: Findings;
}

const DAY = 86_400_000;

function dayIn(timeZone: string, instant: number): number {
  const text = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(instant);
  return Date.parse(text) / DAY;
}

/** Who looks later than they have read sees what was read, by their own clock. */
export function truthOf(world: World, now: number, timeZone: string, looksAt = now): Truth {
  const { shop } = world;
  const lived = lifeTime(shop, now);
  const look: Look = { world, now: looksAt, lived, today: dayIn(timeZone, looksAt) };
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

/** Undocumented codes come into answers later and hide some, which is not known here. */
function findingsAt(look: Look): Findings {
  const all = { ...orderFindings(look), ...itemFindings(look), ...adFindings(look) };
  return look.world.shop.scenario === 'unknown-codes' ? { mismatch: all.mismatch ?? [] } : all;
}
