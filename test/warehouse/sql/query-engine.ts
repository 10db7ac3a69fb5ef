/** Queries DuckDB directly to check stored data. */
import { DuckDBTimestampTZValue, type DuckDBValue } from '@duckdb/node-api';
import { momentText, plainNumber } from '../store/column-types.ts';
import { engineName, type Warehouse } from '../store/warehouse.ts';
import { QueryRun } from './run.ts';

export async function queryEngine(warehouse: Warehouse, sql: string): Promise<Record<string, unknown>[]> {
  await renewViews(warehouse);
  const { columns, rows } = await warehouse.engine.run(sql);
  return rows.map((row) =>
    Object.fromEntries(row.map((value, index) => [columns[index]!.name, shown(value, columns[index]!.engineType)])),
  );
}

/** Creates views in DuckDB for direct queries; the service expands views itself. */
async function renewViews(warehouse: Warehouse): Promise<void> {
  const tables = warehouse.datasets().flatMap((dataset) => [...dataset.tables.values()]);
  for (const table of tables) {
    if (table.query === undefined) continue;
    const name = engineName(table);
    try {
      const sql = new QueryRun(warehouse, { query: table.query }).engineQuery();
      await warehouse.engine.run(`CREATE OR REPLACE VIEW ${name} AS ${sql}`);
    } catch {
      // The view's table is gone; querying the view reports that.
      await warehouse.engine.run(`DROP VIEW IF EXISTS ${name}`);
    }
  }
}

/** A number if JSON can represent it exactly, otherwise a string; times in ISO 8601. */
function shown(value: DuckDBValue, engineType: string): unknown {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'bigint' || engineType.startsWith('DECIMAL')) return exactNumber(plainNumber(String(value)));
  if (value instanceof DuckDBTimestampTZValue) return instantText(value.micros);
  return String(value);
}

/** JavaScript's ISO format, with microseconds if nonzero. */
function instantText(micros: bigint): string {
  const text = momentText(micros);
  return text.includes('.') ? `${text}Z` : `${text}.000Z`;
}

function exactNumber(text: string): number | string {
  return String(Number(text)) === text ? Number(text) : text;
}
