/** Datasets for jobs: operations with a strategy, and the warehouse. */
import { type OperationId, operations } from '../operations/registry.ts';
import { holds, plainName } from '../protocol/params.ts';
import type { Table, TabledOperation } from '../tables/table.ts';
import { type DatasetId, type Job, type Kind, kindOf } from './job.ts';
import { strategies } from './strategies/registry.ts';
import type { DatasetStrategies, Strategy } from './strategies/strategy.ts';

export const warehouseDataset = {
  id: 'warehouse',
  title: 'Warehouse',
  summary: 'Sends new and changed rows to BigQuery.',
  method: 'get',
  paths: {},
  formats: ['json'],
  cap: 0,
  params: {
    tables: { type: 'texts', meaning: 'Only these tables, such as Orders. Blank: all tables.' },
    ownColumns: { type: 'texts', meaning: 'Headers of your own columns to include. Blank: none.' },
  },
  answer: { list: '', element: '', record: {} },
  tables: [],
} as const satisfies TabledOperation;

export interface Dataset extends Omit<DatasetStrategies, 'refresh' | 'backfill'> {
  readonly operation: TabledOperation & { readonly id: DatasetId };
  readonly kinds: readonly Kind[];
}

const known: Readonly<Record<OperationId, DatasetStrategies>> = strategies;

const pulled = Object.values(operations).map((operation): Dataset => {
  const { refresh, backfill, ...more } = known[operation.id];
  return { ...more, operation, kinds: ['every', 'continuous', ...(backfill ? ['backfill' as const] : [])] };
});

export const datasets: readonly Dataset[] = [...pulled, { operation: warehouseDataset, kinds: ['every'] }];

export type PullingJob = Job & { readonly dataset: OperationId };

export function isPulling(job: Job): job is PullingJob {
  return job.dataset !== warehouseDataset.id;
}

export function datasetOf(id: DatasetId): Dataset {
  return datasets.find(({ operation }) => operation.id === id)!;
}

export function strategyOf({ dataset, every }: Pick<PullingJob, 'dataset' | 'every'>): Strategy {
  const { refresh, backfill } = known[dataset];
  const strategy = kindOf(every) === 'backfill' ? backfill : refresh;
  if (!strategy) throw new Error(`A job for ${dataset} cannot run as ${kindOf(every)}.`);
  return strategy;
}

export function tablesOf({ operation, always = {} }: Dataset): readonly Table[] {
  return operation.tables.filter(({ when }) => holds(when, always));
}

export function sheetsOf(dataset: Dataset): readonly string[] {
  return tablesOf(dataset).flatMap(({ name, history }) => (history ? [name, history.name] : [name]));
}

/** Finds a dataset by ID, title, or sheet name. Returns an error message if not found. */
export function findDataset(typed: string): Dataset | string {
  const titles = datasets.map(({ operation }) => operation.title).join(', ');
  if (typed.trim() === '') return `Dataset is blank. Enter one of ${titles}.`;
  const word = plainName(typed);
  const found = datasets.find((dataset) =>
    [dataset.operation.id, dataset.operation.title, ...sheetsOf(dataset)].some((name) => plainName(name) === word),
  );
  return found ?? `Dataset: "${typed.trim()}" does not exist. Enter one of ${titles}.`;
}
