/** Represents datasets and tables as REST resources, and parses their settings. */
import { createHash } from 'node:crypto';
import { invalid, notEmulated } from '../refusal.ts';
import { columnType } from './column-types.ts';

export interface SchemaField {
  name: string;
  type: string;
  mode?: string;
  description?: string;
}

export interface TimePartitioning {
  type: 'HOUR' | 'DAY' | 'MONTH' | 'YEAR';
  field?: string;
  expirationMs?: string;
}

/** All times are epoch milliseconds. */
export interface Table {
  readonly dataset: string;
  readonly id: string;
  fields: SchemaField[];
  description?: string | undefined;
  friendlyName?: string | undefined;
  labels?: Record<string, string> | undefined;
  timePartitioning?: TimePartitioning | undefined;
  clustering?: string[] | undefined;
  /** A view's query in GoogleSQL. */
  query?: string | undefined;
  readonly created: number;
  modified: number;
  expires?: number | undefined;
}

export interface Dataset {
  readonly id: string;
  readonly location: string;
  description?: string | undefined;
  friendlyName?: string | undefined;
  labels?: Record<string, string> | undefined;
  tableExpirationMs?: number | undefined;
  partitionExpirationMs?: number | undefined;
  readonly created: number;
  modified: number;
  readonly tables: Map<string, Table>;
}

const etagOf = (resource: object): string => createHash('md5').update(JSON.stringify(resource)).digest('base64');

const withEtag = (kind: string, resource: object): object => ({
  kind: `bigquery#${kind}`,
  etag: etagOf(resource),
  ...resource,
});

const textOf = (number: number | undefined): string | undefined => (number === undefined ? undefined : String(number));

export function datasetResource(project: string, dataset: Dataset): object {
  const { id, location, description, friendlyName, labels, created, modified } = dataset;
  return withEtag('dataset', {
    id: `${project}:${id}`,
    datasetReference: { projectId: project, datasetId: id },
    friendlyName,
    description,
    labels,
    location,
    type: 'DEFAULT',
    defaultTableExpirationMs: textOf(dataset.tableExpirationMs),
    defaultPartitionExpirationMs: textOf(dataset.partitionExpirationMs),
    creationTime: String(created),
    lastModifiedTime: String(modified),
  });
}

export function tableResource(
  project: string,
  { location }: Dataset,
  table: Table,
  size: { rows: number; bytes: number } | undefined,
): object {
  const { dataset, id, fields, query } = table;
  return withEtag('table', {
    id: `${project}:${dataset}.${id}`,
    tableReference: { projectId: project, datasetId: dataset, tableId: id },
    type: query === undefined ? 'TABLE' : 'VIEW',
    friendlyName: table.friendlyName,
    description: table.description,
    labels: table.labels,
    schema: { fields: fields.map(shownField) },
    timePartitioning: table.timePartitioning,
    clustering: table.clustering && { fields: table.clustering },
    view: query === undefined ? undefined : { query, useLegacySql: false },
    numRows: size && String(size.rows),
    numBytes: size && String(size.bytes),
    location,
    expirationTime: textOf(table.expires),
    creationTime: String(table.created),
    lastModifiedTime: String(table.modified),
  });
}

/** The field with its legacy type name, as in the service's responses. */
export const shownField = ({ name, type, mode = 'NULLABLE', description }: SchemaField): object => ({
  name,
  type: columnType(type)!.legacy,
  mode,
  ...(description === undefined ? {} : { description }),
});

const FIELD_NAME = /^[\p{L}_][\p{L}\p{N}_]{0,299}$/u;

export function readSchema(schema: unknown): SchemaField[] {
  const fields = (schema as { fields?: SchemaField[] } | undefined)?.fields ?? [];
  const seen = new Set<string>();
  return fields.map(({ name, type, mode = 'NULLABLE', description }) => {
    if (typeof name !== 'string' || !FIELD_NAME.test(name)) throw invalid(`Invalid field name "${name}".`);
    if (seen.has(name.toLowerCase())) throw invalid(`Duplicate field name: ${name}`);
    seen.add(name.toLowerCase());
    const found = columnType(String(type));
    if (!found) throw notEmulated(`columns of type ${type}`);
    if (mode !== 'NULLABLE' && mode !== 'REQUIRED') throw notEmulated(`columns of mode ${mode}`);
    return { name, type: found.name, mode, ...(description === undefined ? {} : { description }) };
  });
}

const UNITS = ['HOUR', 'DAY', 'MONTH', 'YEAR'];

export function readPartitioning(given: unknown, fields: readonly SchemaField[]): TimePartitioning | undefined {
  if (given === undefined || given === null) return undefined;
  const { type, field, expirationMs } = given as TimePartitioning;
  if (!UNITS.includes(type)) throw invalid(`Invalid time partitioning type ${type}`);
  if (field === undefined) throw notEmulated('partitions by the time of loading');
  const column = fields.find(({ name }) => name === field);
  if (!column) throw invalid(`The field specified for partitioning cannot be found in the schema: ${field}`);
  if (!['DATE', 'DATETIME', 'TIMESTAMP'].includes(column.type))
    throw invalid(
      `The field specified for time partitioning can only be of type TIMESTAMP, DATE, or DATETIME. The type found is: ${columnType(column.type)!.legacy}.`,
    );
  return { type, field, ...(expirationMs ? { expirationMs: String(expirationMs) } : {}) };
}

const CLUSTERED = ['STRING', 'INT64', 'NUMERIC', 'BOOL', 'DATE', 'DATETIME', 'TIMESTAMP'];
const MOST_CLUSTERED = 4;

export function readClustering(given: unknown, fields: readonly SchemaField[]): string[] | undefined {
  const names = (given as { fields?: string[] } | undefined | null)?.fields;
  if (!names || names.length === 0) return undefined;
  if (names.length > MOST_CLUSTERED)
    throw invalid(`Too many clustering fields: ${names.length}; at most ${MOST_CLUSTERED} are allowed.`);
  for (const name of names) {
    const column = fields.find((each) => each.name === name);
    if (!column) throw invalid(`The field specified for clustering cannot be found in the schema: ${name}`);
    if (!CLUSTERED.includes(column.type))
      throw invalid(`Clustering is not supported on field ${name} of type ${column.type}.`);
  }
  return names;
}
