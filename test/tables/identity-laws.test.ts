/** Resolving random rows and facts never overwrites, duplicates, or guesses. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { relatedRows, resolve } from '../../src/tables/catalog/identity.ts';
import { keyOf, type Traits } from '../../src/tables/catalog/item-keys.ts';
import type { Fact } from '../../src/tables/catalog/items.ts';
import { item, rowsAfter, type Short, short, traits } from '../support/items-in-short.ts';

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
    .map((given) => traits(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))));
  const anyFact = fc
    .record({
      about: fc.constantFrom<Fact['about']>('item', 'item', 'product', 'question'),
      traits: anyTraits,
    })
    .map(({ about, traits: { itemNumber, sellerPartNumber, ...others } }): Fact => {
      // Products have no seller identifiers.
      if (about === 'product') return { about, traits: others };
      return { about, traits: { itemNumber, sellerPartNumber, ...others } as Traits };
    });
  const anyFacts = fc.array(anyFact, { maxLength: 8 });
  const anyRows = fc.array(anyTraits, { maxLength: 5 });
  const shuffled = <T>(values: readonly T[]) => fc.shuffledSubarray([...values], { minLength: values.length });
  const sorted = (rows: readonly Traits[]) => rows.map((row) => JSON.stringify(short(row))).sort();

  test("rows without a shared identifier, direct or indirect, don't affect the result", () => {
    fc.assert(
      fc.property(anyRows, anyFacts, (rows, facts) => {
        const all = rows.map((_, row) => row);
        expect(resolve(rows, facts)).toEqual(resolve(rows, facts, all));
      }),
    );
  });

  test("the order of facts doesn't affect the result", () => {
    fc.assert(
      fc.property(
        anyRows,
        anyFacts.chain((facts) => fc.tuple(fc.constant(facts), shuffled(facts))),
        (rows, [facts, other]) => {
          expect(sorted(rowsAfter(rows, other))).toEqual(sorted(rowsAfter(rows, facts)));
          const conflictsOf = (given: readonly Fact[]) =>
            resolve(rows, given)
              .conflicts.map((each) => JSON.stringify(each))
              .sort();
          expect(conflictsOf(other)).toEqual(conflictsOf(facts));
        },
      ),
    );
  });

  test('repeated facts change no rows', () => {
    fc.assert(
      fc.property(anyRows, anyFacts, (rows, facts) => {
        const first = rowsAfter(rows, facts);
        const { fills, added } = resolve(first, facts);
        expect({ fills, added }).toEqual({ fills: [], added: [] });
      }),
    );
  });

  test('every item number gets a row, and a new item number gets exactly one', () => {
    fc.assert(
      fc.property(anyRows, anyFacts, (rows, facts) => {
        const numbers = (all: readonly Traits[]) =>
          all.flatMap(({ itemNumber }) => (itemNumber === undefined ? [] : [keyOf('itemNumber', itemNumber)]));
        const received = new Set(numbers(facts.filter(({ about }) => about === 'item').map((fact) => fact.traits)));
        const { added } = resolve(rows, facts);
        const names = numbers(added);
        expect(new Set(names).size).toBe(names.length);
        for (const name of names) expect(numbers(rows)).not.toContain(name);
        for (const name of received) expect(numbers(rowsAfter(rows, facts))).toContain(name);
      }),
    );
  });
});

test('compares only rows reachable through identifiers, step by step', () => {
  const related = (rows: readonly Traits[], facts: readonly Fact[]) => relatedRows(rows, [...rows.keys()], facts);
  const chain = Array.from({ length: 6 }, (_, n) => ({ i: `9SI${n}`, s: `S${n + 1}` }));
  const rows = [{ s: 'S3' }, ...chain.slice(3), { i: '9SI0', s: 'S1' }, { s: 'S9' }, { i: '9SI3', u: '1' }].map(traits);
  expect(related(rows, [item({ i: '9SI3' })])).toEqual([1, 6]);
  expect(related(rows, [item({ i: '9SI3' }), item({ u: '01' }), item({ s: 's3' })])).toEqual([0, 1, 6]);
  const long = Array.from({ length: 40 }, (_, n) => ({ s: `S${n + 1}`, u: String(n) })).reverse();
  expect(related([...long, { s: 'Z' }].map(traits), [item({ u: '0' })])).toEqual([39]);
  const tied = long.flatMap(({ s, u }) => [
    { s, u },
    { s, u: String(Number(u) + 1) },
  ]);
  expect(related([...tied, { s: 'Z' }].map(traits), [item({ u: '0' })])).toHaveLength(81);
});

describe('for a shop with consistent facts', () => {
  /** Each item has unique identifiers; some items share a UPC code and a manufacturer part number. */
  const SHOP = Array.from({ length: 12 }, (_, index) => ({
    i: `9SI${index}`,
    s: `S${index}`,
    u: String(900 + (index % 9)),
    m: `M${index % 9}`,
    t: `Title ${index}`,
  }));
  /** Facts with at least one identifier. */
  const anyFact = fc
    .tuple(fc.constantFrom(...SHOP), fc.subarray(['i', 's', 'u', 'm', 't'] as const), fc.boolean())
    .map(([full, names, byNumber]) => {
      const known = [byNumber ? 'i' : 's', ...names] as (keyof Short)[];
      return item(Object.fromEntries(known.map((name) => [name, full[name]])));
    });
  const everything = SHOP.map((full) => item({ i: full.i, s: full.s, u: full.u, m: full.m, t: full.t }));

  test('the items are the same in the end, without conflicts, however pulls split the facts', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(anyFact, { maxLength: 6 }), { maxLength: 5 }),
        fc.constant(everything),
        (pulls, all) => {
          let rows: Traits[] = [];
          for (const facts of [...pulls, all]) {
            expect(resolve(rows, facts).conflicts.filter(({ state }) => state !== 'several rows')).toEqual([]);
            rows = rowsAfter(rows, facts);
          }
          const items = new Set(rows.map((row) => JSON.stringify(short(row))));
          expect([...items].sort()).toEqual(SHOP.map((full) => JSON.stringify(full)).sort());
        },
      ),
    );
  });
});
