/** Loads lines of JSON into a table, all or nothing. */

import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type ErrorEntry, Refusal } from '../refusal.ts';
import { columnType } from './column-types.ts';
import { named, quoted } from './engine.ts';
import { readLine, type Scalar, UnreadableLine } from './json-lines.ts';
import type { SchemaField, Table } from './resources.ts';
import { engineName, type Warehouse } from './warehouse.ts';

/** A failed load, with one error per invalid line. */
export class LoadFailure extends Error {
  constructor(readonly errors: ErrorEntry[]) {
    super(errors[0]!.message);
  }
}

const MOST_ERRORS = 5;
const PREFIX = 'Error while reading data, error message:';

const entry = (message: string): ErrorEntry => ({ reason: 'invalid', message: `${PREFIX} ${message}` });

/** Returns the number of rows. Validates lines first, because DuckDB accepts almost anything. */
export async function loadLines(
  { engine }: Warehouse,
  table: Table,
  media: Buffer,
  replaces: boolean,
): Promise<number> {
  const lines = plain(media);
  check(lines, table.fields);
  const file = join(tmpdir(), `warehouse-${process.pid}-${randomUUID()}.ndjson`);
  const read = table.fields.map(({ name }) => `${quoted(name)}: 'VARCHAR'`).join(', ');
  const cast = table.fields.map(
    ({ name, type }) => `CAST(${named(name)} AS ${columnType(type)!.engine}) AS ${named(name)}`,
  );
  try {
    writeFileSync(file, lines);
    return await engine.whole(async () => {
      if (replaces) await engine.run(`DELETE FROM ${engineName(table)}`);
      if (lines.length === 0) return 0;
      return await engine.write(
        `INSERT INTO ${engineName(table)} BY NAME SELECT ${cast.join(', ')} FROM read_json(${quoted(file)}, format = 'newline_delimited', compression = 'uncompressed', maximum_object_size = 104857600, columns = {${read}})`,
      );
    });
  } finally {
    rmSync(file, { force: true });
  }
}

function plain(media: Buffer): Buffer {
  const isGzip = media[0] === 0x1f && media[1] === 0x8b;
  try {
    return isGzip ? gunzipSync(media) : media;
  } catch {
    throw new LoadFailure([entry('Failed to decompress gzip content; the file may be truncated.')]);
  }
}

const NEW_LINE = 10;

function check(lines: Buffer, fields: readonly SchemaField[]): void {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const checkLine = lineCheckerOf(fields);
  const errors: ErrorEntry[] = [];
  for (let from = 0; from < lines.length && errors.length < MOST_ERRORS; ) {
    const found = lines.indexOf(NEW_LINE, from);
    const to = found < 0 ? lines.length : found;
    const wrong = faultIn(lines.subarray(from, to), decoder, checkLine);
    if (wrong !== undefined) errors.push(entry(`JSON parsing error in row starting at position ${from}: ${wrong}`));
    from = to + 1;
  }
  if (errors.length === 0) return;
  const count = `Rows: ${errors.length}; errors: ${errors.length}`;
  throw new LoadFailure([
    entry(
      `JSON table encountered too many errors, giving up. ${count}. Please look into the errors[] collection for more details.`,
    ),
    ...errors,
  ]);
}

type LineChecker = (line: string) => void;

function faultIn(bytes: Buffer, decoder: TextDecoder, checkLine: LineChecker): string | undefined {
  try {
    const line = decoder.decode(bytes);
    if (line.trim() !== '') checkLine(line);
    return undefined;
  } catch (error) {
    if (error instanceof UnreadableLine) return error.message;
    return 'The line is not UTF-8';
  }
}

function lineCheckerOf(fields: readonly SchemaField[]): LineChecker {
  const byName = new Map(
    fields.map(({ name, type, mode }) => [name, { type: columnType(type)!, required: mode === 'REQUIRED' }]),
  );
  const required = fields.filter(({ mode }) => mode === 'REQUIRED').map(({ name }) => name);
  const seen = new Set<string>();
  const each = (name: string, value: Scalar) => {
    const field = byName.get(name);
    if (!field) throw new UnreadableLine(`No such field: ${name}.`);
    if (seen.has(name)) throw new UnreadableLine(`Repeated field: ${name}.`);
    if (value.kind === 'null') return;
    seen.add(name);
    if (!field.type.accepts(value))
      throw new UnreadableLine(
        `Could not convert value '${value.kind}_value: ${value.text.slice(0, 100)}' to ${field.type.legacy.toLowerCase()}. Field: ${name}; Value: ${value.text.slice(0, 100)}`,
      );
  };
  return (line) => {
    seen.clear();
    readLine(line, each);
    const missing = required.find((name) => !seen.has(name));
    if (missing !== undefined) throw new UnreadableLine(`Missing required field: ${missing}.`);
  };
}

/** The table's fields after applying the job's schema. */
export function fieldsAfter(table: Table, given: readonly SchemaField[], mayAdd: boolean): SchemaField[] {
  const added = given.filter(({ name }) => !table.fields.some((each) => each.name === name));
  if (added.length > 0 && !mayAdd)
    throw new Refusal(
      400,
      'invalid',
      `Provided Schema does not match Table ${table.dataset}.${table.id}. Cannot add fields (field: ${added[0]!.name})`,
    );
  const before = table.fields.map((field) => given.find(({ name }) => name === field.name) ?? field);
  return [...before, ...added];
}
