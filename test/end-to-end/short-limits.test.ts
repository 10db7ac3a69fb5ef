/** The add-on distinguishes Google's short-term limits, daily limits, and interrupted calls in any language. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storedText } from '../../src/protocol/store.ts';
import { isLong, runs } from '../effort.ts';
import type { RunningMarketplace } from '../marketplace/server.ts';
import { PreparedBook } from './prepared-book.ts';
import { type Reply, runScenario } from './scenario.ts';
import { connectionTo, openShop, SMALL } from './shop.ts';

let shop: RunningMarketplace;
/** A workbook with a connection, and with Google in Japanese. */
const book = new PreparedBook();
beforeAll(async () => {
  shop = await openShop();
  await book.go([{ open: { language: 'ja' } }, SMALL, { connect: connectionTo(shop) }]);
});
afterAll(async () => {
  await book.close();
  await shop.close();
});

const PULL = { pull: { operation: 'orders', params: {} } };
const often = 'サービスの呼び出しが短期間に多すぎます: urlfetch。しばらくしてからもう一度お試しください。';
const calls = (times: number) => ({
  fault: { refuse: { member: 'UrlFetchApp.fetchAll', in: 'any', times, message: often } },
});

/** Runs the steps in a copy of the workbook. */
const values = (...steps: object[]) => book.values(steps);

/** Runs the steps in a new workbook with its own marketplace. */
async function valuesOfNew(...steps: object[]): Promise<readonly Reply['value'][]> {
  const fresh = [{ open: { language: 'ja' } }, SMALL, { connect: connectionTo(shop) }];
  const replies = await runScenario([...fresh, ...steps]);
  return replies.slice(fresh.length).map(({ value }) => value);
}

test('waits silently for a short-term limit', async () => {
  const [, limited, after] = await values(calls(2), PULL, PULL);
  expect(limited).toMatchObject({ state: 'done', errors: [] });
  // The first pull added all rows.
  expect(limited.rows.added).toBeGreaterThan(0);
  expect(after.rows).toMatchObject({ added: 0, changed: 0, unchanged: limited.rows.added });
});

test('a longer limit pauses the pull for a minute', async () => {
  const [, waiting, , , again] = await values(calls(0), PULL, { fault: null }, { advance: 'PT1M' }, PULL);
  const { state, resumeAt, errors } = waiting;
  expect({ state, errors }).toMatchObject({ state: 'waiting', errors: [{ code: 'MARKET_QUOTA' }] });
  expect(errors[0].message).toMatch(/Try again in a minute/);
  expect(Date.parse(resumeAt)).toBeLessThanOrEqual(Date.parse('2025-06-16T18:01:30Z'));
  expect(again.state).toBe('done');
});

test('a refusal after that minute means that the daily quota is used up', async () => {
  const day = { fault: { quota: 'urlfetch' } };
  const [, first, , second] = await values(day, PULL, { advance: 'PT2M' }, PULL);
  expect(first.state).toBe('waiting');
  expect(second.errors[0].message).toMatch(/daily calls are used up/);
  expect(Date.parse(second.resumeAt) - Date.parse(first.resumeAt)).toBeGreaterThan(50 * 60_000);
});

test('calls that break off after a successful one are not blamed on the address, and resume in a minute', async () => {
  let answered = 0;
  // The first batch succeeds; the next one is cut off.
  const [proxied, close] = await shopBehind(() => ++answered > 20);
  const itemNumbers = shop.announcement.allItemNumbers.slice(0, 30);
  const [, , broken] = await values(...proxied, { pull: { operation: 'price-history', params: { itemNumbers } } });
  close();
  expect(broken).toMatchObject({ state: 'waiting', errors: [{ code: 'MARKET_UNREACHABLE' }] });
  expect(broken.errors[0].message).toMatch(/responded moments ago.*Google says: 使用できないアドレス/);
});

/** Returns steps that connect to the shop through a proxy, which cuts off some calls, and a function that closes it. */
async function shopBehind(cutsOff: (url: string) => boolean): Promise<[object[], () => void]> {
  const proxy = createServer(async (request, response) => {
    if (cutsOff(request.url!)) return void request.socket.destroy();
    const body: Buffer[] = [];
    for await (const part of request) body.push(part as Buffer);
    const { method, url, headers } = request;
    const kept = Object.entries(headers).filter(([name]) => !['host', 'connection', 'content-length'].includes(name));
    const answer = await fetch(shop.announcement.url + url, {
      method: method!,
      headers: Object.fromEntries(kept) as Record<string, string>,
      ...(body.length > 0 ? { body: Buffer.concat(body) } : {}),
    });
    response.writeHead(answer.status).end(await answer.text());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  const steps = [
    { route: { 'https://breaks.test': `http://127.0.0.1:${port}` } },
    { connect: connectionTo(shop, { baseUrl: 'https://breaks.test' }) },
  ];
  return [steps, () => proxy.close()];
}

test('finds the one bad call of a batch', async () => {
  const itemNumbers = shop.announcement.allItemNumbers.slice(0, 8);
  const [proxied, close] = await shopBehind((url) => url.includes(itemNumbers[3]!.toLowerCase()));
  const [, , partial] = await values(...proxied, { pull: { operation: 'price-history', params: { itemNumbers } } });
  close();
  expect(partial).toMatchObject({ errors: [{ code: 'MARKET_UNREACHABLE' }], callsLeft: 1 });
  expect(partial.rows.added).toBeGreaterThan(0);
});

describe('a marketplace that takes too long to respond', () => {
  const slow = { market: { ...SMALL.market, latency: 120_000 } };

  test('pauses a pull once, which then continues', async () => {
    const itemNumbers = shop.announcement.allItemNumbers.slice(0, 8);
    const pull = { pull: { operation: 'price-history', params: { itemNumbers } } };
    const pulls = await valuesOfNew(slow, pull, pull, pull, SMALL, { advance: 'PT1M' }, pull);
    const [first, second, third, , , last] = pulls.slice(1);
    const message = 'The marketplace took too long to respond. Try again.';
    for (const [report, state] of [
      [first, 'waiting'],
      [second, 'failed'],
      [third, 'waiting'],
    ])
      expect(report).toMatchObject({ state, errors: [{ code: 'MARKET_TIMEOUT', message }] });
    expect(last).toMatchObject({ id: third.id, state: 'done', errors: [] });
  });

  test("keeps jobs within Google's limits", async () => {
    const [calm, late] = isLong ? ['PT1H', 'PT4H'] : ['PT20M', 'PT2H'];
    // Reading the statistics resets them.
    const stats = { stats: true };
    const all = await valuesOfNew({ sidebar: ['setUpJobs'] }, { advance: calm }, slow, stats, { advance: late }, stats);
    const executions: { kind: string; ok: boolean; ms: number }[] = all.at(-1).executions;
    const triggered = executions.filter(({ kind }) => kind === 'trigger');
    expect(triggered).toHaveLength(runs(12, 24));
    expect(triggered.filter(({ ok }) => !ok)).toEqual([]);
    expect(triggered.reduce((sum, { ms }) => sum + ms, 0)).toBeLessThan(runs(25, 45) * 60_000);
  });
});

test("a data limit pauses the pull and isn't mistaken for an outage or for the day's calls", async () => {
  const message = '帯域幅の割り当てを超えました: Bandwidth quota exceeded: https://market.test';
  const limit = { fault: { refuse: { member: 'UrlFetchApp.fetchAll', in: 'any', times: 2, message } } };
  const itemNumbers = shop.announcement.allItemNumbers.slice(0, 8);
  const pull = { pull: { operation: 'price-history', params: { itemNumbers } } };
  const minute = { advance: 'PT2M' };
  const [, first, , second, , last] = await values(limit, pull, minute, pull, minute, pull);
  for (const report of [first, second])
    expect(report).toMatchObject({ state: 'waiting', errors: [{ code: 'MARKET_QUOTA' }] });
  expect(second.errors[0].message).toMatch(/^Google is limiting the data.*Google says: 帯域幅/);
  expect(Date.parse(second.resumeAt) - Date.parse(first.resumeAt)).toBeLessThan(5 * 60_000);
  expect(last).toMatchObject({ state: 'done', errors: [] });
});

test('does not report a sheet as protected if one write fails', async () => {
  const refuse = { member: 'Range.setNumberFormats', in: 'any', times: 1, message: 'サービス Spreadsheets' };
  const [, done] = await values({ fault: { refuse } }, PULL);
  expect(done).toMatchObject({ state: 'done', errors: [] });
});

test('does not mention protection if Google keeps refusing writes', async () => {
  const refuse = { member: 'Range.setValues', in: 'any', times: 100, message: 'サービス Spreadsheets' };
  const [, failed] = await values({ fault: { refuse } }, PULL);
  expect(failed.errors).toMatchObject([{ message: expect.stringContaining('サービス Spreadsheets') }]);
  expect(failed.errors[0].message).not.toMatch(/protection|validation/);
});

test('names a missing permission', async () => {
  const scope = 'https://www.googleapis.com/auth/script.external_request';
  const [, refused] = await values({ refuse: [scope] }, PULL);
  expect(refused.errors).toMatchObject([
    { code: 'MARKET_BLOCKED', message: expect.stringMatching(/permission to call/) },
  ]);
});

describe('the schedule', () => {
  const triggers = (times: number) => ({
    fault: {
      refuse: { member: 'ClockTriggerBuilder.create', in: 'any', times, message: '制限を超えました' },
    },
  });
  const SET_UP = { sidebar: ['setUpJobs'] };

  test.each([
    ['a short interval refused once', 'bound', 1, 10],
    ['a short interval refused repeatedly', 'bound', 3, 60],
    ['an add-on, which allows no short interval', 'addon', 0, 60],
  ])('runs as often as Google allows: %s', async (_, mode, times, expected) => {
    const replies = await runScenario([
      { open: { mode, language: 'de' } },
      SMALL,
      { connect: connectionTo(shop) },
      ...(times > 0 ? [triggers(times)] : []),
      SET_UP,
    ]);
    expect(replies.at(-1)!.value.value.schedule.triggers).toMatchObject([{ isMine: true, everyMinutes: expected }]);
  });

  test('says on the Schedule tab why runs end unexpectedly', async () => {
    const broken = `{"set":0,"parts":0}\n${storedText({ id: 'broken', identifiers: 5, params: {} }, 5)}`;
    const keep = `PropertiesService.getDocumentProperties().setProperty('market.run.broken', ${JSON.stringify(broken)})`;
    const replies = await runScenario([
      { open: {} },
      SMALL,
      { connect: connectionTo(shop) },
      SET_UP,
      { eval: keep },
      { advance: 'PT15M' },
      { sidebar: ['schedule'] },
    ]);
    expect(replies.at(-1)!.value.value.advice.text).toContain('The last scheduled run failed: ');
  });
});
