// Steps for workbooks, marketplaces, routes, users, and scopes.
import { readDocument } from '../document/document-file.ts';
import { languageIn } from '../messages.ts';
import { defaults, valueOrThrow, type World } from './world.ts';

export async function open(world: World, asked: Record<string, unknown>): Promise<unknown> {
  const { clock, document, ...rest } = asked ?? {};
  const kept = document === undefined ? undefined : readDocument(String(document));
  const options = { ...(kept?.options ?? defaults), ...rest };
  if (clock !== undefined) {
    options.clock = Date.parse(String(clock));
    if (Number.isNaN(options.clock)) throw new Error(`Not an ISO 8601 time: ${clock}`);
  }
  if (options.language !== undefined) options.language = languageIn(options.language);
  const host = await world.open(options, kept);
  return { menus: [...host.menus.values()], clock: new Date(host.clock.now()) };
}

export async function market(world: World, asked: Record<string, unknown>): Promise<unknown> {
  const host = await world.host();
  const { latency, clock: _, origin: at = 'https://market.test', ...rest } = asked ?? {};
  const { origin } = new URL(String(at));
  await world.markets.get(origin)?.close();
  world.markets.delete(origin);
  const { startMarketplace } = await import('../../marketplace/server.ts');
  const now = () => host.clock.now();
  // A saved document's marketplace keeps its opening time, which determines its data.
  const opened = world.marketsOpened[origin] ?? now();
  // The marketplace uses the scenario's clock, and the host adds the latency in virtual time.
  const started = await startMarketplace({ opened, ...rest, port: 0, now });
  world.markets.set(origin, started);
  host.router.add(origin, started.announcement.url);
  host.latencies.set(origin, Number(latency ?? 0));
  return { ...started.announcement, url: origin };
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

/** Replaces the server at an origin with a fixed response; `null` restores all servers. */
export async function answer(
  world: World,
  canned: { origin: string; status: number; contentType: string; text: string } | null,
): Promise<unknown> {
  const { router } = await world.host();
  router.cannedAnswers.clear();
  if (canned) router.cannedAnswers.set(new URL(canned.origin).origin, canned);
  return null;
}

/** Sets the scopes that the current user denies; an empty list grants all. */
export async function refuse(world: World, scopes: string[]): Promise<unknown> {
  const host = await world.host();
  const known = host.bundle.manifest.oauthScopes;
  for (const scope of scopes) {
    if (known && !known.includes(scope)) throw new Error(`The manifest does not include the scope ${scope}.`);
  }
  host.users.refuse(host.user, scopes);
  return null;
}

/** Returns permissions that were added to the manifest before the first step. */
export async function grant(world: World, names: string[]): Promise<unknown> {
  const { bundle } = await world.host();
  const asked = bundle.manifest.oauthScopes ?? [];
  return { granted: names, scopes: asked };
}

/** Copies the workbook for the current user. Later steps use the copy. */
export async function copy(world: World): Promise<unknown> {
  const { workbook, owner, documentId } = await world.copy();
  return { name: workbook.name, owner, id: documentId };
}

export async function install(world: World): Promise<unknown> {
  const host = await world.host();
  valueOrThrow(await host.install());
  return { menus: [...host.menus.values()] };
}

export async function reopen(world: World): Promise<unknown> {
  const host = await world.host();
  valueOrThrow(await host.open());
  host.workbook.recalculate();
  await host.workbook.settled();
  return { menus: [...host.menus.values()] };
}
