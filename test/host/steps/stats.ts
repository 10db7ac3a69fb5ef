import { operationAt } from '../../marketplace/operations/registry.ts';
import type { Fetched } from '../statistics.ts';
import type { World } from './world.ts';

const hour = 3_600_000;

function sellerOf({ url }: Fetched): string {
  return new URL(url).searchParams.get('sellerid') ?? 'other';
}

function operationOf({ url }: Fetched): string {
  return operationAt(url) ?? 'other';
}

export async function stats(world: World): Promise<unknown> {
  const { statistics } = await world.host();
  const { fetches, calls, executions } = statistics;
  const byOperation = grouped(fetches, operationOf);
  const value = {
    fetches: {
      total: fetches.length,
      byOperation: ofEach(byOperation, (all) => all.length),
      bySeller: ofEach(grouped(fetches, sellerOf), (all) => all.length),
    },
    serviceCalls: {
      total: [...calls.values()].reduce((sum, count) => sum + count, 0),
      byMethod: Object.fromEntries(calls),
    },
    executions: executions.map(({ kind, ms, ok }) => ({ kind, ms, ok })),
    maxFetchesInAnyHour: {
      byOperation: ofEach(byOperation, (all) => mostInAnyHour(all.map(({ at }) => at))),
    },
  };
  statistics.reset();
  return value;
}

function grouped(fetches: readonly Fetched[], nameOf: (fetch: Fetched) => string): Map<string, Fetched[]> {
  const groups = new Map<string, Fetched[]>();
  for (const fetch of fetches) {
    const name = nameOf(fetch);
    const group = groups.get(name);
    if (group) group.push(fetch);
    else groups.set(name, [fetch]);
  }
  return groups;
}

function ofEach(groups: ReadonlyMap<string, Fetched[]>, of: (group: Fetched[]) => number) {
  return Object.fromEntries([...groups].map(([name, group]) => [name, of(group)]));
}

/** The maximum number of timestamps in any rolling hour. `instants` must be sorted. */
function mostInAnyHour(instants: number[]): number {
  let most = 0;
  let first = 0;
  instants.forEach((instant, index) => {
    while (instants[first]! <= instant - hour) first++;
    most = Math.max(most, index - first + 1);
  });
  return most;
}
