/** Puts items into as few calls as possible. */
import { CALLS_AT_ONCE } from '../../limits/pacing.ts';
import { operations } from '../../operations/registry.ts';
import { unitsOf } from '../../protocol/cursor.ts';
import { grouped } from '../../protocol/grouped.ts';
import type { Params } from '../../protocol/params.ts';
import type { Terms } from '../../protocol/settings.ts';
import { isAlone } from '../answered.ts';
import type { Query } from '../query.ts';
import { identifierOf, kindOf } from '../query.ts';

/** What goes out side by side, and the items that it answers. */
export interface Batch {
  readonly units: readonly Params[];
  /** At least one, all of one operation and storefront; with a list, all of one kind. */
  readonly queries: readonly Query[];
  /** Whose question each unit is, of whole tables. */
  readonly owners?: ReadonlyMap<Params, Query>;
}

/** Items in as few calls as possible, those that come first in the first calls; whole tables side by side. */
export function batchesOf(queries: readonly Query[], terms: Terms): readonly Batch[] {
  return [...grouped(queries, kindOf).values()].flatMap((alike) =>
    alike[0]!.list === undefined ? batchesOfTables(alike, terms) : batchesOfLists(alike, terms),
  );
}

function batchesOfLists(alike: readonly Query[], terms: Terms): readonly Batch[] {
  const [{ list }] = alike as readonly [Query];
  const units = unitsOfLists(alike, terms);
  const byName = grouped(alike, identifierOf);
  return Array.from({ length: Math.ceil(units.length / CALLS_AT_ONCE) }, (_, index) => {
    const sent = units.slice(index * CALLS_AT_ONCE, (index + 1) * CALLS_AT_ONCE);
    return {
      units: sent,
      queries: sent.flatMap((unit) => namesIn(unit, list!)).flatMap((name) => byName.get(name) ?? []),
    };
  });
}

function batchesOfTables(tables: readonly Query[], terms: Terms): readonly Batch[] {
  const batches: Map<Params, Query>[] = [];
  for (const item of tables) {
    const units = unitsOf(operations[item.operation], item.params, terms);
    const last = batches[batches.length - 1];
    const owners = last && last.size + units.length <= CALLS_AT_ONCE ? last : new Map<Params, Query>();
    if (owners !== last) batches.push(owners);
    for (const unit of units) owners.set(unit, item);
  }
  return batches.map((owners) => ({
    units: [...owners.keys()],
    queries: [...new Set(owners.values())],
    owners,
  }));
}

function unitsOfLists(alike: readonly Query[], terms: Terms): readonly Params[] {
  const [first] = alike as readonly [Query];
  const names = [...new Set(alike.map(identifierOf))];
  const params = { ...first.params, [first.list!]: names };
  return unitsOf(operations[first.operation], params, terms, () =>
    isAlone(first) ? 'single-call' : 'shared',
  );
}

/** The identifiers that a call asks for. */
export function namesIn(unit: Params, list: string): readonly string[] {
  return [unit[list] ?? []].flat();
}
