/** Two users of one workbook can't use each other's connection, consent, jobs, or warehouse. */
import { afterEach, describe, expect, test } from 'vitest';
import { isLong, longTest } from '../effort.ts';
import { newWorld, type Reply, repliesOf, valuesOf } from '../end-to-end/scenario.ts';
import type { World } from '../host/steps/world.ts';

const [OWNER, EDITOR] = ['owner@shop.example', 'editor@shop.example'];
const FORMS = ['bound', 'addon'] as const;
/** Enough time for two scheduled runs, which are hourly in an add-on and every 10 minutes in a bound script. */
const TWO_RUNS = { addon: { advance: 'PT2H' }, bound: { advance: 'PT20M' } };
const SET_UP = { menu: 'Set up standard jobs' };
/** Schedules only the job that these tests look at, because the other standard jobs take most of the time. */
const SCHEDULED = [
  { sidebar: ['addJob', { dataset: 'Orders', filter: '', every: '5 minutes' }] },
  { sidebar: ['turnOn'] },
] as const;

let world: World;
afterEach(() => world.close());

// biome-ignore lint/suspicious/noExplicitAny: values are as different as the steps; the tests state what they expect
type Value = any;

/** Returns the last step's value; throws if a step fails. */
async function go(...steps: readonly object[]): Promise<Value> {
  return (await valuesOf(world, steps)).at(-1);
}

/** The reply to a sidebar call, which can be an error. */
async function ask(name: string, ...args: readonly unknown[]): Promise<Value> {
  return (await go({ sidebar: [name, ...args] })) as Value;
}

async function replyTo(step: object): Promise<Reply> {
  return (await repliesOf(world, [step]))[0]!;
}

async function rowsOf(sheet: string): Promise<Readonly<Record<string, Value>>[]> {
  const [header, ...rows] = (await go({ get: `${sheet}!A1:BZ80` })) as Value[][];
  return rows
    .filter((row) => row.some((cell) => cell !== ''))
    .map((row) => Object.fromEntries(row.map((cell, index) => [String(header![index]), cell])));
}

/** Types into a row of Jobs, by header; the first job is in row 2. */
async function typeJob(row: number, cells: Readonly<Record<string, string>>): Promise<void> {
  const [[...header]] = (await go({ get: 'Jobs!A1:Z1' })) as [string[]];
  const at = (name: string) => String.fromCharCode(65 + header.indexOf(name));
  await go({
    cells: Object.fromEntries(Object.entries(cells).map(([name, text]) => [`Jobs!${at(name)}${row}`, text])),
  });
}

const jobRow = async (dataset: string) => (await rowsOf('Jobs')).findIndex(({ Dataset }) => Dataset === dataset) + 2;
const names = async () => (await rowsOf('Orders')).filter((row) => (row['Customer name'] ?? '') !== '').length;
const fetchesOf = async (seller: string) => (await go({ stats: true })).fetches.bySeller[seller] ?? 0;

interface Shop {
  readonly name: string;
  readonly baseUrl: string;
  readonly sellerId: string;
  readonly apiKey: string;
  readonly secretKey: string;
}

/** Starts a marketplace with the given seed; returns the connection to it. */
async function shopOf(seed: number, name = 'My shop'): Promise<Shop> {
  const origin = `https://shop${seed}.test`;
  const { sellerId, apiKey, secretKey } = await go({ market: { seed, origin, items: 8, orders: 30 } });
  return { name, baseUrl: origin, sellerId, apiKey, secretKey };
}

/** Opens a workbook whose owner has connected a shop. */
async function opened(mode: (typeof FORMS)[number], seed: number): Promise<Shop> {
  world = newWorld();
  await go({ open: { mode, owner: OWNER } });
  const shop = await shopOf(seed);
  await go({ connect: shop });
  return shop;
}

describe.each(FORMS)('in the %s form', (mode) => {
  const AWHILE = TWO_RUNS[mode];
  /** In a short run, the bound form runs only the tests that depend on its own stores and trigger. */
  const testInEither = test.runIf(isLong || mode === 'addon');

  describe('buyer data', () => {
    testInEither("an editor can't turn it on for the owner", async () => {
      await opened(mode, 701);
      await go(...SCHEDULED, { as: EDITOR });
      await ask('setConsent', { buyerData: true });
      expect(await ask('setConsent', { buyerData: true, connection: 'My shop' })).toMatchObject({ ok: false });
      await go({ as: OWNER }, AWHILE);
      expect((await rowsOf('Orders')).length).toBeGreaterThan(5);
      expect(await names()).toBe(0);
      // A separate connection to the same shop is rejected as well.
      const shop = { ...(await shopOf(701)), name: 'My shop' };
      await go({ as: EDITOR }, { connect: shop }, { consent: { buyerData: true } }, { as: OWNER }, AWHILE);
      expect(await names()).toBe(0);
      expect((await ask('state')).value.consent.buyerData).toBe(false);
    });

    test('a forged document property has no effect', async () => {
      await opened(mode, 702);
      const forged = JSON.stringify({ buyerData: true, destination: true, retentionDays: 30 });
      await go(
        ...SCHEDULED,
        { as: EDITOR },
        { eval: `PropertiesService.getDocumentProperties().setProperty('market.consent', '${forged}')` },
        { as: OWNER },
        AWHILE,
      );
      expect((await rowsOf('Orders')).length).toBeGreaterThan(5);
      expect(await names()).toBe(0);
    });

    testInEither('the owner turns it on, the Log records name and time, and an editor turns it off', async () => {
      await opened(mode, 703);
      await go(...SCHEDULED, { sidebar: ['describeMe', { name: 'Olga' }] });
      await go({ consent: { buyerData: true, retentionDays: 20 } }, AWHILE);
      expect(await names()).toBe((await rowsOf('Orders')).length);
      expect(await names()).toBeGreaterThan(5);
      const note = (await rowsOf('Log')).find(({ What }) => What === 'Buyer data')!;
      expect(note).toMatchObject({ Who: 'Olga', State: 'done', Started: expect.stringMatching(/^2025-06-16T18:00/) });
      expect(note['What to do']).toMatch(/on for My shop.*20 days/);
      await go({ as: EDITOR });
      expect((await ask('state')).value.consentOfOthers).toMatchObject([{ connection: 'My shop', who: 'Olga' }]);
      await ask('setConsent', { buyerData: false });
      expect(await names()).toBe(0);
      await go({ as: OWNER }, AWHILE, { pull: { operation: 'orders', params: {} } });
      expect(await names()).toBe(0);
      expect((await ask('state')).value.consent.buyerData).toBe(false);
      // The owner can turn it back on.
      await go({ consent: { buyerData: true } }, { pull: { operation: 'orders', params: {} } });
      expect(await names()).toBe(30);
    });

    testInEither('is on for one connection and off for another of the same owner', async () => {
      await opened(mode, 704);
      const second = await shopOf(705, 'Second');
      await go({ connect: second }, { consent: { buyerData: true, connection: 'Second' } });
      const pull = (connection: string) => ({ pull: { operation: 'orders', params: { connection } } });
      await go(pull('My shop'));
      expect(await names()).toBe(0);
      await go(pull('Second'));
      const named = (await rowsOf('Orders')).filter((row) => row['Customer name'] !== '');
      expect(named.length).toBe(30);
      expect(new Set(named.map((row) => row['Seller ID']))).toEqual(new Set([second.sellerId]));
      // Turning it off for one connection keeps the other's data.
      await go({ consent: { buyerData: true, connection: 'My shop' } }, pull('My shop'));
      expect(await names()).toBe(60);
      await go({ consent: { buyerData: false, connection: 'Second' } });
      expect(await names()).toBe(30);
    });

    test('consent follows a renamed connection and ends with a removed one', async () => {
      const shop = await opened(mode, 706);
      await go({ consent: { buyerData: true } }, { connect: { ...shop, name: 'New name', before: 'My shop' } });
      expect((await ask('state')).value.consent.buyerData).toBe(true);
      await go({ sidebar: ['removeConnection', 'New name'] }, { connect: { ...shop, name: 'New name' } });
      expect((await ask('state')).value.consent.buyerData).toBe(false);
    });
  });

  describe('the schedule', () => {
    const BOTH_ME = [
      ['by choice', [{ sidebar: ['describeMe', { name: 'Me' }] }]],
      ['by default', []],
    ] as const;

    testInEither.each(isLong ? BOTH_ME : BOTH_ME.slice(0, 1))(
      'two users both named "Me" %s run only their own jobs',
      async (_, calledMe) => {
        const shop = await opened(mode, 711);
        const second = await shopOf(712);
        await go(...calledMe, ...SCHEDULED, { as: EDITOR }, { connect: second }, ...calledMe, { sidebar: ['turnOn'] });
        await go({ as: OWNER }, { sidebar: ['turnOff'] }, { stats: true }, AWHILE);
        const { bySeller } = (await go({ stats: true })).fetches;
        expect(bySeller).toEqual({});
        await go({ sidebar: ['turnOn'] }, { as: EDITOR }, { sidebar: ['turnOff'] }, AWHILE);
        expect(Object.keys((await go({ stats: true })).fetches.bySeller)).toEqual([shop.sellerId]);
        await go({ menu: 'Refresh now' });
        expect((await go({ stats: true })).fetches.bySeller).toEqual({});
      },
    );

    testInEither('a user without a name is never shown as "Me" to others', async () => {
      await opened(mode, 713);
      const second = await shopOf(714);
      await go(...SCHEDULED, AWHILE, { as: EDITOR }, { connect: second });
      for (const name of ['state', 'schedule', 'activity'])
        expect(JSON.stringify((await ask(name)).value)).not.toMatch(/"Me"|\bMe:/);
      expect(JSON.stringify(await rowsOf('Jobs'))).not.toContain('"Me"');
    });

    testInEither('a row typed into Jobs has no owner until a user takes it over', async () => {
      const shop = await opened(mode, 715);
      await go(...SCHEDULED, AWHILE, { as: EDITOR });
      const row = (await rowsOf('Jobs')).length + 2;
      await typeJob(row, { Dataset: 'Orders', Filter: 'status = Shipped', Every: 'hourly', Owner: 'Me' });
      await go({ as: OWNER }, AWHILE);
      const [typed] = (await rowsOf('Jobs')).slice(-1);
      expect(typed).toMatchObject({ 'Last run': '', 'Next run': '' });
      expect(typed!.Result).toMatch(/take it over/i);
      await go({ stats: true }, { sidebar: ['takeOver', typed!['Row key']] }, AWHILE);
      expect((await rowsOf('Jobs')).at(-1)!.Result).toMatch(/^Done/);
      expect(await fetchesOf(shop.sellerId)).toBeGreaterThan(0);
    });

    testInEither("a copied owner ID doesn't make a row the owner's job", async () => {
      await opened(mode, 716);
      await go(...SCHEDULED, AWHILE, { as: EDITOR });
      const jobs = await rowsOf('Jobs');
      const forged = { Dataset: 'Orders', Filter: 'status = Shipped', Every: 'hourly', Owner: jobs[0]!.Owner };
      await typeJob(jobs.length + 2, { ...forged, 'Owner ID': jobs[0]!['Owner ID'] });
      await go({ as: OWNER }, AWHILE);
      const [typed] = (await rowsOf('Jobs')).slice(-1);
      expect(typed).toMatchObject({ 'Last run': '' });
      expect(typed!.Result).toMatch(/confirm that this job may use its connection/i);
    });

    testInEither('a job waits for the owner after an editor changes its connection', async () => {
      await opened(mode, 717);
      await go(...SCHEDULED);
      const second = await shopOf(718, 'Second');
      await go({ connect: second }, AWHILE, { as: EDITOR });
      const row = await jobRow('Orders');
      await typeJob(row, { Filter: 'connection = Second' });
      await go({ as: OWNER }, { stats: true }, AWHILE);
      const orders = async () => (await rowsOf('Jobs'))[row - 2]!;
      expect((await orders()).Result).toMatch(/confirm that this job may use its connection/i);
      expect(await fetchesOf(second.sellerId)).toBe(0);
      expect((await ask('schedule')).value.advice.text).toMatch(/confirm/i);
      // Other changes need no confirmation.
      const twoHours = { advance: 'PT2H' };
      await typeJob(row, { Filter: 'status = Shipped', Every: '2 hours' });
      await go(twoHours);
      expect((await orders()).Result).toMatch(/^Done/);
      await typeJob(row, { Filter: 'connection = Second' });
      await go({ sidebar: ['takeOver', (await orders())['Row key']] }, { stats: true }, twoHours);
      expect((await orders()).Result).toMatch(/^Done/);
      expect(await fetchesOf(second.sellerId)).toBeGreaterThan(0);
    });

    longTest('a second user runs jobs of their own shop, and takes over jobs of a user who left', async () => {
      const shop = await opened(mode, 719);
      await go(...SCHEDULED, AWHILE);
      const second = await shopOf(720);
      await go({ as: EDITOR }, { connect: second }, SET_UP);
      const own = (await ask('schedule')).value.jobs.filter(({ isMine }: Value) => isMine);
      expect(own.length).toBeGreaterThan(3);
      for (const { id } of own.slice(1)) await ask('removeJob', id);
      await go({ stats: true }, AWHILE);
      const { bySeller } = (await go({ stats: true })).fetches;
      expect(Object.keys(bySeller).sort()).toEqual([shop.sellerId, second.sellerId].sort());
      const sellers = async () => new Set((await rowsOf('Orders')).map((row) => row['Seller ID']));
      expect(await sellers()).toEqual(new Set([shop.sellerId, second.sellerId]));
      // The owner turns off the schedule; the editor has keys for the same shop.
      await go({ as: OWNER }, { sidebar: ['turnOff'] }, { as: EDITOR }, { connect: { ...shop, name: 'First' } });
      const { advice } = (await ask('schedule')).value;
      expect(advice).toMatchObject({ remedy: 'takeOver' });
      for (const id of advice.jobs) {
        await typeJob((await rowsOf('Jobs')).findIndex((row) => row['Row key'] === id) + 2, {
          Filter: 'connection = First',
        });
        await ask('takeOver', id);
      }
      expect((await ask('schedule')).value.jobs.every(({ isMine }: Value) => isMine)).toBe(true);
      await go({ stats: true }, AWHILE, AWHILE);
      expect(await fetchesOf(shop.sellerId)).toBeGreaterThan(0);
    });
  });

  test("an editor can't redirect the owner's export to another project", async () => {
    world = newWorld();
    world.grant(['bigquery']);
    await go({ open: { mode, owner: OWNER } }, { warehouse: {} });
    const shop = await shopOf(721);
    await go({ connect: shop });
    const before = (await ask('warehouse')).value;
    await go({ as: EDITOR }, { sidebar: ['saveWarehouse', { project: 'editors-own-1', location: 'EU' }] });
    await go({ as: OWNER });
    expect((await ask('warehouse')).value.holdings).toEqual(before.holdings);
    expect(before.holdings.project).not.toBe('editors-own-1');
  });
});

describe('in the add-on form, where connections are available in every workbook', () => {
  const AWHILE = TWO_RUNS.addon;
  const STOCK = { cells: { 'Sheet1!A1': '=MARKET_QUOTA("orders","left",1)' } };
  const NOTE = { get: 'Sheet1!A1', as: 'notes' };
  const ORDERS = { pull: { operation: 'orders', params: {} } };

  test('a connection works in another workbook only after its owner tests or saves it there', async () => {
    const shop = await opened('addon', 731);
    await go(...SCHEDULED, { consent: { buyerData: true } }, AWHILE, { copy: true }, STOCK);
    expect((await go(NOTE))[0][0]).toMatch(/MARKET_NO_CONNECTION: .*test/i);
    expect(await replyTo(ORDERS)).toMatchObject({ ok: false, error: { name: 'MARKET_NO_CONNECTION' } });
    expect((await ask('state')).value).toMatchObject({ connections: [], otherConnections: ['My shop'] });
    await go({ stats: true }, AWHILE);
    expect(await fetchesOf(shop.sellerId)).toBe(0);
    await go({ test: 'My shop' }, { reopen: true }, ORDERS);
    expect(typeof (await go({ get: 'Sheet1!A1' }))[0][0]).toBe('number');
    // Consent was given only for the first workbook.
    expect((await ask('state')).value.consent.buyerData).toBe(false);
  });

  test('each workbook has its own default connection', async () => {
    const shop = await opened('addon', 732);
    const second = await shopOf(733, 'Second');
    await go({ copy: true }, { connect: { ...second, isDefault: true } }, { test: 'My shop' });
    expect((await ask('listConnections')).value.find(({ isDefault }: Value) => isDefault).name).toBe('Second');
    await go({ stats: true }, ORDERS);
    expect(await fetchesOf(shop.sellerId)).toBe(0);
  });
});
