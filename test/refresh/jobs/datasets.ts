/** What jobs can pull, in tests: the operations, with words that a lane might have. */
import { operations } from '../../../src/operations/registry.ts';
import { readWall } from '../../../src/protocol/dates.ts';
import { MarketError } from '../../../src/protocol/market-error.ts';
import type { Dataset } from '../../../src/refresh/jobs/dataset.ts';

function day(name: string, input: unknown): string {
  if (readWall(String(input))) return String(input);
  throw new MarketError(
    'MARKET_ARGUMENT',
    `"${name}" takes a date such as 2025-06-30, not "${String(input)}".`,
  );
}

const past: Omit<Dataset, 'operation'> = {
  words: { from: day },
  kinds: ['every', 'continuous', 'backfill'],
};

export const datasets: readonly Dataset[] = [
  {
    operation: operations.orders,
    ...past,
    sets: ['orderNumbers', 'sellerOrderNumbers', 'orderDateFrom', 'orderDateTo'],
  },
  { operation: operations['ad-performance'], ...past, sets: ['fromDate', 'toDate'] },
  ...(['inventory', 'price-history', 'keywords', 'lookup-report'] as const).map((id) => ({
    operation: operations[id],
    kinds: ['every', 'continuous'] as const,
  })),
];
