/** Failed calls as steps of the scenario command: the same shop, the same answer, the same question. */
import { expect, test } from 'vitest';
import { replaySteps } from '../../src/app/replay.ts';
import type { MaskedCall } from '../../src/pull/failed-calls.ts';

const PLACE = { build: 'bound', account: 'consumer', locale: 'de_DE', zone: 'Europe/Berlin' };

const call = (more: Partial<MaskedCall>): MaskedCall =>
  ({
    format: 'json',
    version: '314',
    operation: 'orders',
    storefront: 'main',
    params: { status: '0' },
    answered: 500,
    contentType: 'text/plain',
    isWhole: true,
    text: 'out of order',
    ...more,
  }) as MaskedCall;

test('without a failed call there is nothing to replay', () => {
  expect(replaySteps(PLACE, [])).toEqual([]);
});

test('each call is answered as it was, and asked as it was; the oldest first', () => {
  const late = call({
    operation: 'inventory',
    storefront: 'business',
    params: { values: ['a'] },
    isWhole: false,
  });
  expect(replaySteps(PLACE, [late, call({})])).toEqual([
    { open: { mode: 'bound', account: 'consumer', locale: 'de_DE', timeZone: 'Europe/Berlin' } },
    { market: {} },
    { connect: { name: 'Shop', baseUrl: 'https://market.test', format: 'json', version: '314' } },
    {
      answer: { origin: 'https://market.test', status: 500, contentType: 'text/plain', text: 'out of order' },
    },
    { pull: { operation: 'orders', params: { status: '0', storefront: 'main' } } },
    { connect: { name: 'Shop', baseUrl: 'https://market.test', format: 'json', version: '314' } },
    { answer: null },
    { pull: { operation: 'inventory', params: { values: ['a'], storefront: 'business' } } },
  ]);
});
