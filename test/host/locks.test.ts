import { afterAll, expect, test } from 'vitest';
import { sampleHost } from './sample-host.ts';

// The waiting execution sleeps first so that the other one gets the lock.
const { host, evaluate, close } = sampleHost(`
  function add() {
    const lock = LockService.getScriptLock();
    lock.waitLock(300000);
    const store = PropertiesService.getScriptProperties();
    const before = Number(store.getProperty('sum') || 0);
    Utilities.sleep(100);
    store.setProperty('sum', String(before + 1));
  }
  function hold(ms) { LockService.getScriptLock().waitLock(0); Utilities.sleep(ms) }
  function attempt(ms) { Utilities.sleep(10); return LockService.getScriptLock().tryLock(ms) }
  function wait(ms) { Utilities.sleep(10); LockService.getDocumentLock().waitLock(ms) }
  function holdDocument(ms) { LockService.getDocumentLock().tryLock(1); Utilities.sleep(ms) }
`);
afterAll(close);

test('twelve executions with a lock lose no updates', async () => {
  const results = await Promise.all(Array.from({ length: 12 }, () => host.call('eval', 'add', [])));
  expect(results.filter(({ ok }) => !ok)).toEqual([]);
  expect(host.stores.script.get('sum')).toBe('12');
});

test('waiting for a lock takes virtual time, and the end of the holding execution releases it', async () => {
  const [, short, long] = await Promise.all([
    host.call('eval', 'hold', [5000]),
    host.call('eval', 'attempt', [1000]),
    host.call('eval', 'attempt', [10_000]),
  ]);
  expect([short, long]).toMatchObject([{ value: false }, { value: true }]);
});

test('script, document, and user locks are independent', async () => {
  const body = `const kinds = ['Script', 'Document', 'User']; const locks = kinds.map((kind) => LockService['get' + kind + 'Lock']());
    locks[0].tryLock(0); locks[1].tryLock(0); locks[0].releaseLock(); return locks.map((lock) => lock.hasLock())`;
  expect(await evaluate(body)).toEqual([false, true, false]);
});

test("a wait that times out throws Google's message", async () => {
  const [, waited] = await Promise.all([host.call('eval', 'holdDocument', [5000]), host.call('eval', 'wait', [1000])]);
  expect(waited).toMatchObject({
    ok: false,
    error: { message: 'Lock timeout: another process was holding the lock for too long.' },
  });
});

test('a killed execution releases its locks', async () => {
  host.faults.at('serviceCall', 4);
  expect(await host.call('eval', 'hold', [10])).toMatchObject({ ok: true });
  expect(await host.call('eval', 'hold', [10])).toMatchObject({ ok: false });
  expect(await host.call('eval', 'attempt', [0])).toMatchObject({ value: true });
});

test('the holder can take a lock again, and a dialog releases it', async () => {
  const twice = 'const l = LockService.getUserLock(); return [l.tryLock(0), l.tryLock(0), l.hasLock()]';
  expect(await evaluate(twice)).toEqual([true, true, true]);
  const alert =
    "const l = LockService.getUserLock(); l.tryLock(0); SpreadsheetApp.getUi().alert('x'); return l.hasLock()";
  expect(await evaluate(alert)).toBe(false);
});
