/** All simulated operations. To add one, see *How to add* in `src/README.md`. */
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

/** The operation that this URL calls, whatever its storefront and host. */
export function operationAt(url: string): Operation['id'] | undefined {
  const asked = url.toLowerCase();
  const stem = (path: string) => path.replace(/^\/marketplace\/((usa|b2b|can)\/)?|:.*/g, '');
  const isAt = ({ paths }: Operation) => Object.values(paths).some((path) => asked.includes(stem(path)));
  return operations.find(isAt)?.id;
}
