/** What jobs can pull: the operations that have lanes, with the options of these. */
import { operations } from '../operations/registry.ts';
import type { Dataset } from '../refresh/jobs/dataset.ts';
import type { Job, Kind } from '../refresh/jobs/job.ts';
import { kindOf } from '../refresh/jobs/job.ts';
import type { DatasetLanes, Lane } from '../refresh/lanes/lane.ts';
import { lanes } from '../refresh/lanes/registry.ts';
import type { TabledOperation } from '../tables/table.ts';

export const datasets: readonly Dataset[] = Object.values<TabledOperation>(operations).flatMap(
  (operation) => {
    const found = lanes[operation.id];
    return found ? [{ operation, options: found.options, sets: found.sets, kinds: kindsOf(found) }] : [];
  },
);

function kindsOf({ backfill }: DatasetLanes): readonly Kind[] {
  return backfill ? ['every', 'continuous', 'backfill'] : ['every', 'continuous'];
}

export function laneOf({ dataset, every }: Pick<Job, 'dataset' | 'every'>): Lane {
  const { refresh, backfill } = lanes[dataset]!;
  return kindOf(every) === 'backfill' ? backfill! : refresh;
}
