import { afterAll, describe, expect, test } from 'vitest';
import { sampleHost, settledValue } from './sample-host.ts';

const { host, close } = sampleHost(`
  function echo(value) { return value }
  function hidden_() { return 1 }
  const local = () => 1;
  var object = { member() { return 1 } };
  function give(what) {
    return { date: () => new Date(0), deep: () => ({ a: [{ b: new Date(0) }] }), func: () => ({ f() {} }),
      holes: () => [1, undefined, null, , 2], nothing: () => undefined, dropped: () => ({ a: undefined, b: 1 }),
      cycle: () => { const c = {}; c.c = c; return c }, map: () => new Map(), underscores: () => ({ a: 1, b__: 2 }) }[what]();
  }
`);
afterAll(close);
const call = async (name: string, ...args: unknown[]) => settledValue(await host.client(name, args));

describe('a result', () => {
  test.each(['date', 'deep', 'func', 'cycle', 'map'])('of kind %s is rejected', async (what) => {
    await expect(call('give', what)).rejects.toThrow('not a supported return type');
  });

  test('has null in place of undefined in arrays', async () => {
    expect(await call('give', 'holes')).toEqual([1, null, null, null, 2]);
    expect(await call('give', 'dropped')).toEqual({ b: 1 });
    expect(await call('give', 'nothing')).toBeUndefined();
  });
});

test('arguments must be plain data', async () => {
  const plain = { a: [1, 'two', true, null, { b: 0.5 }] };
  expect(await call('echo', plain)).toEqual(plain);
  await expect(call('echo', { a: [new Date(0)] })).rejects.toThrow('Failed due to illegal value in property');
});

test('keys that end in two underscores are dropped in arguments and results', async () => {
  expect(await call('echo', { a__: 1, b_: 2, c: { d__: 3 } })).toEqual({ b_: 2, c: {} });
  expect(await call('give', 'underscores')).toEqual({ a: 1 });
});

test("a user who granted no scope gets Google's authorization dialog, and the script doesn't run", async () => {
  const oauthScopes = ['https://www.googleapis.com/auth/script.external_request'];
  const other = sampleHost('function echo(value) { return value }', { manifest: { oauthScopes } });
  other.host.users.refuse(other.host.user, oauthScopes);
  const { ok, shown } = await other.host.client('echo', [1]);
  expect(ok).toBe(false);
  expect(shown).toEqual([{ what: 'dialog', title: 'Authorization needed', text: 'Review permissions' }]);
  other.host.users.refuse(other.host.user, []);
  expect(settledValue(await other.host.client('echo', [1]))).toBe(1);
  await other.close();
});

test.each(['hidden_', 'local', 'object.member', 'absent', 'object'])('%s cannot be called', async (name) => {
  await expect(call(name)).rejects.toThrow(`Script function not found: ${name}`);
});
