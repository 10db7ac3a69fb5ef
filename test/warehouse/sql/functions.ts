/** Translates supported GoogleSQL functions to DuckDB; rejects unsupported ones. */
import { invalidQuery } from '../refusal.ts';

export interface Argument {
  /** The argument in DuckDB SQL. */
  sql: () => string;
  /** A single uppercase word, such as a time unit; otherwise empty. */
  word: string;
  /** The value if the argument is a string literal. */
  literal: string | undefined;
  /** The word in parentheses, as in `WEEK(MONDAY)`. */
  detail?: string;
}

export type Translate = (args: readonly Argument[], name: string) => string;

const all = (args: readonly Argument[]) => args.map((arg) => arg.sql()).join(', ');

/** Calls the DuckDB function with this name. */
const as =
  (engine: string): Translate =>
  (args) =>
    `${engine}(${all(args)})`;

const arity =
  (least: number, most: number, translate: Translate): Translate =>
  (args, name) => {
    if (args.length < least || args.length > most)
      throw invalidQuery(`No matching signature for function ${name} with ${args.length} arguments`);
    return translate(args, name);
  };

const one = (engine: string) => arity(1, 1, as(engine));

const withNulls =
  (engine: string): Translate =>
  (args) =>
    `CASE WHEN ${args.map((arg) => `${arg.sql()} IS NULL`).join(' OR ')} THEN NULL ELSE ${engine}(${all(args)}) END`;

const text =
  (engine: string): Translate =>
  (args, name) => {
    const format = args[0]?.literal;
    if (format === undefined || !/^(?:[^%]|%[YmdHMS])*$/.test(format))
      throw invalidQuery(`The stand-in takes %Y %m %d %H %M %S in ${name}, as a literal`);
    return `${engine}(${args[1]!.sql()}, ${args[0]!.sql()})`;
  };

const UNITS = ['MICROSECOND', 'MILLISECOND', 'SECOND', 'MINUTE', 'HOUR', 'DAY', 'MONTH', 'QUARTER', 'YEAR'];
const WEEKS = ['WEEK', 'ISOWEEK'];

function unitIn(arg: Argument | undefined, allowed: readonly string[], name: string): string {
  if (arg && allowed.includes(arg.word)) return arg.word;
  throw invalidQuery(`A valid date part name is required in ${name} but found ${arg?.word || 'none'}`);
}

/** GoogleSQL weeks start on Sunday, DuckDB weeks on Monday. */
function truncated(value: string, unit: string, detail: string | undefined, type: string): string {
  if (unit === 'ISOWEEK' || (unit === 'WEEK' && detail === 'MONDAY'))
    return `CAST(date_trunc('week', ${value}) AS ${type})`;
  if (unit === 'WEEK' && (detail === undefined || detail === 'SUNDAY'))
    return `CAST(date_trunc('week', ${value} + INTERVAL 1 DAY) - INTERVAL 1 DAY AS ${type})`;
  if (unit === 'WEEK') throw invalidQuery(`The stand-in has no weeks that begin on ${detail}`);
  return `CAST(date_trunc('${unit}', ${value}) AS ${type})`;
}

const trunc = (type: string, zoned: boolean) =>
  arity(2, zoned ? 3 : 2, ([value, unit, zone], name) => {
    const part = unitIn(unit, [...UNITS, ...WEEKS], name);
    if (!zone) return truncated(value!.sql(), part, unit!.detail, type);
    const local = truncated(`(${value!.sql()} AT TIME ZONE ${zone.sql()})`, part, unit!.detail, 'TIMESTAMP');
    return `(${local} AT TIME ZONE ${zone.sql()})`;
  });

const moved = (sign: string, type: string) =>
  arity(2, 2, ([value, interval]) => `CAST(${value!.sql()} ${sign} ${interval!.sql()} AS ${type})`);

const CLOCK_UNITS = UNITS.slice(0, 6);

const EPOCHS = { SECONDS: 1_000_000, MILLIS: 1000, MICROS: 1 };

/** Includes aggregate and window functions. Clauses in their parentheses are translated separately. */
export const functions: Readonly<Record<string, Translate>> = {
  COUNT: as('count'),
  SUM: one('sum'),
  MIN: one('min'),
  MAX: one('max'),
  AVG: arity(1, 1, ([value]) => `avg(no_numeric(${value!.sql()}))`),
  ANY_VALUE: one('any_value'),
  COUNTIF: one('count_if'),
  LOGICAL_AND: one('bool_and'),
  LOGICAL_OR: one('bool_or'),
  MAX_BY: arity(2, 2, as('max_by')),
  MIN_BY: arity(2, 2, as('min_by')),
  STRING_AGG: as('string_agg'),
  ROW_NUMBER: arity(0, 0, as('row_number')),
  RANK: arity(0, 0, as('rank')),
  DENSE_RANK: arity(0, 0, as('dense_rank')),
  LAG: arity(1, 3, as('lag')),
  LEAD: arity(1, 3, as('lead')),
  FIRST_VALUE: one('first_value'),
  LAST_VALUE: one('last_value'),
  COALESCE: as('coalesce'),
  IFNULL: arity(2, 2, as('coalesce')),
  NULLIF: arity(2, 2, as('nullif')),
  IF: arity(3, 3, ([is, then, or]) => `CASE WHEN ${is!.sql()} THEN ${then!.sql()} ELSE ${or!.sql()} END`),
  GREATEST: withNulls('greatest'),
  LEAST: withNulls('least'),
  ABS: one('abs'),
  SIGN: one('sign'),
  ROUND: arity(1, 2, as('round')),
  FLOOR: one('floor'),
  CEIL: one('ceil'),
  CEILING: one('ceil'),
  SAFE_DIVIDE: arity(
    2,
    2,
    ([above, below]) => `(no_numeric(${above!.sql()}) / nullif(no_numeric(${below!.sql()}), 0))`,
  ),
  CONCAT: (args) => `CAST(${args.map((arg) => arg.sql()).join(' || ')} AS VARCHAR)`,
  UPPER: one('upper'),
  LOWER: one('lower'),
  TRIM: one('trim'),
  LTRIM: one('ltrim'),
  RTRIM: one('rtrim'),
  LENGTH: one('length'),
  CHAR_LENGTH: one('length'),
  SUBSTR: arity(2, 3, as('substr')),
  SUBSTRING: arity(2, 3, as('substr')),
  STARTS_WITH: arity(2, 2, as('starts_with')),
  ENDS_WITH: arity(2, 2, as('ends_with')),
  REPLACE: arity(3, 3, as('replace')),
  STRPOS: arity(2, 2, as('strpos')),
  REGEXP_CONTAINS: arity(2, 2, as('regexp_matches')),
  FORMAT_DATE: arity(2, 2, text('strftime')),
  FORMAT_TIMESTAMP: arity(2, 2, text('strftime')),
  DATE: arity(1, 3, ([value, zone, day]) => {
    if (day) return `make_date(${value!.sql()}, ${zone!.sql()}, ${day.sql()})`;
    return zone ? `CAST(${value!.sql()} AT TIME ZONE ${zone.sql()} AS DATE)` : `CAST(${value!.sql()} AS DATE)`;
  }),
  TIMESTAMP: arity(1, 2, ([value, zone]) =>
    zone ? `(CAST(${value!.sql()} AS TIMESTAMP) AT TIME ZONE ${zone.sql()})` : `CAST(${value!.sql()} AS TIMESTAMPTZ)`,
  ),
  DATETIME: arity(1, 2, ([value, zone]) => `(${value!.sql()} AT TIME ZONE ${zone?.sql() ?? "'UTC'"})`),
  DATE_TRUNC: trunc('DATE', false),
  TIMESTAMP_TRUNC: trunc('TIMESTAMPTZ', true),
  DATE_ADD: moved('+', 'DATE'),
  DATE_SUB: moved('-', 'DATE'),
  TIMESTAMP_ADD: moved('+', 'TIMESTAMPTZ'),
  TIMESTAMP_SUB: moved('-', 'TIMESTAMPTZ'),
  // DATE_DIFF counts unit boundaries; TIMESTAMP_DIFF counts whole units.
  DATE_DIFF: arity(3, 3, ([to, from, unit], name) => {
    const part = unitIn(unit, ['DAY', 'MONTH', 'QUARTER', 'YEAR', 'ISOWEEK'], name).replace('ISO', '');
    return `date_diff('${part}', ${from!.sql()}, ${to!.sql()})`;
  }),
  TIMESTAMP_DIFF: arity(
    3,
    3,
    ([to, from, unit], name) => `date_sub('${unitIn(unit, CLOCK_UNITS, name)}', ${from!.sql()}, ${to!.sql()})`,
  ),
  UNIX_SECONDS: arity(1, 1, ([value]) => `CAST(floor(epoch_us(${value!.sql()}) / 1000000) AS BIGINT)`),
  UNIX_MILLIS: arity(1, 1, ([value]) => `CAST(floor(epoch_us(${value!.sql()}) / 1000) AS BIGINT)`),
  UNIX_MICROS: one('epoch_us'),
  TIMESTAMP_SECONDS: arity(1, 1, ([value]) => instant(value!, EPOCHS.SECONDS)),
  TIMESTAMP_MILLIS: arity(1, 1, ([value]) => instant(value!, EPOCHS.MILLIS)),
  TIMESTAMP_MICROS: arity(1, 1, ([value]) => instant(value!, EPOCHS.MICROS)),
  GENERATE_DATE_ARRAY: arity(
    2,
    3,
    ([from, to, step]) =>
      `CAST(generate_series(${from!.sql()}, ${to!.sql()}, ${step?.sql() ?? 'INTERVAL 1 DAY'}) AS DATE[])`,
  ),
  JSON_VALUE: arity(2, 2, ([value, path]) => {
    const found = `json_extract(${value!.sql()}, ${path!.sql()})`;
    return `CASE WHEN json_type(${found}) IN ('OBJECT', 'ARRAY', 'NULL') THEN NULL ELSE ${found} ->> '$' END`;
  }),
  JSON_VALUE_ARRAY: arity(1, 2, ([value, path]) => {
    const list = path ? `json_extract(${value!.sql()}, ${path.sql()})` : `${value!.sql()}`;
    return `json_extract_string(${list}, '$[*]')`;
  }),
};

function instant(value: Argument, micros: number): string {
  return `make_timestamptz(CAST(${value.sql()} * ${micros} AS BIGINT))`;
}
