import { afterAll, describe, expect, test } from 'vitest';
import { sampleHost } from './sample-host.ts';
import { defaults } from './steps/world.ts';

const SCRIPT = `
  function nap(ms) { Utilities.sleep(ms); return Date.now() }
  function meet(id, all) {
    const cache = CacheService.getScriptCache();
    cache.put(id, 'x', 60);
    Utilities.sleep(1000);
    return Object.keys(cache.getAll(all)).length;
  }
  function bad() { try { Utilities.sleep(40000) } finally { PropertiesService.getScriptProperties().setProperty('after', 'x') } }
`;
const { host, evaluate, close } = sampleHost(SCRIPT);
afterAll(close);

const over = 'Exceeded maximum execution time';

describe('Date', () => {
  test('follows the virtual clock in every form', async () => {
    const start = host.clock.now();
    expect(start).toBe(defaults.clock);
    expect(await evaluate('return [Date.now(), new Date().getTime(), typeof Date()]')).toEqual([
      start,
      start,
      'string',
    ]);
    await evaluate('Utilities.sleep(1500)');
    expect(await evaluate('return Date.now()')).toBe(start + 1500);
  });

  test("otherwise behaves like the language's own Date", async () => {
    const body = `const d = new Date(2020, 1, 3); class Day extends Date {}
      return [d instanceof Date, d.constructor === Date, new Day(5) instanceof Day, new Day(5).getTime(), Date.UTC(1970, 0, 1)]`;
    expect(await evaluate(body)).toEqual([true, true, true, 5, 0]);
  });

  test('shows whole milliseconds, even after fractional waits', async () => {
    host.clock.moveTo(host.clock.now() + 0.25);
    const start = host.clock.now();
    await evaluate('Utilities.sleep(1.75)');
    expect(await evaluate('return Date.now()')).toBe(start + 1);
    expect(Number.isInteger(start)).toBe(true);
  });

  test('stands still while a script computes', async () => {
    const body = 'const start = Date.now(); for (let i = 0; i < 3e6; i++); return Date.now() - start';
    expect(await evaluate(body)).toBe(0);
  });
});

describe('sleeping executions', () => {
  test('sleep in parallel', async () => {
    const start = host.clock.now();
    const results = await Promise.all([3000, 1000, 2000].map((ms) => host.call('eval', 'nap', [ms])));
    expect(results.map((result) => result.ok && (result.value as number) - start)).toEqual([3000, 1000, 2000]);
    expect(host.clock.now()).toBe(start + 3000);
  });

  test('do not block the clock if they outnumber the threads', async () => {
    const results = await Promise.all(Array.from({ length: 10 }, () => host.call('eval', 'nap', [1000])));
    expect(results.every(({ ok }) => ok)).toBe(true);
  });
});

describe('simultaneous executions', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `id${index}`);
  const metBy = async (count: number, kind: 'menu' | 'formula') => {
    host.stores.caches.clear();
    const all = ids(count);
    return await Promise.all(all.map((id) => host.call(kind, 'meet', [id, all])));
  };

  test("beyond thirty per user are refused with Google's message, and another user's are not", async () => {
    const [results, other] = await Promise.all([
      metBy(31, 'menu'),
      host.call('menu', 'nap', [1], { user: 'editor@x' }),
    ]);
    expect(other).toMatchObject({ ok: true });
    expect(results.slice(0, 30).map((result) => result.ok && result.value)).toEqual(Array(30).fill(30));
    expect(results[30]).toMatchObject({
      ok: false,
      error: { message: 'There are too many scripts running simultaneously for this Google user account.' },
    });
    expect(await host.call('menu', 'nap', [1])).toMatchObject({ ok: true });
  });

  test('of formulas queue instead of being refused', async () => {
    const results = await metBy(32, 'formula');
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(Math.min(...results.map((result) => (result.ok ? Number(result.value) : 0)))).toBe(30);
  });
});

describe('the time limit of an execution', () => {
  test('is 30 seconds for a formula and 6 minutes for a menu item', async () => {
    expect(await host.call('formula', 'nap', [29_000], { mode: 'CUSTOM_FUNCTION' })).toMatchObject({
      ok: true,
    });
    const start = host.clock.now();
    const long = await host.call('formula', 'nap', [31_000], { mode: 'CUSTOM_FUNCTION' });
    expect(long).toMatchObject({ ok: false, error: { message: over } });
    expect(host.clock.now()).toBe(start + 30_000);
    expect(await host.call('menu', 'nap', [299_000])).toMatchObject({ ok: true });
    await expect(evaluate('Utilities.sleep(300000); Utilities.sleep(60001)')).rejects.toThrow(over);
  });

  test('stops the script without running its finally blocks', async () => {
    expect(await host.call('open', 'bad', [])).toMatchObject({ ok: false, error: { message: over } });
    expect(host.stores.script.get('after')).toBeUndefined();
  });
});

describe('the real-time limit', () => {
  // In real milliseconds, far below Google's limits. Only endless loops run with limits this low, because a busy machine
  // starts threads slowly.
  const limits = { atOnce: 400, total: 800 };
  const hasty = sampleHost(SCRIPT, { limits });
  afterAll(hasty.close);

  test('ends an endless loop, and the next execution runs', async () => {
    const start = hasty.host.clock.now();
    await expect(hasty.evaluate('for (;;);')).rejects.toThrow(over);
    // The execution used all six minutes.
    expect(hasty.host.clock.now() - start).toBe(360_000);
    await expect(hasty.evaluate("for (;;) CacheService.getScriptCache().get('x')")).rejects.toThrow(over);
    Object.assign(limits, { atOnce: 30_000, total: 360_000 });
    expect(await hasty.evaluate('return 1')).toBe(1);
  });
});
