import { afterEach, expect, test } from 'vitest';
import { longTest } from '../../effort.ts';
import { SILENT } from '../../host/execution/witness.ts';
import { HOUR, MINUTE, ScheduledShop } from './scheduled-shop.ts';

const SCOPE = 'https://www.googleapis.com/auth/script.scriptapp';
const [OWNER, OTHER] = ['a@x', 'b@x'];

let shop: ScheduledShop;
afterEach(() => shop.close());

async function opened(book: Parameters<typeof ScheduledShop.open>[0] = {}): Promise<void> {
  shop = await ScheduledShop.open(book, { orders: 20, items: 10 });
}

/** Opens the sidebar as the second user, with a connection of the same name. */
async function joined(name: string): Promise<void> {
  shop.host.user = OTHER;
  await shop.connect();
  await shop.ask('describeMe', { name });
}

const jobs = async () => (await shop.ask('schedule')).jobs as Record<string, unknown>[];
const advice = async (): Promise<string | null> => (await shop.ask('schedule')).advice?.text ?? null;
const numbers = () => shop.rows('Orders').map((row) => row['Order number']);
const asked = () => shop.market.requests.length;

/** Advances time; every execution must succeed. */
async function ran(milliseconds: number): Promise<number> {
  const fired = await shop.pass(milliseconds);
  expect(fired.filter(({ result }) => !result.ok)).toEqual([]);
  return fired.length;
}

test('two schedules at the same time run each job once', async () => {
  await opened();
  await shop.menu('Set up standard jobs');
  await joined('Bob');
  await shop.ask('turnOn');
  const { host } = shop;
  const [mine, others] = host.triggers.all();
  const together = async () => {
    const questions: string[] = [];
    host.witness = () => ({
      ...SILENT,
      calls: (method, args) => {
        if (method.startsWith('UrlFetchApp.fetch')) questions.push(...args().flat(2).map(questionOf));
      },
    });
    const results = await Promise.all([host.fire(mine!), host.fire(others!)]);
    expect(results.map(({ ok }) => ok)).toEqual([true, true]);
    expect(questions.length).toBeGreaterThan(0);
    expect(questions.filter((question, index) => questions.indexOf(question) !== index)).toEqual([]);
  };
  await together();
  expect(new Set(numbers()).size).toBe(numbers().length);
  // Jobs use the owner's ID, so clearing the owner's name has no effect.
  const owners = () => shop.rows('Jobs').map(({ Owner }) => Owner);
  const before = owners();
  await shop.type(
    Object.fromEntries(shop.rows('Jobs').map((_, row) => [`Jobs!${column('Jobs', 'Owner')}${row + 2}`, ''])),
  );
  host.clock.moveTo(host.clock.now() + 12 * HOUR);
  await together();
  expect(owners()).toEqual(before);
  expect(new Set(numbers()).size).toBe(numbers().length);
  for (const row of shop.rows('Jobs')) expect(row.Result).toMatch(/^(Done|In progress|Wait)/);
});

test('a copy of the workbook runs no job until its owner turns the schedule on', async () => {
  await opened({ mode: 'addon' });
  await shop.menu('Set up standard jobs');
  await ran(2 * HOUR);
  const ids = (await jobs()).map(({ id }) => id);
  const copy = await shop.copied();
  const before = asked();
  for await (const { result } of copy.advance(copy.clock.now() + 2 * HOUR)) expect(result.ok).toBe(true);
  expect(asked()).toBe(before);
  expect(await advice()).toMatch(/Your schedule is off, so your jobs do not run/);
  // The copy asks its user to confirm the connection and the jobs.
  await expect(shop.ask('turnOn')).rejects.toThrow('MARKET_NO_CONNECTION');
  await shop.ask('testConnection', 'Shop');
  await shop.ask('turnOn');
  expect(await advice()).toMatch(/They will run after you confirm the change\./);
  for (const id of ids) await shop.ask('takeOver', id);
  expect(await advice()).toBeNull();
  for await (const { result } of copy.advance(copy.clock.now() + 2 * HOUR)) expect(result.ok).toBe(true);
  expect(asked()).toBeGreaterThan(before);
  expect((await jobs()).map(({ id }) => id)).toEqual(ids);
  expect((await jobs())[0]).toMatchObject({ state: 'active', freshness: 'fresh' });
});

longTest('jobs of a user who left can be taken over', async () => {
  await opened();
  await shop.ask('describeMe', { name: 'Ann' });
  await shop.menu('Set up standard jobs');
  await ran(20 * MINUTE);
  const { host } = shop;
  for (const { id } of host.triggers.of(OWNER)) host.triggers.remove(OWNER, id);
  await joined('Bob');
  await ran(HOUR);
  expect(await advice()).toMatch(/schedule that Ann set up .* take over their jobs/);
  for (const { id, isMine } of await jobs()) {
    expect(isMine).toBe(false);
    await shop.ask('takeOver', id);
  }
  await shop.ask('turnOn');
  const before = asked();
  await ran(20 * MINUTE);
  expect(asked()).toBeGreaterThan(before);
  expect((await jobs())[0]).toMatchObject({ owner: 'Bob', isMine: true, freshness: 'fresh' });
  // Schedules without jobs are not listed.
  expect(await advice()).toBeNull();
  expect(shop.rows('Jobs').map(({ Result }) => Result)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Done\./)]),
  );
});

test('a user who denies the schedule permission sees a message and can grant it later', async () => {
  await opened();
  shop.host.users.refuse(OWNER, [SCOPE]);
  expect(await shop.menu('Set up standard jobs')).toMatch(/permission to run on a schedule.*allow it/);
  expect(shop.host.triggers.all()).toEqual([]);
  expect((await shop.pull('orders')).state).toBe('done');
  expect(await advice()).toBeNull();
  shop.host.users.refuse(OWNER, []);
  expect(await shop.menu('Set up standard jobs')).toMatch(/jobs added/);
  await ran(20 * MINUTE);
  expect((await jobs())[0]).toMatchObject({ freshness: 'fresh' });
  // If the permission is revoked, executions end silently; the sidebar reports it on the next visit.
  shop.host.users.refuse(OWNER, [SCOPE]);
  const before = asked();
  await ran(HOUR);
  expect(asked()).toBe(before);
  expect(await advice()).toMatch(/is overdue/);
});

test('an add-on whose new trigger has no readable ID removes it, and can try again', async () => {
  await opened({ mode: 'addon' });
  const { faults, triggers } = shop.host;
  const member = 'Trigger.getUniqueId';
  faults.refuse({ member, in: 'menu', times: Number.POSITIVE_INFINITY, message: 'Nein.' });
  await shop.menu('Set up standard jobs');
  expect(triggers.all()).toEqual([]);
  faults.clear();
  expect(await shop.menu('Set up standard jobs')).toMatch(/The (first|next) run is at/);
  expect(triggers.all()).toHaveLength(1);
});

test('a deleted Jobs sheet is restored with its jobs', async () => {
  await opened();
  await shop.menu('Set up standard jobs');
  await ran(20 * MINUTE);
  const before = (await jobs()).map(({ id, dataset, filter, every }) => ({ id, dataset, filter, every }));
  await shop.edit('deleteSheet', 'Jobs', {});
  const calls = asked();
  await ran(30 * MINUTE);
  expect(asked()).toBe(calls);
  expect(await advice()).toMatch(/Jobs sheet was deleted.*Set up standard jobs/);
  await shop.menu('Set up standard jobs');
  const after = (await jobs()).map(({ id, dataset, filter, every }) => ({ id, dataset, filter, every }));
  expect(after).toEqual(expect.arrayContaining(before));
  await ran(20 * MINUTE);
  expect(asked()).toBeGreaterThan(calls);
});

longTest('an invalid row shows how to correct it, and other jobs run', async () => {
  await opened();
  await shop.menu('Set up standard jobs');
  const row = shop.rows('Jobs').length + 2;
  const cell = (name: string) => `Jobs!${column('Jobs', name)}${row}`;
  await shop.type({ [cell('Dataset')]: 'Ordres', [cell('Every')]: 'now and then', [cell('Filter')]: '{"' });
  await ran(20 * MINUTE);
  expect(shop.rows('Jobs')[0]!.Result).toMatch(/^Done\./);
  expect(shop.rows('Jobs')[row - 2]!.Result).toMatch(/^Not run\. Dataset: "Ordres" does not exist\. Enter one of /);
  await shop.type({ [cell('Dataset')]: 'orders' });
  await ran(10 * MINUTE);
  expect(shop.rows('Jobs')[row - 2]!.Result).toMatch(/^Not run\. /);
  await shop.type({ [cell('Every')]: '3 hours', [cell('Filter')]: '' });
  await ran(10 * MINUTE);
  expect(shop.rows('Jobs')[row - 2]!.Result).toMatch(/^Not run\. This job has no owner yet/);
  await shop.ask('takeOver', (await jobs())[row - 2]!.id);
  await ran(10 * MINUTE);
  expect(shop.rows('Jobs')[row - 2]!.Result).toMatch(/^(Done|Not run\. Duplicate of row)/);
});

const MOVES: readonly (readonly [string, () => Promise<void>])[] = [
  ['a typed poll time in the future', typeFuturePolls],
  ['a move to a time zone further west', moveZoneWest],
];

longTest.each(MOVES)('prices are read again within their promised time after %s', async (_, move) => {
  await opened({ mode: 'addon' });
  await shop.ask('startImport');
  await ran(HOUR);
  await move();
  const from = shop.host.clock.now();
  await ran(4 * HOUR);
  const { requests, announcement } = shop.market;
  const calls = requests.filter(({ operation, time }) => operation === 'price-history' && time >= from);
  // All items are best sellers, which are read every two hours.
  expect(announcement.allItemNumbers).toHaveLength(10);
  expect(calls.length).toBeGreaterThanOrEqual(2 * 10);
  expect(calls.filter(({ time }) => time < from + 2.5 * HOUR).length).toBeGreaterThanOrEqual(10);
  const now = shop.host.clock.now();
  for (const row of shop.rows('Catalog')) expect(now - Number(row['Prices polled'])).toBeLessThan(2.5 * HOUR);
});

async function typeFuturePolls(): Promise<void> {
  for (const [sheet, header] of [
    ['Catalog', 'Prices polled'],
    ['Inventory', 'As of'],
  ] as const) {
    const letter = column(sheet, header);
    await shop.type(
      Object.fromEntries(shop.rows(sheet).map((__, row) => [`${sheet}!${letter}${row + 2}`, '2025-07-09'])),
    );
  }
}

async function moveZoneWest(): Promise<void> {
  shop.host.workbook.timeZone = 'Pacific/Honolulu';
}

function questionOf(request: unknown): string {
  const { url, payload } = request as { url: string; payload?: unknown };
  return `${url} ${JSON.stringify(payload ?? '')}`;
}

function column(sheet: string, header: string): string {
  const index = Object.keys(shop.rows(sheet)[0]!).indexOf(header);
  if (index < 0) throw new Error(`No column ${header}`);
  return String.fromCharCode(65 + index);
}
