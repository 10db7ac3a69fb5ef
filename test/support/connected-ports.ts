import { saveConnection } from '../../src/account/connections.ts';
import { answer, type Server } from '../../src/app/registry.ts';
import type { HttpRequest, HttpResult } from '../../src/protocol/http.ts';
import { envelope } from '../protocol/arrivals.ts';
import { type InMemoryPorts, inMemoryPorts } from './in-memory-ports.ts';
import { inMemoryStore } from './in-memory-store.ts';
import { ME } from './typed-jobs.ts';

export const CONNECTION = {
  name: 'Shop',
  baseUrl: 'https://api.market.example',
  sellerId: 'A006',
  apiKey: 'abcdefghijklmnop',
  secretKey: 'ABCDEFGHIJKLMNOP',
};

/** Responds with a price log of two changes for any item. */
export function priceLog({ url }: HttpRequest): HttpResult {
  const MarketItemNumber = /history\/(\w+)\?/.exec(url)![1]!;
  const change = (TargetUnitPrice: number) => ({ MarketItemNumber, TargetUnitPrice });
  return envelope({ PriceLogs: [change(1), change(2)], TotalCount: 2 });
}

export function connected(answer: (request: HttpRequest) => HttpResult = priceLog): InMemoryPorts {
  const ports = inMemoryPorts(answer);
  ports.user.set('person', ME);
  saveConnection(ports, CONNECTION);
  return ports;
}

/** Another user of the same workbook and shop, with a separate store and trigger. */
export function colleagueOf(ports: InMemoryPorts): InMemoryPorts {
  const { trigger } = inMemoryPorts(priceLog);
  const colleague = { ...ports, user: inMemoryStore(), trigger };
  saveConnection(colleague, CONNECTION);
  return colleague;
}

/** Returns a sidebar call's result; throws if the call failed. */
export function served<Name extends keyof Server>(
  ports: InMemoryPorts,
  name: Name,
  ...args: readonly unknown[]
): ReturnType<Server[Name]> {
  const reply = answer(ports, name, args);
  if (!reply.ok) throw new Error(`${reply.error.code}: ${reply.error.message}`);
  return reply.value as ReturnType<Server[Name]>;
}

/** Returns a sidebar call's error; throws if the call succeeded. */
export function refused(ports: InMemoryPorts, name: unknown, ...args: readonly unknown[]) {
  const reply = answer(ports, name, args);
  if (reply.ok) throw new Error(`It gave ${JSON.stringify(reply.value)}.`);
  return reply.error;
}
