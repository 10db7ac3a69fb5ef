/** Extracts facts about the seller's items from records. */
import type { Slice } from '../../protocol/client.ts';
import { type AnyRecord, isList, type Shape } from '../../protocol/fields.ts';
import type { Operation } from '../../protocol/operation.ts';
import type { UnitRecords } from '../../protocol/page.ts';
import { asksIn, identifierIn, type NamedItems, TRAITS, type Traits } from './item-keys.ts';

export type PollColumn = 'stockPolled' | 'pricesPolled' | 'canadianPricesPolled';

export interface Items extends NamedItems {
  /** Lists that contain the items, outermost first. */
  readonly each: readonly string[];
  /** Prefix of the seller's item numbers. Other numbers are marketplace products. */
  readonly offers?: string;
  /** The Catalog column with the last poll time, by storefront. */
  readonly polled?: { readonly [storefront: string]: PollColumn };
  /** Set if the records form a log per item. The Catalog tracks each log's length. */
  readonly past?: {
    readonly at: string;
    /** The field that distinguishes an item's logs. */
    readonly of: string;
    /** Values of that field by storefront. */
    readonly on: { readonly [storefront: string]: string };
  };
}

/**
 * `product`: about an item that may not be the seller's; only completes known items. `question`: about a requested one.
 */
export interface Fact {
  readonly about: 'item' | 'product' | 'question';
  readonly traits: Traits;
}

type Described = Pick<Operation, 'answer'> & { readonly items?: Items };

/** Returns a slice's distinct facts in record order. */
export function factsOf(
  operation: Described,
  { records, complete }: Pick<Slice, 'records' | 'complete'>,
): readonly Fact[] {
  const { items } = operation;
  if (!items) return [];
  const found = new Map<string, Fact>();
  const add = (about: Fact['about'], traits: Traits) => {
    const key = JSON.stringify([about, TRAITS.map((trait) => traits[trait])]);
    if (!found.has(key)) found.set(key, { about, traits });
  };
  const seen = new Set<string>();
  for (const record of records)
    for (const traits of traitsIn(operation.answer.record, items, record, seen)) addFact(items, traits, add);
  for (const unit of complete) {
    for (const traits of itemsOfSingleCall(operation.answer.record, items, unit)) addFact(items, traits, add);
    for (const { param, is } of items.polled ? asksIn(items, unit.params) : [])
      for (const value of [unit.params[param]!].flat()) add('question', { [is]: value });
  }
  return [...found.values()];
}

function addFact(
  { offers }: Items,
  { itemNumber, ...others }: Traits,
  add: (about: Fact['about'], traits: Traits) => void,
): void {
  const isOffer = offers === undefined || itemNumber?.toUpperCase().startsWith(offers) === true;
  if (isOffer) add('item', itemNumber === undefined ? others : { itemNumber, ...others });
  else add('product', others);
}

/** Returns a record's items. Skips those in `seen`, because records often repeat long lists. */
function traitsIn(shape: Shape, { each, fields }: Items, record: AnyRecord, seen: Set<string>): Traits[] {
  const names = TRAITS.filter((trait) => fields[trait] !== undefined);
  const lists = names.filter((trait) => isTexts(shape, each, fields[trait]!));
  return innermost(record, each).flatMap((element) => {
    const values = names.map((trait) => identifierIn(element[fields[trait]!]));
    const print = JSON.stringify(values);
    if (seen.has(print)) return [];
    seen.add(print);
    const traits: Traits = Object.fromEntries(
      names.flatMap((trait, index) => (values[index] === '' ? [] : [[trait, values[index]]])),
    );
    const [list] = lists;
    if (list === undefined) return Object.keys(traits).length > 0 ? [traits] : [];
    const parts = (traits[list] ?? '').split(/[\s,;]+/).map(identifierIn);
    return parts.filter((part) => part !== '').map((part) => ({ ...traits, [list]: part }));
  });
}

/** Assigns all records of a single-identifier call to that identifier. */
function itemsOfSingleCall(shape: Shape, items: Items, { params, records }: UnitRecords): Traits[] {
  return asksIn(items, params).flatMap(({ param, is, means }) => {
    const values = [params[param]!].flat();
    if (!means || values.length !== 1) return [];
    const seen = new Set<string>();
    return records
      .flatMap((record) => traitsIn(shape, items, record, seen))
      .map((traits) => ({ [is]: values[0], ...traits }));
  });
}

function innermost(record: AnyRecord, [list, ...rest]: readonly string[]): readonly AnyRecord[] {
  if (list === undefined) return [record];
  const elements = record[list];
  return Array.isArray(elements) ? elements.flatMap((element) => innermost(element, rest)) : [];
}

function isTexts(shape: Shape, [list, ...rest]: readonly string[], name: string): boolean {
  const member = shape[list ?? name];
  if (!member) return false;
  return isList(member) ? isTexts(member.of, rest, name) : member.kind === 'texts';
}
