// What was spent since the last reading: fetches by operation, service calls by method, executions.
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

function operationOf({ url }: Fetched): string {
  return Object.entries(parts).find(([, part]) => part.test(url))?.[0] ?? 'other';
}

export async function stats(world: World): Promise<unknown> {
  const { statistics } = await world.host();
  const { fetches, calls, executions } = statistics;
  const times = new Map<string, number[]>();
  for (const fetch of fetches) {
    const operation = operationOf(fetch);
    const known = times.get(operation);
    if (known) known.push(fetch.at);
    else times.set(operation, [fetch.at]);
  }
  const perOperation = <V>(of: (at: number[]) => V) =>
    Object.fromEntries([...times].map(([operation, at]) => [operation, of(at)]));
  const value = {
    fetches: { total: fetches.length, byOperation: perOperation((at) => at.length) },
    serviceCalls: {
      total: [...calls.values()].reduce((sum, count) => sum + count, 0),
      byMethod: Object.fromEntries(calls),
    },
    executions: executions.map(({ kind, ms, ok }) => ({ kind, ms, ok })),
    maxFetchesInAnyHour: { byOperation: perOperation(mostInAnyHour) },
  };
  statistics.reset();
  return value;
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
