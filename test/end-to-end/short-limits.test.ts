/** The add-on distinguishes Google's short-term limits, daily limits, and interrupted calls in any language. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningMarketplace } from '../marketplace/server.ts';
import { type Reply, runScenario } from './scenario.ts';
import { connectionTo, openShop, SMALL } from './shop.ts';

let shop: RunningMarketplace;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const PULL = { pull: { operation: 'orders', params: {} } };
const often = 'サービスの呼び出しが短期間に多すぎます: urlfetch。しばらくしてからもう一度お試しください。';
const calls = (times: number) => ({
  fault: { refuse: { member: 'UrlFetchApp.fetchAll', in: 'any', times, message: often } },
});

/** Runs the steps in a new workbook, with Google in Japanese. */
async function values(...steps: object[]): Promise<readonly Reply['value'][]> {
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
  let isDown = true;
  const proxy = createServer(async (request, response) => {
    // The first batch succeeds; the next one is cut off.
    if (isDown && ++answered > 20) return void request.socket.destroy();
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
  const itemNumbers = shop.announcement.allItemNumbers.slice(0, 30);
  const [, , broken] = await values(
    { route: { 'https://breaks.test': `http://127.0.0.1:${port}` } },
    { connect: connectionTo(shop, { baseUrl: 'https://breaks.test' }) },
    { pull: { operation: 'price-history', params: { itemNumbers } } },
  );
  isDown = false;
  proxy.close();
  expect(broken).toMatchObject({ state: 'waiting', errors: [{ code: 'MARKET_UNREACHABLE' }] });
  expect(broken.errors[0].message).toMatch(/responded moments ago.*Google says: 使用できないアドレス/);
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
});
