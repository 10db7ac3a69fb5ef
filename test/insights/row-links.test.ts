/** Links find their row for any key, however MATCH treats wildcards. */
import { registries } from '@odoo/o-spreadsheet';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { addressOf, leadsTo, linkTo } from '../../src/insights/workbook.ts';
import { runs } from '../effort.ts';
import { SampleWorkbook } from '../host/workbook/sample-workbook.ts';

type Compute = (this: unknown, ...args: unknown[]) => unknown;

const place = { address: () => `"#gid=7&range=A`, keys: () => 'A:A' };

const { mapping } = registries.functionRegistry as unknown as { readonly mapping: Record<string, Compute> };
const asThere = mapping.MATCH!;
afterEach(() => {
  mapping.MATCH = asThere;
});

/** Every way MATCH might treat these characters, because its behavior is undocumented. */
const READINGS: Readonly<Record<string, (text: string) => boolean>> = {
  'are wildcards': () => true,
  'are wildcards in texts with * or ?': (text) => /[*?]/.test(text),
  'are plain characters': () => false,
};

/** Makes MATCH treat wildcards as plain characters unless the predicate returns true for the text. */
function read(standForOthers: (text: string) => boolean): void {
  mapping.MATCH = function (wanted, range, type) {
    const { value } = wanted as { readonly value: unknown };
    if (typeof value !== 'string' || standForOthers(value)) return asThere.call(this, wanted, range, type);
    const [column] = range as readonly (readonly { readonly value: unknown }[])[];
    const index = column!.findIndex((cell) => String(cell.value).toLowerCase() === value.toLowerCase());
    return index < 0 ? { value: '#N/A' } : { value: index + 1 };
  };
}

/** The target rows of links to these keys. The first key is in row 1. */
async function led(keys: readonly string[]): Promise<readonly string[]> {
  const sample = new SampleWorkbook();
  const cells: Record<string, string> = {};
  keys.forEach((key, index) => {
    const row = index + 1;
    const { linkKey, linkPattern } = linkTo(key);
    Object.assign(cells, { [`A${row}`]: key, [`B${row}`]: linkKey, [`C${row}`]: linkPattern ?? '' });
  });
  sample.fill(`A1:C${keys.length}`, 'numberFormats', '@');
  await sample.type(cells);
  const addresses = keys.map((_, index) => [`D${index + 1}`, `=${addressOf(place, `B${index + 1}`, `C${index + 1}`)}`]);
  await sample.type(Object.fromEntries(addresses));
  return sample.values(`D1:D${keys.length}`).map(([address]) => String(address));
}

const own = (keys: readonly string[]) => keys.map((_, index) => `#gid=7&range=A${index + 1}`);

test.each(Object.entries(READINGS))('links find their row if * ? ~ %s', async (_, standForOthers) => {
  read(standForOthers);
  const keys = ['S|ABX1', 'S|AB*1', 'S|AB?1', 'S|AB~1', 'S|AB~~', 'S|AB~*', 'S|A~*?', 'S|a\\|b', 'S|*', 'S|x'];
  expect(await led(keys)).toEqual(own(keys));
});

const anyKey = fc.string({ unit: fc.constantFrom('A', 'b', '*', '?', '~', '|', '\\', '.'), minLength: 1 });
const anyKeys = fc.uniqueArray(anyKey, { minLength: 2, maxLength: 8, selector: (key) => key.toLowerCase() });

test.each(Object.entries(READINGS))('links find their row for any keys if * ? ~ %s', async (_, standForOthers) => {
  read(standForOthers);
  await fc.assert(
    fc.asyncProperty(anyKeys, async (keys) => {
      // Without wildcards, a pattern that equals another row's key is ambiguous.
      fc.pre(keys.every((key) => !keys.includes(linkTo(key).linkPattern ?? '')));
      expect(await led(keys)).toEqual(own(keys));
    }),
    { numRuns: runs(25, 1000) },
  );
});

test('a link to a missing row opens its sheet, and links of earlier builds are recognized', async () => {
  const sample = new SampleWorkbook();
  const formula = `=${addressOf(place, 'B1', 'C1')}`;
  await sample.type({ A1: 'a', B1: 'b*', C1: 'b~*', D1: formula });
  expect(sample.value('D1')).toBe('#gid=7&range=A1');
  expect(leadsTo(formula, place)).toBe(true);
  expect(leadsTo(formula.replace(/,/g, ';'), place)).toBe(true);
  expect(leadsTo(formula, { ...place, address: () => `"#gid=8&range=A` })).toBe(false);
  expect(leadsTo('="#gid=7&range=A"&IFERROR(MATCH(B1,A:A,0),1)', place)).toBe(false);
});
