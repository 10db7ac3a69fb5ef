/** Starts the simulated BigQuery on loopback. */
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { type OrderedError, OrderedErrors } from './ordered-errors.ts';
import { createApp } from './rest/app.ts';
import type { RequestLogEntry, ScopesOf } from './rest/call.ts';
import { LoadQuota } from './rest/load-job.ts';
import { queryEngine } from './sql/query-engine.ts';
import { Jobs } from './store/jobs.ts';
import { Warehouse } from './store/warehouse.ts';

export interface WarehouseOptions {
  port?: number;
  project?: string;
  /** Default dataset location. */
  location?: string;
  /** The current time in epoch milliseconds. Default: the system clock. */
  now?: () => number;
  /** Datasets expire after at most 60 days, as in a project without a billing account. */
  sandbox?: boolean;
  loadsPerTableAndDay?: number;
  scopesOf?: ScopesOf;
  onUpload?: (media: Buffer) => void;
}

export interface RunningWarehouse {
  announcement: { url: string; project: string; location: string };
  requests: readonly RequestLogEntry[];
  /** Runs a query in DuckDB SQL; returns rows as objects, with large numbers as strings. */
  query: (sql: string) => Promise<Record<string, unknown>[]>;
  order: (error: OrderedError) => void;
  clearErrors: () => void;
  close: () => Promise<void>;
}

const LOOPBACK = '127.0.0.1';
const LOADS_PER_TABLE_AND_DAY = 1500;

export async function startWarehouse(options: WarehouseOptions = {}): Promise<RunningWarehouse> {
  const { project = 'local-project', location = 'US', now = Date.now, sandbox = false } = options;
  const warehouse = new Warehouse({ project, now, sandbox });
  const errors = new OrderedErrors();
  const log: RequestLogEntry[] = [];
  const app = createApp({
    warehouse,
    jobs: new Jobs(project, now),
    quota: new LoadQuota(options.loadsPerTableAndDay ?? LOADS_PER_TABLE_AND_DAY, now),
    errors,
    log,
    location,
    scopesOf: options.scopesOf,
    onUpload: options.onUpload,
  });
  const server = createAdaptorServer({ fetch: app.fetch, hostname: LOOPBACK });
  // With keep-alive, a client could reuse a connection while the server closes it.
  if ('keepAliveTimeout' in server) server.keepAliveTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, LOOPBACK, resolve);
  });
  let closed: Promise<void> | undefined;
  const close = async () => {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      if ('closeAllConnections' in server) server.closeAllConnections();
    });
    await warehouse.engine.close();
  };
  return {
    announcement: { url: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`, project, location },
    requests: log,
    query: (sql) => warehouse.inTurn(() => queryEngine(warehouse, sql)),
    order: (error) => errors.order(error),
    clearErrors: () => errors.clear(),
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}
