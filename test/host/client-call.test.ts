// The rules of google.script.run: which functions, and which values both ways.
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
      cycle: () => { const c = {}; c.c = c; return c }, map: () => new Map() }[what]();
  }
`);
afterAll(close);
const call = async (name: string, ...args: unknown[]) => settledValue(await host.client(name, args));

describe('a result', () => {
  test.each(['date', 'deep', 'func', 'cycle', 'map'])('of kind %s fails', async (what) => {
    await expect(call('give', what)).rejects.toThrow('not a supported return type');
  });

  test('has null for undefined in arrays', async () => {
    expect(await call('give', 'holes')).toEqual([1, null, null, null, 2]);
    expect(await call('give', 'dropped')).toEqual({ b: 1 });
    expect(await call('give', 'nothing')).toBeUndefined();
  });
});

test('arguments are plain data', async () => {
  const plain = { a: [1, 'two', true, null, { b: 0.5 }] };
  expect(await call('echo', plain)).toEqual(plain);
  await expect(call('echo', { a: [new Date(0)] })).rejects.toThrow('Failed due to illegal value in property');
});

test.each(['hidden_', 'local', 'object.member', 'absent', 'object'])('%s cannot be called', async (name) => {
  await expect(call(name)).rejects.toThrow(`Script function not found: ${name}`);
});
