// What was spent since the last reading: fetches by operation and seller, service calls by method, executions.
import type { Operation } from '../../marketplace/operations/operation.ts';
import type { Fetched } from '../statistics.ts';
import type { World } from './world.ts';

// By a part of the address that only this operation has.
const parts: Record<Operation['id'], RegExp> = {
  inventory: /inventorylist/i,
  'lookup-report': /reportmgmt/i,
  'price-history': /repricer\/item\/history/i,
  'ad-performance': /group\/performance/i,
  keywords: /keyword\/search/i,
  orders: /orderinfo/i,
};
const hour = 3_600_000;

function sellerOf({ url }: Fetched): string {
  return new URL(url).searchParams.get('sellerid') ?? 'other';
}

function operationOf({ url }: Fetched): string {
  return Object.entries(parts).find(([, part]) => part.test(url))?.[0] ?? 'other';
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

/** The greatest number of instants, which come in order, in any window of an hour that is open at its end. */
function mostInAnyHour(instants: number[]): number {
  let most = 0;
  let first = 0;
  instants.forEach((instant, index) => {
    while (instants[first]! <= instant - hour) first++;
    most = Math.max(most, index - first + 1);
  });
  return most;
}
