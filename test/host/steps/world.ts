// What the steps of one scenario share: the bundle, the host that the last `open` made, and the servers around it.
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
  /** What it has planted, with days of the time zone. */
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
  /** Those that run, by origin. */
  readonly markets = new Map<string, Market>();
  warehouse: RunningWarehouse | undefined;

  constructor(bundle: Bundle) {
    this.#bundle = bundle;
    this.pool = new ExecutionPool(bundle.code);
  }

  /** The installed manifest has these optional permissions; before the workbook is opened. */
  grant(names: readonly string[]): void {
    this.#bundle = withPermissions(this.#bundle, names);
  }

  /** A fresh document, or one that was kept. */
  async open(options: HostOptions, kept?: DocumentData): Promise<Host> {
    await this.#closeDocument();
    // Who installs the add-on gets a manifest with the zone of their browser.
    this.#host = new Host(this.#bundle, this.pool, { scriptTimeZone: options.timeZone, ...options });
    if (kept) fillHost(this.#host, kept);
    this.#kept = kept;
    valueOrThrow(await this.#host.open());
    return this.#host;
  }

  /** A scenario that does not open a workbook gets the usual one. */
  async host(): Promise<Host> {
    return this.#host ?? (await this.open(defaults));
  }

  /** When the marketplaces opened that the document has seen: those that run, and of one that was kept its own. */
  get marketsOpened(): DocumentData['marketsOpened'] {
    const running = [...this.markets].map(([origin, { opened }]) => [origin, opened] as const);
    return { ...this.#kept?.marketsOpened, ...Object.fromEntries(running) };
  }

  /** What follows happens in a copy that the user at the keyboard owns. */
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

/** A step that fails with the name and message of something else. */
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
