/** How declarations name the seller's items, and the facts about items that records have. */
import type { Slice } from '../../protocol/client.ts';
import { type AnyRecord, isList, type Shape } from '../../protocol/fields.ts';
import type { Operation } from '../../protocol/operation.ts';
import type { UnitRecords } from '../../protocol/page.ts';
import { asksIn, identifierIn, type NamedItems, TRAITS, type Traits } from './item-keys.ts';

export interface Items extends NamedItems {
  /** The lists around each item, outermost first. */
  readonly each: readonly string[];
  /** The prefix of the seller's offers. Other item numbers are products of the marketplace. */
  readonly offers?: string;
  /** The Catalog's column with the time of the last poll. */
  readonly polled?: 'stockPolled' | 'pricesPolled';
  /** Set if the records are a log per item, of which the Catalog knows the length. */
  readonly past?: {
    /** The field with the time. */
    readonly at: string;
    /** The field that distinguishes several logs of an item. */
    readonly of: string;
    /** Its value by storefront. */
    readonly on: { readonly [storefront: string]: string };
  };
}

/** A `product` may not be the seller's, so it only completes known items. A `question` was requested and answered. */
export interface Fact {
  readonly about: 'item' | 'product' | 'question';
  readonly traits: Traits;
}

type Described = Pick<Operation, 'answer'> & { readonly items?: Items };

/** The facts in a slice, each once, in the order of its records. */
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
      for (const value of [unit.params[param] ?? []].flat()) add('question', { [is]: value });
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

/** The items of a record. `seen` has those of earlier records, because many repeat the same long list. */
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

/** In a call for a single identifier, all records belong to it. */
function itemsOfSingleCall(shape: Shape, items: Items, { params, records }: UnitRecords): Traits[] {
  return asksIn(items, params).flatMap(({ param, is, means }) => {
    const asked = [params[param] ?? []].flat();
    if (!means || asked.length !== 1) return [];
    const seen = new Set<string>();
    return records
      .flatMap((record) => traitsIn(shape, items, record, seen))
      .map((traits) => ({ [is]: asked[0], ...traits }));
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
