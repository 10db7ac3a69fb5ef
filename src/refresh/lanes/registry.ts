/** The lanes of each dataset, by the id of its operation. */
import { adWords, refreshAds } from './ad-performance.ts';
import { backfill, backfillWords } from './backfill.ts';
import { refreshInventory } from './inventory.ts';
import { refreshKeywords } from './keywords.ts';
import type { Lanes } from './lane.ts';
import { refreshLookups } from './lookup-report.ts';
import { orderWords, refreshOrders } from './orders.ts';

export const lanes: Readonly<Record<string, Lanes>> = {
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
