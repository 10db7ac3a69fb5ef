/** What jobs can pull: an operation, and what its lane adds to it. */

import { plainName } from '../protocol/plain-name.ts';
import type { TabledOperation } from '../tables/table.ts';
import type { Kind } from './job.ts';

export interface Dataset {
  readonly operation: TabledOperation;
  /** What a filter may say beside the operation's params, such as `from`, and how each is read; a bad one is refused. */
  readonly options?: Readonly<Record<string, (name: string, input: unknown) => unknown>>;
  /** Params that its lane sets: no filter may. */
  readonly sets?: readonly string[];
  /** How it may run; every way unless told. */
  readonly kinds?: readonly Kind[];
}

/** Names of the tables that it fills, histories included. */
export function tablesOf({ operation }: Dataset): readonly string[] {
  return operation.tables.flatMap(({ name, history }) => (history ? [name, history.name] : [name]));
}

/** The dataset of an id, a title or the name of a table, or a sentence that says what to type instead. */
export function findDataset(datasets: readonly Dataset[], typed: string): Dataset | string {
  const titles = datasets.map(({ operation }) => operation.title).join(', ');
  if (typed.trim() === '') return `Dataset is blank; type one of ${titles}.`;
  const word = plainName(typed);
  const found = datasets.find((dataset) =>
    [dataset.operation.id, dataset.operation.title, ...tablesOf(dataset)].some(
      (name) => plainName(name) === word,
    ),
  );
  return found ?? `Dataset: there is no "${typed.trim()}"; type one of ${titles}.`;
}
