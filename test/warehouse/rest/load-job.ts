import { invalid, notEmulated, Refusal } from '../refusal.ts';
import { failed, failedBy, type Job, type Jobs } from '../store/jobs.ts';
import { fieldsAfter, LoadFailure, loadLines } from '../store/load.ts';
import { type Dataset, readSchema, type Table } from '../store/resources.ts';
import type { Given, Warehouse } from '../store/warehouse.ts';

interface Load {
  destinationTable?: { projectId?: string; datasetId?: string; tableId?: string };
  sourceFormat?: string;
  schema?: unknown;
  createDisposition?: string;
  writeDisposition?: string;
  schemaUpdateOptions?: string[];
  timePartitioning?: unknown;
  clustering?: unknown;
  destinationTableProperties?: Given;
}

/** Rejects options that would change the loaded data. */
const KNOWN = [
  'destinationTable',
  'sourceFormat',
  'schema',
  'createDisposition',
  'writeDisposition',
  'schemaUpdateOptions',
  'timePartitioning',
  'clustering',
  'destinationTableProperties',
];
const HARMLESS: Readonly<Record<string, unknown>> = {
  ignoreUnknownValues: false,
  maxBadRecords: 0,
  autodetect: false,
  encoding: 'UTF-8',
};

export function demandLoad(given: Given | undefined): Load {
  if (!given) throw notEmulated('jobs with an upload that are no loads');
  for (const [name, value] of Object.entries(given)) {
    if (KNOWN.includes(name) || HARMLESS[name] === value) continue;
    throw notEmulated(`${name} = ${JSON.stringify(value)} in a load job`);
  }
  const load = given as Load;
  if (load.sourceFormat !== 'NEWLINE_DELIMITED_JSON') throw notEmulated(`the format ${load.sourceFormat ?? 'CSV'}`);
  return load;
}

/** Throws errors that prevent job creation. */
export function destinationOf(warehouse: Warehouse, { destinationTable }: Load, location: string | undefined) {
  const { projectId = warehouse.project, datasetId, tableId } = destinationTable ?? {};
  if (!datasetId || !tableId) throw invalid('Required parameter is missing: destinationTable');
  if (projectId !== warehouse.project)
    throw new Refusal(403, 'accessDenied', `Access Denied: Dataset ${projectId}:${datasetId}: Permission denied`);
  const dataset = warehouse.dataset(datasetId);
  if (location !== undefined && location.toUpperCase() !== dataset.location.toUpperCase())
    throw new Refusal(
      404,
      'notFound',
      `Not found: Dataset ${projectId}:${datasetId} was not found in location ${location}`,
    );
  return { dataset, tableId };
}

const DAY = 86_400_000;

/** Load jobs per table in the last 24 hours, including failed jobs. */
export class LoadQuota {
  readonly #used = new Map<string, number[]>();

  constructor(
    readonly most: number,
    readonly now: () => number,
  ) {}

  demand(table: string): void {
    const used = (this.#used.get(table) ?? []).filter((at) => at > this.now() - DAY);
    this.#used.set(table, used);
    if (used.length >= this.most)
      throw new Refusal(
        403,
        'quotaExceeded',
        'Quota exceeded: Your table exceeded quota for imports or query appends per table. For more information, see https://cloud.google.com/bigquery/docs/troubleshoot-quotas',
      );
  }

  count(table: string): void {
    this.#used.get(table)!.push(this.now());
  }
}

export interface LoadPorts {
  warehouse: Warehouse;
  jobs: Jobs;
}

export async function runLoad(
  { warehouse }: LoadPorts,
  job: Job,
  load: Load,
  { dataset, tableId }: { dataset: Dataset; tableId: string },
  media: Buffer,
): Promise<void> {
  try {
    const table = await tableFor(warehouse, load, dataset, tableId);
    const replaces = load.writeDisposition === 'WRITE_TRUNCATE';
    if (load.writeDisposition === 'WRITE_EMPTY' && (await warehouse.sizeOf(table))!.rows > 0)
      throw new Refusal(409, 'duplicate', `Already Exists: Table ${warehouse.project}:${dataset.id}.${tableId}`);
    const rows = await loadLines(warehouse, table, media, replaces);
    table.modified = warehouse.now();
    // As in BigQuery, silently drops rows older than the partition expiration.
    await warehouse.expirePartitions(table);
    job.state = 'DONE';
    job.statistics = {
      load: {
        inputFiles: '1',
        inputFileBytes: String(media.length),
        outputRows: String(rows),
        outputBytes: String(media.length),
        badRecords: '0',
      },
    };
  } catch (error) {
    if (error instanceof LoadFailure) failed(job, error.errors);
    else if (error instanceof Refusal) failedBy(job, error);
    else throw error;
  }
}

async function tableFor(warehouse: Warehouse, load: Load, dataset: Dataset, tableId: string): Promise<Table> {
  const given = load.schema === undefined ? undefined : readSchema(load.schema);
  const table = dataset.tables.get(tableId);
  if (!table) {
    if (load.createDisposition === 'CREATE_NEVER') return warehouse.table(dataset.id, tableId);
    if (!given) throw invalid('No schema specified on job or table.');
    const { timePartitioning, clustering, schema, destinationTableProperties } = load;
    const resource = { ...destinationTableProperties, schema, timePartitioning, clustering };
    return await warehouse.createTable(dataset, { ...resource, tableReference: { tableId } }, async () => []);
  }
  if (table.query !== undefined)
    throw invalid(
      `${warehouse.project}:${dataset.id}.${tableId} is not allowed for this operation because it is currently a VIEW.`,
    );
  if (given) {
    const mayAdd = load.schemaUpdateOptions?.includes('ALLOW_FIELD_ADDITION') ?? false;
    await warehouse.changeFields(table, fieldsAfter(table, given, mayAdd));
  }
  return table;
}
