/** Dataset, logs and views as they have to be before rows are sent: made, completed, or refused with a sentence. */
import type { Outcome, ServicePorts } from './calls.ts';
import { callAll, callOne, demand } from './calls.ts';
import { refusal } from './errors.ts';
import type { DatasetResource, SchemaField, TableResource } from './resources.ts';
import {
  addColumns,
  changeView,
  getDataset,
  getTable,
  makeDataset,
  makeLog,
  makeView,
  schemaField,
  viewQuery,
} from './resources.ts';
import type { ExportedField, ExportedTable } from './schema.ts';
import { DATASET } from './schema.ts';
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

/** Throws what is in the way. */
export function ensure(ports: ServicePorts, place: Place, wanted: readonly Wanted[], until: number): Ensured {
  const asked = [
    getDataset(place),
    ...wanted.flatMap(({ table }) => [getTable(place, table.log), getTable(place, table.view)]),
  ];
  const [dataset, ...tables] = callAll(ports, asked, until);
  const there = demandDataset(ports, place, dataset!, until);
  const isExpiring = expiresBy(there);
  const logs = wanted.map(({ table, fields }, index) =>
    completeLog(ports, place, table, fields, found(tables[2 * index]!), isExpiring, until),
  );
  wanted.forEach(({ table }, index) => {
    completeView(ports, place, table, logs[index]!, found(tables[2 * index + 1]!), until);
  });
  return {
    expires: isExpiring || logs.some(tableExpires),
    made: new Map(wanted.map(({ table }, index) => [table.log, logs[index]!.creationTime ?? ''])),
  };
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

function completeLog(
  ports: ServicePorts,
  place: Place,
  table: ExportedTable,
  fields: readonly ExportedField[],
  there: TableResource | undefined,
  expires: boolean,
  until: number,
): TableResource {
  const log =
    there ??
    (make(ports, makeLog(place, table, fields, expires), getTable(place, table.log), until) as TableResource);
  const known = log.schema?.fields ?? [];
  if (log.type !== undefined && log.type !== 'TABLE')
    throw changed(table.log, `is no table any more (${log.type})`);
  const byName = new Map(known.map((field) => [field.name.toLowerCase(), field]));
  for (const { name, type } of fields) {
    const field = byName.get(name);
    if (field && plainType(field.type) !== type)
      throw changed(table.log, `has ${plainType(field.type)} in its column ${name} in place of ${type}`);
    if (field && (field.mode ?? 'NULLABLE') !== 'NULLABLE')
      throw changed(table.log, `does not take blanks in its column ${name} any more (${field.mode})`);
  }
  const required = known.find(
    ({ name, mode }) => mode === 'REQUIRED' && !fields.some((field) => field.name === name.toLowerCase()),
  );
  if (required) throw changed(table.log, `has a column ${required.name} that every row must fill`);
  const missing = fields.filter(({ name }) => !byName.has(name)).map(schemaField);
  if (missing.length === 0) return log;
  const request = addColumns(place, table.log, [...known, ...missing]);
  return demand(callOne(ports, request, until)) as TableResource;
}

function changed(log: string, how: string) {
  return refusal(
    `The table ${log} in the dataset ${DATASET} was changed by hand: it ${how}. Nothing was sent to it. Undo that change, or rename the table; the next export makes it anew with every row that the workbook has.`,
  );
}

function completeView(
  ports: ServicePorts,
  place: Place,
  table: ExportedTable,
  log: TableResource,
  there: TableResource | undefined,
  until: number,
): void {
  const names = (log.schema?.fields ?? []).map(({ name }: SchemaField) => name);
  const query = viewQuery(place, table.log, names);
  if (!there) make(ports, makeView(place, table, query), getTable(place, table.view), until);
  else if (!there.view)
    throw refusal(
      `The dataset ${DATASET} has a table ${table.view} where the view of that name belongs. Rename it; nothing was sent.`,
    );
  else if (there.view.query !== query) demand(callOne(ports, changeView(place, table.view, query), until));
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
