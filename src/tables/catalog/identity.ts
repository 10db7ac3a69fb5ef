/** Matches rows and facts to items, and finds cells to fill, rows to add, and conflicts. */
import { ascending } from '../../protocol/lists.ts';
import { IDENTIFIERS, type Identifier, keyOf, TRAITS, type Trait, type Traits } from './item-keys.ts';
import type { Fact } from './items.ts';

/** The two lowest distinct values of each trait. They don't depend on row order. */
interface Least {
  readonly first: Texts;
  readonly second: Texts;
}

type Texts = { [T in Trait]?: string };

interface KnownItem extends Least {
  /** The kind of identifier by which its rows and facts were grouped. */
  readonly by: Identifier;
  /** Row indexes. */
  readonly rows: number[];
  /** Traits that could belong to another item. */
  readonly hints: Least;
  isMet: boolean;
  /** Whether to add a row if the item has none. */
  isNew: boolean;
}

/** The first item with an identifier. `first` and `second` are the two lowest item numbers among all items with it. */
interface Owner extends Least {
  readonly item: KnownItem;
  isShared: boolean;
}

type Owners = Readonly<Record<Identifier, Map<string, Owner>>>;

export function newLeast(): Least {
  return { first: {}, second: {} };
}

export function take(least: Least, trait: Trait, value: string | undefined): void {
  const { first, second } = least;
  const before = first[trait];
  if (value === undefined || value === before) return;
  if (before === undefined) {
    first[trait] = value;
    return;
  }
  const order = compare(trait, value, before);
  if (order === 0) {
    if (value < before) first[trait] = value;
    return;
  }
  if (order < 0) first[trait] = value;
  const other = order < 0 ? before : value;
  const next = second[trait];
  const rank = next === undefined ? -1 : compare(trait, other, next);
  if (rank < 0 || (rank === 0 && other < next!)) second[trait] = other;
}

export function takeAll(least: Least, traits: Traits): void {
  for (const trait of Object.keys(traits) as Trait[]) take(least, trait, traits[trait]);
}

function compare(trait: Trait, one: string, other: string): number {
  const [left, right] = [keyOf(trait, one), keyOf(trait, other)];
  return left < right ? -1 : left > right ? 1 : 0;
}

export interface Conflict {
  readonly subject: string;
  readonly state: string;
  readonly example: string;
}

/** Traits with a single value per item. Items can share UPC codes and maker part numbers. */
const SINGLE = {
  sellerPartNumber: 'several seller part numbers',
  upcCode: 'several UPC codes',
  mfrPartNumber: 'several mfr part numbers',
} as const;

export function conflictsOf({ by, rows, first, second }: KnownItem, owners: Owners): readonly Conflict[] {
  if (by !== 'itemNumber' && by !== 'sellerPartNumber') return [];
  const shared = [first.sellerPartNumber, second.sellerPartNumber].flatMap((part): Conflict[] => {
    const owner = part === undefined ? undefined : owners.sellerPartNumber.get(keyOf('sellerPartNumber', part));
    if (!owner?.isShared) return [];
    const example = `${owner.first.itemNumber}; ${owner.second.itemNumber}`;
    return [{ subject: owner.first.sellerPartNumber!, state: 'several item numbers', example }];
  });
  // A row with only a shared part number could belong to any item that shares it, so don't report other conflicts.
  if (by === 'sellerPartNumber' && shared.length > 0) return shared;
  const subject = first[by]!;
  const several = (Object.keys(SINGLE) as (keyof typeof SINGLE)[]).flatMap((trait): Conflict[] =>
    second[trait] === undefined
      ? []
      : [{ subject, state: SINGLE[trait], example: `${first[trait]}; ${second[trait]}` }],
  );
  const doubled = rows.length > 1 ? [{ subject, state: 'several rows', example: `${rows.length} rows` }] : [];
  return [...several, ...shared, ...doubled];
}

interface Resolution {
  /** Values for blank cells. `row` is an index. */
  readonly fills: readonly { readonly row: number; readonly trait: Trait; readonly value: string }[];
  /** Indexes of matching rows, in ascending order. */
  readonly met: readonly number[];
  /** Items without a row, in the same order as the facts. */
  readonly added: readonly Traits[];
  readonly conflicts: readonly Conflict[];
}

/**
 * Item numbers and unshared seller part numbers identify items. UPC codes and maker part numbers can be shared: a fact
 * without a stronger identifier completes an item only if it is the only match. Uses only rows in `own`.
 */
export function resolve(
  rows: readonly Traits[],
  facts: readonly Fact[],
  own: readonly number[] = [...rows.keys()],
): Resolution {
  const among = relatedRows(rows, own, facts);
  const owners: Owners = {
    itemNumber: new Map(),
    sellerPartNumber: new Map(),
    upcCode: new Map(),
    mfrPartNumber: new Map(),
  };
  const items = IDENTIFIERS.flatMap((by) => gather(by, rows, among, facts, owners));
  const met = new Set(askedRows(rows, own, facts));
  const fills: Resolution['fills'][number][] = [];
  const added: Traits[] = [];
  const conflicts = new Map<string, Conflict>();
  for (const item of new Set(items)) {
    if (!item.isMet) continue;
    const known: Traits = { ...item.hints.first, ...item.first };
    for (const row of item.rows) {
      met.add(row);
      for (const trait of TRAITS) {
        const value = known[trait];
        if (value !== undefined && rows[row]![trait] === undefined) fills.push({ row, trait, value });
      }
    }
    if (item.rows.length === 0 && item.isNew) added.push(known);
    for (const conflict of conflictsOf(item, owners)) {
      const key = JSON.stringify([conflict.subject.toLowerCase(), conflict.state]);
      if (!conflicts.has(key)) conflicts.set(key, conflict);
    }
  }
  return { fills, met: ascending(met), added, conflicts: [...conflicts.values()] };
}

/** Gathers items from rows and facts whose strongest identifier is `by`. */
function gather(
  by: Identifier,
  rows: readonly Traits[],
  among: readonly number[],
  facts: readonly Fact[],
  owners: Owners,
): readonly KnownItem[] {
  const isStrong = by === 'itemNumber' || by === 'sellerPartNumber';
  const items = new Map<string, KnownItem>();
  const sources: [item: KnownItem, traits: Traits][] = [];
  const newItem = (): KnownItem => ({ ...newLeast(), by, rows: [], hints: newLeast(), isMet: false, isNew: false });
  const itemOf = (traits: Traits): KnownItem => {
    const key = keyOf(by, traits[by]!);
    const owner = owners[by].get(key);
    const item = items.get(key) ?? (owner && !owner.isShared ? owner.item : newItem());
    items.set(key, item);
    return item;
  };
  for (const row of among) {
    const traits = rows[row]!;
    if (strongest(traits) !== by) continue;
    const item = itemOf(traits);
    item.rows.push(row);
    if (isStrong || item.by !== by) sources.push([item, traits]);
  }
  for (const { about, traits } of facts) {
    if (about === 'question' || strongest(traits) !== by) continue;
    const item = itemOf(traits);
    item.isMet = true;
    const isShared = owners[by].get(keyOf(by, traits[by]!))?.isShared === true;
    if (about === 'item' && by !== 'mfrPartNumber' && !isShared) item.isNew = true;
    if (about === 'item' && isStrong) sources.push([item, traits]);
    else takeAll(item.hints, traits);
  }
  for (const [item, traits] of sources) takeAll(item, traits);
  for (const [item, traits] of sources) own(owners, item, traits, by);
  // Treat added identifiers as the item's own. Otherwise, a second pull would find more matches for the same facts.
  for (const item of isStrong ? [] : items.values())
    if (item.by !== by) own(owners, item, { ...item.hints.first, ...item.first }, by);
  return [...items.values()];
}

function strongest(traits: Traits): Identifier | undefined {
  return IDENTIFIERS.find((trait) => traits[trait] !== undefined);
}

/** Registers the item as an owner of its weaker identifiers. */
function own(owners: Owners, item: KnownItem, traits: Traits, by: Identifier): void {
  for (const trait of IDENTIFIERS.slice(IDENTIFIERS.indexOf(by) + 1)) {
    const value = traits[trait];
    if (value === undefined) continue;
    const key = keyOf(trait, value);
    const owner = owners[trait].get(key) ?? { ...newLeast(), item, isShared: false };
    owner.isShared ||= owner.item !== item;
    take(owner, trait, value);
    take(owner, 'itemNumber', item.first.itemNumber);
    owners[trait].set(key, owner);
  }
}

function askedRows(rows: readonly Traits[], own: readonly number[], facts: readonly Fact[]): readonly number[] {
  const asked = facts.filter(({ about }) => about === 'question');
  return TRAITS.flatMap((trait) => {
    const keys = new Set(asked.map(({ traits }) => keyOf(trait, traits[trait] ?? '')));
    keys.delete('');
    if (keys.size === 0) return [];
    return own.filter((index) => keys.has(keyOf(trait, rows[index]![trait] ?? '')));
  });
}

/** Maximum search rounds. After that, all rows are treated as related. */
const MOST_ROUNDS = 8;

/** Returns the rows, in ascending order, that share identifiers with the facts directly or through other rows. */
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
