/** Between executions, a run is stored in small values: all or nothing, even if an execution is killed. */
import { describe, expect, test } from 'vitest';
import { findConnection } from '../../src/account/connections.ts';
import { operations } from '../../src/operations/registry.ts';
import type { Store } from '../../src/protocol/store.ts';
import { MINUTE } from '../../src/protocol/time.ts';
import { begin } from '../../src/pull/begin.ts';
import { contextOf } from '../../src/pull/context.ts';
import type { Run } from '../../src/pull/run.ts';
import { demandStorable, isHeld, loadRun, removeRun, runsIn, saveRun } from '../../src/pull/stored-run.ts';
import { begun } from '../support/begun-run.ts';
import { CONNECTION, connected } from '../support/connected-ports.ts';
import { START } from '../support/in-memory-ports.ts';
import { inMemoryStore, Killed } from '../support/in-memory-store.ts';

function run(values: readonly string[], changes: Partial<Run> = {}): Run {
  return { ...begun(operations.inventory, { values, type: '1' }, { now: 0 }), ...changes };
}

const many = (count: number, prefix = 'SKU') => Array.from({ length: count }, (_, index) => `${prefix}-${index}`);

test.each([
  ['few params', run(['a'])],
  ['5,000 identifiers', run(many(5000))],
  ['accents', run(many(3000, 'Größe'))],
  ['texts with three bytes per character', run(many(1500, '日本語の品番'))],
  ['emoji with two UTF-16 units each', run(many(1500, '🎧🎧🎧'))],
  ['quotes and backslashes', run(many(3000, '"\\"'))],
])('a run with %s is read back unchanged', (_, saved) => {
  const store = inMemoryStore();
  saveRun(store, saved);
  expect(loadRun(store, 'r1')).toEqual(saved);
});

test('a new run with too many items is refused, but one that grows is kept', () => {
  const store = inMemoryStore();
  // Unknown items are stored twice more, and two versions must fit into 500 KB.
  const items = Array.from({ length: 7000 }, (_, index) => `9SIA006000${1000 + index}`);
  expect(() => demandStorable(run(items))).toThrow('Too many items for one pull.');
  saveRun(store, run(many(10)));
  saveRun(store, run(many(20_000)));
  expect(loadRun(store, 'r1')?.params.values).toHaveLength(20_000);
});

test('stores no API key of the connection', () => {
  const store = inMemoryStore();
  saveRun(store, run(['a']));
  const text = JSON.stringify([...store.values]);
  expect(text).toContain('My shop');
  expect(text).not.toMatch(/the-api-key|the-secret-key/);
});

test("changes only the version and the settings of its owner's connection", () => {
  const ports = connected();
  const own = findConnection(ports.user, undefined);
  const { apiKey, secretKey, ...stolen } = { ...CONNECTION, baseUrl: 'https://other.example', sellerId: 'B007' };
  const terms = { version: '304', settings: { caps: 'orders 9999' }, ...stolen } as Run['terms'];
  const started = begin(ports, { operation: 'orders' });
  const { connection, capped } = contextOf(ports, { ...started, terms }, START + MINUTE);
  expect(connection).toEqual({ ...own, version: '304', settings: { caps: 'orders 9999' } });
  expect(capped).toEqual(contextOf(ports, started, START + MINUTE).capped);
});

test('a run with an impossible number of values is not loaded', () => {
  const store = inMemoryStore();
  const reads: string[] = [];
  saveRun(store, run(['a']));
  store.set('run.r1', store.get('run.r1')!.replace(/"parts":\d+/, '"parts":100000'));
  const get: Store['get'] = (key) => {
    reads.push(key);
    return store.get(key);
  };
  expect(loadRun({ get }, 'r1')).toBeUndefined();
  expect(reads).toEqual(['run.r1']);
  removeRun(store, 'r1');
  expect(store.values.size).toBe(0);
});

test('runs are stored independently', () => {
  const store = inMemoryStore();
  saveRun(store, run(many(2000)));
  saveRun(store, { ...run(['b']), id: 'r2' });
  removeRun(store, 'r1');
  expect(loadRun(store, 'r1')).toBeUndefined();
  expect(loadRun(store, 'r2')?.params.values).toEqual(['b']);
});

test('removing a run takes one call per stored value', () => {
  const store = inMemoryStore();
  saveRun(store, run(many(2000)));
  store.left = store.values.size;
  removeRun(store, 'r1');
  expect([store.values.size, store.left]).toEqual([0, 0]);
});

test.each([
  ['saved once', [run(many(2000))]],
  ['that became longer', [run(['a']), run(many(2000))]],
  ['that became shorter', [run(many(2000)), run(['a'])]],
  ['saved three times', [run(many(2000)), run(many(900)), run(many(1500))]],
])('no value is left after removing a run %s', (_, versions) => {
  const store = inMemoryStore();
  for (const version of versions) saveRun(store, version);
  removeRun(store, 'r1');
  expect(loadRun(store, 'r1')).toBeUndefined();
  expect([...store.values.keys()]).toEqual([]);
});

test('loading an unknown run returns undefined, and removing it has no effect', () => {
  const store = inMemoryStore();
  expect(loadRun(store, 'r9')).toBeUndefined();
  removeRun(store, 'r9');
  expect(store.values.size).toBe(0);
});

describe('an execution killed at any point', () => {
  const older = run(many(2000), { calls: 1 });

  test.each([
    ['a longer run', run(many(3000), { calls: 2 })],
    ['a shorter run', run(many(500), { calls: 2 })],
  ])('while it saves %s leaves the older or the newer run', (_, newer) => {
    const outcomes = new Set<number>();
    for (let changes = 0; ; changes++) {
      const store = inMemoryStore();
      saveRun(store, older);
      store.left = changes;
      let killed = false;
      try {
        saveRun(store, newer);
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        killed = true;
      }
      store.left = Number.POSITIVE_INFINITY;
      const found = loadRun(store, 'r1');
      expect([older, newer]).toContainEqual(found);
      outcomes.add(found!.calls);
      if (!killed) break;
      // The next execution saves as usual.
      saveRun(store, newer);
      expect(loadRun(store, 'r1')).toEqual(newer);
    }
    expect(outcomes).toEqual(new Set([1, 2]));
  });

  test('while it first saves a run leaves none or all of it', () => {
    const outcomes = new Set<boolean>();
    for (let changes = 0; changes < 20; changes++) {
      const store = inMemoryStore();
      store.left = changes;
      try {
        saveRun(store, run(many(500)));
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
      }
      const found = loadRun(store, 'r1');
      if (found) expect(found).toEqual(run(many(500)));
      outcomes.add(found !== undefined);
    }
    expect(outcomes).toEqual(new Set([true, false]));
  });

  test('while it removes a run leaves all or none of it', () => {
    for (let changes = 0; changes < 20; changes++) {
      const store = inMemoryStore();
      saveRun(store, older);
      store.left = changes;
      try {
        removeRun(store, 'r1');
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
      }
      expect([older, undefined]).toContainEqual(loadRun(store, 'r1'));
      // No part stays behind when the rest is removed later.
      store.left = Number.POSITIVE_INFINITY;
      removeRun(store, 'r1');
      expect(store.all()).toEqual({});
    }
  });
});

test('drops a run of another version, so its pull starts over', () => {
  const store = inMemoryStore();
  saveRun(store, run(['a']));
  store.set('run.r1', store.get('run.r1')!.replace('{"v":', '{"v":9'));
  expect([loadRun(store, 'r1'), runsIn(store.all())]).toEqual([undefined, []]);
  saveRun(store, run(many(2000)));
  removeRun(store, 'r1');
  expect(store.all()).toEqual({});
});

test('a run that fits in one value uses one value, before and after it was longer', () => {
  const store = inMemoryStore();
  const texts = [['a'], many(2000), ['b']].map((values) => {
    saveRun(store, run(values));
    expect(loadRun(store, 'r1')).toEqual(run(values));
    return Object.keys(store.all()).length;
  });
  expect(texts).toEqual([1, expect.any(Number), 1]);
  expect(texts[1]).toBeGreaterThan(2);
  removeRun(store, 'r1');
  expect(store.all()).toEqual({});
});

test('a run is locked by the last execution that saved it, until it is removed', () => {
  const store = inMemoryStore();
  const [one, two] = [run(['a'], { holder: 'one' }), run(['a'], { holder: 'two' })];
  const held = () => [isHeld(store, one), isHeld(store, two)];
  expect(held()).toEqual([false, false]);
  saveRun(store, one);
  expect(held()).toEqual([true, false]);
  saveRun(store, two);
  expect(held()).toEqual([false, true]);
  removeRun(store, 'r1');
  expect(held()).toEqual([false, false]);
});

describe('two executions that save a run concurrently', () => {
  const other = { ...run(['other']), id: 'r2' };

  /** The store as an earlier execution read it, with only that execution's changes. */
  function knownFrom(store: ReturnType<typeof inMemoryStore>, between: (change: number) => void): Store {
    const known = new Map(store.values);
    let changes = 0;
    const changing = (key: string, value: string | undefined) => {
      between(changes++);
      if (value === undefined) store.remove(key);
      else store.set(key, value);
      if (value === undefined) known.delete(key);
      else known.set(key, value);
    };
    return {
      get: (key) => known.get(key) ?? null,
      set: changing,
      setAll: (values) => {
        for (const [key, value] of Object.entries(values)) changing(key, value);
      },
      remove: (key) => changing(key, undefined),
      all: () => Object.fromEntries(known),
    };
  }

  test.each([0, 1, 2, 3, 4, 5, 6, 7])('lose no other run if the second saves after change %i of the first', (at) => {
    const store = inMemoryStore();
    saveRun(store, other);
    saveRun(store, run(many(1500, 'before')));
    const second = knownFrom(store, () => undefined);
    const first = knownFrom(store, (change) => {
      if (change === at) saveRun(second, run(many(1500, 'second')));
    });
    saveRun(first, run(many(900, 'first')));
    const found = runsIn(store.all());
    expect(found.map(({ id }) => id)).toContain('r2');
    const left = found.find(({ id }) => id === 'r1')?.params.values ?? [];
    expect([[], many(900, 'first'), many(1500, 'second')]).toContainEqual(left);
    expect(loadRun(store, 'r1')?.params.values ?? []).toEqual(left);
  });
});
