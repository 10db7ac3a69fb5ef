/** The demo shop: every table filled without an account, where the surroundings offer such a shop. */
import type { OperationId } from '../operations/registry.ts';
import type { ConnectionSummary } from '../protocol/connection.ts';
import { MarketError } from '../protocol/market-error.ts';
import { pacificText } from '../protocol/pacific.ts';
import { saveConnection } from './connections.ts';
import type { Ports } from './ports.ts';

export const DEMO_NAME = 'Demo shop';

const DAY = 86_400_000;

/** A shop to try things with, and what there is to ask of it. */
interface DemoShop {
  readonly baseUrl: string;
  readonly sellerId: string;
  readonly apiKey: string;
  readonly secretKey: string;
  readonly itemNumbers: readonly string[];
  readonly campaigns: readonly (string | number)[];
  readonly requestIds: readonly string[];
}

export interface Demo {
  readonly connection: ConnectionSummary;
  /** Pulls that fill every table. */
  readonly pulls: readonly {
    readonly operation: OperationId;
    readonly params: Readonly<Record<string, unknown>>;
  }[];
}

/** Connects the demo shop and says what to pull from it. */
export function startDemo(ports: Ports): Demo {
  const shop = findShop(ports);
  const { baseUrl, sellerId, apiKey, secretKey, itemNumbers, campaigns, requestIds } = shop;
  const connection = saveConnection(ports, { name: DEMO_NAME, baseUrl, sellerId, apiKey, secretKey });
  const day = (ago: number) => pacificText(ports.clock.now() - ago * DAY).slice(0, 10);
  const from = { connection: DEMO_NAME };
  return {
    connection,
    pulls: [
      { operation: 'orders', params: from },
      { operation: 'inventory', params: { ...from, values: itemNumbers } },
      { operation: 'price-history', params: { ...from, itemNumbers } },
      { operation: 'ad-performance', params: { ...from, fromDate: day(14), toDate: day(1), by: 'day' } },
      ...campaigns.map((campaignNumber) => ({
        operation: 'keywords' as const,
        params: { ...from, campaignNumber },
      })),
      { operation: 'lookup-report', params: { ...from, requestId: requestIds[0] } },
    ],
  };
}

function findShop({ demoShop }: Ports): DemoShop {
  const stored = demoShop();
  if (stored !== null) return JSON.parse(stored) as DemoShop;
  throw new MarketError(
    'MARKET_ARGUMENT',
    'There is no demo shop here. It comes with the local workbench: get the project and run "npm ci && npm start".',
  );
}
