/** Connections: saved, listed without their keys, tried, removed. They stay in the person's own store. */
import type { ClosableGate } from '../limits/ledger-gate.ts';
import { isOperationId, operations } from '../operations/registry.ts';
import { fetchSlice, type Network } from '../protocol/client.ts';
import { type Connection, type ConnectionSummary, readConnection, summarize } from '../protocol/connection.ts';
import { START, unitsOf } from '../protocol/cursor.ts';
import { ALL_PRIVATE } from '../protocol/fields.ts';
import { type Capped, cappedBy, capsIn } from '../protocol/gate.ts';
import { MarketError } from '../protocol/market-error.ts';
import type { Operation, Storefront } from '../protocol/operation.ts';
import { readParams } from '../protocol/params.ts';
import { settingsWith } from '../protocol/settings.ts';
import type { Store } from '../protocol/store.ts';
import { MINUTE } from '../protocol/time.ts';
import { isSameSeller } from '../tables/catalog/item-keys.ts';
import { textOfNew, type UserPorts } from './users.ts';

/** The person's own store: credentials live here and nowhere else. */
export interface ConnectionPorts {
  readonly user: Store;
}

/** What trying a connection needs besides. */
export interface TrialPorts extends ConnectionPorts, Omit<Network, 'gate'> {
  gate(of: Capped, until: number): ClosableGate;
}

const PREFIX = 'connection.';
const DEFAULT = 'defaultConnection';

/** Whether a text of the store is about connections. */
export function isOfConnections(key: string): boolean {
  return key.startsWith(PREFIX) || key === DEFAULT;
}

/** Google keeps 9 KB a value and 500 KB in all; nobody has so many shops. */
const MOST = 50;

function load(store: Store): { connections: Connection[]; preferred: string | undefined } {
  const all = store.all();
  const connections = Object.keys(all)
    .filter((key) => key.startsWith(PREFIX))
    .sort()
    .map((key) => JSON.parse(all[key]!) as Connection);
  const named = connections.find(({ name }) => name === all[DEFAULT]) ?? connections[0];
  return { connections, preferred: named?.name };
}

/** The connection of that name, else the default one. */
export function findConnection(store: Store, name?: unknown): Connection {
  const { connections, preferred } = load(store);
  const wanted = name === undefined || name === null || name === '' ? preferred : String(name).trim();
  const found = connections.find((connection) => connection.name === wanted);
  if (found) return found;
  throw new MarketError(
    'MARKET_NO_CONNECTION',
    connections.length === 0
      ? 'Connect your shop first: Extensions, Market for Sheets, Open sidebar, Connect. Then reload the spreadsheet.'
      : `There is no connection "${String(name)}"; there is ${connections.map((each) => each.name).join(', ')}.`,
  );
}

/** All of the person's, the default one first. */
export function allConnections(store: Store): readonly Connection[] {
  const { connections, preferred } = load(store);
  return [...connections].sort((one, other) => Number(other.name === preferred) - Number(one.name === preferred));
}

/** The sellers of the person's connections, other than that one. */
export function otherSellers(store: Store, sellerId: string): readonly string[] {
  const { connections } = load(store);
  return connections.flatMap((each) => (isSameSeller(each.sellerId, sellerId) ? [] : [each.sellerId]));
}

/** The connection that a run began with, even if it was renamed since. Never one of another seller. */
export function connectionOf(
  store: Store,
  begun: { readonly connection: string; readonly sellerId: string },
): Connection {
  const { sellerId } = begun;
  const own = load(store).connections.filter((each) => isSameSeller(each.sellerId, sellerId));
  const found = own.find(({ name }) => name === begun.connection) ?? own[0];
  if (found) return found;
  throw new MarketError(
    'MARKET_NO_CONNECTION',
    `You have no connection to the shop ${sellerId} any more; connect it again, then pull again.`,
  );
}

/** A connection as the form has it; blank keys keep those that are stored, while address and seller stay. */
export interface ConnectionFields
  extends Pick<Connection, 'name' | 'baseUrl' | 'sellerId'>,
    Partial<Pick<Connection, 'apiKey' | 'secretKey' | 'version' | 'storefronts'>> {
  readonly format?: string;
  readonly isDefault?: boolean;
  /** By the names of settings; a blank one is the usual. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The connection that it replaces, where it is renamed. */
  readonly before?: string;
}

/** Saves a connection under its name. The first one becomes the default. */
export function saveConnection(ports: UserPorts, input: ConnectionFields): ConnectionSummary {
  const fields: Partial<ConnectionFields> = typeof input === 'object' && input !== null ? input : {};
  const { connections, preferred } = load(ports.user);
  const named = (name: unknown) => connections.find((each) => each.name === String(name ?? '').trim());
  const renamed = fields.before === undefined ? undefined : findConnection(ports.user, fields.before);
  const before = renamed ?? named(fields.name);
  const connection = readConnection(fields, before);
  for (const [name] of capsIn(settingsWith(connection.settings).caps))
    if (!isOperationId(name))
      throw new MarketError(
        'MARKET_ARGUMENT',
        `There is no operation "${name}" to set the calls an hour of; there is ${Object.keys(operations).join(', ')}.`,
      );
  const isRenamed = renamed !== undefined && renamed.name !== connection.name;
  if (isRenamed && named(connection.name))
    throw new MarketError('MARKET_ARGUMENT', `There is a connection "${connection.name}" already.`);
  if (!before && connections.length >= MOST)
    throw new MarketError('MARKET_ARGUMENT', `There are ${MOST} connections already; remove one first.`);
  const wasDefault = preferred === undefined || (isRenamed && preferred === renamed.name);
  const isDefault = wasDefault || fields.isDefault === true;
  ports.user.setAll({
    ...textOfNew(ports),
    [PREFIX + connection.name]: JSON.stringify(connection),
    ...(isDefault ? { [DEFAULT]: connection.name } : {}),
  });
  if (isRenamed) ports.user.remove(PREFIX + renamed.name);
  return summarize(connection, isDefault || preferred === connection.name);
}

export function listConnections(ports: ConnectionPorts): readonly ConnectionSummary[] {
  const { connections, preferred } = load(ports.user);
  return connections.map((connection) => summarize(connection, connection.name === preferred));
}

export function removeConnection(ports: ConnectionPorts, name: string): readonly ConnectionSummary[] {
  const { name: found } = findConnection(ports.user, name);
  ports.user.remove(PREFIX + found);
  if (ports.user.get(DEFAULT) === found) ports.user.remove(DEFAULT);
  return listConnections(ports);
}

/** Somebody waits for it. In milliseconds. */
const LONGEST_TRIAL = MINUTE;

export interface Trial {
  readonly name: string;
  readonly message: string;
  readonly storefronts: readonly {
    readonly storefront: Storefront;
    readonly ok: boolean;
    readonly message: string;
  }[];
}

/** Tries a connection with one cheap call a storefront. Throws when none of them lets it in. */
export function testConnection(ports: TrialPorts, name: string): Trial {
  const connection = findConnection(ports.user, name);
  const tried = connection.storefronts.map((storefront) => ({
    storefront,
    error: trialError(ports, connection, storefront),
  }));
  const first = tried[0]?.error;
  if (first && tried.every(({ error }) => error)) throw first;
  const storefronts = tried.map(({ storefront, error }) => ({
    storefront,
    ok: !error,
    message: error ? error.message : 'Connected.',
  }));
  const refused = storefronts.filter(({ ok }) => !ok);
  return {
    name: connection.name,
    message:
      refused.length === 0
        ? `Connected as seller ${connection.sellerId}.`
        : `Connected as seller ${connection.sellerId}, but not on ${refused.map(({ storefront }) => storefront).join(', ')}.`,
    storefronts,
  };
}

function trialError(ports: TrialPorts, connection: Connection, storefront: Storefront): MarketError | undefined {
  const operation = Object.values<Operation>(operations).find((each) => each.probe && each.paths[storefront])!;
  const { params } = readParams(operation, operation.probe!, connection);
  const units = unitsOf(operation, params, connection);
  const question = { operation, connection, storefront, units, withheld: ALL_PRIVATE };
  const gate = ports.gate(cappedBy(operation, connection), ports.clock.now() + LONGEST_TRIAL);
  const { fatal, errors } = fetchSlice({ ...ports, gate }, question, START, 1);
  gate.close();
  return fatal ?? errors.find((error) => !isAboutTheProbe(operation, error));
}

/** The service looked at what was asked and disliked it: the keys had let it in. */
function isAboutTheProbe({ answer }: Operation, { details }: MarketError): boolean {
  return answer.spoiling?.includes(details.serviceCode ?? '') === true;
}
