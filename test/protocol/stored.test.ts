import { describe, expect, test } from 'vitest';
import { stored, storedList, storedText } from '../../src/protocol/store.ts';
import { inMemoryStore } from '../support/in-memory-store.ts';

describe('a value that can be rebuilt', () => {
  const size = stored('size', 2, { rows: 0 });

  test('can be read back', () => {
    const store = inMemoryStore();
    size.write(store, { rows: 12 });
    expect(size.read(store)).toEqual({ rows: 12 });
    size.remove(store);
    expect(size.read(store)).toEqual({ rows: 0 });
  });

  test.each(['{"v":1,"value":{"rows":9}}', '{"rows":9}', '{"v":2,"val', 'null', '', '7'])(
    'replaces %j with the fallback',
    (text) => {
      const store = inMemoryStore();
      store.set('size', text);
      expect(size.read(store)).toEqual({ rows: 0 });
    },
  );
});

describe('a list', () => {
  test('puts new entries first, replaces matching ones, and drops the oldest above its maximum length', () => {
    const store = inMemoryStore();
    const list = storedList<string>('names', 1, 3);
    list.add(store, ['a']);
    list.add(store, ['b', 'c']);
    expect(list.read(store)).toEqual(['b', 'c', 'a']);
    list.add(store, ['B'], (known) => known === 'b');
    list.add(store, ['d']);
    expect(list.read(store)).toEqual(['d', 'B', 'c']);
  });

  test('keeps the newest entries within 8,000 characters', () => {
    const store = inMemoryStore();
    const list = storedList<string>('texts', 1, 100);
    for (let count = 0; count < 20; count++) list.add(store, [`${count}${'é'.repeat(200)}`]);
    const kept = list.read(store);
    expect(store.get('texts')!.length).toBeLessThanOrEqual(8000);
    expect(kept.length).toBeGreaterThan(4);
    expect(kept[0]!.slice(0, 2)).toBe('19');
  });

  test.each([
    [{}, []],
    ['x', []],
    [[null, 'a'], ['a']],
  ])('written as %j by other code is read as %j', (value, read) => {
    const store = inMemoryStore();
    store.set('names', storedText(value, 1));
    const list = storedList<string>('names', 1, 3);
    expect(list.read(store)).toEqual(read);
    list.add(store, ['b']);
    expect(list.read(store)).toEqual(['b', ...read]);
  });

  test('drops a single entry that is too long', () => {
    const store = inMemoryStore();
    storedList<string>('texts', 1, 10).add(store, ['x'.repeat(9000)]);
    expect(storedList<string>('texts', 1, 10).read(store)).toEqual([]);
  });
});
