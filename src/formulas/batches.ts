/** Puts items into as few calls as possible. */
import { CALLS_AT_ONCE } from '../limits/pace.ts';
import { operations } from '../operations/registry.ts';
import { grouped } from '../protocol/grouped.ts';
import type { Params } from '../protocol/params.ts';
import type { Terms } from '../protocol/settings.ts';
import { unitsOf } from '../protocol/work.ts';
import { isAlone } from './answered.ts';
import type { Item } from './items.ts';
import { identifierOf, kindOf } from './items.ts';

/** What goes out side by side, and the items that it answers. */
export interface Batch {
  readonly units: readonly Params[];
  /** At least one, all of one operation and storefront; with a list, all of one kind. */
  readonly items: readonly Item[];
  /** Whose question each unit is, of whole tables. */
  readonly owners?: ReadonlyMap<Params, Item>;
}

/** Items in as few calls as possible, those that come first in the first calls; whole tables side by side. */
export function batchesOf(items: readonly Item[], terms: Terms): readonly Batch[] {
  return [...grouped(items, kindOf).values()].flatMap((alike) =>
    alike[0]!.list === undefined ? batchesOfTables(alike, terms) : batchesOfLists(alike, terms),
  );
}

function batchesOfLists(alike: readonly Item[], terms: Terms): readonly Batch[] {
  const [{ list }] = alike as readonly [Item];
  const units = unitsOfLists(alike, terms);
  const byName = grouped(alike, identifierOf);
  return Array.from({ length: Math.ceil(units.length / CALLS_AT_ONCE) }, (_, index) => {
    const sent = units.slice(index * CALLS_AT_ONCE, (index + 1) * CALLS_AT_ONCE);
    return {
      units: sent,
      items: sent.flatMap((unit) => namesIn(unit, list!)).flatMap((name) => byName.get(name) ?? []),
    };
  });
}

function batchesOfTables(tables: readonly Item[], terms: Terms): readonly Batch[] {
  const batches: Map<Params, Item>[] = [];
  for (const item of tables) {
    const units = unitsOf(operations[item.operation], item.params, terms);
    const last = batches[batches.length - 1];
    const owners = last && last.size + units.length <= CALLS_AT_ONCE ? last : new Map<Params, Item>();
    if (owners !== last) batches.push(owners);
    for (const unit of units) owners.set(unit, item);
  }
  return batches.map((owners) => ({
    units: [...owners.keys()],
    items: [...new Set(owners.values())],
    owners,
  }));
}

function unitsOfLists(alike: readonly Item[], terms: Terms): readonly Params[] {
  const [first] = alike as readonly [Item];
  const names = [...new Set(alike.map(identifierOf))];
  const alone = isAlone(first) ? new Set(names) : undefined;
  const params = { ...first.params, [first.list!]: names };
  return unitsOf(operations[first.operation], params, terms, [], alone);
}

/** The identifiers that a call asks for. */
export function namesIn(unit: Params, list: string): readonly string[] {
  return [unit[list] ?? []].flat();
}
