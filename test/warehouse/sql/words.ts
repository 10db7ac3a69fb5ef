/** GoogleSQL keywords and their DuckDB equivalents. */
import type { Node, Token } from './tokens.ts';

/** Keywords that are the same in DuckDB. */
export const SAME = new Set(
  `ALL AND AS ASC BETWEEN BY CASE CROSS DESC DISTINCT ELSE END EXISTS FALSE FOLLOWING FROM FULL GROUP HAVING IN INNER IS
   JOIN LEFT LIKE LIMIT NOT NULL NULLS ON OR ORDER OUTER OVER PARTITION PRECEDING QUALIFY RANGE RIGHT ROWS SELECT THEN TRUE
   UNBOUNDED UNION USING WHEN WHERE WINDOW WITH`.split(/\s+/),
);

/** Reserved words of GoogleSQL that aren't supported. */
export const REFUSED = new Set(
  `ANY ARRAY ASSERT_ROWS_MODIFIED AT COLLATE CONTAINS CREATE CUBE DEFAULT DEFINE ENUM ESCAPE EXCLUDE FETCH FOR GROUPING GROUPS
   HASH LATERAL LOOKUP MERGE NATURAL NEW NO OF PROTO RECURSIVE ROLLUP SET SOME STRUCT TABLESAMPLE TO TREAT WITHIN PIVOT
   UNPIVOT`.split(/\s+/),
);

/** Keywords that end a table list. */
export const AFTER_TABLES = new Set(
  'WHERE GROUP HAVING QUALIFY WINDOW ORDER LIMIT UNION INTERSECT EXCEPT SELECT'.split(' '),
);

export const SYMBOLS = new Set([',', '.', '+', '-', '*', '=', '<', '>', '<=', '>=', '<>', '!=', '||']);

export const INTERVALS = /^(MICROSECOND|MILLISECOND|SECOND|MINUTE|HOUR|DAY|WEEK|MONTH|QUARTER|YEAR)$/;

export const PARTS: Readonly<Record<string, (value: string) => string>> = Object.fromEntries([
  ...['YEAR', 'QUARTER', 'MONTH', 'DAY', 'HOUR', 'MINUTE', 'ISOYEAR', 'DAYOFYEAR'].map((part) => [
    part,
    (value: string) => `date_part('${part === 'DAYOFYEAR' ? 'doy' : part}', ${value})`,
  ]),
  ['SECOND', (value: string) => `CAST(floor(date_part('second', ${value})) AS BIGINT)`],
  ['ISOWEEK', (value: string) => `date_part('week', ${value})`],
  // Sunday is 1 in GoogleSQL and 0 in DuckDB.
  ['DAYOFWEEK', (value: string) => `(date_part('dow', ${value}) + 1)`],
  ['DATE', (value: string) => `CAST(${value} AS DATE)`],
]);

export const STAR: Readonly<Record<string, string>> = { EXCEPT: 'EXCLUDE', REPLACE: 'REPLACE' };

export const LITERALS = ['DATE', 'TIMESTAMP', 'DATETIME', 'NUMERIC'];

export const isName = (node: Node | undefined): node is Token => node?.kind === 'name' || node?.kind === 'quoted';

export function isAlias(node: Node | undefined): node is Token {
  return isName(node) && !SAME.has(node.word) && !AFTER_TABLES.has(node.word) && !REFUSED.has(node.word);
}

/** Whether a word in this position is a keyword or a name. */
export function isWordBeside(word: string, before: string, next: Node | undefined): boolean {
  if (word === 'ROW') return before === 'CURRENT';
  if (word === 'CURRENT') return next?.word === 'ROW';
  if (word === 'FIRST' || word === 'LAST') return before === 'NULLS';
  return word === 'OFFSET' && (next?.kind === 'number' || next?.kind === 'parameter');
}
