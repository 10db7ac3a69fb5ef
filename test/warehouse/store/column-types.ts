/** Column types: names, accepted JSON values, and output format. */
import type {
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBValue,
} from '@duckdb/node-api';
import type { Scalar } from './json-lines.ts';

export type TypeName = 'STRING' | 'INT64' | 'FLOAT64' | 'NUMERIC' | 'BOOL' | 'DATE' | 'DATETIME' | 'TIMESTAMP';

export interface ColumnType {
  /** GoogleSQL name. */
  readonly name: TypeName;
  /** Name in returned schemas. */
  readonly legacy: string;
  /** DuckDB name. */
  readonly engine: string;
  /** Whether the value can be loaded. Rejects values that Google might round or convert. */
  readonly accepts: (value: Scalar) => boolean;
  /** Formats a value for responses. */
  readonly write: (value: DuckDBValue) => string;
}

const INTEGER = /^[+-]?\d{1,19}$/;
const DECIMAL = /^[+-]?(\d+)?(?:\.(\d+))?$/;
const FLOAT = /^([+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?|NaN|[+-]?(Infinity|inf))$/;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const MOMENT = /^(\d{4}-\d{2}-\d{2})[ T]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?(Z| UTC|[+-](0\d|1[0-4]):[0-5]\d)?$/;

const LARGEST_INT64 = 9_223_372_036_854_775_807n;
const NUMERIC_DIGITS = 29;
const NUMERIC_DECIMALS = 9;
/** Maximum number of digits in an unquoted number that a double represents exactly. */
const EXACT_DIGITS = 15;

function isInteger({ kind, text }: Scalar): boolean {
  if (kind !== 'string' && kind !== 'number') return false;
  if (!INTEGER.test(text)) return false;
  const value = BigInt(text.replace(/^\+/, ''));
  if (kind === 'number') return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER;
  return value >= -LARGEST_INT64 - 1n && value <= LARGEST_INT64;
}

function isNumeric({ kind, text }: Scalar): boolean {
  if (kind !== 'string' && kind !== 'number') return false;
  const [, whole = '', decimals = ''] = DECIMAL.exec(text) ?? [];
  if (whole === '' && decimals === '') return false;
  const digits = whole.replace(/^0+/, '');
  if (kind === 'number' && digits.length + decimals.length > EXACT_DIGITS) return false;
  return digits.length <= NUMERIC_DIGITS && decimals.length <= NUMERIC_DECIMALS;
}

function isDay(text: string): boolean {
  const [, year, month, day] = DAY.exec(text) ?? [];
  if (!year || year === '0000') return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day) && date.getUTCMonth() + 1 === Number(month);
}

function isMoment({ kind, text }: Scalar, mayHaveOffset: boolean): boolean {
  const [, day, , , offset] = (kind === 'string' && MOMENT.exec(text)) || [];
  return day !== undefined && isDay(day) && (mayHaveOffset || offset === undefined);
}

export function plainNumber(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

function floatText(value: DuckDBValue): string {
  const number = Number(value);
  if (Object.is(number, -0)) return '-0.0';
  return Number.isInteger(number) && Math.abs(number) < 1e15 ? number.toFixed(1) : String(number);
}

const MICROS = 1_000_000n;

/** A date and time without offset, with microseconds if nonzero. */
export function momentText(micros: bigint): string {
  const fraction = ((micros % MICROS) + MICROS) % MICROS;
  const seconds = new Date(Number((micros - fraction) / 1000n)).toISOString().slice(0, 19);
  return fraction === 0n ? seconds : `${seconds}.${String(fraction).padStart(6, '0')}`;
}

export const columnTypes: readonly ColumnType[] = [
  {
    name: 'STRING',
    legacy: 'STRING',
    engine: 'VARCHAR',
    accepts: ({ kind }) => kind === 'string',
    write: String,
  },
  { name: 'INT64', legacy: 'INTEGER', engine: 'BIGINT', accepts: isInteger, write: String },
  {
    name: 'FLOAT64',
    legacy: 'FLOAT',
    engine: 'DOUBLE',
    accepts: ({ kind, text }) => (kind === 'string' || kind === 'number') && FLOAT.test(text),
    write: floatText,
  },
  {
    name: 'NUMERIC',
    legacy: 'NUMERIC',
    engine: 'DECIMAL(38,9)',
    accepts: isNumeric,
    write: (value) => plainNumber((value as DuckDBDecimalValue).toString()),
  },
  {
    name: 'BOOL',
    legacy: 'BOOLEAN',
    engine: 'BOOLEAN',
    accepts: ({ kind, text }) => kind === 'boolean' || (kind === 'string' && /^(true|false)$/i.test(text)),
    write: String,
  },
  {
    name: 'DATE',
    legacy: 'DATE',
    engine: 'DATE',
    accepts: ({ kind, text }) => kind === 'string' && isDay(text),
    write: (value) => (value as DuckDBDateValue).toString(),
  },
  {
    name: 'DATETIME',
    legacy: 'DATETIME',
    engine: 'TIMESTAMP',
    accepts: (value) => isMoment(value, false),
    write: (value) => momentText((value as DuckDBTimestampValue).micros),
  },
  {
    name: 'TIMESTAMP',
    legacy: 'TIMESTAMP',
    engine: 'TIMESTAMP WITH TIME ZONE',
    accepts: (value) => isMoment(value, true),
    write: (value) => String((value as DuckDBTimestampTZValue).micros),
  },
];

const OTHER_NAMES: Readonly<Record<string, TypeName>> = {
  INTEGER: 'INT64',
  INT: 'INT64',
  BIGINT: 'INT64',
  FLOAT: 'FLOAT64',
  BOOLEAN: 'BOOL',
  DECIMAL: 'NUMERIC',
};

/** Finds a type by any of its names. */
export function columnType(name: string): ColumnType | undefined {
  const upper = name.toUpperCase();
  const wanted = OTHER_NAMES[upper] ?? upper;
  return columnTypes.find((type) => type.name === wanted);
}

/** The column type for a DuckDB type; DuckDB widens sums and narrows small numbers. */
export function typeOfEngine(engine: string): ColumnType {
  if (/^(HUGEINT|U?(TINY|SMALL|BIG)?INT|U?INTEGER)/.test(engine)) return columnType('INT64')!;
  if (engine.startsWith('DECIMAL')) return columnType('NUMERIC')!;
  if (engine === 'FLOAT') return columnType('FLOAT64')!;
  // A column that contains only NULLs.
  if (engine === 'SQLNULL' || engine === '"NULL"') return columnType('INT64')!;
  const found = columnTypes.find((type) => type.engine === engine);
  if (!found) throw new Error(`no type for ${engine}`);
  return found;
}
