/** The lanes of each dataset, by the id of its operation. */
import { adWords, refreshAds } from './ad-performance.ts';
import { backfill, backfillWords } from './backfill.ts';
import { refreshInventory } from './inventory.ts';
import { refreshKeywords } from './keywords.ts';
import type { DatasetLanes } from './lane.ts';
import { refreshLookups } from './lookup-report.ts';
import { orderWords, refreshOrders } from './orders.ts';
import { priceWords, refreshPrices } from './price-history.ts';

export const lanes: Readonly<Record<string, DatasetLanes>> = {
  orders: {
    refresh: refreshOrders,
    backfill: backfill({
      input: (orderDateFrom, orderDateTo) => ({ orderDateFrom, orderDateTo }),
      words: Object.keys(orderWords),
    }),
    words: { ...orderWords, ...backfillWords },
    sets: ['orderNumbers', 'sellerOrderNumbers', 'orderDateFrom', 'orderDateTo'],
  },
  inventory: { refresh: refreshInventory, words: {}, sets: [] },
  'price-history': { refresh: refreshPrices, words: priceWords, sets: [] },
  'ad-performance': {
    refresh: refreshAds,
    backfill: backfill({
      input: (fromDate, toDate) => ({ fromDate, toDate, by: 'day' }),
      callsADay: 1,
      words: Object.keys(adWords),
    }),
    words: { ...adWords, ...backfillWords },
    sets: ['fromDate', 'toDate', 'by'],
  },
  keywords: { refresh: refreshKeywords, words: {}, sets: [] },
  'lookup-report': { refresh: refreshLookups, words: {}, sets: [] },
};
