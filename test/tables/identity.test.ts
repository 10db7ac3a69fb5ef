/** Which item a row and a fact are about: what is filled, what is added, what contradicts itself. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolve } from '../../src/tables/catalog/identity.ts';
import type { Fact, Trait, Traits } from '../../src/tables/catalog/items.ts';
import { relatedRows } from '../../src/tables/catalog/related.ts';
import { keyOf } from '../../src/tables/catalog/spelling.ts';

/** Item number, seller part number, UPC code, maker part number and title, in short. */
interface Short {
  readonly i?: string;
  readonly s?: string;
  readonly u?: string;
  readonly m?: string;
  readonly t?: string;
}

const NAMES: Readonly<Record<keyof Short, Trait>> = {
  i: 'itemNumber',
  s: 'sellerPartNumber',
  u: 'upcCode',
  m: 'mfrPartNumber',
  t: 'title',
};

const traits = (short: Short): Traits =>
  Object.fromEntries(Object.entries(short).map(([name, value]) => [NAMES[name as keyof Short], value]));
const short = (traits: Traits): Short =>
  Object.fromEntries(
    Object.entries(NAMES).flatMap(([name, trait]) =>
      traits[trait] === undefined ? [] : [[name, traits[trait]]],
    ),
  );
const item = (given: Short): Fact => ({ about: 'item', traits: traits(given) });
const product = (given: Short): Fact => ({ about: 'product', traits: traits(given) });
const question = (given: Short): Fact => ({ about: 'question', traits: traits(given) });

/** The rows as they are afterwards, new ones below; no cell that holds something may change. */
function rowsAfter(rows: readonly Traits[], facts: readonly Fact[]): Traits[] {
  const { fills, added } = resolve(rows, facts);
  const filled = rows.map((row) => ({ ...row })) as { -readonly [T in Trait]?: string }[];
  for (const { row, trait, value } of fills) {
    expect(filled[row]![trait]).toBeUndefined();
    filled[row]![trait] = value;
  }
  return [...filled, ...added];
}

const CASES: readonly [name: string, rows: Short[], facts: Fact[], rows: Short[], conflicts?: string[]][] = [
  ['an item that nobody knew gets a row', [], [item({ i: '9SI1', s: 'A' })], [{ i: '9SI1', s: 'A' }]],
  [
    'an item number in any case is that item',
    [{ i: '9SIa' }],
    [item({ i: '9siA', s: 'A' })],
    [{ i: '9SIa', s: 'A' }],
  ],
  [
    'a part number typed in gets its item',
    [{ s: 'sku' }],
    [item({ i: '9SI1', s: 'SKU' })],
    [{ i: '9SI1', s: 'sku' }],
  ],
  [
    'an item number typed in gets the rest',
    [{ i: '9SI1' }],
    [item({ i: '9SI1', s: 'A', u: '1', m: 'M', t: 'T' })],
    [{ i: '9SI1', s: 'A', u: '1', m: 'M', t: 'T' }],
  ],
  [
    'facts about one item are one row',
    [],
    [item({ i: '9SI1', s: 'A' }), item({ i: '9SI1', u: '12' }), item({ s: 'a', t: 'T' })],
    [{ i: '9SI1', s: 'A', u: '12', t: 'T' }],
  ],
  [
    'a part number alone gets a row, once',
    [],
    [item({ s: 'A' }), item({ s: 'a', t: 'T' })],
    [{ s: 'A', t: 'T' }],
  ],
  [
    'what a cell holds stays',
    [{ i: '9SI1', t: 'mine' }],
    [item({ i: '9SI1', t: 'theirs' })],
    [{ i: '9SI1', t: 'mine' }],
  ],
  // UPC codes and maker part numbers.
  [
    'one UPC code of two items joins nothing',
    [],
    [item({ i: '9SI1', u: '12' }), item({ i: '9SI2', u: '12' })],
    [
      { i: '9SI1', u: '12' },
      { i: '9SI2', u: '12' },
    ],
  ],
  [
    'one maker part number of two items neither',
    [],
    [item({ s: 'A', m: 'M' }), item({ s: 'B', m: 'M' })],
    [
      { s: 'A', m: 'M' },
      { s: 'B', m: 'M' },
    ],
  ],
  [
    'a UPC code typed in gets the only item that has it',
    [{ u: '12' }],
    [item({ i: '9SI1', s: 'A', u: '012' })],
    [{ i: '9SI1', s: 'A', u: '12' }],
  ],
  [
    'but none of two',
    [{ u: '12' }],
    [item({ i: '9SI1', u: '12' }), item({ i: '9SI2', u: '12' })],
    [{ u: '12' }, { i: '9SI1', u: '12' }, { i: '9SI2', u: '12' }],
  ],
  [
    'nor does it join a fact to one of two rows',
    [
      { i: '9SI1', u: '12' },
      { i: '9SI2', u: '12' },
    ],
    [item({ u: '12', t: 'T' })],
    [
      { i: '9SI1', u: '12' },
      { i: '9SI2', u: '12' },
    ],
  ],
  [
    'a maker part number typed in gets the only item that has it',
    [{ m: 'M' }],
    [item({ s: 'A', m: 'm' })],
    [{ s: 'A', m: 'M' }],
  ],
  ['a line with nothing but a UPC code is an item', [], [item({ u: '12', t: 'T' })], [{ u: '12', t: 'T' }]],
  ['a maker part number alone is none: makers have the same ones', [], [item({ m: 'M' })], []],
  [
    'two rows with one UPC code tell nothing of each other',
    [{ u: '12', m: 'M' }, { u: '12' }],
    [item({ u: '12' })],
    [{ u: '12', m: 'M' }, { u: '12' }],
  ],
  // Products of the catalogue.
  ['a product of the catalogue gets no row', [], [product({ u: '12', m: 'M', t: 'T' })], []],
  [
    'but completes what has its UPC code',
    [{ i: '9SI1', u: '12', t: 'mine' }, { u: '13' }],
    [product({ u: '12', m: 'M', t: 'T' }), product({ u: '13', t: 'U' })],
    [
      { i: '9SI1', u: '12', m: 'M', t: 'mine' },
      { u: '13', t: 'U' },
    ],
  ],
  [
    'unless two have it',
    [
      { i: '9SI1', u: '12' },
      { i: '9SI2', u: '12' },
    ],
    [product({ u: '12', t: 'T' })],
    [
      { i: '9SI1', u: '12' },
      { i: '9SI2', u: '12' },
    ],
  ],
  [
    'and never over what an operation says of the item',
    [],
    [product({ u: '12', t: 'A title' }), item({ i: '9SI1', u: '12', t: 'The title' })],
    [{ i: '9SI1', u: '12', t: 'The title' }],
  ],
  [
    'nor is it a contradiction that the catalogue has another maker part number',
    [{ i: '9SI1', u: '12', m: 'M' }],
    [product({ u: '12', m: 'N' })],
    [{ i: '9SI1', u: '12', m: 'M' }],
  ],
  // Questions.
  [
    'a question fills and adds nothing',
    [{ s: 'A' }],
    [question({ s: 'A' }), question({ i: '9SI1' })],
    [{ s: 'A' }],
  ],
  // Contradictions.
  [
    'one part number with two item numbers',
    [{ i: '9SI1', s: 'A' }],
    [item({ i: '9SI2', s: 'a' })],
    [
      { i: '9SI1', s: 'A' },
      { i: '9SI2', s: 'a' },
    ],
    ['A: several item numbers (9SI1; 9SI2)'],
  ],
  [
    'a row with only that part number is neither',
    [{ s: 'A' }],
    [item({ i: '9SI1', s: 'A' }), item({ i: '9SI2', s: 'A' })],
    [{ s: 'A' }, { i: '9SI1', s: 'A' }, { i: '9SI2', s: 'A' }],
    ['A: several item numbers (9SI1; 9SI2)'],
  ],
  [
    'and a fact with only it tells of neither',
    [
      { i: '9SI1', s: 'A' },
      { i: '9SI2', s: 'A' },
    ],
    [item({ s: 'A', t: 'T' })],
    [
      { i: '9SI1', s: 'A' },
      { i: '9SI2', s: 'A' },
    ],
    ['A: several item numbers (9SI1; 9SI2)'],
  ],
  [
    'two part numbers of an item',
    [{ i: '9SI1', s: 'B' }],
    [item({ i: '9SI1', s: 'A' })],
    [{ i: '9SI1', s: 'B' }],
    ['9SI1: several seller part numbers (A; B)'],
  ],
  [
    'two UPC codes of an item',
    [],
    [item({ i: '9SI1', u: '13' }), item({ i: '9SI1', u: '12' })],
    [{ i: '9SI1', u: '12' }],
    ['9SI1: several UPC codes (12; 13)'],
  ],
  [
    'of several spellings the same one is told, whatever comes first',
    [],
    [
      item({ i: '9SI1', u: 'b' }),
      item({ i: '9SI1', u: 'c' }),
      item({ i: '9SI1', u: 'C' }),
      item({ i: '9SI1', u: 'B' }),
    ],
    [{ i: '9SI1', u: 'B' }],
    ['9SI1: several UPC codes (B; C)'],
  ],
  [
    'two UPC codes of a part number',
    [{ s: 'A', u: '12' }],
    [item({ s: 'A', u: '13' })],
    [{ s: 'A', u: '12' }],
    ['A: several UPC codes (12; 13)'],
  ],
  [
    'two maker part numbers',
    [{ i: '9SI1', m: 'M' }],
    [item({ i: '9SI1', m: 'N' })],
    [{ i: '9SI1', m: 'M' }],
    ['9SI1: several mfr part numbers (M; N)'],
  ],
  [
    'the same in other spellings is none',
    [{ i: '9SI1', s: 'a', u: '0012', m: 'm' }],
    [item({ i: '9si1', s: 'A', u: '12', m: 'M', t: 'T' })],
    [{ i: '9SI1', s: 'a', u: '0012', m: 'm', t: 'T' }],
  ],
  [
    'two rows that turn out to be one item are both filled',
    [{ s: 'A' }, { i: '9SI1' }],
    [item({ i: '9SI1', s: 'A', t: 'T' })],
    [
      { i: '9SI1', s: 'A', t: 'T' },
      { i: '9SI1', s: 'A', t: 'T' },
    ],
    ['9SI1: several rows (2 rows)'],
  ],
  [
    'what has only a UPC code contradicts nothing, for it may be another item',
    [{ i: '9SI1', u: '12', m: 'M' }],
    [item({ u: '12', m: 'N', t: 'T' })],
    [{ i: '9SI1', u: '12', m: 'M', t: 'T' }],
  ],
  [
    'what a row has that turns out to be an item is known of the item',
    [
      { u: '12', m: 'M' },
      { i: '9SI1', u: '12' },
    ],
    [item({ i: '9SI1' })],
    [
      { i: '9SI1', u: '12', m: 'M' },
      { i: '9SI1', u: '12', m: 'M' },
    ],
    ['9SI1: several rows (2 rows)'],
  ],
  [
    'what completes an item leads to it at once',
    [{ m: 'M' }, { s: 'A', u: '12' }],
    [item({ u: '12', m: 'M' })],
    [
      { s: 'A', u: '12', m: 'M' },
      { s: 'A', u: '12', m: 'M' },
    ],
    ['A: several rows (2 rows)'],
  ],
  [
    'a part number of two items has as many UPC codes, which is no other contradiction',
    [
      { i: '9SI1', s: 'A' },
      { i: '9SI2', s: 'A' },
    ],
    [item({ s: 'A', u: '12' }), item({ s: 'A', u: '13' })],
    [
      { i: '9SI1', s: 'A' },
      { i: '9SI2', s: 'A' },
    ],
    ['A: several item numbers (9SI1; 9SI2)'],
  ],
  [
    'a contradiction that no fact of now is about is left',
    [
      { i: '9SI1', s: 'A' },
      { i: '9SI2', s: 'A' },
    ],
    [item({ i: '9SI3' })],
    [{ i: '9SI1', s: 'A' }, { i: '9SI2', s: 'A' }, { i: '9SI3' }],
  ],
];

test.each(CASES)('%s', (_, rows, facts, expected, conflicts = []) => {
  expect(rowsAfter(rows.map(traits), facts).map(short)).toEqual(expected);
  const told = resolve(rows.map(traits), facts).conflicts;
  expect(told.map(({ subject, state, example }) => `${subject}: ${state} (${example})`)).toEqual(conflicts);
});

test.each<[string, Short[], Fact[], number[]]>([
  [
    'rows of items that came',
    [{ i: '9SI1' }, { i: '9SI2' }, { s: 'A' }],
    [item({ i: '9SI2', s: 'A' })],
    [1, 2],
  ],
  [
    'rows that were asked for',
    [{ s: 'A' }, { u: '012' }, { i: '9SI1' }, { u: '12', s: 'B' }],
    [question({ u: '12' }), question({ s: 'a' })],
    [0, 1, 3],
  ],
  [
    'no row that only shares a UPC code with one that came',
    [
      { i: '9SI1', u: '12' },
      { i: '9SI2', u: '12' },
    ],
    [item({ i: '9SI1', u: '12' })],
    [0],
  ],
  [
    'rows of both kinds, in their order',
    [{ i: '9SI1' }, { s: 'A' }, { i: '9SI2' }],
    [item({ i: '9SI2' }), question({ s: 'A' }), item({ i: '9SI1' })],
    [0, 1, 2],
  ],
  ['no row without any identifier', [{ t: 'T' }, {}], [item({ i: '9SI1', t: 'T' }), question({})], []],
])('a fact is about %s', (_, rows, facts, met) => {
  expect(resolve(rows.map(traits), facts).met).toEqual(met);
});

describe('for any facts', () => {
  const one = (letters: string) => fc.constantFrom(...letters.split(' '));
  const some = (prefix: string) =>
    fc.option(
      one('a b A c').map((letter) => prefix + letter),
      { nil: undefined },
    );
  const anyTraits = fc
    .record({
      i: some('9SI'),
      s: some('S'),
      u: fc.option(one('1 01 2'), { nil: undefined }),
      m: some('M'),
      t: some('T'),
    })
    .map((given) =>
      traits(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))),
    );
  const anyFact = fc
    .record({
      about: fc.constantFrom<Fact['about']>('item', 'item', 'product', 'question'),
      traits: anyTraits,
    })
    .map(({ about, traits: { itemNumber, sellerPartNumber, ...others } }): Fact => {
      // A product has no identifier of the seller's.
      if (about === 'product') return { about, traits: others };
      return { about, traits: { itemNumber, sellerPartNumber, ...others } as Traits };
    });
  const anyFacts = fc.array(anyFact, { maxLength: 8 });
  const anyRows = fc.array(anyTraits, { maxLength: 5 });
  const shuffled = <T>(values: readonly T[]) =>
    fc.shuffledSubarray([...values], { minLength: values.length });
  const sorted = (rows: readonly Traits[]) => rows.map((row) => JSON.stringify(short(row))).sort();

  test('rows that share no identifier with them, by whatever others, decide nothing', () => {
    fc.assert(
      fc.property(anyRows, anyFacts, (rows, facts) => {
        const all = rows.map((_, row) => row);
        expect(resolve(rows, facts)).toEqual(resolve(rows, facts, all));
      }),
    );
  });

  test('their order decides nothing', () => {
    fc.assert(
      fc.property(
        anyRows,
        anyFacts.chain((facts) => fc.tuple(fc.constant(facts), shuffled(facts))),
        (rows, [facts, other]) => {
          expect(sorted(rowsAfter(rows, other))).toEqual(sorted(rowsAfter(rows, facts)));
          const told = (given: readonly Fact[]) =>
            resolve(rows, given)
              .conflicts.map((each) => JSON.stringify(each))
              .sort();
          expect(told(other)).toEqual(told(facts));
        },
      ),
    );
  });

  test('the same facts again change nothing', () => {
    fc.assert(
      fc.property(anyRows, anyFacts, (rows, facts) => {
        const first = rowsAfter(rows, facts);
        const { fills, added } = resolve(first, facts);
        expect({ fills, added }).toEqual({ fills: [], added: [] });
      }),
    );
  });

  test('each item number has one row at least, and one that was not there before one at most', () => {
    fc.assert(
      fc.property(anyRows, anyFacts, (rows, facts) => {
        const numbers = (all: readonly Traits[]) =>
          all.flatMap(({ itemNumber }) =>
            itemNumber === undefined ? [] : [keyOf('itemNumber', itemNumber)],
          );
        const came = new Set(
          numbers(facts.filter(({ about }) => about === 'item').map((fact) => fact.traits)),
        );
        const { added } = resolve(rows, facts);
        const names = numbers(added);
        expect(new Set(names).size).toBe(names.length);
        for (const name of names) expect(numbers(rows)).not.toContain(name);
        for (const name of came) expect(numbers(rowsAfter(rows, facts))).toContain(name);
      }),
    );
  });
});

test('of many rows few are looked at: those that identifiers lead to, step by step', () => {
  const chain = Array.from({ length: 6 }, (_, n) => ({ i: `9SI${n}`, s: `S${n + 1}` }));
  const rows = [
    { s: 'S3' },
    ...chain.slice(3),
    { i: '9SI0', s: 'S1' },
    { s: 'S9' },
    { i: '9SI3', u: '1' },
  ].map(traits);
  expect(relatedRows(rows, [item({ i: '9SI3' })])).toEqual([1, 6]);
  expect(relatedRows(rows, [item({ i: '9SI3' }), item({ u: '01' }), item({ s: 's3' })])).toEqual([0, 1, 6]);
  const long = Array.from({ length: 40 }, (_, n) => ({ s: `S${n + 1}`, u: String(n) })).reverse();
  expect(relatedRows([...long, { s: 'Z' }].map(traits), [item({ u: '0' })])).toEqual([39]);
  const tied = long.flatMap(({ s, u }) => [
    { s, u },
    { s, u: String(Number(u) + 1) },
  ]);
  expect(relatedRows([...tied, { s: 'Z' }].map(traits), [item({ u: '0' })])).toHaveLength(81);
});

describe('for a shop whose facts agree', () => {
  /** Each item has its own identifiers; some share a UPC code and a maker part number. */
  const SHOP = Array.from({ length: 12 }, (_, index) => ({
    i: `9SI${index}`,
    s: `S${index}`,
    u: String(900 + (index % 9)),
    m: `M${index % 9}`,
    t: `Title ${index}`,
  }));
  /** What an operation may tell of an item: always by what is its own. */
  const anyFact = fc
    .tuple(fc.constantFrom(...SHOP), fc.subarray(['i', 's', 'u', 'm', 't'] as const), fc.boolean())
    .map(([whole, names, byNumber]) => {
      const known = [byNumber ? 'i' : 's', ...names] as (keyof Short)[];
      return item(Object.fromEntries(known.map((name) => [name, whole[name]])));
    });
  const everything = SHOP.map((whole) =>
    item({ i: whole.i, s: whole.s, u: whole.u, m: whole.m, t: whole.t }),
  );

  test('however the facts are dealt over the pulls, the items are the same in the end, without a contradiction', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(anyFact, { maxLength: 6 }), { maxLength: 5 }),
        fc.constant(everything),
        (pulls, all) => {
          let rows: Traits[] = [];
          for (const facts of [...pulls, all]) {
            expect(resolve(rows, facts).conflicts.filter(({ state }) => state !== 'several rows')).toEqual(
              [],
            );
            rows = rowsAfter(rows, facts);
          }
          const items = new Set(rows.map((row) => JSON.stringify(short(row))));
          expect([...items].sort()).toEqual(SHOP.map((whole) => JSON.stringify(whole)).sort());
        },
      ),
    );
  });
});

test('many rows and facts take as long as they are many', () => {
  const time = (count: number) => {
    const all = Array.from({ length: count }, (_, n) => ({ i: `9SI${n}`, s: `S${n}`, u: String(n) }));
    const rows = all.map(traits);
    const facts = all.map(({ s }, n) => item({ i: `9SI${n + count / 2}`, s: n % 2 ? s : `T${n}` }));
    const begun = performance.now();
    expect(resolve(rows, facts).added.length).toBe(count / 2);
    return performance.now() - begun;
  };
  time(1000);
  const [few, many] = [time(4000), time(40_000)];
  expect(many).toBeLessThan(Math.max(few, 20) * 40);
});
