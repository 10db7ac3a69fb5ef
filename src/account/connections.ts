/** Saves, lists, tests, and removes a user's connections. Lists never include keys. */
import type { ClosableGate } from '../limits/ledger-gate.ts';
import { isOperationId, operations } from '../operations/registry.ts';
import { fetchSlice, type Network } from '../protocol/client.ts';
import {
  type Capped,
  type Connection,
  type ConnectionSummary,
  cappedBy,
  capsIn,
  readConnection,
  summarize,
} from '../protocol/connection.ts';
import { START, unitsOf } from '../protocol/cursor.ts';
import { ALL_PRIVATE } from '../protocol/fields.ts';
import { argumentError, MarketError, orElse } from '../protocol/market-error.ts';
import type { Operation, Storefront } from '../protocol/operation.ts';
import { readParams } from '../protocol/params.ts';
import { settingsWith } from '../protocol/settings.ts';
import { MINUTE } from '../protocol/time.ts';
import { isSameSeller } from '../tables/catalog/item-keys.ts';
import { allow, choicesHere, isOfChoices, type PersonStore, renamedChoices, type UserPorts, userOf } from './person.ts';

/** Credentials are stored only in the user's own store. */
interface ConnectionPorts {
  readonly user: PersonStore;
}

interface TrialPorts extends ConnectionPorts, Omit<Network, 'gate'> {
  gate(of: Capped, until: number): ClosableGate;
}

const PREFIX = 'connection.';

export function isOfConnections(key: string): boolean {
  return key.startsWith(PREFIX) || isOfChoices(key);
}

interface Known {
  readonly all: readonly Connection[];
  readonly here: readonly Connection[];
}

function load(store: PersonStore): Known {
  const texts = store.all();
  const { preferred, uses } = choicesHere(store);
  const all = Object.keys(texts)
    .filter((key) => key.startsWith(PREFIX))
    .sort()
    .map((key) => JSON.parse(texts[key]!) as Connection);
  const here = all.filter(({ name }) => uses.some(({ connection }) => connection === name));
  const rank = ({ name }: Connection) => Number(name !== preferred);
  return { all, here: here.sort((one, other) => rank(one) - rank(other)) };
}

/** Finds a connection allowed in this workbook. A blank name means the default connection. */
export function findConnection(store: PersonStore, name?: unknown): Connection {
  const { all, here } = load(store);
  const wanted = name === undefined || name === null ? '' : String(name).trim();
  const found = wanted === '' ? here[0] : here.find((connection) => connection.name === wanted);
  if (found) return found;
  throw new MarketError('MARKET_NO_CONNECTION', missing(all, here, wanted));
}

export function connectionIf({ user }: ConnectionPorts, name?: unknown): Connection | undefined {
  return orElse(
    () => findConnection(user, name),
    () => undefined,
  );
}

function missing(all: Known['all'], here: Known['here'], wanted: string): string {
  const names = (some: readonly Connection[]) => some.map(({ name }) => name).join(', ');
  const others = all.filter((each) => !here.includes(each) && (wanted === '' || each.name === wanted));
  if (others.length > 0)
    return `Not used in this spreadsheet yet: ${names(others)}. To use a connection here, open Connect in the sidebar and test it.`;
  return all.length === 0
    ? 'Connect your shop first: choose Extensions ▸ Market for Sheets ▸ Open sidebar ▸ Connect. Then reload the spreadsheet.'
    : `There is no connection "${wanted}". Available: ${names(here.length > 0 ? here : all)}.`;
}

/** Connections allowed in this workbook, default first. */
export function allConnections(store: PersonStore): readonly Connection[] {
  return load(store).here;
}

/** Returns the names of connections that aren't allowed in this workbook. */
export function otherConnections(store: PersonStore): readonly string[] {
  const { all, here } = load(store);
  return all.filter((each) => !here.includes(each)).map(({ name }) => name);
}

/** Whether the user allowed the job to use this connection (blank: the default) or has no such connection. */
export function isConfirmed(store: PersonStore, job: string, connection: unknown): boolean {
  const { here } = load(store);
  const preferred = here[0]?.name;
  const wanted = connection || preferred;
  if (wanted !== undefined && !here.some(({ name }) => name === wanted)) return true;
  return choicesHere(store).uses.some((use) => (use.connection || preferred) === wanted && use.jobs.includes(job));
}

export function isOnlySeller(store: PersonStore, sellerId: string): boolean {
  return load(store).here.every((each) => isSameSeller(each.sellerId, sellerId));
}

/** The connection a run started with or, if renamed, another of the same seller and storefront. */
export function connectionOf(
  store: PersonStore,
  begun: { readonly connection: string; readonly sellerId: string; readonly storefront: Storefront },
): Connection {
  const { sellerId } = begun;
  const own = load(store).here.filter((each) => isSameSeller(each.sellerId, sellerId));
  const found =
    own.find(({ name }) => name === begun.connection) ??
    own.find(({ storefronts }) => storefronts.includes(begun.storefront));
  if (found) return found;
  throw new MarketError(
    'MARKET_NO_CONNECTION',
    `You are no longer connected to shop ${sellerId}. Reconnect it, then pull again.`,
  );
}

/** Form input. Blank keys keep the saved keys if the address and seller are unchanged. */
export interface ConnectionFields
  extends Pick<Connection, 'name' | 'baseUrl' | 'sellerId'>,
    Partial<Pick<Connection, 'apiKey' | 'secretKey' | 'version' | 'storefronts'>> {
  readonly format?: string;
  readonly isDefault?: boolean;
  /** Settings by name. A blank setting uses its default. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The edited connection's current name; `null` to add one. Default: the one with the same name. */
  readonly before?: string | null;
}

export function saveConnection(ports: ConnectionPorts & UserPorts, input: ConnectionFields): ConnectionSummary {
  const fields: Partial<ConnectionFields> = typeof input === 'object' && input !== null ? input : {};
  const { all } = load(ports.user);
  const named = (name: unknown) => all.find((each) => each.name === String(name ?? '').trim());
  const renamed = fields.before == null ? undefined : findConnection(ports.user, fields.before);
  const before = renamed ?? (fields.before === null ? undefined : named(fields.name));
  const connection = readConnection(fields, before);
  for (const [name] of capsIn(settingsWith(connection.settings).caps))
    if (!isOperationId(name))
      throw argumentError(
        `Cannot set calls per hour for "${name}". Available operations: ${Object.keys(operations).join(', ')}.`,
      );
  const isRenamed = renamed !== undefined && renamed.name !== connection.name;
  if ((isRenamed || fields.before === null) && named(connection.name))
    throw argumentError(`A connection named "${connection.name}" already exists. Enter another name.`);
  userOf(ports);
  ports.user.setAll({
    [PREFIX + connection.name]: JSON.stringify(connection),
    ...(isRenamed ? renamedChoices(ports.user, renamed.name, connection.name) : {}),
  });
  if (isRenamed) ports.user.remove(PREFIX + renamed.name);
  allow(ports.user, connection.name, fields.isDefault === true);
  return listConnections(ports).find(({ name }) => name === connection.name)!;
}

export function listConnections(ports: ConnectionPorts): readonly ConnectionSummary[] {
  return load(ports.user).here.map((connection, index) => summarize(connection, index === 0));
}

export function removeConnection(ports: ConnectionPorts, name: string): readonly ConnectionSummary[] {
  const { name: found } = findConnection(ports.user, name);
  ports.user.remove(PREFIX + found);
  ports.user.setAll(renamedChoices(ports.user, found));
  return listConnections(ports);
}

/** Maximum duration of a test, in milliseconds. Short because the user is waiting. */
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

/** Makes one call per storefront and allows the connection in this workbook. Throws if every call fails. */
export function testConnection(ports: TrialPorts, name: string): Trial {
  const { name: tested } = load(ports.user).all.find((each) => each.name === name) ?? findConnection(ports.user, name);
  allow(ports.user, tested);
  const connection = findConnection(ports.user, tested);
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
  const refused = storefronts.flatMap(({ ok, storefront }) => (ok ? [] : [storefront]));
  const exception = refused.length === 0 ? '' : `, but not on ${refused.join(', ')}`;
  return { name: connection.name, message: `Connected as seller ${connection.sellerId}${exception}.`, storefronts };
}

function trialError(ports: TrialPorts, connection: Connection, storefront: Storefront): MarketError | undefined {
  const operation = Object.values<Operation>(operations).find((each) => each.probe && each.paths[storefront])!;
  const { params } = readParams(operation, operation.probe!, connection);
  const units = unitsOf(operation, params, connection);
  const question = { operation, connection, storefront, units, withheld: ALL_PRIVATE };
  const gate = ports.gate(cappedBy(operation, connection), ports.clock.now() + LONGEST_TRIAL);
  const { fatal, errors } = fetchSlice({ ...ports, gate }, question, START, 1);
  gate.close();
  // If the service rejects the request's contents with a code of the operation, it has accepted the keys.
  const isAccepted = ({ code, details }: MarketError) =>
    code === 'MARKET_SERVICE' && /^(?!CE)[A-Z]{2}\d{3}$/.test(details.serviceCode ?? '');
  return fatal ?? errors.find((error) => !isAccepted(error));
}
