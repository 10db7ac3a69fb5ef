/** Requests and response types of BigQuery's REST API. */
import { AS_OF_FIELD, DATASET, type ExportedField, type ExportedTable, KEY_FIELD, TAKEN_BACK_FIELD } from './schema.ts';
import type { ServiceRequest } from './service.ts';
import type { Place } from './state.ts';

export interface SchemaField {
  readonly name: string;
  readonly type: string;
  readonly mode?: string;
  readonly description?: string;
}

export interface DatasetResource {
  readonly location?: string;
  readonly defaultTableExpirationMs?: string;
  readonly defaultPartitionExpirationMs?: string;
}

export interface TableResource {
  readonly schema?: { readonly fields?: readonly SchemaField[] };
  readonly expirationTime?: string;
  readonly creationTime?: string;
  readonly timePartitioning?: { readonly expirationMs?: string };
  readonly view?: { readonly query?: string };
}

export interface JobResource {
  readonly status?: {
    readonly state?: string;
    readonly errorResult?: { readonly reason?: string; readonly message?: string };
    readonly errors?: readonly { readonly message?: string }[];
  };
  readonly statistics?: { readonly load?: { readonly outputRows?: string } };
}

export interface QueryResource {
  readonly jobComplete?: boolean;
  readonly rows?: readonly { readonly f: readonly { readonly v: string | null }[] }[];
}

const project = ({ project }: Place) => `/projects/${encodeURIComponent(project)}`;
const dataset = (place: Place) => `${project(place)}/datasets/${DATASET}`;

export function getDataset(place: Place): ServiceRequest {
  return { method: 'get', path: dataset(place) };
}

export function makeDataset(place: Place): ServiceRequest {
  return {
    method: 'post',
    path: `${project(place)}/datasets`,
    body: {
      datasetReference: { projectId: place.project, datasetId: DATASET },
      location: place.location,
      description: 'Market for Sheets tables. Views contain the newest version of each row; logs contain all versions.',
    },
  };
}

export function getTable(place: Place, table: string): ServiceRequest {
  return { method: 'get', path: `${dataset(place)}/tables/${table}` };
}

/** Partitions the log by its `natural` date, unless partitions expire. */
export function makeLog(
  place: Place,
  { log, description, natural }: ExportedTable,
  fields: readonly ExportedField[],
  expires: boolean,
): ServiceRequest {
  const clustered = ['seller_id', KEY_FIELD.name].filter((name) => fields.some((field) => field.name === name));
  return makeTable(place, log, {
    description: `${description} All versions of each row.`,
    schema: { fields: fields.map(schemaField) },
    clustering: { fields: clustered },
    // Partition by month: a load job may touch at most 4,000 partitions.
    ...(natural && !expires ? { timePartitioning: { type: 'MONTH', field: natural.name } } : {}),
  });
}

export function schemaField({ name, type, description }: ExportedField): SchemaField {
  return { name, type, mode: 'NULLABLE', description };
}

export function changeTable(place: Place, table: string, body: object): ServiceRequest {
  return { method: 'patch', path: `${dataset(place)}/tables/${table}`, body };
}

/** Selects the newest version of each row, except undone rows. Lists the columns: `*` would omit those added later. */
export function viewQuery(place: Place, log: string, columns: readonly string[]): string {
  const shown = columns.filter((name) => name !== TAKEN_BACK_FIELD.name);
  const names = shown.map((name) => `\`${name}\``).join(', ');
  return `SELECT ${names} FROM \`${place.project}.${DATASET}.${log}\` WHERE TRUE QUALIFY ROW_NUMBER() OVER (PARTITION BY \`${KEY_FIELD.name}\` ORDER BY \`${AS_OF_FIELD.name}\` DESC) = 1 AND \`${TAKEN_BACK_FIELD.name}\` IS NULL`;
}

export function makeView(place: Place, { view, description }: ExportedTable, query: string): ServiceRequest {
  return makeTable(place, view, {
    description: `${description} The newest version of each row.`,
    ...viewOf(query),
  });
}

export const viewOf = (query: string) => ({ view: { query, useLegacySql: false } });

function makeTable(place: Place, tableId: string, body: object): ServiceRequest {
  const tableReference = { projectId: place.project, datasetId: DATASET, tableId };
  return { method: 'post', path: `${dataset(place)}/tables`, body: { tableReference, ...body } };
}

/** Appends NDJSON to a log. */
export function loadRows(place: Place, log: string, job: string, rows: string): ServiceRequest {
  return {
    method: 'post',
    path: `${project(place)}/jobs`,
    body: {
      jobReference: { projectId: place.project, jobId: job, location: place.location },
      configuration: {
        load: {
          destinationTable: { projectId: place.project, datasetId: DATASET, tableId: log },
          sourceFormat: 'NEWLINE_DELIMITED_JSON',
          createDisposition: 'CREATE_NEVER',
          writeDisposition: 'WRITE_APPEND',
          maxBadRecords: 0,
          ignoreUnknownValues: false,
        },
      },
    },
    rows,
  };
}

export function getJob(place: Place, job: string): ServiceRequest {
  return {
    method: 'get',
    path: `${project(place)}/jobs/${job}?location=${encodeURIComponent(place.location)}`,
  };
}

/** Maximum time for BigQuery to run a query before it responds, in milliseconds. */
const QUERY_WAIT = 20_000;

export function runQuery(place: Place, query: string): ServiceRequest {
  return {
    method: 'post',
    path: `${project(place)}/queries`,
    body: { query, useLegacySql: false, location: place.location, timeoutMs: QUERY_WAIT, maxResults: 10_000 },
  };
}
