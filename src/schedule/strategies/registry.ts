import type { OperationId } from '../../operations/registry.ts';
import { adOptions, eachDay, refreshAds } from './ad-performance.ts';
import { backfill, backfillOptions } from './backfill.ts';
import { refreshInventory } from './inventory.ts';
import { refreshKeywords, refreshLookups } from './lists.ts';
import { orderOptions, refreshOrders } from './orders.ts';
import { refreshPrices } from './price-history.ts';
import { priceOptions, promisedAges } from './price-promise.ts';
import type { DatasetStrategies } from './strategy.ts';

export const strategies = {
  orders: {
    refresh: refreshOrders,
    backfill: backfill({
      ask: (orderDateFrom, orderDateTo) => ({ orderDateFrom, orderDateTo }),
      options: Object.keys(orderOptions),
    }),
    options: { ...orderOptions, ...backfillOptions },
    sets: ['orderNumbers', 'sellerOrderNumbers', 'orderDateFrom', 'orderDateTo'],
  },
  inventory: { refresh: refreshInventory },
  'price-history': {
    refresh: refreshPrices,
    options: priceOptions,
    plural: 'Prices',
    promised: promisedAges,
    help: 'A continuous job with "top = 200; top within = 2 hours; within = 1 day" keeps the prices of the top 200 items at most 2 hours old and all others at most 1 day old. Add "spend = all" to use all remaining calls.',
  },
  'ad-performance': {
    refresh: refreshAds,
    backfill: backfill({
      ask: (fromDate, toDate) => ({ fromDate, toDate, ...eachDay }),
      callsADay: 1,
      options: Object.keys(adOptions),
    }),
    options: { ...adOptions, ...backfillOptions },
    sets: ['fromDate', 'toDate', 'by'],
    always: eachDay,
  },
  keywords: { refresh: refreshKeywords },
  'lookup-report': { refresh: refreshLookups },
} as const satisfies Readonly<Record<OperationId, DatasetStrategies>>;
