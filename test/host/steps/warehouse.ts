import { isGranted } from '../services/access.ts';
import { tokenBearer } from '../services/script-app.ts';
import { answered } from './product.ts';
import type { World } from './world.ts';

const SERVICE = 'https://bigquery.googleapis.com';
const DATASET = 'market_for_sheets';

/** Starts the stand-in warehouse on the scenario's clock and connects the add-on to it. */
export async function warehouse(world: World, asked: Record<string, unknown>): Promise<unknown> {
  const host = await world.host();
  const { latency, ...rest } = asked ?? {};
  await world.warehouse?.close();
  const { startWarehouse } = await import('../../warehouse/server.ts');
  const started = await startWarehouse({
    ...rest,
    port: 0,
    now: () => host.clock.now(),
    scopesOf: (token) => {
      const user = tokenBearer(token);
      const scopes = host.bundle.manifest.oauthScopes ?? [];
      if (user === undefined) return undefined;
      return scopes.filter((scope) => isGranted({ host, user, mode: 'FULL' }, scope));
    },
  });
  world.warehouse = started;
  const { url, project, location } = started.announcement;
  host.router.add(SERVICE, url);
  host.latencies.set(SERVICE, Number(latency ?? 0));
  await answered(world, 'saveWarehouse', [{ project, location }]);
  return { project, dataset: DATASET };
}

export async function query(world: World, sql: string): Promise<unknown> {
  if (!world.warehouse) throw new Error('No warehouse is running. Start one with a "warehouse" step.');
  return await world.warehouse.query(sql);
}
