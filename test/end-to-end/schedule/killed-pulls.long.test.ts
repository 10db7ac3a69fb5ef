/** Kills long manual and scheduled pulls at random calls. No data may be lost, and few calls may be repeated. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Chance, chanceOf } from '../../bench/caps/chance.ts';
import type { Host } from '../../host/host.ts';
import { callOfPage } from '../../host/steps/product.ts';
import { differencesOf, sheetsOf } from '../document-snapshot.ts';
import { PreparedBook, pulled } from '../prepared-book.ts';
import { connectionTo, openShop } from '../shop.ts';
import { tableIn } from '../table-snapshot.ts';

const SEED = 1;
const PAGES = 60;
const ORDERS_A_PAGE = 100;
/** Pages fetched per write. */
const SLICE = 20;
const ENDS = 25;
const CAP = 1000;
const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];
const TABLES = ['Orders', 'Order lines', 'Packages', 'Catalog'];
const PULL = { operation: 'orders', params: {} };
/** Another pull, which doesn't affect the compared tables. */
const OTHER = { operation: 'keywords', params: { campaignNumber: 1300194 } };
const JOB = { dataset: 'Orders', filter: 'from = 2025-03-01', every: 'daily' };

interface Activity {
  readonly open: readonly { readonly id: string }[];
  readonly gauges: readonly { readonly operation: string; readonly left: number }[];
}

const book = new PreparedBook();

beforeAll(async () => {
  const shop = await openShop();
  const market = { orders: PAGES * ORDERS_A_PAGE, caps: 'none', latency: 300 };
  await book.go([{ open: {} }, { market }, { connect: connectionTo(shop) }]);
  await shop.close();
});
afterAll(() => book.close());

// biome-ignore lint/suspicious/noExplicitAny: the value type depends on the call
async function ask(host: Host, name: string, ...args: unknown[]): Promise<any> {
  const result = await callOfPage(host, name, args);
  expect(result).toMatchObject({ ok: true, value: { ok: true } });
  return (result as { value: { value: unknown } }).value.value;
}

async function pass(host: Host, milliseconds: number): Promise<void> {
  for await (const _ of host.advance(host.clock.now() + milliseconds));
}

function tablesOf(host: Host): ReadonlyMap<string, string> {
  return new Map([...sheetsOf(host)].filter(([name]) => TABLES.includes(name)));
}

function killedIn({ workbook }: Host): number {
  return tableIn(workbook, 'Log')?.rows.filter(({ cells }) => cells.includes('killed')).length ?? 0;
}

const asked = ({ statistics }: Host) => statistics.fetches.filter(({ url }) => url.includes('orderinfo')).length;
const served = ({ statistics }: Host) => [...statistics.calls.values()].reduce((sum, each) => sum + each, 0);

interface Uninterrupted {
  readonly fetches: number;
  readonly calls: number;
  readonly tables: ReadonlyMap<string, string>;
}

function sightOf(host: Host): Uninterrupted {
  return { fetches: asked(host), calls: served(host), tables: tablesOf(host) };
}

/** Kills at a random point, which is equally likely to be a service call or a request. */
function arm({ faults }: Host, chance: Chance, { fetches, calls }: Uninterrupted): string {
  const [occasion, most] = chance.happens(0.5) ? (['serviceCall', calls] as const) : (['fetch', fetches] as const);
  const at = chance.whole(1, most);
  faults.at(occasion, at);
  return `${occasion} ${at}`;
}

interface Trial {
  readonly host: Host;
  readonly wrong: readonly string[];
}

/** Kills pulls at random points and resumes each one. */
async function endAnywhere(
  who: string,
  original: Uninterrupted,
  trial: (chance: Chance, arming: (host: Host) => void) => Promise<Trial>,
): Promise<readonly string[]> {
  const chance = chanceOf(SEED);
  const repeated: number[] = [];
  const found: string[] = [];
  for (let end = 0; end < ENDS; end++) {
    let where = '';
    const { host, wrong } = await trial(chance, (armed) => {
      where = arm(armed, chance, original);
    });
    const more = asked(host) - original.fetches;
    const all = [...wrong, ...differencesOf(tablesOf(host), original.tables)];
    if (more > SLICE) all.push(`${more} requests were repeated`);
    found.push(...all.map((text) => `${where}: ${text}`));
    repeated.push(more);
    host.close();
  }
  const most = Math.max(...repeated);
  console.log(`${who}, ${PAGES} pages, ${ENDS} ends, seed ${SEED}: at most ${most} requests were repeated`);
  return found;
}

test(
  'a manual pull resumes by its ID or by an identical request, and its reserved calls are released after an hour',
  async () => {
    const uninterrupted = await book.twin();
    expect((await pulled(uninterrupted, PULL))?.state).toBe('done');
    const original = sightOf(uninterrupted);
    expect(original.fetches).toBe(PAGES);
    const wrong = await endAnywhere('a person', original, async (chance, arming) => {
      const host = await book.twin();
      const wrong: string[] = [];
      arming(host);
      const report = await pulled(host, PULL);
      expect(report).toBeUndefined();
      const isLater = chance.happens(0.3);
      // Calls are reserved for Google's six minutes plus 80 seconds in which a request can still arrive.
      await pass(host, isLater ? HOUR + 8 * MINUTE : 7 * MINUTE + SECOND);
      const { open, gauges } = (await ask(host, 'activity')) as Activity;
      const { left } = gauges.find(({ operation }) => operation === 'orders')!;
      if (isLater && left !== CAP) wrong.push(`${left} calls are free`);
      if (open.length > 0) {
        await ask(host, 'startPull', OTHER);
        if (killedIn(host) !== 1) wrong.push('the kill is not in the Log');
        // Resume from the pull's button or by submitting the form again.
        const isAgain = chance.happens(0.5);
        const on = isAgain ? await ask(host, 'startPull', PULL) : await ask(host, 'continuePull', open[0]!.id);
        if (on.id !== open[0]!.id) wrong.push('another pull was started');
      } else if (differencesOf(tablesOf(host), original.tables).length > 0) await ask(host, 'startPull', PULL);
      return { host, wrong };
    });
    expect(wrong).toEqual([]);
  },
  2 * HOUR,
);

test(
  "a job's pull resumes automatically after its lease has expired",
  async () => {
    await book.go([{ sidebar: ['turnOn'] }, { sidebar: ['addJob', JOB] }]);
    const uninterrupted = await book.twin();
    await pass(uninterrupted, 11 * MINUTE);
    const original = sightOf(uninterrupted);
    expect(original.fetches).toBe(PAGES);
    const wrong = await endAnywhere('a job', original, async (_, arming) => {
      const host = await book.twin();
      const wrong: string[] = [];
      await pass(host, 9 * MINUTE);
      arming(host);
      await pass(host, MINUTE + 30 * SECOND);
      host.faults.clear();
      const wasHeld = (await stateOf(host)) === 'running';
      await pass(host, 7 * MINUTE);
      if ((await stateOf(host)) === 'running') wrong.push('the job is still running');
      await pass(host, 3 * MINUTE);
      if (wasHeld && killedIn(host) !== 1) wrong.push('the kill is not in the Log');
      const [job] = (await ask(host, 'schedule')).jobs;
      if (job.state !== 'active' || job.freshness !== 'fresh')
        wrong.push(`the job is ${job.state} and ${job.freshness}`);
      return { host, wrong };
    });
    expect(wrong).toEqual([]);
  },
  2 * HOUR,
);

async function stateOf(host: Host): Promise<string> {
  return (await ask(host, 'schedule')).jobs[0].state;
}
