import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { WireClock, WireMoved } from './wire-tools.ts';
import { startWorkbench, type Workbench } from './workbench.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const OWNER = 'you@example.com';

const folder = mkdtempSync(join(tmpdir(), 'workbench-time-'));
const keep = join(folder, 'book.json');
const options = { port: 0, timeZone: 'Europe/Berlin', items: 40, orders: 30, keep };
let workbench: Workbench | undefined;

afterAll(async () => {
  await workbench?.close();
  rmSync(folder, { recursive: true });
});

async function asked<T>(path: string, body?: unknown): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  const post = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
  return (await (await fetch(workbench!.url + path, post)).json()) as T;
}

const move = (body: object) => asked<WireMoved & { message?: string }>('/api/clock', body);

/** Runs code in an execution as the owner. */
const run = (body: string) => {
  const invocation = { type: 'eval' as const, body, sheetId: null, base: '' };
  return workbench!.host.execute({ kind: 'eval', name: 'eval', invocation });
};

test('the clock follows real time, even during a sleep', async () => {
  workbench = await startWorkbench(options);
  const { ahead, zone } = await asked<WireClock>('/api/clock');
  expect(ahead).toBeLessThan(50);
  expect(zone).toBe('Europe/Berlin');
  const start = performance.now();
  await run('Utilities.sleep(400)');
  expect(performance.now() - start).toBeGreaterThan(380);
});

test("a move fires each trigger at its time, in order, and moves the marketplace's clock", async () => {
  const { host, market } = workbench!;
  host.triggers.add(OWNER, 'removeDemo', 'CLOCK', { everyMinutes: 30 });
  host.triggers.add('editor@shop.example', 'removeDemo', 'CLOCK', { everyHours: 1 });
  const before = host.clock.now();
  const { ran, clock } = await move({ by: 2 * HOUR });
  expect(ran.filter(({ user }) => user === OWNER)).toHaveLength(4);
  expect(ran.filter(({ user }) => user !== OWNER)).toHaveLength(2);
  const instants = ran.map(({ at }) => at);
  expect(instants).toEqual([...instants].sort((a, b) => a - b));
  // The real time that the triggers took counts toward the two hours.
  expect(clock.ahead).toBeGreaterThan(2 * HOUR - MINUTE);
  await fetch(market.announcement.url);
  expect(market.requests.at(-1)!.time).toBeGreaterThan(before + 2 * HOUR - 1);
});

test('a move waits for running executions, and can be stopped', async () => {
  const sleeping = run('Utilities.sleep(600); return Date.now()');
  const before = workbench!.host.clock.now();
  const moving = move({ by: 24 * HOUR });
  const woken = await sleeping;
  expect(woken.ok && (woken.value as number)).toBeLessThan(before + HOUR);
  await asked('/api/clock/stop', {});
  const { stopped, ran } = await moving;
  expect([stopped, ran.length < 70]).toEqual([true, true]);
});

test('rejects a move to an invalid time', async () => {
  expect((await move({ by: -1 })).message).toBe('The clock only moves forward.');
  expect((await move({ to: 'tomorrow' })).message).toBe('Enter a date and a time.');
  expect((await move({ to: '2999-01-01T00:00' })).message).toContain('at most one year');
});

test('the clock does not go back when the workbench restarts', async () => {
  const last = workbench!.host.clock.now();
  await workbench!.close();
  workbench = await startWorkbench(options);
  expect(workbench.host.clock.now()).toBeGreaterThanOrEqual(last);
  expect((await asked<WireClock>('/api/clock')).ahead).toBeGreaterThan(HOUR);
});
