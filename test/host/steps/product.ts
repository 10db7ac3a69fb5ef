// Steps that use the add-on's sidebar and menu.
import { agree, decline } from '../execution/dialog.ts';
import type { Host, Result } from '../host.ts';
import type { MenuTree } from '../services/ui.ts';
import type { Line } from './step.ts';
import { StepError, valueOrThrow, type World } from './world.ts';

type Reply = { ok: true; value: unknown } | { ok: false; error: { code: string; message: string } };

/** Calls a function from the user's open sidebar. */
export async function callOfPage(host: Host, name: string, args: readonly unknown[]): Promise<Result> {
  return await host.client('sidebarCall', [name, args, await tokenOf(host)]);
}

const DAY = 86_400_000;

/** The token of the user's open sidebar. Reopens the sidebar daily, without faults, observers, or statistics. */
async function tokenOf(host: Host): Promise<string> {
  const { pages, user, clock, faults, statistics, witness } = host;
  const known = pages.get(user);
  if (known && clock.now() - known.at < DAY) return await known.token;
  const open = async () => {
    const { shown } = await host.call('menu', 'openSidebar', []);
    return /data-token="([^"]*)"/.exec(shown.map(({ text }) => text).join())?.[1] ?? '';
  };
  faults.isPaused = true;
  statistics.isPaused = true;
  host.witness = undefined;
  const token = open().finally(() => {
    faults.isPaused = false;
    statistics.isPaused = false;
    host.witness = witness;
  });
  pages.set(user, { token, at: clock.now() });
  return await token;
}

async function sidebarCall(world: World, name: string, args: unknown[]): Promise<unknown> {
  return valueOrThrow(await callOfPage(await world.host(), name, args));
}

/** Returns the reply's value. An error reply fails the step with its code. */
export async function answered(world: World, name: string, args: unknown[]): Promise<unknown> {
  const reply = (await sidebarCall(world, name, args)) as Reply;
  if (reply.ok) return reply.value;
  throw new StepError(reply.error.code, reply.error.message);
}

export function sidebar(world: World, [name, ...args]: [string, ...unknown[]]): Promise<unknown> {
  return sidebarCall(world, name, args);
}

/** Uses the keys of the marketplace at this address if the step doesn't specify any. Then applies a pending consent. */
export async function connect(world: World, connection: { baseUrl?: string; apiKey?: string }): Promise<unknown> {
  const market = connection.apiKey === undefined ? world.markets.get(String(connection.baseUrl)) : undefined;
  const { sellerId, apiKey, secretKey } = market?.announcement ?? {};
  const keys = market ? { sellerId, apiKey, secretKey } : {};
  const saved = await answered(world, 'saveConnection', [{ ...keys, ...connection }]);
  const { consents, user } = await world.host();
  const waiting = consents.get(user);
  consents.delete(user);
  if (waiting) await consent(world, waiting);
  return saved;
}

export function test(world: World, name: string): Promise<unknown> {
  return answered(world, 'testConnection', [name]);
}

interface Choice {
  buyerData?: boolean;
  destination?: boolean;
  connection?: string;
}

/**
 * Consents for all of the user's connections, or, if there are none, for the next one they save. Withdrawing applies to
 * all connections.
 */
export async function consent(world: World, choice: Choice): Promise<unknown> {
  if (choice.connection !== undefined || (!choice.buyerData && !choice.destination))
    return answered(world, 'setConsent', [choice]);
  const { consents, user } = await world.host();
  const connections = (await answered(world, 'listConnections', [])) as { name: string }[];
  if (connections.length === 0) {
    consents.set(user, choice);
    return null;
  }
  let given: unknown = null;
  for (const { name } of connections) given = await answered(world, 'setConsent', [{ ...choice, connection: name }]);
  return given;
}

interface Report {
  id: string;
  state: string;
}

export async function pull(world: World, request: unknown): Promise<unknown> {
  let report = (await answered(world, 'startPull', [request])) as Report;
  while (report.state === 'running') {
    report = (await answered(world, 'continuePull', [report.id])) as Report;
  }
  return report;
}

/** Confirms the menu item's dialogs, unless the step has `"confirm":false`. */
export async function menu(world: World, label: string, { confirm }: Line = {}): Promise<unknown> {
  const host = await world.host();
  const handler = handlerOf([...host.menus.values()], label);
  if (handler === undefined) throw new Error(`No menu item is labeled "${label}".`);
  if (confirm === false) host.answerDialog = decline;
  const result = await host.call('menu', handler, []);
  host.answerDialog = agree;
  valueOrThrow(result);
  // Omits the long content of sidebars and dialogs.
  const shown = result.shown.map(({ what, title, text }) =>
    what === 'sidebar' || what === 'dialog' ? { what, title } : { what, title, text },
  );
  return { shown };
}

function handlerOf(trees: MenuTree['entries'], label: string): string | undefined {
  for (const entry of trees) {
    if (entry === 'separator') continue;
    if ('handler' in entry) {
      if (entry.label === label) return entry.handler;
      continue;
    }
    const found = handlerOf(entry.entries, label);
    if (found !== undefined) return found;
  }
  return undefined;
}
