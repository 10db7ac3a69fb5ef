// The platform's own faults, on demand.
import type { Occasion } from '../faults.ts';
import type { Host } from '../host.ts';
import { isQuota } from '../services/quotas.ts';
import type { World } from './world.ts';

type Kind = (host: Host, asked: unknown) => void;

function atOccasion(occasion: Occasion): Kind {
  return ({ faults }, asked) => {
    const count = asked === true ? 1 : asked;
    if (typeof count !== 'number' || !Number.isInteger(count) || count < 1)
      throw new Error(`This is no count: ${asked}`);
    faults.at(occasion, count);
  };
}

const kinds: Record<string, Kind> = {
  killAtServiceCall: atOccasion('serviceCall'),
  killAtFetch: atOccasion('fetch'),
  lockTimeout: atOccasion('lock'),
  spreadsheetTimeout: atOccasion('spreadsheetCall'),
  quota: ({ quotas }, asked) => {
    const name = String(asked);
    if (!isQuota(name)) throw new Error(`There is no such quota: ${name}`);
    quotas.reach(name);
  },
  evictCache: ({ stores }, asked) => {
    const part = asked === true ? 1 : asked;
    if (typeof part !== 'number' || !(part >= 0 && part <= 1)) throw new Error(`This is no share: ${asked}`);
    stores.evict(part);
  },
};

export async function fault(world: World, asked: Record<string, unknown> | null): Promise<unknown> {
  const host = await world.host();
  if (asked === null) {
    host.faults.clear();
    host.quotas.forgetReached();
    return null;
  }
  const [name, how] = Object.entries(asked)[0] ?? [];
  const kind = name === undefined || !Object.hasOwn(kinds, name) ? undefined : kinds[name];
  if (!kind) throw new Error(`There is no such fault: ${JSON.stringify(asked)}`);
  kind(host, how);
  return null;
}
