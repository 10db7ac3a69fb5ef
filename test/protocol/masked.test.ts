/** Masking keeps known words, the shape of other strings, and valid JSON. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orders } from '../../src/operations/orders.ts';
import { answerWords, masked } from '../../src/protocol/redact.ts';
import { runs } from '../effort.ts';

const KNOWN = new Set(['Code', 'true', 'false', 'null']);

test.each([
  ['{"Code":"CE001","Name":"Ren\\u00e9 O\'Neill"}', '{"Code":"xx111","xxxx":"xxxx x\'xxxxx"}'],
  ['+1 (555) 012-9988', '+1 (111) 111-1111'],
  ['<?xml version="1.0"?><Code>J&#246;rg &amp; S\u00f6hne</Code>', '<Code>xxxx x xxxxx</Code>'],
  ['{"a":-1.5e-7}', '{"x":-1.1}'],
  ['{"<?":"?>"}', '{"<?":"?>"}'],
])('masks %s', (text, expected) => {
  expect(masked(text, KNOWN)).toBe(expected);
});

test('keeps only known words, and masks letters of all scripts', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const words = masked(text, KNOWN).match(/[A-Za-z0-9_]+/g) ?? [];
      for (const word of words) expect(KNOWN.has(word) || /^[x1]+$/.test(word), word).toBe(true);
      expect(masked(text, KNOWN)).toMatch(/^[\x20-\x7E]*$/);
    }),
    { numRuns: runs(200, 20_000) },
  );
});

test('keeps JSON valid', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(() => JSON.parse(masked(text, KNOWN))).not.toThrow();
    }),
    { numRuns: runs(200, 20_000) },
  );
});

test("uses a response's element names as known words", () => {
  const words = answerWords(orders);
  for (const word of ['OrderNumber', 'TotalPageCount', 'Code']) expect(words).toContain(word);
  expect(words.size).toBeLessThan(150);
});
