/** How far a pull is, is told now and then, and somebody's wish that it ends is heard at once. */
import { expect, test } from 'vitest';
import { askToStop, followed, type Progress, readProgress, writeProgress } from '../../src/pull/stored-run.ts';

function setting() {
  const texts = new Map<string, string>();
  const clock = { time: 1_000_000, now: () => clock.time, sleep: () => undefined };
  let puts = 0;
  const cache = {
    getAll: (keys: readonly string[]) =>
      Object.fromEntries(keys.flatMap((key) => (texts.has(key) ? [[key, texts.get(key)!] as const] : []))),
    putAll: (more: Readonly<Record<string, string>>, seconds: number) => {
      puts++;
      expect(seconds).toBe(600);
      for (const [key, text] of Object.entries(more)) texts.set(key, text);
    },
  };
  return { ports: { cache, clock }, clock, puts: () => puts };
}

const rows = { added: 1, changed: 2, unchanged: 3, gone: 4 };
const progress = (calls: number, id = 'run1'): Progress => ({
  id,
  operation: 'orders',
  calls,
  callsLeft: 9,
  rows,
});

test('what was told is read by the name that the page gave', () => {
  const { ports } = setting();
  writeProgress(ports, 'mine', progress(1));
  writeProgress(ports, 'other', progress(7, 'run2'));
  expect(readProgress(ports, 'mine')).toEqual(progress(1));
  expect(readProgress(ports, 'other')).toEqual(progress(7, 'run2'));
  expect(readProgress(ports, 'nobody')).toBeNull();
});

test('it is told every two seconds', () => {
  const { ports, clock } = setting();
  const follow = followed(ports, 'mine');
  const told = (calls: number, after: number) => {
    clock.time += after;
    expect(follow(progress(calls))).toBe(false);
    return readProgress(ports, 'mine')?.calls;
  };
  expect(told(1, 0)).toBeUndefined();
  expect(told(2, 1999)).toBeUndefined();
  expect(told(3, 1)).toBe(3);
  expect(told(4, 1999)).toBe(3);
  expect(told(5, 1)).toBe(5);
  expect(told(6, 60_000)).toBe(6);
});

test('a pull that nobody called anything tells nothing, and ends when it is asked to', () => {
  const { ports, clock, puts } = setting();
  const follow = followed(ports);
  clock.time += 60_000;
  expect(follow(progress(1))).toBe(false);
  expect(puts()).toBe(0);
  askToStop(ports, 'run2');
  expect(follow(progress(1))).toBe(false);
  askToStop(ports, 'run1');
  expect(follow(progress(1))).toBe(true);
  expect(follow(progress(1, 'run2'))).toBe(true);
  expect(follow(progress(1, 'run3'))).toBe(false);
});
