import { expect, test } from 'vitest';
import { accountOf, setUser, userOf } from '../../src/account/person.ts';
import { faultOf } from '../protocol/fault.ts';
import { inMemoryStore } from '../support/in-memory-store.ts';

function person() {
  let ids = 0;
  return { user: inMemoryStore(), unique: () => `id${++ids}` };
}

test('a new user has an ID, a default name, and a consumer account', () => {
  const ports = person();
  expect(userOf(ports)).toEqual({ id: 'id1', name: "the shop's owner", account: 'consumer' });
  expect(userOf(ports).id).toBe('id1');
});

test('typed values are trimmed and stored; missing values keep the stored ones', () => {
  const ports = person();
  expect(setUser(ports, { name: ' Ann ' })).toEqual({ id: 'id1', name: 'Ann', account: 'consumer' });
  expect(setUser(ports, { account: 'workspace' })).toEqual({ id: 'id1', name: 'Ann', account: 'workspace' });
  expect(setUser(ports, null as never).name).toBe('Ann');
  expect(accountOf(ports.user)).toBe('workspace');
  expect(setUser(ports, { account: 'consumer', name: 'x'.repeat(60) })).toMatchObject({
    name: 'x'.repeat(60),
    account: 'consumer',
  });
});

test.each([
  [{ name: 'Me' }, `"Me" could be mistaken for someone else's name. Enter your own.`],
  [{ name: ' ' }, 'Enter a name of 1 to 60 characters.'],
  [{ name: 'x'.repeat(61) }, 'Enter a name of 1 to 60 characters.'],
  [{ account: 'free' }, 'The Google account type must be "consumer" or "workspace".'],
])('%o is rejected without changes', (input, message) => {
  const ports = person();
  setUser(ports, { name: 'Ann' });
  const { code, message: said } = faultOf(() => setUser(ports, input as never));
  expect([code, said]).toEqual(['MARKET_ARGUMENT', message]);
  expect(userOf(ports)).toMatchObject({ name: 'Ann', account: 'consumer' });
});
