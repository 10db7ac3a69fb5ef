/** Creates the dataset, logs, and views for an export, and adds missing columns. */
import { MarketError } from '../protocol/market-error.ts';
import {
  changeTable,
  type DatasetResource,
  getDataset,
  getTable,
  makeDataset,
  makeLog,
  makeView,
  schemaField,
  type TableResource,
  viewOf,
  viewQuery,
} from './resources.ts';
import { DATASET, type ExportedField, type ExportedTable } from './schema.ts';
import { callAll, demand, type Outcome, type ServicePorts, type ServiceRequest } from './service.ts';
import type { Place } from './state.ts';

interface Wanted {
  readonly table: ExportedTable;
  readonly fields: readonly ExportedField[];
}

interface Ensured {
  readonly expires: boolean;
  readonly made: ReadonlyMap<string, string>;
}

/** Runs the calls for all tables in parallel. Throws the first error. */
export function ensure(ports: ServicePorts, place: Place, wanted: readonly Wanted[], until: number): Ensured {
  const requests = wanted.flatMap(({ table }) => [getTable(place, table.log), getTable(place, table.view)]);
  const [response, ...answers] = callAll(ports, [getDataset(place), ...requests], until);
  const complete = <T>(targets: readonly Target<T>[]) => completed(ports, targets, until);
  const known = found<DatasetResource>(response!);
  const [dataset] = complete([known ? { is: known } : { make: makeDataset(place) }]);
  const { location = place.location } = dataset!;
  if (location.toLowerCase() !== place.location.toLowerCase())
    throw new MarketError(
      'MARKET_SERVICE',
      `The ${DATASET} dataset in ${place.project} is located in ${location}, not ${place.location}. Enter ${location} as the location. Datasets can't be moved.`,
    );
  const expires = datasetExpires(dataset!);
  const logs = complete(
    wanted.map(({ table, fields }, index): Target<TableResource> => {
      const log = found<TableResource>(answers[2 * index]!);
      if (!log) return { make: makeLog(place, table, fields, expires) };
      const there = log.schema?.fields ?? [];
      const names = new Set(there.map(({ name }) => name.toLowerCase()));
      const missing = fields.filter(({ name }) => !names.has(name)).map(schemaField);
      return missing.length === 0
        ? { is: log }
        : { make: changeTable(place, table.log, { schema: { fields: [...there, ...missing] } }) };
    }),
  );
  complete(
    wanted.map(({ table }, index): Target<TableResource> => {
      const names = (logs[index]!.schema?.fields ?? []).map(({ name }) => name);
      const query = viewQuery(place, table.log, names);
      const view = found<TableResource>(answers[2 * index + 1]!);
      if (!view) return { make: makeView(place, table, query) };
      return view.view?.query === query ? { is: view } : { make: changeTable(place, table.view, viewOf(query)) };
    }),
  );
  return {
    expires: expires || logs.some(tableExpires),
    made: new Map(wanted.map(({ table }, index) => [table.log, logs[index]!.creationTime ?? ''])),
  };
}

/** Whether the dataset or any log expires. Throws if a call fails. */
export function isExpiring(
  ports: ServicePorts,
  place: Place,
  tables: readonly ExportedTable[],
  until: number,
): boolean {
  const requests = [getDataset(place), ...tables.map(({ log }) => getTable(place, log))];
  const [dataset, ...logs] = callAll(ports, requests, until).map(demand);
  return datasetExpires(dataset as DatasetResource) || (logs as TableResource[]).some(tableExpires);
}

function datasetExpires({ defaultTableExpirationMs, defaultPartitionExpirationMs }: DatasetResource) {
  return defaultTableExpirationMs !== undefined || defaultPartitionExpirationMs !== undefined;
}

function tableExpires({ expirationTime, timePartitioning }: TableResource) {
  return expirationTime !== undefined || timePartitioning?.expirationMs !== undefined;
}

/** An existing resource, or the request that creates or changes it. */
type Target<T> = { readonly is: T } | { readonly make: ServiceRequest };

function completed<T>(ports: ServicePorts, targets: readonly Target<T>[], until: number): readonly T[] {
  const requests = targets.flatMap((each) => ('is' in each ? [] : [each.make]));
  const made = callAll(ports, requests, until).map(demand);
  return targets.map((each) => ('is' in each ? each.is : (made.shift() as T)));
}

/** Returns undefined if the resource doesn't exist. Throws other errors. */
function found<T>(outcome: Outcome) {
  return !outcome.ok && outcome.reason === 'missing' ? undefined : (demand(outcome) as T);
}
