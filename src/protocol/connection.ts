/** A seller's credentials for a service and its storefronts. */
import { argumentError, MarketError } from './market-error.ts';
import { type Format, type Operation, STOREFRONTS, type Storefront } from './operation.ts';
import { readSettings, type Settings, settingsWith } from './settings.ts';

export interface Connection {
  readonly name: string;
  /** Base address of the service, without a trailing slash. */
  readonly baseUrl: string;
  readonly sellerId: string;
  readonly apiKey: string;
  readonly secretKey: string;
  readonly format: Format;
  /** Order version. */
  readonly version: string;
  readonly storefronts: readonly Storefront[];
  /** Settings that differ from the defaults. */
  readonly settings?: Partial<Settings>;
}

const ORDER_VERSION = '314';

/** A connection for display, with masked keys. */
export interface ConnectionSummary extends Omit<Connection, 'apiKey' | 'secretKey'> {
  readonly apiKey: string;
  readonly secretKey: string;
  readonly isDefault: boolean;
}

/**
 * Validates form input. Throws MARKET_ARGUMENT with a correction. Blank keys keep the saved keys in `before` only for
 * the same address and seller: saved keys must not reach another service.
 */
export function readConnection(input: Readonly<Record<string, unknown>>, before?: Connection): Connection {
  const typed = (name: string) => String(input[name] ?? '').replace(/[\s\u200B\uFEFF]+/g, '');
  const settings = readSettings(input.settings ?? before?.settings);
  const baseUrl = typed('baseUrl').replace(/\/+$/, '');
  const sellerId = typed('sellerId');
  const kept = before?.baseUrl === baseUrl && before.sellerId === sellerId ? before : undefined;
  const connection: Connection = {
    name: String(input.name ?? '').trim() || 'My shop',
    baseUrl,
    sellerId,
    apiKey: typed('apiKey') || (kept?.apiKey ?? ''),
    secretKey: typed('secretKey') || (kept?.secretKey ?? ''),
    format: typed('format').toLowerCase() === 'xml' ? 'xml' : 'json',
    version: typed('version') || ORDER_VERSION,
    storefronts: readStorefronts(input.storefronts),
    ...(Object.keys(settings).length > 0 ? { settings } : {}),
  };
  if (connection.name.length > 60) throw argumentError('A connection name can have up to 60 characters.');
  if (!/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/i.test(connection.baseUrl))
    throw argumentError('The API address must look like https://api.example.com, without a question mark.');
  // Plain HTTP would expose the keys.
  if (
    /^http:/i.test(connection.baseUrl) &&
    !/^http:\/\/(localhost|127(\.\d+){3}|\[::1\])(:\d+)?(\/|$)/i.test(connection.baseUrl)
  )
    throw argumentError('The API address must begin with https so that your keys are sent encrypted.');
  const demand = (value: string, what: string) => {
    if (!value) throw argumentError(`Enter the ${what}. You can find it in the seller portal.`);
  };
  demand(connection.sellerId, 'seller ID');
  if (before && !kept && !(connection.apiKey && connection.secretKey))
    throw argumentError('The API address or seller ID changed. For security, enter both keys again.');
  demand(connection.apiKey, 'API key');
  demand(connection.secretKey, 'secret key');
  if (!/^[\x21-\x7E]+$/.test(connection.apiKey + connection.secretKey))
    throw argumentError('A key contains invalid characters. Copy it again from the seller portal.');
  if (!/^\d{3,4}$/.test(connection.version) || Number(connection.version) < 304)
    throw argumentError('Enter an order version such as 314. The lowest is 304.');
  return connection;
}

function readStorefronts(input: unknown): readonly Storefront[] {
  if (input === undefined || input === null || (Array.isArray(input) && input.length === 0)) return STOREFRONTS;
  const asked = Array.isArray(input) ? input : [input];
  for (const name of asked)
    if (!STOREFRONTS.includes(name as Storefront))
      throw argumentError(`There is no storefront "${name}". Choose from ${STOREFRONTS.join(', ')}.`);
  return STOREFRONTS.filter((name) => asked.includes(name));
}

export function summarize(connection: Connection, isDefault: boolean): ConnectionSummary {
  return { ...connection, apiKey: hint(connection.apiKey), secretKey: hint(connection.secretKey), isDefault };
}

function hint(key: string) {
  return key.length >= 12 ? `…${key.slice(-4)}` : '…';
}

/** Parses a typed storefront. Throws MARKET_STOREFRONT if it doesn't offer the operation. */
export function offeredStorefront(operation: Operation, asked: string): Storefront {
  const offered = offeredOn(operation);
  const storefront = offered.find((name) => name === asked.trim().toLowerCase());
  if (storefront) return storefront;
  throw storefrontError(
    `${operation.title} is not available on the "${asked}" storefront. Choose from ${offered.join(', ')}.`,
  );
}

function storefrontError(message: string) {
  return new MarketError('MARKET_STOREFRONT', message);
}

function offeredOn(operation: Operation): readonly Storefront[] {
  return STOREFRONTS.filter((storefront) => operation.paths[storefront] !== undefined);
}

/**
 * Returns the `asked` storefront, or the connection's first that offers the operation. Throws MARKET_STOREFRONT if none
 * does.
 */
export function chooseStorefront(
  operation: Operation,
  connection: Pick<Connection, 'name' | 'storefronts'>,
  asked?: string,
): Storefront {
  const offered = offeredOn(operation);
  if (asked) {
    const storefront = offeredStorefront(operation, asked);
    if (!connection.storefronts.includes(storefront))
      throw storefrontError(
        `The connection "${connection.name}" does not include the ${storefront} storefront. Choose another connection, or add the storefront to this one.`,
      );
    return storefront;
  }
  const found = offered.find((storefront) => connection.storefronts.includes(storefront));
  if (found) return found;
  throw storefrontError(
    `${operation.title} is available only on ${offered.join(', ')}. The connection "${connection.name}" includes ${connection.storefronts.join(', ')}. If its keys work with one of these storefronts, add it to the connection.`,
  );
}

export const DEMO_NAME = 'Demo shop';
export const DEMO_ADDRESS = 'https://demo.market-for-sheets.invalid';

export function isDemoAddress(url: string): boolean {
  return `${url.toLowerCase()}/`.startsWith(`${DEMO_ADDRESS}/`);
}

export interface Capped {
  readonly seller: string;
  readonly operation: string;
  /** Calls per hour. */
  readonly cap: number;
  /** Calls to the demo shop don't use the network, so Google doesn't count them. */
  readonly isDemo?: true;
}

/** Uses the cap in the connection's settings, or the documented one. */
export function cappedBy(
  { id, cap }: Pick<Operation, 'id' | 'cap'>,
  { sellerId, baseUrl, settings }: Pick<Connection, 'sellerId' | 'baseUrl' | 'settings'>,
): Capped {
  const own = capsIn(settingsWith(settings).caps).find(([name]) => name === id)?.[1];
  const capped = { seller: sellerId, operation: id, cap: own ?? cap };
  return isDemoAddress(baseUrl) ? { ...capped, isDemo: true } : capped;
}

/** Parses a setting such as `orders 600, price-history 300`. */
export function capsIn(text: string): readonly (readonly [operation: string, cap: number])[] {
  return text
    .split(',')
    .map((pair) => pair.trim().split(/\s+/))
    .flatMap(([name, cap]) => (name && cap ? [[name, Number(cap)] as const] : []));
}
