/** The stand-in of the warehouse, for who starts the workbench with it. */
import type { Host } from '../host/host.ts';
import type { RunningWarehouse } from '../warehouse/server.ts';

const SERVICE = 'https://bigquery.googleapis.com';

/** Its project is for the person to type in the sidebar. */
export async function openWarehouse(host: Host): Promise<RunningWarehouse> {
  // Only now: its engine is a large library.
  const { startWarehouse } = await import('../warehouse/server.ts');
  const warehouse = await startWarehouse({ now: () => host.clock.now() });
  host.router.add(SERVICE, warehouse.announcement.url);
  return warehouse;
}
