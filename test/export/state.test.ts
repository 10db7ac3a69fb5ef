/** Stores the warehouse location that the user enters, and the state of the export. */
import { expect, test } from 'vitest';
import { readPlace, readState, savePlace, writeState } from '../../src/warehouse/state.ts';
import { faultOf } from '../protocol/fault.ts';
import { inMemoryStore } from '../support/in-memory-store.ts';

const PROJECT = 'my-shop-123456';

test.each([
  [
    { project: PROJECT, location: 'EU' },
    { project: PROJECT, location: 'EU' },
  ],
  [
    { project: ` ${PROJECT} `, location: ' europe-west1 ' },
    { project: PROJECT, location: 'europe-west1' },
  ],
  [
    { project: PROJECT, location: '' },
    { project: PROJECT, location: 'US' },
  ],
  [
    { project: PROJECT, location: undefined },
    { project: PROJECT, location: 'US' },
  ],
  [
    { project: `example.com:${PROJECT}`, location: ' ' },
    { project: `example.com:${PROJECT}`, location: 'US' },
  ],
])('reads %o as %o', (typed, place) => {
  const document = inMemoryStore();
  expect(readPlace(document)).toBeUndefined();
  expect(savePlace(document, typed)).toEqual(place);
  expect(readPlace(document)).toMatchObject(place);
});

test.each([
  [{ project: undefined, location: 'US' }, '"" is not a project ID'],
  [{ project: 'My Shop', location: 'US' }, '"My Shop" is not a project ID'],
  [{ project: 'short', location: 'US' }, '"short" is not a project ID'],
  [{ project: `${PROJECT}-`, location: 'US' }, 'is not a project ID'],
  [{ project: PROJECT, location: 'here & there' }, '"here & there" is not a location'],
  [{ project: PROJECT, location: 'U' }, '"U" is not a location'],
])('rejects %o: %s', (typed, sentence) => {
  const document = inMemoryStore();
  const error = faultOf(() => savePlace(document, typed));
  expect([error.code, error.message]).toEqual(['MARKET_ARGUMENT', expect.stringContaining(sentence)]);
  expect(readPlace(document)).toBeUndefined();
});

test('stores the state of each project separately', () => {
  const document = inMemoryStore();
  const [one, other] = [PROJECT, 'my-shop-654321'].map((project) => ({ project, location: 'US' }));
  writeState(document, one!, { ...readState(document, one!), round: 3 });
  expect([readState(document, one!).round, readState(document, other!).round]).toEqual([3, 0]);
});
