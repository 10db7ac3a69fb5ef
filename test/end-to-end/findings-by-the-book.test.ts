/** Findings match an independent calculation from the same sheets and the problems planted in the shop. */
import { afterAll, describe, expect, test } from 'vitest';
import { isLong } from '../effort.ts';
import { inItems } from '../insights/by-the-book/items.ts';
import { inOrders } from '../insights/by-the-book/orders.ts';
import { compare, type FoundRow, rowsOf } from '../insights/by-the-book/rows.ts';
import { cents, instant, type Line, linesOf, text, type Value } from '../insights/by-the-book/sheets.ts';
import { bandOf, currenciesOf, salesOf, tilesOf, tileText } from '../insights/by-the-book/today.ts';
import { CLOCK, newWorld, valuesOf } from './scenario.ts';

const SCENARIOS = isLong
  ? [
      ...['quiet', 'ads-out', 'mismatch', 'trend', 'calm', 'void-storm', 'sell-out', 'buybox-lost'],
      ...['odd-shapes', 'unknown-codes', 'drift', 'two-currencies'],
    ]
  : ['void-storm'];
/** The story in the one short run plants some of every kind. */
const [SEEDS, STORY] = isLong ? [Array.from({ length: 5 }, (_, index) => index + 1), {}] : [[14], { story: true }];
/** Time zones west and east of UTC, chosen by seed. */
const ZONES = [
  ...['America/New_York', 'Asia/Tokyo', 'Pacific/Auckland', 'Europe/Berlin', 'America/Los_Angeles'],
] as const;
const READ = ['Orders', 'Order lines', 'Packages', 'Inventory', 'Price log', 'Ad performance', 'Keywords', 'Findings'];
/** By scenario, the only kinds of findings that occur. The shop planted all of them. */
const PLANTED: Readonly<Record<string, readonly string[]>> = {
  quiet: [],
  'ads-out': ['out-of-stock', 'ads-without-stock'],
  mismatch: ['mismatch'],
};
/** All kinds that are on by default, except for late data. */
const KINDS = [
  ...['ad-budget', 'ads-without-stock', 'above-featured', 'cannot-ship', 'due-today', 'keyword-declined'],
  ...['mismatch', 'out-of-stock', 'overdue', 'void-soon'],
].sort();

const world = newWorld();
afterAll(() => world.close());

const go = (...steps: readonly object[]) => valuesOf(world, steps);

async function filled(scenario: string, seed: number, zone: string): Promise<(name: string) => readonly Line[]> {
  const size = isLong ? { items: 60, orders: 120 } : { items: 25, orders: 40 };
  const [, shop] = await go(
    { open: { clock: CLOCK, timeZone: zone } },
    { market: { scenario, seed, ...size, ...STORY, caps: 'none' } },
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
  const cells: (readonly (readonly Value[])[])[] = await go(
    ...READ.map((name) => ({ get: `${name}!A1:BZ${isLong ? 20_000 : 1000}` })),
  );
  const lines = new Map(READ.map((name, index) => [name, linesOf(cells[index]!)]));
  return (name) => lines.get(name)!;
}

const told = ({ kinds, seller, about, atRisk, currency, deadline }: FoundRow) =>
  [kinds.join(', '), seller, about, atRisk ?? '', currency ?? '', deadline ?? ''].join(' | ');

function shown(line: Line): FoundRow {
  return {
    kinds: text(line, 'Kinds').split(', '),
    seller: text(line, 'Seller ID'),
    about: text(line, 'Record ID'),
    atRisk: line['At risk'] === '' ? undefined : cents(line, 'At risk'),
    currency: text(line, 'Currency') || undefined,
    deadline: instant(line, 'Deadline'),
    weekLoss: undefined,
  };
}

describe.each(SCENARIOS)('scenario %s', (scenario) => {
  test.each(SEEDS)('findings match the independent calculation (seed %i)', async (seed) => {
    const zone = ZONES[seed % ZONES.length]!;
    const sheets = await filled(scenario, seed, zone);
    const moment = { now: Date.parse(CLOCK), zone };
    const found = [...inOrders(sheets, moment), ...inItems(sheets, moment)];
    const expected = rowsOf(found, moment.now);
    const findings = sheets('Findings');
    expect(findings.map((line) => told(shown(line))).sort()).toEqual(expected.map(told).sort());
    expect(findings.map((line) => Number(line.Rank))).toEqual(findings.map((_, index) => index + 1));
    if (!isLong) expect([...new Set(found.map(({ kind }) => kind))].sort()).toEqual(KINDS);
    const rowOf = new Map(expected.map((row) => [told(row), row]));
    const ranked = findings.map((line) => rowOf.get(told(shown(line)))!);
    ranked.slice(1).forEach((row, index) => {
      expect(compare(ranked[index]!, row, moment.now)).toBeLessThanOrEqual(0);
    });
    expect(new Set(findings.map((line) => text(line, 'Label'))).size).toBe(findings.length);
    const today = (await go({ sidebar: ['today'] }))[0].value;
    const [usual = 'USD'] = currenciesOf(sheets, moment);
    expect(today.tiles.map(tileText).sort()).toEqual([...tilesOf(expected, usual)].sort());
    expect(bandOf(today.sales)).toEqual(salesOf(sheets, moment));
    const [truth] = await go({ truth: true });
    for (const kind of PLANTED[scenario] ?? [])
      expect(found.filter((each) => each.kind === kind)).toHaveLength(truth.findings[kind].length);
    if (PLANTED[scenario])
      expect([...new Set(found.map(({ kind }) => kind))].sort()).toEqual([...PLANTED[scenario]].sort());
  });
});
