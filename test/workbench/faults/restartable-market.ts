/** A simulated marketplace that can restart with another scenario or fault at the same address. */
import { type Fault, faultKinds, type Scenario, scenarios } from '../../marketplace/options.ts';
import { type MarketplaceOptions, type RunningMarketplace, startMarketplace } from '../../marketplace/server.ts';
import type { WireMarket } from '../wire-tools.ts';

export type ShopOptions = Required<Pick<MarketplaceOptions, 'items' | 'orders' | 'now'>>;

export class RestartableMarket {
  readonly #options: ShopOptions;
  /** The opening time, which stays the same in every scenario, because the shop's data depends on it. */
  readonly #opened: number;
  #running: RunningMarketplace;
  #scenario: Scenario = 'calm';
  #fault: Fault['kind'] | '' = '';

  private constructor(options: ShopOptions, opened: number, running: RunningMarketplace) {
    this.#options = options;
    this.#opened = opened;
    this.#running = running;
  }

  static async open(options: ShopOptions, opened: number): Promise<RestartableMarket> {
    return new RestartableMarket(options, opened, await startMarketplace({ ...options, opened, story: true }));
  }

  get running(): RunningMarketplace {
    return this.#running;
  }

  state(): WireMarket {
    return { scenario: this.#scenario, fault: this.#fault, scenarios, faults: faultKinds };
  }

  get isCalm(): boolean {
    return this.#scenario === 'calm' && this.#fault === '';
  }

  async change(scenario: string, fault: string): Promise<void> {
    const chosen = scenarios.find((each) => each === scenario);
    const kind = faultKinds.find((each) => each === fault);
    if (!chosen) throw new Error(`Unknown scenario ${scenario}.`);
    if (fault !== '' && !kind) throw new Error(`Unknown fault ${fault}.`);
    const { items, orders, now } = this.#options;
    const port = Number(new URL(this.#running.announcement.url).port);
    await this.#running.close();
    let isOpen = false;
    this.#running = await startMarketplace({
      items,
      orders,
      story: true,
      port,
      scenario: chosen,
      faults: kind ? [{ kind }] : [],
      now: () => (isOpen ? now() : this.#opened),
    });
    isOpen = true;
    this.#scenario = chosen;
    this.#fault = kind ?? '';
  }

  close(): Promise<void> {
    return this.#running.close();
  }
}
