/** The stand-in of the warehouse, and the permission for it. */
import type { Host } from '../host/host.ts';
import { grantBigQuery } from '../host/steps/warehouse.ts';
import type { RunningWarehouse } from '../warehouse/server.ts';

const SERVICE = 'https://bigquery.googleapis.com';

/** Its project is for the person to type in the sidebar. */
export async function openWarehouse(host: Host): Promise<RunningWarehouse> {
  grantBigQuery(host);
  // Only now: its engine is a large library.
  const { startWarehouse } = await import('../warehouse/server.ts');
  const warehouse = await startWarehouse({ now: () => host.clock.now() });
  host.router.add(SERVICE, warehouse.announcement.url);
  return warehouse;
}
