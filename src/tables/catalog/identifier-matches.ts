/** Maps identifiers that responses don't include, such as UPC codes, to Catalog items. */
import type { AnyRecord } from '../../protocol/fields.ts';
import { identifierIn, keyOf, type Trait, type Traits } from './item-keys.ts';
import type { Items } from './items.ts';

export interface IdentifierMatches {
  keyOf(identifier: string): string;
  knows(identifier: string): boolean;
  itemsOf(identifiers: readonly string[]): readonly string[];
  /** Returns the identifier keys of a record's item in the Catalog. */
  keysOf(record: AnyRecord): readonly string[];
}

const NAMES = ['itemNumber', 'sellerPartNumber'] as const;

/** `is` is the kind of identifier, and `fields` identify a record's item. */
export function identifierMatches(rows: readonly Traits[], is: Trait, { fields }: Items): IdentifierMatches {
  const itemsByKey = new Map<string, Set<string>>();
  const keysByName = new Map<string, string[]>();
  for (const row of rows) {
    const key = keyOf(is, row[is] ?? '');
    const names = NAMES.filter((name) => row[name] !== undefined);
    if (key === '' || names.length === 0) continue;
    const items = itemsByKey.get(key) ?? new Set();
    if (row.itemNumber !== undefined) items.add(row.itemNumber);
    itemsByKey.set(key, items);
    for (const name of names) {
      const known = keysByName.get(nameIn(name, row[name]));
      if (known) known.push(key);
      else keysByName.set(nameIn(name, row[name]), [key]);
    }
  }
  const key = (identifier: string) => keyOf(is, identifier);
  const itemsOf = (identifier: string) => [...(itemsByKey.get(key(identifier)) ?? [])];
  return {
    keyOf: key,
    knows: (identifier) => itemsByKey.has(key(identifier)),
    itemsOf: (identifiers) => [...new Set(identifiers.flatMap(itemsOf))],
    keysOf: (record) => NAMES.flatMap((name) => keysByName.get(nameIn(name, record[fields[name] ?? ''])) ?? []),
  };
}

function nameIn(name: (typeof NAMES)[number], value: unknown): string {
  return `${name} ${keyOf(name, identifierIn(value))}`;
}
