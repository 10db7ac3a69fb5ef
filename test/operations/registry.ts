import { adPerformance } from './ad-performance.ts';
import type { OperationExample } from './example.ts';
import { inventory } from './inventory.ts';
import { keywords } from './keywords.ts';
import { lookupReport } from './lookup-report.ts';
import { orders } from './orders.ts';
import { priceHistory } from './price-history.ts';

/** In the order in which pulls fill a new workbook. */
export const examples = {
  orders,
  inventory,
  'price-history': priceHistory,
  'ad-performance': adPerformance,
  keywords,
  'lookup-report': lookupReport,
} satisfies Record<string, OperationExample>;

export type ExampleId = keyof typeof examples;

export const exampleIds = Object.keys(examples) as ExampleId[];

export const everyExample: readonly (OperationExample & { readonly id: ExampleId })[] = exampleIds.map((id) => ({
  id,
  ...examples[id],
}));

export function exampleOf(id: string): OperationExample {
  const found = everyExample.find((example) => example.id === id);
  if (!found) throw new Error(`Add test/operations/${id}.ts and its line in test/operations/registry.ts.`);
  return found;
}
