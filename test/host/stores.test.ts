import { afterAll, describe, expect, test } from 'vitest';
import { sampleHost, settledValue } from './sample-host.ts';

const { host, evaluate, close } = sampleHost(`
  /** @customfunction */
  function SEEN() { return PropertiesService.getUserProperties().getProperty('mine') }
  function keep(v) { PropertiesService.getUserProperties().setProperty('mine', v); CacheService.getUserCache().put('mine', v) }
  function see() { return [PropertiesService.getUserProperties().getProperty('mine'), CacheService.getUserCache().get('mine')] }
`);
afterAll(close);

describe('properties', () => {
  test('hold values up to 9 KB', async () => {
    const put = (length: number) =>
      evaluate(`PropertiesService.getScriptProperties().setProperty('k', 'x'.repeat(${length})); return 'kept'`);
    expect(await put(9 * 1024)).toBe('kept');
    await expect(put(9 * 1024 + 1)).rejects.toThrow('Argument too large: value');
  });

  test('are strings, and reads return a copy', async () => {
    const body = `const p = PropertiesService.getDocumentProperties().setProperties({ a: 1, b: true }, true);
      p.getProperties().a = 'changed'; return [p.getProperties(), p.getProperty('none')]`;
    expect(await evaluate(body)).toEqual([{ a: '1', b: 'true' }, null]);
  });

  test('and cache are private to each user', async () => {
    await host.call('eval', 'keep', ['owner']);
    await host.call('eval', 'keep', ['editor'], { user: 'editor@x' });
    const seen = async (user: string) => settledValue(await host.call('eval', 'see', [], { user }));
    expect(await seen('a@x')).toEqual(['owner', 'owner']);
    expect(await seen('editor@x')).toEqual(['editor', 'editor']);
    expect(await seen('third@x')).toEqual([null, null]);
  });

  test("in a formula are the owner's for every current user", async () => {
    await host.call('eval', 'keep', ['owner']);
    const result = await host.call('formula', 'SEEN', [], { mode: 'CUSTOM_FUNCTION', user: 'editor@x' });
    expect(result).toMatchObject({ value: 'owner' });
  });
});

describe('a cache', () => {
  test('keeps entries for ten minutes by default, and at most for six hours', async () => {
    await evaluate("const c = CacheService.getScriptCache(); c.put('usual', 'x'); c.put('long', 'x', 99999)");
    const read = "const c = CacheService.getScriptCache(); return [c.get('usual'), c.get('long')]";
    host.clock.moveTo(host.clock.now() + 599_000);
    expect(await evaluate(read)).toEqual(['x', 'x']);
    host.clock.moveTo(host.clock.now() + 1000);
    expect(await evaluate(read)).toEqual([null, 'x']);
    host.clock.moveTo(host.clock.now() + 21_000_000);
    expect(await evaluate(read)).toEqual([null, null]);
  });

  test('accepts keys of 250 characters and values of 100 KB', async () => {
    const body =
      "const c = CacheService.getUserCache(); c.put('k'.repeat(250), 'x'.repeat(102400)); return c.get('k'.repeat(250)).length";
    expect(await evaluate(body)).toBe(102_400);
  });

  test('reads and removes several entries in one call', async () => {
    const body = `const c = CacheService.getDocumentCache(); c.putAll({ a: '1', b: '2' }); c.remove('a');
      return c.getAll(['a', 'b', 'c'])`;
    expect(await evaluate(body)).toEqual({ b: '2' });
  });
});

test('a cache with more than a thousand entries drops the hundred oldest, regardless of their expiration', async () => {
  host.stores.caches.clear();
  const body = `const c = CacheService.getUserCache(); c.removeAll(['mine']);
    for (let i = 0; i < 1000; i++) c.put('k' + i, 'v', 21600 - i);
    const full = c.get('k0'); c.get('k1'); c.put('k2', 'again'); c.put('last', 'v');
    return [full, ...['k0', 'k1', 'k2', 'k100', 'k101', 'k999', 'last'].map((key) => c.get(key))]`;
  expect(await evaluate(body)).toEqual(['v', null, null, 'again', null, 'v', 'v', 'v']);
});

test('mails are stored up to the daily quota of recipients', async () => {
  const many = Array.from({ length: 101 }, (_, i) => `u${i}@x`).join(',');
  await expect(evaluate(`MailApp.sendEmail('${many}', 's', 'b'); MailApp.sendEmail('b@x', 's', 'b')`)).rejects.toThrow(
    'Service invoked too many times for one day: email.',
  );
  host.stores.mails.length = 0;
  host.clock.moveTo(host.clock.now() + 86_400_000);

  await evaluate("MailApp.sendEmail('b@x', 'Subject', 'Body')");
  expect(host.stores.mails).toEqual([
    { at: host.clock.now(), from: 'a@x', to: 'b@x', subject: 'Subject', body: 'Body' },
  ]);
  expect(await evaluate('return MailApp.getRemainingDailyQuota()')).toBe(99);
});

test('log entries are stored with severity and message', async () => {
  await evaluate("console.warn('%s of %s', 1, 2); Logger.log('plain'); console.log({ a: 1 })");
  expect(host.stores.logs.map(({ severity, message }) => [severity, message])).toEqual([
    ['WARNING', '1 of 2'],
    ['INFO', 'plain'],
    ['DEBUG', '{"a":1}'],
  ]);
});
