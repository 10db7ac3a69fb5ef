/** Questions to the engine in its own SQL, past the service: what a test asks to see what is really there. */
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

/** Views are read again with each query of the service; the engine has them for these questions alone. */
async function renewViews(warehouse: Warehouse): Promise<void> {
  const tables = warehouse.datasets().flatMap((dataset) => [...dataset.tables.values()]);
  for (const table of tables) {
    if (table.query === undefined) continue;
    const name = engineName(table);
    try {
      const sql = new QueryRun(warehouse, { query: table.query }).engineQuery();
      await warehouse.engine.run(`CREATE OR REPLACE VIEW ${name} AS ${sql}`);
    } catch {
      // Of a table that is gone; whoever asks for the view hears of it.
      await warehouse.engine.run(`DROP VIEW IF EXISTS ${name}`);
    }
  }
}

/** A number that JSON holds is one, any other is a text; an instant is one in ISO 8601. */
function shown(value: DuckDBValue, engineType: string): unknown {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'bigint' || engineType.startsWith('DECIMAL')) return exactNumber(plainNumber(String(value)));
  if (value instanceof DuckDBTimestampTZValue) return instantText(value.micros);
  return String(value);
}

/** As JavaScript writes it, with microseconds where there are some. */
function instantText(micros: bigint): string {
  const text = momentText(micros);
  return text.includes('.') ? `${text}Z` : `${text}.000Z`;
}

function exactNumber(text: string): number | string {
  return String(Number(text)) === text ? Number(text) : text;
}
