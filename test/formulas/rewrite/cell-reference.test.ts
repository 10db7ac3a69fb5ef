/** Which way a reference goes and how far, and what it is once it is moved on or widened. */
import { expect, test } from 'vitest';
import {
  type Along,
  extentOf,
  moved,
  type Referring,
  referringIn,
  textOf,
  widened,
} from '../../../src/formulas/rewrite/cell-reference.ts';

const formulaOf = (reference: string) => `=MARKET_STOCK(${reference},"USA")`;

function referring(reference: string): Referring {
  const found = referringIn(formulaOf(reference));
  if (!found) throw new Error(`${reference} is not read.`);
  return found;
}

test.each<[string, ReturnType<typeof extentOf>]>([
  ['A2:A5', { along: 'down', count: 4 }],
  ['A2:A3', { along: 'down', count: 2 }],
  ['B2:E2', { along: 'across', count: 4 }],
  ['Z2:AA2', { along: 'across', count: 2 }],
  ['$A$2:$A$5', { along: 'down', count: 4 }],
  ['A2', undefined],
  ['A2:A2', undefined],
  ['A2:B3', undefined],
  ['A2:C3', undefined],
  ['A5:A2', undefined],
  ['E2:B2', undefined],
  ['B2:A5', undefined],
])('%s goes %o', (reference, extent) => {
  expect(extentOf(referring(reference))).toEqual(extent);
});

test.each<[Along, string, string, string]>([
  ['down', 'A2', 'A5', 'A2:A4'],
  ['across', 'A2', 'D2', 'A2:C2'],
  ['across', '$Y$2', '$AB$2', '$Y$2:$AA$2'],
  ['down', 'Items!A2:A9', 'Items!A5', 'Items!A2:A4'],
])('%s, %s is %s three cells further on, and %s for three cells', (along, from, further, range) => {
  expect(textOf(moved(referring(from), along, 3))).toBe(formulaOf(further));
  expect(textOf(widened(referring(from), along, 3))).toBe(formulaOf(range));
});

test.each(['A02', 'A2:', 'A:A', '2:3', 'A0', 'ABCD2', 'A2&B2', 'UPPER(A2)', '"A2"', 'a2'])(
  '%s is not read',
  (reference) => {
    expect(referringIn(formulaOf(reference))).toBeUndefined();
  },
);
