/** A pull reports progress and checks for stop requests every two seconds. */
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
  calls,
  callsLeft: 9,
  rows,
});

test("progress is read by the page's name", () => {
  const { ports } = setting();
  writeProgress(ports, 'mine', progress(1));
  writeProgress(ports, 'other', progress(7, 'run2'));
  expect(readProgress(ports, 'mine')).toEqual(progress(1));
  expect(readProgress(ports, 'other')).toEqual(progress(7, 'run2'));
  expect(readProgress(ports, 'nobody')).toBeNull();
});

test('progress is reported every two seconds', () => {
  const { ports, clock } = setting();
  const follow = followed(ports, 'mine');
  const callsAfter = (calls: number, after: number) => {
    clock.time += after;
    expect(follow(progress(calls))).toBe(false);
    return readProgress(ports, 'mine')?.calls;
  };
  expect(callsAfter(1, 0)).toBeUndefined();
  expect(callsAfter(2, 1999)).toBeUndefined();
  expect(callsAfter(3, 1)).toBe(3);
  expect(callsAfter(4, 1999)).toBe(3);
  expect(callsAfter(5, 1)).toBe(5);
  expect(callsAfter(6, 60_000)).toBe(6);
});

test('a pull without a name reports no progress but can be stopped', () => {
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
