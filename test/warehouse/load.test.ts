/** Loaded values are returned unchanged, and values that would lose precision are rejected. */
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { QueryRun } from './sql/run.ts';
import { type ColumnType, columnTypes, type TypeName } from './store/column-types.ts';
import { readLine, type Scalar } from './store/json-lines.ts';
import { LoadFailure, loadLines } from './store/load.ts';
import type { Table } from './store/resources.ts';
import { Warehouse } from './store/warehouse.ts';

const warehouse = new Warehouse({ project: 'local-project', now: () => 0, sandbox: false });
let table: Table;

beforeAll(async () => {
  const dataset = await warehouse.createDataset({ datasetReference: { datasetId: 'shop' } }, 'US');
  const fields = columnTypes.map(({ name }) => ({ name: `a_${name.toLowerCase()}`, type: name }));
  const given = {
    tableReference: { tableId: 'every' },
    schema: { fields: [{ name: 'n', type: 'INT64', mode: 'REQUIRED' }, ...fields] },
  };
  table = await warehouse.createTable(dataset, given, async () => []);
});
afterAll(() => warehouse.engine.close());

type Sample = readonly [sent: unknown, answered: string | null];

const digits = (most: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: most }).map((each) => each.join(''));

/** Timestamps in the years 1 to 9999, in microseconds. */
const micros = fc.bigInt({ min: -62_135_596_800_000_000n, max: 253_402_300_799_999_999n });

function clock(at: bigint): string {
  const part = ((at % 1_000_000n) + 1_000_000n) % 1_000_000n;
  const seconds = new Date(Number((at - part) / 1000n)).toISOString().slice(0, 19);
  return part === 0n ? seconds : `${seconds}.${String(part).padStart(6, '0')}`;
}

const MINUTE = 60_000_000n;

const samples: Readonly<Record<TypeName, fc.Arbitrary<Sample>>> = {
  STRING: fc.string({ unit: 'binary' }).map((text) => [text, text]),
  INT64: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => [String(value), String(value)]),
  FLOAT64: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => [value, String(value)]),
  NUMERIC: fc.tuple(fc.boolean(), digits(29), digits(9)).map(([isNegative, whole, decimals]) => {
    const value = `${whole.replace(/^0+(?=\d)/, '')}.${decimals}`.replace(/\.?0+$/, '');
    const isSigned = isNegative && /[1-9]/.test(value);
    return [`${isNegative ? '-' : ''}${whole}.${decimals}`, `${isSigned ? '-' : ''}${value}`];
  }),
  BOOL: fc.boolean().map((value) => [value, String(value)]),
  DATE: micros.map((at) => [clock(at).slice(0, 10), clock(at).slice(0, 10)]),
  DATETIME: micros.map((at) => [clock(at).replace('T', ' '), clock(at)]),
  TIMESTAMP: fc
    .tuple(fc.bigInt({ min: -6n * 10n ** 16n, max: 25n * 10n ** 16n }), fc.integer({ min: -839, max: 839 }))
    .map(([at, minutes]) => {
      const [hour, minute] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
      const offset = [hour, minute].map((each) => String(each).padStart(2, '0')).join(':');
      const sign = minutes < 0 ? '-' : '+';
      const wall = clock(at + BigInt(minutes) * MINUTE);
      return [minutes === 0 ? `${wall}Z` : `${wall}${sign}${offset}`, String(at)];
    }),
};

const blank = fc.constantFrom<Sample>([null, null], [undefined, null]);
const row = fc.tuple(
  ...columnTypes.map(({ name }) => fc.oneof({ weight: 5, arbitrary: samples[name] }, { weight: 1, arbitrary: blank })),
);

async function answered() {
  const { answer } = await new QueryRun(warehouse, { query: 'SELECT * FROM shop.every ORDER BY n' }).run();
  // A double can have several string representations.
  const float = 1 + columnTypes.findIndex(({ name }) => name === 'FLOAT64');
  return answer.rows.map((each) =>
    each.slice(1).map((value, index) => (index + 1 === float && value !== null ? String(Number(value)) : value)),
  );
}

test('returns every value unchanged', async () => {
  const loads = fc.asyncProperty(
    fc.array(row, { minLength: 1, maxLength: 300 }),
    fc.boolean(),
    async (rows, packed) => {
      const lines = rows
        .map((each, n) => {
          const values = each.map(([sent], index) => [`a_${columnTypes[index]!.name.toLowerCase()}`, sent]);
          return `${JSON.stringify({ n, ...Object.fromEntries(values) })}\n`;
        })
        .join('');
      const media = Buffer.from(lines);
      expect(await loadLines(warehouse, table, packed ? gzipSync(media) : media, true)).toBe(rows.length);
      const expected = rows.map((each) =>
        each.map(([, answer], index) =>
          columnTypes[index]!.name === 'FLOAT64' && answer !== null ? String(Number(answer)) : answer,
        ),
      );
      expect(await answered()).toEqual(expected);
    },
  );
  await fc.assert(loads, { numRuns: 20 });
});

const text = (value: string): Scalar => ({ kind: 'string', text: value });
const number = (value: string): Scalar => ({ kind: 'number', text: value });
const truth: Scalar = { kind: 'boolean', text: 'true' };

describe('values accepted and refused', () => {
  const cases: Readonly<Record<TypeName, { taken: Scalar[]; refused: Scalar[] }>> = {
    STRING: { taken: [text(''), text('0012')], refused: [number('12'), truth] },
    INT64: {
      taken: [text('-9223372036854775808'), text('007'), number('9007199254740991'), number('-3')],
      refused: [
        ...['9223372036854775808', '1.5', '1.0', '1e3', '', ' 1', '0x1'].map(text),
        ...['1.5', '1e3', '9007199254740992'].map(number),
        truth,
      ],
    },
    FLOAT64: {
      taken: [number('0.1'), number('-1.5e-7'), text('NaN'), text('-Infinity'), text('1.')],
      refused: [text(''), text('1,5'), text('e5'), truth],
    },
    NUMERIC: {
      taken: [text('0.123456789'), text('-99999999999999999999999999999.999999999'), text('.5'), number('12.5')],
      refused: [
        ...['0.1234567891', '100000000000000000000000000000', '1e5', '', '.', '1,5', 'NaN'].map(text),
        ...['1234567890.123456', '1e5', '0.1234567891'].map(number),
        truth,
      ],
    },
    BOOL: { taken: [truth, text('TRUE'), text('false')], refused: [number('1'), text('yes'), text('')] },
    DATE: {
      taken: [text('2024-02-29'), text('0001-01-01'), text('9999-12-31')],
      refused: ['2025-02-29', '2025-2-9', '0000-01-01', '2025-13-01', '20250101', '2025-01-01T00:00:00Z'].map(text),
    },
    DATETIME: {
      taken: [text('2025-06-16T18:00:00'), text('2025-06-16 18:00:00.5')],
      refused: [text('2025-06-16T18:00:00Z'), text('2025-06-16'), number('1750096800')],
    },
    TIMESTAMP: {
      taken: ['2025-06-16T18:00:00Z', '2025-06-16 18:00:00 UTC', '2025-06-16T18:00:00.123456-07:00'].map(text),
      refused: [
        ...['2025-06-16T18:00:00.1234567Z', '2025-06-16T24:00:00Z', '2025-06-16T18:00Z', '2025-06-31T00:00:00Z'].map(
          text,
        ),
        number('1750096800'),
      ],
    },
  };

  test.each(columnTypes.map((type): [string, ColumnType] => [type.name, type]))('%s', (_, { name, accepts }) => {
    const { taken, refused } = cases[name];
    expect(taken.filter((value) => !accepts(value))).toEqual([]);
    expect(refused.filter(accepts)).toEqual([]);
  });
});

describe('a file', () => {
  const load = (...lines: (string | Buffer)[]) =>
    loadLines(warehouse, table, Buffer.concat(lines.map((line) => Buffer.from(line))), true);

  test.each<[string, (string | Buffer)[], RegExp]>([
    ['with an unknown field', ['{"n":1}\n', '{"n":2,"x":1}'], /position 8: No such field: x/],
    ['with a repeated field', ['{"n":1,"n":2}'], /Repeated field: n/],
    ['without a required field', ['{"a_string":"x"}'], /Missing required field: n/],
    ['with a null required field', ['{"n":null}'], /Missing required field: n/],
    ['with a list', ['{"n":1,"a_string":["x"]}'], /Array or record specified for non-repeated scalar field: a_string/],
    ['that is an array', ['[{"n":1}]'], /Start of object expected/],
    ['with two objects per line', ['{"n":1}{"n":2}'], /end of string/],
    ['that is truncated', ['{"n":1}\n{"n":'], /position 8/],
    ['that is not UTF-8', ['{"n":1,"a_string":"', Buffer.from([0xc3, 0x28]), '"}'], /UTF-8/],
    ['with half a surrogate pair', ['{"n":1,"a_string":"\\ud83d"}'], /surrogate/],
    ['that is gzipped and truncated', [gzipSync('{"n":1}\n').subarray(0, 20)], /gzip/],
  ])('%s is refused completely', async (_, lines, words) => {
    await load('{"n":7}\n');
    const failure = await load(...lines).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(LoadFailure);
    expect((failure as LoadFailure).errors.map(({ message }) => message).join('\n')).toMatch(words);
    expect((await warehouse.sizeOf(table))!.rows).toBe(1);
  });

  test('without rows loads nothing, and blank lines are skipped', async () => {
    expect(await load()).toBe(0);
    expect(await load('\n{"n":1}\n\n', '{"n":2}')).toBe(2);
  });

  test('reports up to five errors and their count', async () => {
    const failure = (await load('{"n":"x"}\n'.repeat(9)).catch((error: unknown) => error)) as LoadFailure;
    expect(failure.errors).toHaveLength(6);
    expect(failure.errors[0]!.message).toContain('errors: 5');
  });
});

test('parses a line as JSON if it is an object of scalars', () => {
  const read = (line: string) => {
    const found: [string, Scalar][] = [];
    readLine(line, (name, value) => found.push([name, value]));
    return found;
  };
  const value = fc.oneof(
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
  );
  const noise = fc.constantFrom(
    '',
    ' ',
    ',',
    '"',
    '{',
    '}',
    '[',
    ']',
    ':',
    '\\',
    '\\u0041',
    '-',
    '0',
    '.5',
    'e',
    'null',
    '\t',
    '\u0001',
  );
  fc.assert(
    fc.property(fc.dictionary(fc.string(), value), fc.nat(), noise, fc.nat(3), (object, at, inserted, removed) => {
      const whole = JSON.stringify(object);
      expect(
        Object.fromEntries(
          read(whole).map(([name, { kind, text }]) => [name, kind === 'string' ? text : JSON.parse(text)]),
        ),
      ).toEqual(
        Object.fromEntries(Object.entries(object).map(([name, each]) => [name, Object.is(each, -0) ? 0 : each])),
      );
      const place = at % (whole.length + 1);
      const changed = whole.slice(0, place) + inserted + whole.slice(place + removed);
      let parsed: unknown;
      try {
        parsed = JSON.parse(changed);
      } catch {
        expect(() => read(changed)).toThrow();
        return;
      }
      const isFlat =
        typeof parsed === 'object' &&
        parsed !== null &&
        !Array.isArray(parsed) &&
        Object.values(parsed).every((each) => typeof each !== 'object' || each === null);
      if (isFlat) expect(() => read(changed)).not.toThrow();
      else expect(() => read(changed)).toThrow();
    }),
  );
});
