/** Dataset, logs and views as they have to be before rows are sent: made, completed, or refused with a sentence. */
import { callAll, callOne, demand, type Outcome, type ServicePorts } from './calls.ts';
import { refusal } from './errors.ts';
import {
  addColumns,
  changeView,
  type DatasetResource,
  getDataset,
  getTable,
  makeDataset,
  makeLog,
  makeView,
  schemaField,
  type TableResource,
  viewQuery,
} from './resources.ts';
import { DATASET, type ExportedField, type ExportedTable } from './schema.ts';
import type { ServiceRequest } from './service.ts';
import type { Place } from './state.ts';

/** A table with the fields that its rows have, those included that the person chose. */
export interface Wanted {
  readonly table: ExportedTable;
  readonly fields: readonly ExportedField[];
}

export interface Ensured {
  /** Tables or partitions expire. */
  readonly expires: boolean;
  /** When each log was made, by its name: a log that was deleted and made anew is another one. */
  readonly made: ReadonlyMap<string, string>;
}

/** Throws what is in the way. Calls of all tables go side by side. */
export function ensure(ports: ServicePorts, place: Place, wanted: readonly Wanted[], until: number): Ensured {
  const asked = [
    getDataset(place),
    ...wanted.flatMap(({ table }) => [getTable(place, table.log), getTable(place, table.view)]),
  ];
  const [dataset, ...tables] = callAll(ports, asked, until);
  const there = demandDataset(ports, place, dataset!, until);
  const expires = expiresBy(there);
  const logs = completed(
    ports,
    wanted.map(({ table, fields }, index) => {
      const log = found(tables[2 * index]!);
      if (!log) return { make: makeLog(place, table, fields, expires), look: getTable(place, table.log) };
      demandFitting(table, fields, log);
      const known = log.schema?.fields ?? [];
      const names = new Set(known.map(({ name }) => name.toLowerCase()));
      const missing = fields.filter(({ name }) => !names.has(name)).map(schemaField);
      return missing.length === 0 ? { is: log } : { change: addColumns(place, table.log, [...known, ...missing]) };
    }),
    until,
  );
  // What another execution made meanwhile has to fit as well.
  wanted.forEach(({ table, fields }, index) => {
    demandFitting(table, fields, logs[index]!);
  });
  completed(
    ports,
    wanted.map(({ table }, index) => {
      const names = (logs[index]!.schema?.fields ?? []).map(({ name }) => name);
      const query = viewQuery(place, table.log, names);
      const view = found(tables[2 * index + 1]!);
      if (!view) return { make: makeView(place, table, query), look: getTable(place, table.view) };
      if (!view.view)
        throw refusal(
          `The dataset ${DATASET} has a table ${table.view} where the view of that name belongs. Rename it; nothing was sent.`,
        );
      return view.view.query === query ? { is: view } : { change: changeView(place, table.view, query) };
    }),
    until,
  );
  return {
    expires: expires || logs.some(tableExpires),
    made: new Map(wanted.map(({ table }, index) => [table.log, logs[index]!.creationTime ?? ''])),
  };
}

/** A resource that is as it should be, has to be changed, or has to be made; another execution may make it first. */
type Target =
  | { readonly is: TableResource }
  | { readonly change: ServiceRequest }
  | { readonly make: ServiceRequest; readonly look: ServiceRequest };

function completed(ports: ServicePorts, targets: readonly Target[], until: number): readonly TableResource[] {
  const requests = targets.flatMap((each) => ('is' in each ? [] : ['make' in each ? each.make : each.change]));
  const outcomes = callAll(ports, requests, until);
  let next = 0;
  return targets.map((each) => {
    if ('is' in each) return each.is;
    const outcome = outcomes[next++]!;
    const isThere = !outcome.ok && outcome.reason === 'exists' && 'look' in each;
    return demand(isThere ? callOne(ports, each.look, until) : outcome) as TableResource;
  });
}

/** Whether the dataset or one of these logs forgets rows by itself; true where that cannot be said. */
export function isExpiring(
  ports: ServicePorts,
  place: Place,
  tables: readonly ExportedTable[],
  until: number,
): boolean {
  const asked = [getDataset(place), ...tables.map(({ log }) => getTable(place, log))];
  const [dataset, ...logs] = callAll(ports, asked, until).map(demand);
  return expiresBy(dataset as DatasetResource) || logs.some((log) => tableExpires(log as TableResource));
}

function expiresBy({ defaultTableExpirationMs, defaultPartitionExpirationMs }: DatasetResource): boolean {
  return defaultTableExpirationMs !== undefined || defaultPartitionExpirationMs !== undefined;
}

function tableExpires({ expirationTime, timePartitioning }: TableResource): boolean {
  return expirationTime !== undefined || timePartitioning?.expirationMs !== undefined;
}

/** Nothing where there is none; throws other errors. */
function found(outcome: Outcome): TableResource | undefined {
  return !outcome.ok && outcome.reason === 'missing' ? undefined : (demand(outcome) as TableResource);
}

function demandDataset(ports: ServicePorts, place: Place, outcome: Outcome, until: number): DatasetResource {
  const there =
    !outcome.ok && outcome.reason === 'missing'
      ? (make(ports, makeDataset(place), getDataset(place), until) as DatasetResource)
      : (demand(outcome) as DatasetResource);
  if (there.location !== undefined && there.location.toLowerCase() !== place.location.toLowerCase())
    throw refusal(
      `The dataset ${DATASET} of ${place.project} is in ${there.location}, and the export was told ${place.location}. Type ${there.location} as its location; a dataset cannot move.`,
    );
  return there;
}

/** Another execution may make it at the same time. */
function make(ports: ServicePorts, request: ServiceRequest, look: ServiceRequest, until: number): unknown {
  const made = callOne(ports, request, until);
  return made.ok || made.reason !== 'exists' ? demand(made) : demand(callOne(ports, look, until));
}

/** Throws where rows would not fit into the log any more. */
function demandFitting(
  { log: name }: ExportedTable,
  fields: readonly ExportedField[],
  { type, schema }: TableResource,
): void {
  const known = schema?.fields ?? [];
  if (type !== undefined && type !== 'TABLE') throw changed(name, `is no table any more (${type})`);
  const byName = new Map(known.map((field) => [field.name.toLowerCase(), field]));
  for (const field of fields) {
    const there = byName.get(field.name);
    if (there && plainType(there.type) !== field.type)
      throw changed(name, `has ${plainType(there.type)} in its column ${field.name} in place of ${field.type}`);
    if (there && (there.mode ?? 'NULLABLE') !== 'NULLABLE')
      throw changed(name, `does not take blanks in its column ${field.name} any more (${there.mode})`);
  }
  const required = known.find(
    (each) => each.mode === 'REQUIRED' && !fields.some((field) => field.name === each.name.toLowerCase()),
  );
  if (required) throw changed(name, `has a column ${required.name} that every row must fill`);
}

function changed(log: string, how: string) {
  return refusal(
    `The table ${log} in the dataset ${DATASET} was changed by hand: it ${how}. Nothing was sent to it. Undo that change, or rename the table; the next export makes it anew with every row that the workbook has.`,
  );
}

/** Names of former versions of the service's SQL, in which it still answers. */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  INTEGER: 'INT64',
  FLOAT: 'FLOAT64',
  BOOLEAN: 'BOOL',
  DECIMAL: 'NUMERIC',
};

function plainType(type: string): string {
  return FORMER_NAMES[type] ?? type;
}
