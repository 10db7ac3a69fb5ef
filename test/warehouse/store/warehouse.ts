/** All datasets and tables, with the service's rules. */
import { duplicate, invalid, notFound, Refusal } from '../refusal.ts';
import { columnType } from './column-types.ts';
import { Engine, named } from './engine.ts';
import {
  type Dataset,
  readClustering,
  readPartitioning,
  readSchema,
  type SchemaField,
  type Table,
} from './resources.ts';

export interface Surroundings {
  project: string;
  /** Epoch milliseconds. */
  now: () => number;
  /** Everything expires after 60 days, as in a project without a billing account. */
  sandbox: boolean;
}

/** Settings of a dataset or table resource. */
export type Given = Record<string, unknown>;

const IDENTIFIER = /^[A-Za-z0-9_]{1,1024}$/;
const DAY = 86_400_000;
const SANDBOX = 60 * DAY;
const HOUR = 3_600_000;

export class Warehouse {
  readonly engine = new Engine();
  readonly #datasets = new Map<string, Dataset>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(readonly surroundings: Surroundings) {}

  get project(): string {
    return this.surroundings.project;
  }

  now(): number {
    return this.surroundings.now();
  }

  /** Queues work for the engine's single connection; removes expired data first. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = async () => {
      await this.expire();
      return await work();
    };
    const turn = this.#last.then(next, next);
    this.#last = turn;
    return turn;
  }

  datasets(): Dataset[] {
    return [...this.#datasets.values()];
  }

  dataset(id: string): Dataset {
    const found = this.#datasets.get(id);
    if (!found) throw notFound(`Dataset ${this.project}:${id}`);
    return found;
  }

  table(dataset: string, id: string): Table {
    const found = this.dataset(dataset).tables.get(id);
    if (!found) throw notFound(`Table ${this.#nameOf(dataset, id)}`);
    return found;
  }

  async createDataset(given: Given, location: string): Promise<Dataset> {
    const id = identifierIn(given.datasetReference, 'datasetId', 'dataset');
    if (this.#datasets.has(id)) throw duplicate(`Dataset ${this.project}:${id}`);
    const now = this.now();
    const dataset: Dataset = {
      id,
      location: String(given.location ?? location),
      created: now,
      modified: now,
      tables: new Map(),
    };
    this.#describeDataset(dataset, given);
    if (this.surroundings.sandbox) {
      dataset.tableExpirationMs ??= SANDBOX;
      dataset.partitionExpirationMs ??= SANDBOX;
    }
    await this.engine.run(`CREATE SCHEMA ${named(id)}`);
    this.#datasets.set(id, dataset);
    return dataset;
  }

  changeDataset(dataset: Dataset, given: Given): void {
    if (given.location !== undefined && given.location !== dataset.location)
      throw invalid('Cannot change the location of a dataset');
    this.#describeDataset(dataset, given);
    dataset.modified = this.now();
  }

  async deleteDataset({ id, tables }: Dataset, withContents: boolean): Promise<void> {
    if (tables.size > 0 && !withContents)
      throw new Refusal(400, 'resourceInUse', `Dataset ${this.project}:${id} is still in use`);
    await this.engine.run(`DROP SCHEMA ${named(id)} CASCADE`);
    this.#datasets.delete(id);
  }

  /** `fieldsOfView` returns a query's columns. */
  async createTable(
    { id: dataset, tables, tableExpirationMs, partitionExpirationMs }: Dataset,
    given: Given,
    fieldsOfView: (query: string) => Promise<SchemaField[]>,
  ): Promise<Table> {
    const id = identifierIn(given.tableReference, 'tableId', 'table');
    if (tables.has(id)) throw duplicate(`Table ${this.#nameOf(dataset, id)}`);
    const query = readView(given.view);
    const fields = query === undefined ? readSchema(given.schema) : await fieldsOfView(query);
    const now = this.now();
    const table: Table = { dataset, id, fields, created: now, modified: now };
    describe(table, given);
    if (query === undefined) {
      if (fields.length === 0) throw invalid('Schema has no fields.');
      table.timePartitioning = readPartitioning(given.timePartitioning, fields);
      table.clustering = readClustering(given.clustering, fields);
      if (table.timePartitioning && partitionExpirationMs !== undefined) {
        table.timePartitioning.expirationMs ??= String(partitionExpirationMs);
      }
      await this.engine.run(`CREATE TABLE ${engineName(table)} (${fields.map(columnOf).join(', ')})`);
    } else table.query = query;
    // Partition expiration overrides table expiration.
    if (!table.timePartitioning?.expirationMs && tableExpirationMs !== undefined)
      table.expires ??= now + tableExpirationMs;
    tables.set(id, table);
    return table;
  }

  async changeTable(
    table: Table,
    given: Given,
    fieldsOfView: (query: string) => Promise<SchemaField[]>,
  ): Promise<void> {
    describe(table, given);
    const query = readView(given.view);
    if (query !== undefined) {
      if (table.query === undefined) throw invalid(`${table.id} is no view`);
      table.fields = await fieldsOfView(query);
      table.query = query;
    } else if (given.schema !== undefined && table.query === undefined) {
      await this.changeFields(table, readSchema(given.schema));
    }
    if (given.timePartitioning !== undefined && table.timePartitioning) {
      const asked = readPartitioning(given.timePartitioning, table.fields);
      if (asked?.type !== table.timePartitioning.type || asked.field !== table.timePartitioning.field)
        throw invalid('Cannot change partitioning/clustering spec for a partitioned/clustered table.');
      table.timePartitioning = asked;
    }
    table.modified = this.now();
  }

  /** Fields can be added or become nullable; they can't be removed or change type. */
  async changeFields(table: Table, fields: readonly SchemaField[]): Promise<void> {
    const misfit = (why: string) =>
      invalid(`Provided Schema does not match Table ${this.#nameOf(table.dataset, table.id)}. ${why}`);
    for (const { name, type, mode } of table.fields) {
      const asked = fields.find((each) => each.name.toLowerCase() === name.toLowerCase());
      if (!asked) throw misfit(`Field ${name} is missing in new schema`);
      if (asked.type !== type)
        throw misfit(
          `Field ${name} has changed type from ${columnType(type)!.legacy} to ${columnType(asked.type)!.legacy}`,
        );
      if (mode === 'NULLABLE' && asked.mode === 'REQUIRED')
        throw misfit(`Field ${name} has changed mode from NULLABLE to REQUIRED`);
    }
    const added = fields.filter(
      ({ name }) => !table.fields.some((each) => each.name.toLowerCase() === name.toLowerCase()),
    );
    const required = added.find(({ mode }) => mode === 'REQUIRED');
    if (required) throw misfit(`Cannot add required fields to an existing schema. (field: ${required.name})`);
    for (const field of added) await this.engine.run(`ALTER TABLE ${engineName(table)} ADD COLUMN ${columnOf(field)}`);
    for (const { name, mode } of table.fields) {
      const asked = fields.find((each) => each.name === name);
      if (mode === 'REQUIRED' && asked?.mode === 'NULLABLE')
        await this.engine.run(`ALTER TABLE ${engineName(table)} ALTER ${named(name)} DROP NOT NULL`);
    }
    table.fields = [...fields];
    table.modified = this.now();
  }

  async deleteTable(table: Table): Promise<void> {
    // DuckDB has a view only if a direct query needed it.
    const kind = table.query === undefined ? 'TABLE' : 'VIEW IF EXISTS';
    await this.engine.run(`DROP ${kind} ${engineName(table)}`);
    this.dataset(table.dataset).tables.delete(table.id);
  }

  /** Logical bytes as Google counts them. */
  async sizeOf(table: Table): Promise<{ rows: number; bytes: number } | undefined> {
    if (table.query !== undefined) return undefined;
    const bytes = table.fields.map(({ name, type }) => {
      const width = type === 'STRING' ? `2 + strlen(${named(name)})` : WIDTHS[type];
      return `coalesce(sum(CASE WHEN ${named(name)} IS NULL THEN 0 ELSE ${width} END), 0)`;
    });
    const { rows } = await this.engine.run(`SELECT count(*), ${bytes.join(' + ')} FROM ${engineName(table)}`);
    return { rows: Number(rows[0]![0]), bytes: Number(rows[0]![1]) };
  }

  async expire(): Promise<void> {
    const now = this.now();
    for (const { tables } of this.datasets())
      for (const table of tables.values()) {
        if (table.expires !== undefined && table.expires <= now) await this.deleteTable(table);
        else await this.expirePartitions(table);
      }
  }

  async expirePartitions(table: Table): Promise<void> {
    const { type, field, expirationMs } = table.timePartitioning ?? {};
    if (!expirationMs || !field) return;
    const least = new Date(this.now() - Number(expirationMs)).toISOString();
    const start = `date_trunc('${type}', CAST(${named(field)} AS TIMESTAMPTZ))`;
    await this.engine.run(`DELETE FROM ${engineName(table)} WHERE ${start} <= CAST('${least}' AS TIMESTAMPTZ)`);
  }

  #describeDataset(dataset: Dataset, given: Given): void {
    const { description, friendlyName, labels } = given;
    if ('description' in given) dataset.description = description as string;
    if ('friendlyName' in given) dataset.friendlyName = friendlyName as string;
    if ('labels' in given) dataset.labels = labels as Record<string, string>;
    for (const [name, key] of [
      ['defaultTableExpirationMs', 'tableExpirationMs'],
      ['defaultPartitionExpirationMs', 'partitionExpirationMs'],
    ] as const) {
      if (!(name in given)) continue;
      const value = given[name] === null ? undefined : Number(given[name]);
      if (this.surroundings.sandbox && (value === undefined || value > SANDBOX)) throw SANDBOX_LIMIT;
      if (value !== undefined && value < HOUR) throw invalid(`${name} has to be at least ${HOUR}`);
      dataset[key] = value;
    }
  }

  #nameOf(dataset: string, table: string): string {
    return `${this.project}:${dataset}.${table}`;
  }
}

const SANDBOX_LIMIT = new Refusal(
  403,
  'billingNotEnabled',
  'Billing has not been enabled for this project. Enable billing at https://console.cloud.google.com/billing. Datasets must have a default expiration time and default partition expiration time of less than 60 days while in sandbox mode.',
);

const WIDTHS: Readonly<Record<string, number>> = {
  INT64: 8,
  FLOAT64: 8,
  NUMERIC: 16,
  BOOL: 1,
  DATE: 8,
  DATETIME: 8,
  TIMESTAMP: 8,
};

export const engineName = ({ dataset, id }: Table): string => `${named(dataset)}.${named(id)}`;

export const columnOf = ({ name, type, mode }: SchemaField): string =>
  `${named(name)} ${columnType(type)!.engine}${mode === 'REQUIRED' ? ' NOT NULL' : ''}`;

function identifierIn(reference: unknown, key: string, what: string): string {
  const id = (reference as Record<string, string> | undefined)?.[key];
  if (id === undefined) throw invalid(`Required parameter is missing: ${key}`);
  if (!IDENTIFIER.test(id)) throw invalid(`Invalid ${what} ID "${id}".`);
  return id;
}

function readView(view: unknown): string | undefined {
  if (view === undefined || view === null) return undefined;
  const { query, useLegacySql } = view as { query?: string; useLegacySql?: boolean };
  if (useLegacySql !== false)
    throw invalid('The stand-in has no legacy SQL, which is what a view is without useLegacySql: false');
  return String(query);
}

function describe(table: Table, given: Given): void {
  if ('description' in given) table.description = given.description as string;
  if ('friendlyName' in given) table.friendlyName = given.friendlyName as string;
  if ('labels' in given) table.labels = given.labels as Record<string, string>;
  if ('expirationTime' in given)
    table.expires = given.expirationTime === null ? undefined : Number(given.expirationTime);
}
