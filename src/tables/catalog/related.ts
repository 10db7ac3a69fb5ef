/** Rows that facts can be about, and rows that share an identifier with such rows. */
import { IDENTIFIERS, keyOf, type Traits } from './item-keys.ts';
import type { Fact } from './items.ts';

/** Identifiers are followed from row to row so often at most; if that does not settle, all rows are taken. */
const MOST_ROUNDS = 8;

/** Of the rows at those indexes, ascending. Rows that are left out have no identifier in common with them. */
export function relatedRows(
  rows: readonly Traits[],
  own: readonly number[],
  facts: readonly Fact[],
): readonly number[] {
  const sets = IDENTIFIERS.map((trait) => new Set(facts.flatMap(({ traits }) => keyIn(traits, trait) ?? [])));
  const keys = own.map((row) => IDENTIFIERS.map((trait) => keyIn(rows[row]!, trait)));
  const isTaken = own.map(() => false);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    let isSettled = true;
    keys.forEach((known, place) => {
      if (isTaken[place] || !known.some((key, at) => key !== undefined && sets[at]!.has(key))) return;
      isTaken[place] = true;
      known.forEach((key, at) => {
        if (key === undefined || sets[at]!.has(key)) return;
        sets[at]!.add(key);
        isSettled = false;
      });
    });
    if (isSettled) return own.filter((_, place) => isTaken[place]);
  }
  return own;
}

function keyIn(traits: Traits, trait: (typeof IDENTIFIERS)[number]): string | undefined {
  const value = traits[trait];
  return value === undefined ? undefined : keyOf(trait, value);
}
