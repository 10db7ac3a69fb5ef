/** The embedded DuckDB engine: one connection, opened on first use. */
import { type DuckDBConnection, DuckDBInstance, type DuckDBValue } from '@duckdb/node-api';

const OPTIONS = {
  memory_limit: '1GB',
  threads: '2',
  // Prevents downloads.
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  // GoogleSQL's sort order for NULL.
  default_null_order: 'NULLS_FIRST_ON_ASC_LAST_ON_DESC',
};

/**
 * Reject calls that GoogleSQL rejects, or for which DuckDB returns a different type. Otherwise, tests could pass with
 * wrong results.
 */
const MACROS = [
  `no_numeric(x) AS CASE WHEN typeof(x) LIKE 'DECIMAL%' THEN error('the stand-in does not divide NUMERIC: CAST it to FLOAT64') ELSE x END`,
  `whole_text(x) AS regexp_full_match(CAST(x AS VARCHAR), '\\s*[+-]?[0-9]+\\s*')`,
  `to_int64(x) AS CASE WHEN typeof(x) = 'VARCHAR' AND NOT whole_text(x) THEN error('Bad int64 value: ' || CAST(x AS VARCHAR)) WHEN typeof(x) = 'DOUBLE' OR typeof(x) LIKE 'DECIMAL%' THEN CAST(round(TRY_CAST(x AS DECIMAL(38,9))) AS BIGINT) ELSE CAST(x AS BIGINT) END`,
  `safe_to_int64(x) AS CASE WHEN typeof(x) = 'VARCHAR' AND NOT whole_text(x) THEN NULL WHEN typeof(x) = 'DOUBLE' OR typeof(x) LIKE 'DECIMAL%' THEN TRY_CAST(round(TRY_CAST(x AS DECIMAL(38,9))) AS BIGINT) ELSE TRY_CAST(x AS BIGINT) END`,
  `no_point(x) AS regexp_replace(regexp_replace(x, '(\\.[0-9]*?)0+$', '\\1'), '\\.$', '')`,
  `to_string(x) AS CASE WHEN typeof(x) LIKE 'DECIMAL%' THEN no_point(CAST(x AS VARCHAR)) WHEN typeof(x) = 'DOUBLE' THEN regexp_replace(CAST(x AS VARCHAR), '\\.0$', '') ELSE CAST(x AS VARCHAR) END`,
];

export interface EngineRows {
  columns: { name: string; engineType: string }[];
  rows: (DuckDBValue | null)[][];
}

export class Engine {
  #opened: Promise<{ instance: DuckDBInstance; connection: DuckDBConnection }> | undefined;

  async run(sql: string): Promise<EngineRows> {
    const { connection } = await this.#open();
    const result = await connection.runAndReadAll(sql);
    const types = result.columnTypes();
    const columns = result.columnNames().map((name, index) => ({ name, engineType: String(types[index]) }));
    return { columns, rows: result.getRows() };
  }

  /** Returns the number of rows written. */
  async write(sql: string): Promise<number> {
    const { connection } = await this.#open();
    return (await connection.run(sql)).rowsChanged;
  }

  async whole<T>(work: () => Promise<T>): Promise<T> {
    await this.run('BEGIN');
    try {
      const result = await work();
      await this.run('COMMIT');
      return result;
    } catch (error) {
      await this.run('ROLLBACK');
      throw error;
    }
  }

  async close(): Promise<void> {
    if (!this.#opened) return;
    const { instance, connection } = await this.#opened;
    connection.closeSync();
    instance.closeSync();
  }

  #open() {
    this.#opened ??= open();
    return this.#opened;
  }
}

async function open() {
  const instance = await DuckDBInstance.create(':memory:', OPTIONS);
  const connection = await instance.connect();
  await connection.run("SET TimeZone='UTC'");
  for (const macro of MACROS) await connection.run(`CREATE MACRO ${macro}`);
  return { instance, connection };
}

export const named = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
