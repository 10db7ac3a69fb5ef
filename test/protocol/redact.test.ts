/** Keys that a service sends back do not get through, however they were spelled on the wire. */
import { expect, test } from 'vitest';
import { MarketError } from '../../src/protocol/market-error.ts';
import { redactError, redactorOf, redactRecord } from '../../src/protocol/redact.ts';
import { shop } from './shop.ts';

const SECRET = 'se/cret&"<key>-0123456789';
const redact = redactorOf(shop({ apiKey: 'short', secretKey: SECRET }));

test.each([
  ['whole', `You sent ${SECRET}, twice: ${SECRET}.`, 'You sent …, twice: ….'],
  ['cut at the end', `You sent ${SECRET.slice(0, 14)}…`, 'You sent …'],
  ['cut at the end, with nothing before it', `${SECRET.slice(0, 14)}…`, '…'],
  ['cut, with other text after it', `${SECRET.slice(0, 9)} is a part of it…`, '… is a part of it…'],
  ['cut twice', `${SECRET.slice(0, 8)}… ${SECRET.slice(0, 14)}…`, '… …'],
  ['in upper case, and in lower case', `${SECRET.toUpperCase()} ${SECRET.toLowerCase().slice(0, 9)}`, '… …'],
  ['without its hyphens', `You sent ${SECRET.replace(/-/g, '')}.`, 'You sent ….'],
  ['in groups', `You sent ${SECRET.replace(/.{4}/g, '$& ')}.`, 'You sent ….'],
  ['whole and cut', `${SECRET} and ${SECRET.slice(0, 9)}…`, '… and …'],
  ['only its first letters', `${SECRET.slice(0, 7)}…`, `${SECRET.slice(0, 7)}…`],
  ['no key', 'Nothing here…', 'Nothing here…'],
  ['a short key, which could be any word', 'A short word', 'A short word'],
])('%s', (_, text, expected) => {
  expect(redact(text)).toBe(expected);
});

test.each(['', 'a', 'ab', 'abc'])('in base64 behind "%s"', (before) => {
  const sent = Buffer.from(`${before}${SECRET}:after`).toString('base64');
  const told = redact(`You sent ${sent}.`);
  expect(told).toMatch(/^You sent .{0,4}….{0,12}\.$/);
});

test('a key of a few letters between hyphens, which could be any number, is left alone', () => {
  expect(redactorOf(shop({ apiKey: 'short', secretKey: '1-2-3-4-5' }))('Order 12345')).toBe('Order 12345');
});

test('in records and the records that they list', () => {
  const record = { note: SECRET, total: 5, lines: [{ title: `x${SECRET}`, at: { at: 1, text: 'then' } }] };
  expect(redactRecord(record, redact)).toEqual({
    note: '…',
    total: 5,
    lines: [{ title: 'x…', at: { at: 1, text: 'then' } }],
  });
});

test('a record without a key stays the same object', () => {
  const record = { note: 'fine', total: 5 };
  expect(redactRecord(record, redact)).toBe(record);
});

test('in messages and codes of errors', () => {
  const error = redactError(
    new MarketError('MARKET_SERVICE', SECRET, {
      serviceCode: SECRET,
      serviceCodes: [SECRET],
      httpStatus: 400,
    }),
    redact,
  );
  expect([error.message, error.details]).toEqual(['…', { serviceCode: '…', serviceCodes: ['…'], httpStatus: 400 }]);
});
