/** Supported GoogleSQL returns the documented results; unsupported GoogleSQL is rejected. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Refusal } from './refusal.ts';
import { QueryRun } from './sql/run.ts';
import { Warehouse } from './store/warehouse.ts';

const NOW = Date.parse('2025-06-16T18:00:00Z');
const warehouse = new Warehouse({ project: 'local-project', now: () => NOW, sandbox: false });

async function answer(query: string, parameters?: ReadonlyMap<string, string[]>) {
  const { answer } = await new QueryRun(warehouse, { query, ...(parameters ? { parameters } : {}) }).run();
  return { types: answer.fields.map(({ type }) => type.name), rows: answer.rows };
}

beforeAll(async () => {
  await warehouse.createDataset({ datasetReference: { datasetId: 'shop' } }, 'US');
  const run = (sql: string) => new QueryRun(warehouse, { query: sql }).run();
  await run(`CREATE TABLE shop.prices (item STRING NOT NULL OPTIONS(description = 'Its SKU.'), price NUMERIC, stock INT64,
    weight FLOAT64, seen TIMESTAMP, day DATE, is_open BOOL, attributes STRING) PARTITION BY TIMESTAMP_TRUNC(seen, MONTH)
    CLUSTER BY item OPTIONS(description = "What items cost.")`);
  await warehouse.engine.run(`INSERT INTO shop.prices VALUES
    ('A', 19.99, 3, 0.5, '2025-06-15 23:30:00+00', '2025-06-15', true, '{"Color":"Blue","Sizes":["S","M"]}'),
    ('A', 18.5, 0, 0.5, '2025-06-16 01:00:00+00', '2025-06-16', false, NULL),
    ('B', NULL, 7, 2, '2025-06-16 12:00:00+00', '2025-06-16', true, '{}')`);
  await run(`CREATE VIEW shop.newest AS SELECT * EXCEPT (weight) FROM \`local-project.shop.prices\`
    WHERE TRUE QUALIFY ROW_NUMBER() OVER (PARTITION BY item ORDER BY seen DESC, price) = 1; -- the newest`);
});
afterAll(() => warehouse.engine.close());

describe('a value', () => {
  test.each([
    ["SELECT 'it\\'s'", 'STRING', "it's"],
    ['SELECT "a\\n\\u00e9\\x41"', 'STRING', 'a\néA'],
    ["SELECT r'a\\n'", 'STRING', 'a\\n'],
    ["SELECT '''two\nlines'''", 'STRING', 'two\nlines'],
    ['SELECT 9223372036854775807', 'INT64', '9223372036854775807'],
    ['SELECT 1.50', 'FLOAT64', '1.5'],
    ['SELECT 2.0', 'FLOAT64', '2.0'],
    ["SELECT NUMERIC '12345678901234567890123456789.123456789'", 'NUMERIC', '12345678901234567890123456789.123456789'],
    ["SELECT NUMERIC '12.50'", 'NUMERIC', '12.5'],
    ["SELECT DATE '2025-06-16'", 'DATE', '2025-06-16'],
    ["SELECT TIMESTAMP '2025-06-16 20:00:00+02:00'", 'TIMESTAMP', '1750096800000000'],
    ["SELECT TIMESTAMP '2025-06-16'", 'TIMESTAMP', '1750032000000000'],
    ['SELECT CURRENT_TIMESTAMP()', 'TIMESTAMP', '1750096800000000'],
    ["SELECT CURRENT_DATE('Asia/Tokyo')", 'DATE', '2025-06-17'],
    ['SELECT CURRENT_DATE', 'DATE', '2025-06-16'],
    ['SELECT NULL', 'INT64', null],
    ['SELECT TRUE AND NOT FALSE', 'BOOL', 'true'],
    ["SELECT CAST('22' AS INT64)", 'INT64', '22'],
    ["SELECT SAFE_CAST('2.5' AS INT64)", 'INT64', null],
    ['SELECT CAST(2.5 AS INT64)', 'INT64', '3'],
    ["SELECT SAFE_CAST('x' AS NUMERIC)", 'NUMERIC', null],
    ["SELECT CAST(NUMERIC '100.10' AS STRING)", 'STRING', '100.1'],
    ["SELECT CAST(NUMERIC '100' AS STRING)", 'STRING', '100'],
    ['SELECT CAST(1.0 AS STRING)', 'STRING', '1'],
    ["SELECT CAST(TIMESTAMP '2025-06-16 18:00:00Z' AS STRING)", 'STRING', '2025-06-16 18:00:00+00'],
    ["SELECT CONCAT('a', CAST(NULL AS STRING), 'b')", 'STRING', null],
    ["SELECT CONCAT('a', 'b') || 'c'", 'STRING', 'abc'],
    ["SELECT IF(1 < 2, 'yes', 'no')", 'STRING', 'yes'],
    ["SELECT IFNULL(NULLIF('a', 'a'), 'b')", 'STRING', 'b'],
    ['SELECT GREATEST(1, NULL, 3)', 'INT64', null],
    ['SELECT LEAST(2, 1, 3)', 'INT64', '1'],
    ['SELECT SAFE_DIVIDE(1, 0)', 'FLOAT64', null],
    ['SELECT SAFE_DIVIDE(1, 4)', 'FLOAT64', '0.25'],
    ["SELECT ROUND(NUMERIC '1.005', 2)", 'NUMERIC', '1.01'],
    ["SELECT SUBSTR('0012', 3)", 'STRING', '12'],
    ["SELECT STARTS_WITH('9SI1', '9SI') AND REGEXP_CONTAINS('x12', r'\\d+$')", 'BOOL', 'true'],
    // Weeks start on Sunday; June 15, 2025 is a Sunday.
    ["SELECT DATE_TRUNC(DATE '2025-06-16', WEEK)", 'DATE', '2025-06-15'],
    ["SELECT DATE_TRUNC(DATE '2025-06-15', WEEK)", 'DATE', '2025-06-15'],
    ["SELECT DATE_TRUNC(DATE '2025-06-15', ISOWEEK)", 'DATE', '2025-06-09'],
    ["SELECT DATE_TRUNC(DATE '2025-06-15', WEEK(MONDAY))", 'DATE', '2025-06-09'],
    ["SELECT DATE_TRUNC(DATE '2025-06-16', MONTH)", 'DATE', '2025-06-01'],
    ["SELECT EXTRACT(DAYOFWEEK FROM DATE '2025-06-15')", 'INT64', '1'],
    ["SELECT EXTRACT(HOUR FROM TIMESTAMP '2025-06-16 02:00:00Z' AT TIME ZONE 'America/Los_Angeles')", 'INT64', '19'],
    ["SELECT DATE(TIMESTAMP '2025-06-16 02:00:00Z', 'America/Los_Angeles')", 'DATE', '2025-06-15'],
    ["SELECT DATE(TIMESTAMP '2025-06-16 02:00:00Z')", 'DATE', '2025-06-16'],
    ['SELECT DATE(2025, 2, 28)', 'DATE', '2025-02-28'],
    [
      "SELECT TIMESTAMP_TRUNC(TIMESTAMP '2025-06-16 02:00:00Z', DAY, 'America/Los_Angeles')",
      'TIMESTAMP',
      '1749970800000000',
    ],
    ["SELECT DATE_ADD(DATE '2025-01-31', INTERVAL 1 MONTH)", 'DATE', '2025-02-28'],
    ["SELECT DATE_SUB(DATE '2025-03-01', INTERVAL 1 DAY)", 'DATE', '2025-02-28'],
    ["SELECT TIMESTAMP_SUB(TIMESTAMP '2025-06-16 00:00:00Z', INTERVAL 90 MINUTE)", 'TIMESTAMP', '1750026600000000'],
    ["SELECT DATE_DIFF(DATE '2025-03-01', DATE '2025-02-28', MONTH)", 'INT64', '1'],
    ["SELECT DATE_DIFF(DATE '2025-02-28', DATE '2025-03-01', DAY)", 'INT64', '-1'],
    ["SELECT TIMESTAMP_DIFF(TIMESTAMP '2025-06-16 02:10:00Z', TIMESTAMP '2025-06-16 01:50:00Z', HOUR)", 'INT64', '0'],
    ["SELECT FORMAT_DATE('%Y-%m', DATE '2025-06-16')", 'STRING', '2025-06'],
    ["SELECT UNIX_MILLIS(TIMESTAMP '1969-12-31 23:59:59.9995Z')", 'INT64', '-1'],
    ['SELECT TIMESTAMP_MILLIS(1750096800000)', 'TIMESTAMP', '1750096800000000'],
    ['SELECT JSON_VALUE(\'{"a":"b"}\', \'$.a\')', 'STRING', 'b'],
    ["SELECT JSON_VALUE('{\"a\":[1]}', '$.a')", 'STRING', null],
    ["SELECT 'a' IS DISTINCT FROM NULL", 'BOOL', 'true'],
    ['SELECT CASE WHEN 1 IN (1, 2) THEN 1 ELSE 2 END', 'INT64', '1'],
    ["SELECT 'x' LIKE '%x' # the end", 'BOOL', 'true'],
    ['SELECT @a + 1', 'INT64', '4'],
  ])('%s', async (query, type, value) => {
    expect(await answer(query, new Map([['a', ['3']]]))).toEqual({ types: [type], rows: [[value]] });
  });
});

describe('a query', () => {
  test.each<[string, (string | null)[][]]>([
    [
      'SELECT item, price FROM shop.newest ORDER BY item',
      [
        ['A', '18.5'],
        ['B', null],
      ],
    ],
    ['SELECT newest.item FROM `local-project`.shop.newest WHERE newest.price IS NOT NULL', [['A']]],
    [
      'SELECT n.item FROM shop.newest AS n JOIN `shop.prices` p ON p.item = n.item AND p.stock > 2 ORDER BY 1',
      [['A'], ['B']],
    ],
    ['SELECT n.item FROM shop.newest n, shop.prices p WHERE p.item = n.item AND p.stock = 7', [['B']]],
    ['SELECT price FROM shop.prices ORDER BY price', [[null], ['18.5'], ['19.99']]],
    ['SELECT price FROM shop.prices ORDER BY price DESC NULLS LAST LIMIT 1 OFFSET 1', [['18.5']]],
    [
      "SELECT '' AS nothing, COUNT(*) AS row_count, SUM(price) AS `price` FROM shop.newest WHERE item IN ('A', 'B') GROUP BY nothing",
      [['', '2', '18.5']],
    ],
    [
      'SELECT CAST(DATE(seen) AS STRING) AS seen_on, COUNT(*) AS n FROM shop.prices GROUP BY seen_on ORDER BY seen_on',
      [
        ['2025-06-15', '1'],
        ['2025-06-16', '2'],
      ],
    ],
    [
      'WITH last AS (SELECT item, MAX(seen) AS seen FROM shop.prices GROUP BY item) SELECT item, stock FROM last JOIN shop.prices USING (item, seen) ORDER BY item',
      [
        ['A', '0'],
        ['B', '7'],
      ],
    ],
    [
      'SELECT COUNT(DISTINCT item), COUNTIF(is_open), SUM(stock), AVG(weight) FROM shop.prices',
      [['2', '2', '10', '1.0']],
    ],
    ["SELECT STRING_AGG(item, '+' ORDER BY item DESC) FROM shop.newest", [['B+A']]],
    [
      'SELECT item, LAG(price) OVER (PARTITION BY item ORDER BY seen) AS before FROM shop.prices QUALIFY before IS NOT NULL',
      [['A', '19.99']],
    ],
    [
      'SELECT SUM(stock) OVER (ORDER BY seen ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) FROM shop.prices ORDER BY 1',
      [['3'], ['3'], ['10']],
    ],
    [
      "SELECT day FROM UNNEST(GENERATE_DATE_ARRAY(DATE '2025-06-15', DATE '2025-06-16')) AS day ORDER BY day",
      [['2025-06-15'], ['2025-06-16']],
    ],
    [
      "SELECT size FROM shop.prices, UNNEST(JSON_VALUE_ARRAY(attributes, '$.Sizes')) AS size ORDER BY size",
      [['M'], ['S']],
    ],
    ['SELECT item FROM shop.newest EXCEPT DISTINCT SELECT item FROM shop.prices WHERE stock = 0', [['B']]],
    ['(SELECT 1 AS n) UNION ALL (SELECT 1) UNION ALL SELECT 2 ORDER BY n', [['1'], ['1'], ['2']]],
    [
      'SELECT * REPLACE (UPPER(item) AS item) FROM (SELECT item, stock FROM shop.prices WHERE day = CURRENT_DATE()) ORDER BY item',
      [
        ['A', '0'],
        ['B', '7'],
      ],
    ],
    [
      'SELECT item FROM shop.prices WHERE EXISTS (SELECT 1 FROM shop.newest WHERE newest.seen = prices.seen AND newest.item = prices.item) ORDER BY item',
      [['A'], ['B']],
    ],
    [
      'SELECT item AS date, stock AS offset FROM shop.newest ORDER BY offset',
      [
        ['A', '0'],
        ['B', '7'],
      ],
    ],
    ["SELECT first.item FROM shop.newest AS first WHERE seen <= TIMESTAMP '2025-06-16 06:00:00Z'", [['A']]],
  ])('%s', async (query, rows) => {
    expect((await answer(query)).rows).toEqual(rows);
  });
});

test('a view that reads itself is refused', async () => {
  await answer('CREATE VIEW shop.loop AS SELECT 1 AS one');
  await answer('CREATE OR REPLACE VIEW shop.loop AS SELECT one FROM shop.loop');
  await expect(answer('SELECT one FROM shop.loop')).rejects.toThrow('Too many nested views');
});

describe('refuses', () => {
  test.each<[what: string, query: string, code: number, reason: string, words: RegExp]>([
    ['INSERT', "INSERT INTO shop.prices (item) VALUES ('C')", 403, 'billingNotEnabled', /DML/],
    ['UPDATE', "UPDATE shop.prices SET stock = 1 WHERE item = 'A'", 403, 'billingNotEnabled', /DML/],
    ['DELETE', 'DELETE FROM shop.prices WHERE TRUE', 403, 'billingNotEnabled', /DML/],
    ['MERGE', 'MERGE shop.prices USING shop.newest ON TRUE WHEN MATCHED THEN DELETE', 403, 'billingNotEnabled', /DML/],
    ['TRUNCATE', 'TRUNCATE TABLE shop.prices', 403, 'billingNotEnabled', /DML/],
    ['an unknown table', 'SELECT 1 FROM shop.none', 404, 'notFound', /Table local-project:shop\.none/],
    ['an unknown dataset', 'SELECT 1 FROM none.prices', 404, 'notFound', /Dataset local-project:none/],
    ['a table in another project', 'SELECT 1 FROM `other.shop.prices`', 403, 'accessDenied', /Access Denied/],
    ['a table without a dataset', 'SELECT 1 FROM prices', 400, 'invalidQuery', /must be qualified/],
    ['an unknown column', 'SELECT nothing FROM shop.prices', 400, 'invalidQuery', /nothing/],
    ['a reserved word as a name', 'SELECT 1 AS at', 400, 'invalidQuery', /Unexpected at/],
    ['a division', 'SELECT 1 / 2', 400, 'invalidQuery', /SAFE_DIVIDE/],
    ['a division of NUMERIC', 'SELECT SAFE_DIVIDE(price, 2) FROM shop.prices', 400, 'invalidQuery', /NUMERIC/],
    ['the average of NUMERIC', 'SELECT AVG(price) FROM shop.prices', 400, 'invalidQuery', /NUMERIC/],
    ['a text that is not a number', "SELECT CAST('1.5' AS INT64)", 400, 'invalidQuery', /Bad int64/],
    ['a local file', "SELECT * FROM read_csv('/etc/passwd')", 400, 'invalidQuery', /read_csv/],
    ['a file name as a table', "SELECT * FROM '/etc/passwd'", 400, 'invalidQuery', /Unexpected string/],
    ['a function of the engine only', 'SELECT list_value(1)', 400, 'invalidQuery', /list_value/],
    ['a setting of the engine only', 'SET threads = 1', 400, 'invalidQuery', /SET/],
    ['a cast of the engine only', "SELECT '1'::INT", 400, 'invalidQuery', /Illegal input character/],
    ['two statements', 'SELECT 1; SELECT 2', 400, 'invalidQuery', /one statement/],
    ['an unclosed parenthesis', 'SELECT (1', 400, 'invalidQuery', /Expected/],
    ['a UNION without ALL or DISTINCT', 'SELECT 1 UNION SELECT 2', 400, 'invalidQuery', /ALL or keyword DISTINCT/],
    ['two columns with the same name', 'SELECT 1 AS a, 2 AS a', 400, 'invalidQuery', /Duplicate column/],
    ['an integer above the limit', 'SELECT 9223372036854775808', 400, 'invalidQuery', /Invalid integer/],
    ['an invalid date', "SELECT DATE '2025-02-29'", 400, 'invalidQuery', /Invalid DATE/],
    ['weeks that start on Friday', 'SELECT DATE_TRUNC(CURRENT_DATE(), WEEK(FRIDAY))', 400, 'invalidQuery', /FRIDAY/],
    ['a table with the name of a view', 'CREATE TABLE shop.newest (a STRING)', 409, 'duplicate', /Already Exists/],
    ['an unknown type', 'CREATE TABLE shop.x (a GEOGRAPHY)', 400, 'invalidQuery', /GEOGRAPHY/],
  ])('%s', async (_, query, code, reason, words) => {
    const refused = await new QueryRun(warehouse, { query }).run().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Refusal);
    expect(refused).toMatchObject({ code, reason });
    expect((refused as Refusal).message).toMatch(words);
  });
});
