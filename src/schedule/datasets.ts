/** What jobs can pull: the operations that have lanes, with the options of these. */
import { operations } from '../operations/registry.ts';
import type { TabledOperation } from '../tables/table.ts';
import type { Dataset } from './dataset.ts';
import type { Job, Kind } from './job.ts';
import { kindOf } from './job.ts';
import { strategies } from './strategies/registry.ts';
import type { DatasetStrategies, Strategy } from './strategies/strategy.ts';

export const datasets: readonly Dataset[] = Object.values<TabledOperation>(operations).flatMap(
  (operation) => {
    const found = strategies[operation.id];
    return found ? [{ operation, options: found.options, sets: found.sets, kinds: kindsOf(found) }] : [];
  },
);

function kindsOf({ backfill }: DatasetStrategies): readonly Kind[] {
  return backfill ? ['every', 'continuous', 'backfill'] : ['every', 'continuous'];
}

export function strategyOf({ dataset, every }: Pick<Job, 'dataset' | 'every'>): Strategy {
  const { refresh, backfill } = strategies[dataset]!;
  return kindOf(every) === 'backfill' ? backfill! : refresh;
}
