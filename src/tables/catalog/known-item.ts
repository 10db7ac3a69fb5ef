/** One item, from all rows and facts about it, and contradictions in them, which a person has to decide. */
import { type Identifier, keyOf, type Trait, type Traits } from './item-keys.ts';

/** Of each trait the smallest and, of another identifier, the next: the order in which they come decides nothing. */
export interface Least {
  readonly first: Texts;
  readonly second: Texts;
}

type Texts = { [T in Trait]?: string };

export interface KnownItem extends Least {
  /** What its rows and facts have in common. */
  readonly by: Identifier;
  /** By their position in the list of rows. */
  readonly rows: number[];
  /** The same of what may be about another item. */
  readonly hints: Least;
  /** Whether a fact is about it. */
  isMet: boolean;
  /** Whether it gets a row if it has none. */
  isNew: boolean;
}

/** The item that has an identifier, and the item numbers of all that have it. */
export interface Owner extends Least {
  readonly item: KnownItem;
  isShared: boolean;
}

export type Owners = Readonly<Record<Identifier, Map<string, Owner>>>;

export function newLeast(): Least {
  return { first: {}, second: {} };
}

export function newItem(by: Identifier): KnownItem {
  return { ...newLeast(), by, rows: [], hints: newLeast(), isMet: false, isNew: false };
}

export function noOwners(): Owners {
  return {
    itemNumber: new Map(),
    sellerPartNumber: new Map(),
    upcCode: new Map(),
    mfrPartNumber: new Map(),
  };
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
  /** The identifier that it is about. */
  readonly subject: string;
  readonly state: string;
  readonly example: string;
}

/** An item has one of each. A code or a maker part number that several items have is none: such items exist. */
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
  // A row with only such a part number may be about either item.
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
