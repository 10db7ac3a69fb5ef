// Steps that set the scene: the workbook, the marketplace, routes, the user, faults.
import { defaults, type World } from './world.ts';

export async function open(world: World, asked: Record<string, unknown>): Promise<unknown> {
  const { clock, ...rest } = asked ?? {};
  const options = { ...defaults, ...rest };
  if (clock !== undefined) {
    options.clock = Date.parse(String(clock));
    if (Number.isNaN(options.clock)) throw new Error(`The clock is no instant: ${clock}`);
  }
  const host = await world.open(options);
  return { menus: [...host.menus.values()], clock: new Date(host.clock.now()) };
}

const marketOrigin = 'https://market.test';

export async function market(world: World, asked: Record<string, unknown>): Promise<unknown> {
  const host = await world.host();
  await world.market?.close();
  const { startMarketplace } = await import('../../marketplace/server.ts');
  const { latency, clock: _, ...rest } = asked ?? {};
  // The clock is the scenario's own, and the latency passes on it instead of being waited for.
  const started = await startMarketplace({ ...rest, port: 0, now: () => host.clock.now() });
  world.market = started;
  host.router.add(marketOrigin, started.announcement.url);
  host.latencies.set(marketOrigin, Number(latency ?? 0));
  return { ...started.announcement, url: marketOrigin };
}

export async function route(world: World, routes: Record<string, string>): Promise<unknown> {
  const { router } = await world.host();
  for (const [origin, target] of Object.entries(routes)) router.add(origin, target);
  return null;
}

export async function as(world: World, email: string): Promise<unknown> {
  const host = await world.host();
  host.user = email;
  return null;
}

interface Fault {
  killAtServiceCall?: number;
  killAtFetch?: number;
  evictCache?: boolean;
}

export async function fault(world: World, asked: Fault | null): Promise<unknown> {
  const { faults, stores } = await world.host();
  if (asked === null) faults.clear();
  else if (asked.killAtServiceCall !== undefined) faults.killAtServiceCall(asked.killAtServiceCall);
  else if (asked.killAtFetch !== undefined) faults.killAtFetch(asked.killAtFetch);
  else if (asked.evictCache) stores.caches.clear();
  else throw new Error(`There is no such fault: ${JSON.stringify(asked)}`);
  return null;
}
