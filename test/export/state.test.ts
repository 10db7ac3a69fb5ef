/** Where the warehouse is: what a person types of it, and when everything begins anew. */
import { expect, test } from 'vitest';
import { forgetPlace, readPlace, readState, savePlace, writeState } from '../../src/warehouse/state.ts';
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
])('%o is %o', (typed, place) => {
  const document = inMemoryStore();
  expect(readPlace(document)).toBeUndefined();
  expect(savePlace(document, typed)).toEqual(place);
  expect(readPlace(document)).toMatchObject(place);
  forgetPlace(document);
  expect(readPlace(document)).toBeUndefined();
});

test.each([
  [{ project: undefined, location: 'US' }, '"" is no project ID'],
  [{ project: 'My Shop', location: 'US' }, '"My Shop" is no project ID'],
  [{ project: 'short', location: 'US' }, '"short" is no project ID'],
  [{ project: `${PROJECT}-`, location: 'US' }, 'is no project ID'],
  [{ project: PROJECT, location: 'here & there' }, '"here & there" is no location'],
  [{ project: PROJECT, location: 'U' }, '"U" is no location'],
])('%o is refused: %s', (typed, sentence) => {
  const document = inMemoryStore();
  const error = faultOf(() => savePlace(document, typed));
  expect([error.code, error.message]).toEqual(['MARKET_ARGUMENT', expect.stringContaining(sentence)]);
  expect(readPlace(document)).toBeUndefined();
});

test.each([
  ['the same', { project: PROJECT, location: 'us' }, ['Orders']],
  ['another project', { project: 'my-shop-654321', location: 'US' }, []],
  ['another location', { project: PROJECT, location: 'EU' }, []],
])('with %s what was sent is known as before, or nothing is: %o', (_, typed, listed) => {
  const document = inMemoryStore();
  savePlace(document, { project: PROJECT, location: 'US' });
  writeState(document, { ...readState(document), listed: ['Orders'] });
  savePlace(document, typed);
  expect(readState(document).listed).toEqual(listed);
});
