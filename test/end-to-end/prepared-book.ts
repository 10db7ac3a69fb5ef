/** A workbook with the built add-on in this process. Scenario steps prepare it, and tests copy it. */
import { runs } from '../effort.ts';
import { SILENT } from '../host/execution/witness.ts';
import { Host, type HostOptions } from '../host/host.ts';
import { messageIn } from '../host/messages.ts';
import { pull } from '../host/steps/product.ts';
import { valueOrThrow, type World } from '../host/steps/world.ts';
import { newWorld, type Reply, repliesOf, valuesOf } from './scenario.ts';

const MARKET = 'https://market.test';

/** The forms of the add-on. Quick runs use the first. */
export const MODES = (['bound', 'addon'] as const).slice(0, runs(1, 2));
export type Mode = (typeof MODES)[number];

export class PreparedBook {
  readonly #world = newWorld();

  /** Runs the steps; throws if one fails. */
  async go(steps: readonly object[]): Promise<Reply[]> {
    const replies = await repliesOf(this.#world, steps);
    const failed = replies.find(({ ok }) => !ok);
    if (failed) throw new Error(`Step ${failed.step} failed: ${failed.error!.message}`);
    return replies;
  }

  /** Copies the document with its triggers and stored data. The copy has its own clock and optional host options. */
  async twin(changes: Partial<HostOptions> = {}): Promise<Host> {
    const original = await this.#world.host();
    const { bundle, pool, options, clock, latencies, router, stores, triggers, workbook } = original;
    const host = new Host(bundle, pool, { ...options, ...changes, clock: clock.now() });
    const market = router.resolve(new URL(MARKET));
    if (market) host.router.add(MARKET, market.origin);
    for (const [origin, latency] of latencies) host.latencies.set(origin, latency);
    for (const [key, value] of stores.script) host.stores.script.set(key, value);
    for (const [key, value] of stores.document) host.stores.document.set(key, value);
    for (const [user, values] of stores.user) host.stores.user.set(user, new Map(values));
    for (const [user, page] of original.pages) host.pages.set(user, page);
    host.workbook.takeCopyOf(workbook);
    for (const { user, handler, type, schedule } of triggers.all()) host.triggers.add(user, handler, type, schedule);
    return host;
  }

  /** Runs the steps in a copy of the workbook. Its marketplace is the original's, whose clock does not advance. */
  async replies(steps: readonly object[]): Promise<Reply[]> {
    return repliesOf(worldOf(await this.#opened()), steps);
  }

  /** Returns the values of the steps, run in a copy of the workbook; throws if one fails. */
  async values(steps: readonly object[]): Promise<Reply['value'][]> {
    return valuesOf(worldOf(await this.#opened()), steps);
  }

  /** Opens a copy, which adds the menu. */
  async #opened(): Promise<Host> {
    const host = await this.twin();
    valueOrThrow(await host.open());
    return host;
  }

  close(): Promise<void> {
    return this.#world.close();
  }
}

/** Lets steps run on a host. */
export function worldOf(host: Host): World {
  const settled = () => host.workbook.settled();
  return { host: async () => host, settled, grant: () => undefined } as unknown as World;
}

export interface PullReport {
  readonly state: string;
  readonly errors: readonly unknown[];
}

/** Pulls like the Pull button. Returns undefined if Google killed the execution. */
export async function pulled(host: Host, request: object): Promise<PullReport | undefined> {
  try {
    return (await pull(worldOf(host), request)) as PullReport;
  } catch (error) {
    if ((error as Error).message === messageIn(host.language, 'Exceeded maximum execution time')) return undefined;
    throw error;
  } finally {
    await host.workbook.settled();
  }
}

/** Adds the names of all later service calls to `calls`. */
export function listenTo(host: Host, calls: string[]): void {
  host.witness = () => ({ ...SILENT, calls: (method) => calls.push(method) });
}
