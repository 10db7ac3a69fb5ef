/** Counts service calls and modeled time of common user actions. */
import { readBundle } from '../host/bundle.ts';
import { freshBundle } from '../host/fresh-bundle.ts';
import { parseScenario, runScenario } from '../host/steps/scenario.ts';
import { World } from '../host/steps/world.ts';

export interface Asked {
  readonly calls: number;
  readonly seconds: number;
}

/** Free calls: getting an object from a service, and releasing a lock. */
const FREE = /getRange$|getActive\w+$|^(Properties|Lock|Cache)Service\.|releaseLock$/;

/** Each pull runs twice in its own workbook. */
export const PULLS = [
  'orders',
  'inventory',
  'price-history',
  'ad-performance',
  'ad periods',
  'keywords',
  'lookup-report',
] as const;

interface Shop {
  readonly sellerId: string;
  readonly apiKey: string;
  readonly secretKey: string;
  readonly itemNumbers: readonly string[];
  readonly campaigns: readonly string[];
  readonly requestIds: readonly string[];
}

interface Statistics {
  readonly serviceCalls: { readonly byMethod: Readonly<Record<string, number>> };
  readonly executions: readonly { readonly ms: number }[];
}

/** Opens workbooks connected to the same shop. Failed steps throw. */
export class Patience {
  readonly #world = new World(readBundle(freshBundle()));
  readonly #latency: number;
  readonly #market: object;

  constructor(latency: number, market: object = {}) {
    this.#latency = latency;
    this.#market = market;
  }

  async pull(name: (typeof PULLS)[number]): Promise<readonly [first: Asked, second: Asked]> {
    const pull = pullOf(name, await this.#open());
    return [await this.#asked(pull), await this.#asked(pull)];
  }

  /** Runs a formula with an empty cache and recalculates it. */
  async formula(): Promise<readonly [cold: Asked, warm: Asked]> {
    const [item] = (await this.#open()).itemNumbers;
    const cold = await this.#asked({ cells: { 'Sheet1!A1': `=MARKET_STOCK("${item}")` } });
    return [cold, await this.#asked({ recalculate: true })];
  }

  /** Runs a formula in a workbook with forty sheets, after pulls of every item except the formula's. */
  async formulaInFullWorkbook(): Promise<Asked> {
    const shop = await this.#open();
    const others = { ...shop, itemNumbers: shop.itemNumbers.slice(0, -1) };
    for (const name of PULLS) await this.#step(pullOf(name, others));
    await this.#step({
      eval: "for (let n = ss.getSheets().length; n < 40; n++) ss.insertSheet('Own ' + n).getRange('A1').setValue(n)",
    });
    await this.#step({ eval: "ss.setActiveSheet(ss.getSheetByName('Sheet1')) && null" });
    return this.#asked({ cells: { 'Sheet1!A1': `=MARKET_STOCK("${shop.itemNumbers.slice(-1)[0]}")` } });
  }

  /** Includes the page's first request. */
  async sidebar(): Promise<Asked> {
    await this.#open();
    return this.#asked({ menu: 'Open sidebar' }, { sidebar: ['state'] });
  }

  /** Runs the trigger with all jobs paused. */
  async nothingDue(): Promise<Asked> {
    await this.#open();
    await this.#step({ menu: 'Set up standard jobs' });
    await this.#step({ sidebar: ['turnOn', 'Me'] });
    await this.#step({ menu: 'Pause all jobs' });
    await this.#step({ advance: 'PT20M' });
    return this.#asked({ advance: 'PT10M' });
  }

  async demo(): Promise<Asked> {
    await this.#step({ open: { latency: this.#latency } });
    return this.#asked({ menu: 'Try with the demo shop' });
  }

  close(): Promise<void> {
    return this.#world.close();
  }

  async #open(): Promise<Shop> {
    await this.#step({ open: { latency: this.#latency } });
    const shop = (await this.#step({ market: this.#market })) as Shop;
    const { sellerId, apiKey, secretKey } = shop;
    const keys = { sellerId, apiKey, secretKey };
    await this.#step({ connect: { name: 'Shop', baseUrl: 'https://market.test', ...keys } });
    return shop;
  }

  async #asked(...steps: readonly object[]): Promise<Asked> {
    await this.#step({ stats: true });
    for (const step of steps) await this.#step(step);
    const { serviceCalls, executions } = (await this.#step({ stats: true })) as Statistics;
    const counted = Object.entries(serviceCalls.byMethod).filter(([name]) => !FREE.test(name));
    return {
      calls: counted.reduce((sum, [, count]) => sum + count, 0),
      seconds: executions.reduce((sum, { ms }) => sum + ms, 0) / 1000,
    };
  }

  async #step(step: object): Promise<unknown> {
    let reply = { ok: false, value: undefined as unknown, error: undefined as unknown };
    await runScenario(parseScenario(JSON.stringify(step)), this.#world, (line) => {
      reply = JSON.parse(line) as typeof reply;
    });
    if (!reply.ok) throw new Error(`${JSON.stringify(step)}: ${JSON.stringify(reply.error)}`);
    return reply.value;
  }
}

function pullOf(name: (typeof PULLS)[number], { itemNumbers, campaigns, requestIds }: Shop): object {
  const days = { fromDate: '2025-06-01', toDate: '2025-06-10' };
  const pulls = {
    orders: ['orders', {}],
    inventory: ['inventory', { values: itemNumbers }],
    'price-history': ['price-history', { itemNumbers }],
    'ad-performance': ['ad-performance', { ...days, by: 'day' }],
    'ad periods': ['ad-performance', { ...days, by: 'range' }],
    keywords: ['keywords', { campaignNumber: campaigns[0] }],
    'lookup-report': ['lookup-report', { requestId: requestIds[0] }],
  } as const;
  const [operation, params] = pulls[name];
  return { pull: { operation, params } };
}
