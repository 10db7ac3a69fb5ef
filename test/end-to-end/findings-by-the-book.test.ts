/** Findings are exactly what a program of its own makes of the same sheets, and what the shop has planted. */
import { afterAll, describe, expect, test } from 'vitest';
import { isLong } from '../effort.ts';
import { inItems } from '../insights/by-the-book/items.ts';
import { type Found, inOrders } from '../insights/by-the-book/orders.ts';
import { cents, instant, type Line, linesOf, sum, text, type Value } from '../insights/by-the-book/sheets.ts';
import { CLOCK, newWorld, valuesOf } from './scenario.ts';

const SCENARIOS = isLong
  ? [
      ...['quiet', 'ads-out', 'mismatch', 'trend', 'calm', 'void-storm', 'sell-out', 'buybox-lost'],
      ...['odd-shapes', 'unknown-codes'],
    ]
  : ['void-storm'];
const SEEDS = isLong ? Array.from({ length: 20 }, (_, index) => index + 1) : [7];
const ZONE = 'America/New_York';
const READ = ['Orders', 'Order lines', 'Packages', 'Inventory', 'Price log', 'Ad performance', 'Keywords', 'Findings'];
/** Kinds of which a shop knows all that it has planted, whatever else befalls it. */
const PLANTED: Readonly<Record<string, readonly string[]>> = {
  quiet: [],
  'ads-out': ['out-of-stock', 'ads-without-stock'],
  mismatch: ['mismatch'],
};

const world = newWorld();
afterAll(() => world.close());

const go = (...steps: readonly object[]) => valuesOf(world, steps);

/** A workbook with all of a shop in it. */
async function filled(scenario: string, seed: number): Promise<(name: string) => readonly Line[]> {
  const size = isLong ? { items: 60, orders: 120 } : { items: 25, orders: 40 };
  const [, shop] = await go(
    { open: { clock: CLOCK, timeZone: ZONE } },
    { market: { scenario, seed, ...size, caps: 'none' } },
  );
  const { sellerId, apiKey, secretKey, allItemNumbers, campaigns } = shop;
  const pull = (operation: string, params: object) => ({ pull: { operation, params } });
  await go(
    { connect: { name: 'Shop', baseUrl: 'https://market.test', sellerId, apiKey, secretKey } },
    pull('orders', {}),
    pull('inventory', { values: allItemNumbers }),
    pull('price-history', { itemNumbers: allItemNumbers }),
    pull('ad-performance', { fromDate: '2025-06-01', toDate: '2025-06-15' }),
    pull('keywords', { campaignNumber: campaigns }),
  );
  const cells: (readonly (readonly Value[])[])[] = await go(...READ.map((name) => ({ get: `${name}!A1:BZ20000` })));
  const lines = new Map(READ.map((name, index) => [name, linesOf(cells[index]!)]));
  return (name) => lines.get(name)!;
}

const amount = (each: number | undefined) => (each === undefined ? '' : each);
const told = ({ kind, seller, about, atRisk, counted, deadline }: Found) =>
  [kind, seller, about, amount(atRisk), amount(counted), amount(deadline)].join(' | ');

function shown(line: Line): string {
  const money = (header: string) => (line[header] === '' ? undefined : cents(line, header));
  return told({
    kind: text(line, 'Kind'),
    seller: text(line, 'Seller ID'),
    about: text(line, 'Record ID'),
    atRisk: money('At risk'),
    counted: money('Counted'),
    deadline: instant(line, 'Deadline'),
  });
}

describe.each(SCENARIOS)('%s', (scenario) => {
  test.each(SEEDS)('seed %i', async (seed) => {
    const sheets = await filled(scenario, seed);
    const moment = { now: Date.parse(CLOCK), zone: ZONE };
    const expected = [...inOrders(sheets, moment), ...inItems(sheets, moment)];
    const findings = sheets('Findings');
    expect(findings.map(shown).sort()).toEqual(expected.map(told).sort());
    expect(sum(findings.map((line) => cents(line, 'Counted')))).toBe(sum(expected.map(({ counted = 0 }) => counted)));
    expect(findings.map((line) => Number(line.Rank)).sort((one, other) => one - other)).toEqual(
      findings.map((_, index) => index + 1),
    );
    const [truth] = await go({ truth: true });
    for (const kind of PLANTED[scenario] ?? [])
      expect(expected.filter((each) => each.kind === kind)).toHaveLength(truth.findings[kind].length);
    if (PLANTED[scenario])
      expect([...new Set(expected.map(({ kind }) => kind))].sort()).toEqual([...PLANTED[scenario]].sort());
  });
});
