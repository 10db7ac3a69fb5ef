/** A workbook with the built add-on and a marketplace, sharing one simulated clock in this process. */
import { readBundle } from '../../host/bundle.ts';
import { freshBundle } from '../../host/fresh-bundle.ts';
import type { Fired, Host, HostOptions } from '../../host/host.ts';
import { cells } from '../../host/steps/cells.ts';
import { edit } from '../../host/steps/edit.ts';
import { consent, menu, pull, sidebar } from '../../host/steps/product.ts';
import { defaults, World } from '../../host/steps/world.ts';
import type { CellValue } from '../../host/workbook/surface.ts';
import { type MarketplaceOptions, type RunningMarketplace, startMarketplace } from '../../marketplace/server.ts';
import { CLOCK } from '../scenario.ts';

const MARKET = 'https://market.test';
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

type Row = Readonly<Record<string, CellValue>>;

export class ScheduledShop {
  #market: RunningMarketplace;

  private constructor(
    readonly world: World,
    readonly host: Host,
    market: RunningMarketplace,
  ) {
    this.#market = market;
  }

  get market(): RunningMarketplace {
    return this.#market;
  }

  /** Opens and connects a workbook. `latency` is milliseconds per call. */
  static async open(
    { clock = Date.parse(CLOCK), ...book }: Partial<HostOptions> = {},
    { latency = 0, ...options }: MarketplaceOptions = {},
  ): Promise<ScheduledShop> {
    const world = new World(readBundle(freshBundle()));
    const host = await world.open({ ...defaults, clock, ...book });
    const market = await startMarketplace({ ...options, now: () => host.clock.now() });
    world.markets.set(MARKET, market);
    host.router.add(MARKET, market.announcement.url);
    // Latency advances the host's clock, not real time.
    host.latencies.set(MARKET, latency);
    const shop = new ScheduledShop(world, host, market);
    await shop.connect();
    return shop;
  }

  /** Replaces the marketplace with a new one for the same seller, without its call history. */
  async moveTo(options: MarketplaceOptions): Promise<void> {
    await this.#market.close();
    this.#market = await startMarketplace({ ...options, now: () => this.host.clock.now() });
    this.world.markets.set(MARKET, this.#market);
    this.host.router.add(MARKET, this.#market.announcement.url);
  }

  /** Copies the workbook as the current user and switches to the copy. */
  copied(): Promise<Host> {
    return this.world.copy();
  }

  async connect(): Promise<void> {
    const { sellerId, apiKey, secretKey } = this.market.announcement;
    await this.ask('saveConnection', { name: 'Shop', baseUrl: MARKET, sellerId, apiKey, secretKey });
  }

  /** Returns the value of a sidebar call; throws if it fails. */
  // biome-ignore lint/suspicious/noExplicitAny: the value type depends on the call
  async ask(name: string, ...args: unknown[]): Promise<any> {
    const reply = (await sidebar(this.world, [name, ...args])) as Reply;
    if (!reply.ok) throw new Error(`${name}: ${reply.error.code}: ${reply.error.message}`);
    return reply.value;
  }

  /** Runs a menu item and returns its messages. */
  async menu(label: string): Promise<string> {
    const { shown } = (await menu(this.world, label)) as { shown: { text?: string }[] };
    return shown.map(({ text }) => text ?? '').join('\n');
  }

  async pull(operation: string, params: object = {}): Promise<{ id: string; state: string }> {
    return (await pull(this.world, { operation, params })) as { id: string; state: string };
  }

  /** Types into cells and waits for all calculations. */
  type(typed: Readonly<Record<string, string>>): Promise<unknown> {
    return cells(this.world, typed);
  }

  edit(...what: Parameters<typeof edit>[1]): Promise<unknown> {
    return edit(this.world, what);
  }

  /** Sets the filter of the first job for a dataset. */
  async setFilter(dataset: string, filter: string): Promise<void> {
    const row = this.rows('Jobs').findIndex(({ Dataset }) => Dataset === dataset) + 2;
    const { workbook } = this.host;
    const { sheetId, columns } = workbook.sheetByName('Jobs')!;
    const [header = []] = workbook.read(sheetId, { row: 1, column: 1, rows: 1, columns }, 'values');
    await this.type({ [`Jobs!${String.fromCharCode(65 + header.indexOf('Filter'))}${row}`]: filter });
  }

  consent(choice: object): Promise<unknown> {
    return consent(this.world, choice);
  }

  /** Advances time and returns the executions that ran. */
  async pass(milliseconds: number): Promise<Fired[]> {
    const fired: Fired[] = [];
    for await (const each of this.host.advance(this.host.clock.now() + milliseconds)) fired.push(each);
    return fired;
  }

  /** Returns a table's rows by header; empty if the sheet doesn't exist. */
  rows(name: string): readonly Row[] {
    const { workbook } = this.host;
    const sheet = workbook.sheetByName(name);
    if (!sheet) return [];
    const { sheetId, columns } = sheet;
    const last = Math.max(workbook.lastRow(sheetId), 1);
    const [header, ...lines] = workbook.read(sheetId, { row: 1, column: 1, rows: last, columns }, 'values');
    return lines
      .filter((line) => line.some((cell) => cell !== ''))
      .map((line) => Object.fromEntries(line.map((cell, column) => [String(header![column]), cell])));
  }

  close(): Promise<void> {
    return this.world.close();
  }
}

type Reply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: { readonly code: string; readonly message: string } };
