import type { Host } from '../host/host.ts';
import type { RunningWarehouse } from '../warehouse/server.ts';

const SERVICE = 'https://bigquery.googleapis.com';

/** The user enters the project in the sidebar. */
export async function openWarehouse(host: Host): Promise<RunningWarehouse> {
  // Import late, because its engine is a large library.
  const { startWarehouse } = await import('../warehouse/server.ts');
  const warehouse = await startWarehouse({ now: () => host.clock.now() });
  host.router.add(SERVICE, warehouse.announcement.url);
  return warehouse;
}
