// Steps of the warehouse: its stand-in, and what is really in there.
import type { Host } from '../host.ts';
import { isGranted } from '../services/access.ts';
import { tokenBearer } from '../services/script-app.ts';
import { answered } from './product.ts';
import { valueOrThrow, type World } from './world.ts';

const SERVICE = 'https://bigquery.googleapis.com';
const DATASET = 'market_for_sheets';

/** Adds the permission to the manifest, as whoever installs the add-on may. */
export function grantBigQuery({ bundle: { manifest } }: Host): void {
  const scope = 'https://www.googleapis.com/auth/bigquery';
  const service = { userSymbol: 'BigQuery' };
  if (manifest.oauthScopes?.includes(scope)) return;
  manifest.oauthScopes?.push(scope);
  manifest.dependencies = { enabledAdvancedServices: [service] };
}

/** Starts it on the scenario's own clock, grants the permission, and names it to the add-on as the seller would. */
export async function warehouse(world: World, asked: Record<string, unknown>): Promise<unknown> {
  const host = await world.host();
  const { latency, ...rest } = asked ?? {};
  grantBigQuery(host);
  // The menu is made when the spreadsheet is opened.
  valueOrThrow(await host.open());
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
  if (!world.warehouse) throw new Error('There is no warehouse; the step "warehouse" starts one');
  return await world.warehouse.query(sql);
}
