import { expect, test } from 'vitest';
import { writingAtOnce } from '../../src/protocol/store.ts';
import { inMemoryStore } from '../support/in-memory-store.ts';

test('code reads its own changes immediately, and they are written when it ends', () => {
  const store = inMemoryStore();
  store.set('a', '1');
  store.set('gone', '1');
  const before = { ...store.all() };
  const seen = writingAtOnce(store, (own) => {
    own.set('a', '2');
    own.setAll({ b: '3', gone: '4' });
    expect(store.all()).toEqual(before);
    own.remove('gone');
    return [own.get('a'), own.get('b'), own.get('gone'), own.all()];
  });
  expect(seen).toEqual(['2', '3', null, { a: '2', b: '3' }]);
  expect(store.all()).toEqual({ a: '2', b: '3' });
});

test("changes are written even if the code fails, and unchanged stores aren't written", () => {
  const store = inMemoryStore();
  const failing = () =>
    writingAtOnce(store, (own) => {
      own.set('a', '1');
      throw new Error('refused');
    });
  expect(failing).toThrow('refused');
  expect(store.all()).toEqual({ a: '1' });
  const untouched = { ...store, setAll: () => expect.fail('written') };
  expect(writingAtOnce(untouched, (own) => own.get('a'))).toBe('1');
});
