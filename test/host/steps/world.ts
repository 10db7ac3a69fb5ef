// The state shared by a scenario's steps.
import type { Bundle } from '../bundle.ts';
import { type DocumentData, fillHost } from '../document/document.ts';
import { ExecutionPool } from '../execution/pool.ts';
import { Host, type HostOptions, type Result } from '../host.ts';
import { type Fixture, startFixture } from '../http/fixture.ts';
import { withPermissions } from '../permissions.ts';

export interface Market {
  /** Epoch milliseconds. */
  readonly opened: number;
  readonly announcement: { sellerId: string; apiKey: string; secretKey: string };
  /** Facts planted in the marketplace. Days are in this time zone. */
  truth(timeZone: string): unknown;
  close(): Promise<void> | void;
}

export interface RunningWarehouse {
  readonly announcement: { url: string; project: string; location: string };
  query(sql: string): Promise<Record<string, unknown>[]>;
  order(error: object): void;
  clearErrors(): void;
  close(): Promise<void>;
}

export const defaults: HostOptions = {
  mode: 'bound',
  account: 'consumer',
  owner: 'a@x',
  locale: 'en_US',
  timeZone: 'America/New_York',
  clock: Date.parse('2025-06-16T18:00:00Z'),
};

export class World {
  #bundle: Bundle;
  readonly pool: ExecutionPool;
  #host: Host | undefined;
  #fixture: Promise<Fixture> | undefined;
  #kept: DocumentData | undefined;
  /** Running marketplaces by origin. */
  readonly markets = new Map<string, Market>();
  warehouse: RunningWarehouse | undefined;

  constructor(bundle: Bundle) {
    this.#bundle = bundle;
    this.pool = new ExecutionPool(bundle);
  }

  /** Adds optional permissions to the manifest. Call before the workbook is opened. */
  grant(names: readonly string[]): void {
    this.#bundle = withPermissions(this.#bundle, names);
  }

  /** Opens a new document or a saved one. */
  async open(options: HostOptions, kept?: DocumentData): Promise<Host> {
    await this.#closeDocument();
    // On Google, the manifest of a new script has the time zone of the user's browser.
    this.#host = new Host(this.#bundle, this.pool, { scriptTimeZone: options.timeZone, ...options });
    if (kept) fillHost(this.#host, kept);
    this.#kept = kept;
    valueOrThrow(await this.#host.open());
    return this.#host;
  }

  /** Opens a default workbook if no step has opened one. */
  async host(): Promise<Host> {
    return this.#host ?? (await this.open(defaults));
  }

  /** Start times of marketplaces that are running or recorded in a saved document. */
  get marketsOpened(): DocumentData['marketsOpened'] {
    const running = [...this.markets].map(([origin, { opened }]) => [origin, opened] as const);
    return { ...this.#kept?.marketsOpened, ...Object.fromEntries(running) };
  }

  /** Copies the document for the current user. Later steps use the copy. */
  async copy(): Promise<Host> {
    const original = await this.host();
    const owner = original.user;
    this.#host = new Host(this.#bundle, this.pool, { ...original.options, owner }, original);
    valueOrThrow(await this.#host.open());
    return this.#host;
  }

  async fixture(): Promise<Fixture> {
    this.#fixture ??= startFixture();
    return await this.#fixture;
  }

  async settled(): Promise<void> {
    await this.#host?.workbook.settled();
  }

  async close(): Promise<void> {
    await this.#closeDocument();
    if (this.#fixture) await (await this.#fixture).close();
    await this.pool.close();
  }

  async #closeDocument(): Promise<void> {
    this.#host?.close();
    for (const market of this.markets.values()) await market.close();
    this.markets.clear();
    await this.warehouse?.close();
    this.warehouse = undefined;
  }
}

/** A failed step, with the original error's name and message. */
export class StepError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

export function valueOrThrow(result: Result | undefined): unknown {
  if (!result) return null;
  if (result.ok) return result.value;
  throw new StepError(result.error.name, result.error.message);
}
