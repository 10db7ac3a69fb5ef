import { expect, test } from 'vitest';
import { MarketError } from '../../src/protocol/market-error.ts';
import { redactError, redactorOf, redactRecord } from '../../src/protocol/redact.ts';
import { shop } from './shop.ts';

const SECRET = 'se/cret&"<key>-0123456789';
const redact = redactorOf(shop({ apiKey: 'short', secretKey: SECRET }));

test.each([
  ['the whole key', `You sent ${SECRET}, twice: ${SECRET}.`, 'You sent …, twice: ….'],
  ['a key cut off at the end', `You sent ${SECRET.slice(0, 14)}…`, 'You sent …'],
  ['a key cut off at the end, alone', `${SECRET.slice(0, 14)}…`, '…'],
  ['a key cut off, followed by other text', `${SECRET.slice(0, 9)} is a part of it…`, '… is a part of it…'],
  ['two cut keys', `${SECRET.slice(0, 8)}… ${SECRET.slice(0, 14)}…`, '… …'],
  ['a key in upper and in lower case', `${SECRET.toUpperCase()} ${SECRET.toLowerCase().slice(0, 9)}`, '… …'],
  ['a key without its hyphens', `You sent ${SECRET.replace(/-/g, '')}.`, 'You sent ….'],
  ['a key in groups', `You sent ${SECRET.replace(/.{4}/g, '$& ')}.`, 'You sent ….'],
  ['a whole and a cut key', `${SECRET} and ${SECRET.slice(0, 9)}…`, '… and …'],
  ['not its first seven letters', `${SECRET.slice(0, 7)}…`, `${SECRET.slice(0, 7)}…`],
  ['not a string without the key', 'Nothing here…', 'Nothing here…'],
  ['not a short key, which could be any word', 'A short word', 'A short word'],
])('redacts %s', (_, text, expected) => {
  expect(redact(text)).toBe(expected);
});

test.each(['', 'a', 'ab', 'abc'])('redacts a key in base64 after "%s"', (before) => {
  const sent = Buffer.from(`${before}${SECRET}:after`).toString('base64');
  const told = redact(`You sent ${sent}.`);
  expect(told).toMatch(/^You sent .{0,4}….{0,12}\.$/);
});

test("doesn't redact a key of few letters between hyphens, which could be any number", () => {
  expect(redactorOf(shop({ apiKey: 'short', secretKey: '1-2-3-4-5' }))('Order 12345')).toBe('Order 12345');
});

test('redacts records and their nested records', () => {
  const record = { note: SECRET, total: 5, lines: [{ title: `x${SECRET}`, at: { at: 1, text: 'then' } }] };
  expect(redactRecord(record, redact)).toEqual({
    note: '…',
    total: 5,
    lines: [{ title: 'x…', at: { at: 1, text: 'then' } }],
  });
});

test('returns a record without a key unchanged', () => {
  const record = { note: 'fine', total: 5 };
  expect(redactRecord(record, redact)).toBe(record);
});

test('redacts messages and codes of errors', () => {
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
