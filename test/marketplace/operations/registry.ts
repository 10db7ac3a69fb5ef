/** All operations; a new one is a file, its id in `operation.ts`, and a line here. */
import { adPerformance } from './ad-performance.ts';
import { inventory } from './inventory.ts';
import { keywords } from './keywords.ts';
import { lookupReport } from './lookup-report.ts';
import type { Operation } from './operation.ts';
import { orders } from './orders.ts';
import { priceHistoryOperation } from './price-history.ts';

export const operations: readonly Operation[] = [
  inventory,
  lookupReport,
  priceHistoryOperation,
  adPerformance,
  keywords,
  orders,
];
