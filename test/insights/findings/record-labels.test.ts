import { expect, test } from 'vitest';
import { named } from '../../../src/insights/findings/finding.ts';

test.each([
  ['12', 'Fans', 'Item 12 (Fans)'],
  ['12', null, 'Item 12'],
  [null, 'Fans', 'Item (Fans)'],
  ['12', 'x'.repeat(40), `Item 12 (${'x'.repeat(40)})`],
  ['12', 'x'.repeat(41), `Item 12 (${'x'.repeat(40)}…)`],
  ['12', `Quiet case fan, ${'120 mm '.repeat(9)}`, 'Item 12 (Quiet case fan, 120 mm 120 mm 120 mm…)'],
])('labels an item with number %s and name %s', (number, name, expected) => {
  expect(named('Item', number, name)).toBe(expected);
});
