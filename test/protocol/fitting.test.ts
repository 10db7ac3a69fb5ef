import { expect, test } from 'vitest';
import { boolean, day, id, instant, list, money, text } from '../../src/protocol/fields.ts';
import { misfits } from './fitting.ts';

const shape = {
  name: text('Name', 'Name.'),
  code: id('Code', 'Code.'),
  price: money('Price', 'Price.'),
  open: boolean('Open', 'Open.'),
  at: instant('At', 'At.'),
  on: day('On', 'On.'),
  lines: list('Lines', 'Line', { name: text('Name', 'Name.') }),
};

const good = {
  name: 'a',
  code: '007',
  price: 1.5,
  open: false,
  at: { at: 0, text: '1970-01-01T00:00:00Z' },
  on: { day: '2025-06-01', text: '06/01/2025' },
  lines: [{ name: 'b' }],
};

test('accepts a valid record and a record with blank or unparsed values', () => {
  expect(misfits(good, shape)).toEqual([]);
  const blank = { name: null, code: null, price: null, open: null, at: null, on: null, lines: [] };
  expect(misfits(blank, shape)).toEqual([]);
  expect(misfits({ ...good, price: 'free', open: 'perhaps', at: 'soon', on: 'never' }, shape)).toEqual([]);
});

test.each([
  ['an undefined value', { name: undefined }],
  ['a number instead of a string', { name: 7 }],
  ['a number instead of an identifier', { code: 7 }],
  ['NaN', { price: Number.NaN }],
  ['an infinite number', { price: Number.POSITIVE_INFINITY }],
  ['a number as a string', { price: '1.5' }],
  ['a boolean as a string', { open: 'False' }],
  ['an object instead of a string', { name: {} }],
  ['an array instead of a string', { name: ['a'] }],
  ['an empty string', { name: '' }],
  ['a padded string', { name: ' a' }],
  ['an invalid timestamp', { at: { at: Number.NaN, text: 'x' } }],
  ['a timestamp without its string', { at: { at: 0 } }],
  ['an invalid day', { on: { day: '1 June', text: '1 June' } }],
  ['a list that is null', { lines: null }],
  ['a line that is a string', { lines: ['b'] }],
  ['a line with a wrong value', { lines: [{ name: 7 }] }],
  ['an undeclared field', { polluted: 1 }],
])('finds %s', (_, wrong) => {
  expect(misfits({ ...good, ...wrong }, shape)).toHaveLength(1);
});

test('finds a missing field and a record with inherited fields', () => {
  const { name, ...rest } = good;
  expect(name).toBe('a');
  expect(misfits(rest, shape)).toEqual(['name is missing']);
  expect(misfits(Object.create(good), shape)).toEqual(['the record is no record']);
});
