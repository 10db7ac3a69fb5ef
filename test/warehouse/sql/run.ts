/** Runs a statement on the warehouse's tables. */
import { duplicate, invalidQuery, notFound, Refusal } from '../refusal.ts';
import { typeOfEngine } from '../store/column-types.ts';
import { named, quoted } from '../store/engine.ts';
import type { Answer } from '../store/jobs.ts';
import type { Dataset, SchemaField, Table } from '../store/resources.ts';
import { columnOf, engineName, type Given, type Warehouse } from '../store/warehouse.ts';
import { type Statement, statementOf, textOption } from './statements.ts';
import { type Node, nestedTokens } from './tokens.ts';
import { type Scope, translated } from './translate.ts';

export interface QueryRequest {
  query: string;
  /** Dataset for unqualified table names. */
  defaultDataset?: string;
  /** The job's location; derived from the tables if undefined. */
  location?: string;
  /** DuckDB literals by `@name`; positional parameters under `?`, in order. */
  parameters?: ReadonlyMap<string, string[]>;
}

export interface Ran {
  statementType: string;
  location: string | undefined;
  answer: Answer;
}

const NOTHING: Answer = { fields: [], rows: [] };
/** Maximum depth of nested views. */
const DEEPEST = 16;

type Of<T extends Statement['type']> = Extract<Statement, { type: T }>;

export class QueryRun {
  #location: string | undefined;
  readonly #positional: string[];

  constructor(
    readonly warehouse: Warehouse,
    readonly request: QueryRequest,
  ) {
    this.#location = request.location;
    this.#positional = [...(request.parameters?.get('?') ?? [])];
  }

  /** If `dry`, validates the statement without running it. */
  async run(dry = false): Promise<Ran> {
    const statement = statementOf(this.request.query);
    const answer = dry ? await this.#described(statement) : await this.#run(statement);
    return { statementType: statement.type, location: this.#location, answer };
  }

  async fields(): Promise<SchemaField[]> {
    const fields = await this.#describe(this.engineQuery());
    return fields.map(({ name, type }) => ({ name, type: type.name, mode: 'NULLABLE' }));
  }

  /** The query in DuckDB SQL. */
  engineQuery(): string {
    const statement = statementOf(this.request.query);
    if (statement.type !== 'SELECT') throw invalidQuery('A view is a query');
    return this.#translate(statement.query);
  }

  async #described(statement: Statement): Promise<Answer> {
    if (statement.type !== 'SELECT') return NOTHING;
    return { fields: await this.#describe(this.#translate(statement.query)), rows: [] };
  }

  async #run(statement: Statement): Promise<Answer> {
    switch (statement.type) {
      case 'SELECT':
        return await this.#select(this.#translate(statement.query));
      case 'CREATE_VIEW':
        await this.#createView(statement);
        break;
      case 'CREATE_TABLE':
      case 'CREATE_TABLE_AS_SELECT':
        await this.#createTable(statement);
        break;
      case 'ALTER_TABLE':
        await this.#alter(statement);
        break;
      default:
        await this.#drop(statement);
    }
    return NOTHING;
  }

  async #select(sql: string): Promise<Answer> {
    const { columns, rows } = await this.#engine(sql);
    const fields = namedColumns(columns.map(({ name, engineType }) => ({ name, type: typeIn(engineType) })));
    const seen = new Set<string>();
    for (const { name } of fields) {
      if (seen.has(name.toLowerCase()))
        throw invalidQuery(`Duplicate column names in the result are not supported. Found duplicate(s): ${name}`);
      seen.add(name.toLowerCase());
    }
    const written = rows.map((row) =>
      row.map((value, index) => (value === null ? null : fields[index]!.type.write(value))),
    );
    return { fields, rows: written };
  }

  async #describe(sql: string): Promise<Answer['fields']> {
    const { rows } = await this.#engine(`DESCRIBE ${sql}`);
    return namedColumns(rows.map(([name, type]) => ({ name: String(name), type: typeIn(String(type)) })));
  }

  async #engine(sql: string) {
    try {
      return await this.warehouse.engine.run(sql);
    } catch (error) {
      throw invalidQuery((error as Error).message);
    }
  }

  #translate(nodes: readonly Node[], depth = 0): string {
    if (depth > DEEPEST) throw invalidQuery('Too many nested views');
    const scope: Scope = {
      now: this.warehouse.now(),
      parameter: (name) => this.#parameter(name),
      table: (path) => {
        const { table } = this.#found(path);
        if (table.query === undefined) return { sql: engineName(table), isQuery: false };
        // The view is expanded anew in each query, so it always reflects its tables.
        return { sql: `(${this.#translate(nestedTokens(table.query), depth + 1)})`, isQuery: true };
      },
    };
    return translated(nodes, scope);
  }

  #parameter(name: string): string {
    const value =
      name === '?' ? this.#positional.shift() : this.request.parameters?.get(name.slice(1).toLowerCase())?.[0];
    if (value === undefined) throw invalidQuery(`Query parameter '${name.replace('@', '')}' not found`);
    return value;
  }

  /** Returns the dataset and table name in a path, after checking the dataset's location. */
  #place(path: readonly string[]): { dataset: Dataset; id: string } {
    const { project } = this.warehouse;
    const [id, dataset = this.request.defaultDataset, owner = project] = [...path].reverse();
    if (dataset === undefined)
      throw invalidQuery(`Table "${id}" must be qualified with a dataset (e.g. dataset.table).`);
    if (owner !== project || path.length > 3)
      throw new Refusal(403, 'accessDenied', `Access Denied: Table ${path.join('.')}: User does not have permission`);
    const found = this.warehouse.dataset(dataset);
    this.#location ??= found.location;
    if (this.#location.toUpperCase() !== found.location.toUpperCase())
      throw notFound(`Dataset ${project}:${dataset} was not found in location ${this.#location}`);
    return { dataset: found, id: id! };
  }

  #found(path: readonly string[]): { dataset: Dataset; table: Table } {
    const { dataset, id } = this.#place(path);
    return { dataset, table: this.warehouse.table(dataset.id, id) };
  }

  /** Deletes an existing table that the statement replaces; returns false if the statement keeps it. */
  async #makeRoom(
    { replaces, unlessThere }: { replaces: boolean; unlessThere: boolean },
    { dataset, id }: { dataset: Dataset; id: string },
    isView: boolean,
  ): Promise<boolean> {
    const before = dataset.tables.get(id);
    if (!before) return true;
    if (unlessThere) return false;
    if (!replaces) throw duplicate(`Table ${this.warehouse.project}:${dataset.id}.${id}`);
    if ((before.query !== undefined) !== isView)
      throw invalidQuery(
        `${this.warehouse.project}:${dataset.id}.${id} is not allowed for this operation because it is currently a ${isView ? 'TABLE' : 'VIEW'}.`,
      );
    await this.warehouse.deleteTable(before);
    return true;
  }

  async #createView(statement: Of<'CREATE_VIEW'>): Promise<void> {
    const { dataset, id } = this.#place(statement.path);
    const fields = await new QueryRun(this.warehouse, { ...this.request, query: statement.text }).fields();
    if (!(await this.#makeRoom(statement, { dataset, id }, true))) return;
    const given = {
      tableReference: { tableId: id },
      view: { query: statement.text, useLegacySql: false },
      ...(await this.#describing(statement.options)),
    };
    await this.warehouse.createTable(dataset, given, async () => fields);
  }

  async #createTable(statement: Of<'CREATE_TABLE' | 'CREATE_TABLE_AS_SELECT'>): Promise<void> {
    const { dataset, id } = this.#place(statement.path);
    const source = statement.query && this.#translate(statement.query);
    const fields =
      statement.fields ?? (await this.#describe(source!)).map(({ name, type }) => ({ name, type: type.name }));
    // The query may read the table that it replaces, so its result is stored first.
    const aside = `aside_${id}`;
    if (source) await this.#engine(`CREATE OR REPLACE TEMP TABLE ${named(aside)} AS ${source}`);
    if (!(await this.#makeRoom(statement, { dataset, id }, false))) return;
    const days = statement.options.get('partition_expiration_days');
    const expirationMs = days && String((await this.#value(days, 'DOUBLE')) * 86_400_000);
    const given = {
      tableReference: { tableId: id },
      schema: { fields },
      timePartitioning: statement.partitioning && {
        ...statement.partitioning,
        ...(expirationMs ? { expirationMs } : {}),
      },
      clustering: statement.clustering && { fields: statement.clustering },
      ...(await this.#describing(statement.options)),
    };
    const table = await this.warehouse.createTable(dataset, given, async () => []);
    if (!source) return;
    const names = fields.map(({ name }) => named(name)).join(', ');
    await this.#engine(`INSERT INTO ${engineName(table)} (${names}) SELECT * FROM ${named(aside)}`);
    await this.#engine(`DROP TABLE ${named(aside)}`);
    await this.warehouse.expirePartitions(table);
  }

  async #describing(options: ReadonlyMap<string, readonly Node[]>): Promise<Given> {
    const given: Given = {};
    if (options.has('description')) given.description = textOption(options, 'description');
    if (options.has('friendly_name')) given.friendlyName = textOption(options, 'friendly_name');
    const until = options.get('expiration_timestamp');
    if (until) given.expirationTime = await this.#value(until, 'TIMESTAMPTZ');
    return given;
  }

  /** Evaluates an expression to a number, or to epoch milliseconds if it is a timestamp. */
  async #value(nodes: readonly Node[], type: 'DOUBLE' | 'TIMESTAMPTZ'): Promise<number> {
    const value = `CAST(${this.#translate(nodes)} AS ${type})`;
    const { rows } = await this.#engine(`SELECT ${type === 'DOUBLE' ? value : `epoch_ms(${value})`}`);
    return Number(rows[0]![0]);
  }

  async #alter({ path, added, dropped }: Of<'ALTER_TABLE'>): Promise<void> {
    const { table } = this.#found(path);
    for (const { field, unlessThere } of added) {
      if (table.fields.some(({ name }) => name.toLowerCase() === field.name.toLowerCase())) {
        if (unlessThere) continue;
        throw invalidQuery(`Column already exists: ${field.name}`);
      }
      if (field.mode === 'REQUIRED') throw invalidQuery('Cannot add required columns to an existing table');
      await this.#engine(`ALTER TABLE ${engineName(table)} ADD COLUMN ${columnOf(field)}`);
      table.fields = [...table.fields, field];
    }
    for (const name of dropped) {
      if (!table.fields.some((field) => field.name === name)) throw invalidQuery(`Column not found: ${name}`);
      await this.#engine(`ALTER TABLE ${engineName(table)} DROP COLUMN ${named(name)}`);
      table.fields = table.fields.filter((field) => field.name !== name);
    }
    table.modified = this.warehouse.now();
  }

  async #drop({ type, path, ifThere }: Of<'DROP_TABLE' | 'DROP_VIEW'>): Promise<void> {
    const { dataset, id } = this.#place(path);
    const table = dataset.tables.get(id);
    if (!table && ifThere) return;
    const found = table ?? this.warehouse.table(dataset.id, id);
    if ((found.query === undefined) !== (type === 'DROP_TABLE'))
      throw invalidQuery(`Cannot drop ${id}, which has another type`);
    await this.warehouse.deleteTable(found);
  }
}

/** Names unnamed columns as BigQuery does; DuckDB uses the expression. */
function namedColumns(fields: Answer['fields']): Answer['fields'] {
  let unnamed = 0;
  return fields.map((field) =>
    /^[\p{L}_][\p{L}\p{N}_]*$/u.test(field.name) ? field : { ...field, name: `f${unnamed++}_` },
  );
}

function typeIn(engineType: string) {
  try {
    return typeOfEngine(engineType);
  } catch {
    throw invalidQuery(`The stand-in has no type for ${engineType} in a result`);
  }
}

/** Converts a request parameter to a DuckDB literal. */
export function literalOf(type: { engine: string }, value: string | null | undefined): string {
  return `CAST(${value === null || value === undefined ? 'NULL' : quoted(value)} AS ${type.engine})`;
}
