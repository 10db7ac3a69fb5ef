/** All operations in display order. To add one, see *How to add* in `src/README.md`. */
import { argumentError } from '../protocol/market-error.ts';
import type { TabledOperation } from '../tables/table.ts';
import { adPerformance } from './ad-performance.ts';
import { inventory } from './inventory.ts';
import { keywords } from './keywords.ts';
import { lookupReport } from './lookup-report.ts';
import { orders } from './orders.ts';
import { priceHistory } from './price-history.ts';

export const operations = {
  orders,
  inventory,
  'price-history': priceHistory,
  'ad-performance': adPerformance,
  keywords,
  'lookup-report': lookupReport,
} as const satisfies Readonly<Record<string, TabledOperation>>;

export type OperationId = keyof typeof operations;

export function isOperationId(id: string): id is OperationId {
  return Object.prototype.hasOwnProperty.call(operations, id);
}

/** Throws MARKET_ARGUMENT for unknown IDs. */
export function findOperation(id: unknown): TabledOperation {
  const name = String(id ?? '');
  if (isOperationId(name)) return operations[name];
  throw argumentError(`There is no operation "${name}". Choose from ${Object.keys(operations).join(', ')}.`);
}
