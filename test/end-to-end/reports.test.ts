import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { World } from '../host/steps/world.ts';
import { CLOCK, newWorld, type Reply, repliesOf } from './scenario.ts';

type Line = Readonly<Record<string, unknown>>;

function linesOf([header = [], ...rows]: readonly (readonly unknown[])[]): Line[] {
  const known = rows.filter((row) => row.some((cell) => cell !== ''));
  return known.map((row) => Object.fromEntries(header.map((name, at) => [String(name), row[at]])));
}

const centsIn = (amount: unknown) => Math.round(Number(amount) * 100);
const sumOf = (lines: readonly Line[], column: string) => lines.reduce((sum, line) => sum + centsIn(line[column]), 0);

let world: World;
const sheets = new Map<string, Line[]>();
let truth: {
  readonly orders: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly adGroups: readonly Readonly<Record<'groupNumber' | 'conversion' | 'accountConversion', number>>[];
};

async function run(...steps: object[]): Promise<Reply[]> {
  const replies = await repliesOf(world, steps);
  expect(replies.filter(({ ok }) => !ok)).toEqual([]);
  return replies;
}

function connectTo(name: string, { value: { url, sellerId, apiKey, secretKey } }: Reply): object {
  return { connect: { name, baseUrl: url, sellerId, apiKey, secretKey } };
}

const areaOf = (sheet: string, rows = 450) => `${sheet}!A1:AK${rows}`;
const READ = ['Items', 'Ads', 'Bids', 'Ad performance', 'Keywords', 'Findings'];
/** Off by default. */
const TURN_ON = {
  eval: "const rules = ss.getSheetByName('Rules'); rules.getDataRange().getValues().forEach(([kind], row) => { if (['Ads worse', 'Bid outside'].includes(kind)) rules.getRange(row + 1, 2).setValue('on'); })",
};
const MENUS = ['Reorder', 'Items', 'Ads', 'Bids'].map((menu) => ({ menu }));

beforeAll(async () => {
  world = newWorld();
  const [, shop] = await run({ open: { clock: CLOCK } }, { market: { scenario: 'trend', orders: 40, items: 60 } });
  const pulls = await run(
    connectTo('Shop', shop!),
    { pull: { operation: 'orders', params: {} } },
    { pull: { operation: 'ad-performance', params: { fromDate: '2025-06-01', toDate: '2025-06-16' } } },
    { truth: true },
  );
  truth = pulls[3]!.value;
  // The first shop's bids are all within their suggested ranges, so a second shop provides keywords.
  const [other] = await run({ market: { seed: 7, origin: 'https://second.test', orders: 5, items: 40 } });
  const { campaigns } = other!.value;
  await run(
    connectTo('Second', other!),
    {
      pull: {
        operation: 'keywords',
        params: { campaignNumber: campaigns.slice(0, 2), connection: 'Second' },
      },
    },
    TURN_ON,
    ...MENUS,
  );
  const replies = await run(...READ.map((sheet) => ({ get: areaOf(sheet) })));
  for (const [index, sheet] of READ.entries()) sheets.set(sheet, linesOf(replies[index]!.value));
});
afterAll(() => world.close());

test('only one cell of the workbook computes the current time', async () => {
  // A row with the formula of an earlier version.
  const old = {
    eval: `const sheet = ss.getSheetByName('Ads');
      const column = sheet.getDataRange().getValues()[0].indexOf('Verdict') + 1;
      sheet.getRange(2, column).setFormula('=IF(NOW()>0,"late data","")'); return column`,
  };
  const formulasIn = (sheet: string) => ({ get: areaOf(sheet), as: 'formulas' });
  const [column, ...replies] = await run(
    old,
    { menu: 'Ads' },
    ...['Status', 'Reorder', 'Items', 'Ads', 'Bids'].map(formulasIn),
  );
  expect(column!.value).toBeGreaterThan(0);
  const formulas: string[] = replies.slice(1).flatMap(({ value }) => value.flat(2));
  expect(formulas.filter((text) => text.includes('MARKET_NOW')).length).toBeGreaterThan(20);
  expect(formulas.filter((text) => text.includes('NOW()'))).toEqual(['=NOW()']);
});

test('a report created before any pull can compute the current time', async () => {
  const fresh = newWorld();
  const now = { cells: { 'Sheet1!A1': '=MARKET_NOW' } };
  const replies = await repliesOf(fresh, [{ open: { clock: CLOCK } }, ...MENUS, now, { get: 'Sheet1!A1' }]);
  expect(replies.filter(({ ok }) => !ok)).toEqual([]);
  expect(replies.at(-1)!.value[0][0]).toMatch(/^2025-06-16T/);
  await fresh.close();
});

test.each([
  ['ads-worse', 'Ads'],
  ['bid-outside', 'Bids'],
])('findings about a report (%s) appear with the report and link to its rows', (kind, report) => {
  const rows = new Set(sheets.get(report)!.map((line) => line['Link key']));
  const found = sheets.get('Findings')!.filter((line) => String(line.Kinds).split(', ').includes(kind));
  expect(found).not.toEqual([]);
  expect(found.filter((line) => !rows.has(line['Link key']))).toEqual([]);
});

describe('Items', () => {
  test("adds up to the shop's sales and refunds, to the cent", () => {
    const counted = Object.entries(truth.orders).flatMap(([status, sums]) =>
      ['Voided', 'Payment Pending'].includes(status) ? [] : [sums],
    );
    const sum = (of: (sums: Readonly<Record<string, number>>) => number) =>
      counted.reduce((total, each) => total + of(each), 0);
    const revenue = Math.round(sum(({ items, discount }) => (items! - discount!) * 100));
    const pending = truth.orders['Payment Pending'];
    const [total, ...items] = sheets.get('Items')!;
    expect(total!['Pending units']).toBe(pending?.units ?? 0);
    expect(sumOf(items, 'Revenue')).toBe(revenue);
    expect(sumOf(items, 'Units') / 100).toBe(sum(({ units }) => units!));
    expect(centsIn(total!.Revenue)).toBe(revenue);
    expect(total).toMatchObject({ 'Item number': 'Total', Units: sum(({ units }) => units!) });
    expect(total!.Title).toMatch(new RegExp(`^${sum(({ orders }) => orders!)} orders `));
    expect(centsIn(total!['Refund high'])).toBe(Math.round(sum(({ refund }) => refund! * 100)));
    expect(centsIn(total!['Ad spend high'])).toBe(sumOf(sheets.get('Ad performance')!, 'Spend'));
  });

  test('has consistent bounds for refunds and ad spend', () => {
    const [total, ...items] = sheets.get('Items')!;
    const isOrdered = (item: Line) =>
      ['Refund', 'Ad spend'].every((name) => Number(item[`${name} low`]) <= Number(item[`${name} high`]));
    expect(items.filter((item) => !isOrdered(item))).toEqual([]);
    expect(sumOf(items, 'Refund low')).toBeLessThanOrEqual(centsIn(total!['Refund high']));
    expect(sumOf(items, 'Ad spend low')).toBeLessThanOrEqual(centsIn(total!['Ad spend high']));
    expect(sumOf(items, 'Ad spend high')).toBeGreaterThanOrEqual(centsIn(total!['Ad spend high']));
    expect(items.some((item) => Number(item['Refund low']) > 0)).toBe(true);
  });

  test('computes contributions from typed costs using only sheet functions', async () => {
    const replies = await run(
      { cells: { 'Items!C3': 100, 'Items!D3': '12%', 'Items!E3': 2.5, 'Items!C4': 10, 'Items!D4': 15 } },
      { get: areaOf('Items') },
      { get: 'Items!F2:G40', as: 'formulas' },
      {
        eval: `const fee = ss.getSheetByName('Items').getRange('D5');
          return [fee.getNumberFormat(), String(fee.getDataValidation().getCriteriaType())];`,
      },
    );
    // Typed costs get a format and a validation rule.
    expect(replies[3]!.value).toEqual(['0.00%', 'NUMBER_BETWEEN']);
    const [, first, second, third] = linesOf(replies[1]!.value) as [Line, Line, Line, Line];
    const expected = (line: Line, fee: number, piece: number) => {
      const names = ['Units', 'Revenue', 'Refund low', 'Refund high', 'Shipping income'];
      const [units, revenue, low, high, shipping] = names.map((name) => Number(line[name])) as [
        ...[number, number, number, number, number],
      ];
      const rest = shipping - units * piece;
      return [revenue * (1 - fee) - high + rest, (revenue - low) * (1 - fee) + rest];
    };
    const computed = (line: Line) => [line['Contribution low'], line['Contribution high']].map(Number);
    for (const [line, values] of [
      [first, expected(first, 0.12, 102.5)],
      [second, expected(second, 0.15, 10)],
    ] as const)
      expect(computed(line)).toEqual(values.map((value) => expect.closeTo(value, 1)));
    expect([third['Contribution low'], third['Contribution high']]).toEqual(['', '']);
    const formulas = (replies[2]!.value as string[][]).flat().filter((text) => text !== '');
    const used = new Set(formulas.flatMap((text) => [...text.matchAll(/([A-Z_]+)\(/g)].map(([, name]) => name)));
    expect([...used].sort()).toEqual(['IF', 'IFERROR', 'ROUND']);
  });
});

describe('Ads', () => {
  test('adds up 14 complete days per group', () => {
    const groups = sheets.get('Ads')!;
    expect(groups.length).toBeGreaterThan(5);
    for (const group of groups) {
      const days = sheets
        .get('Ad performance')!
        .filter(
          (day) =>
            day['Group number'] === group['Group number'] &&
            String(day['From date']) >= '2025-06-02' &&
            String(day['From date']) < '2025-06-16T00',
        );
      expect(days.length).toBe(14);
      for (const name of ['Spend', 'Sales', 'Clicks', 'Orders']) expect(centsIn(group[name])).toBe(sumOf(days, name));
      const sales = sumOf(days, 'Sales');
      expect(group.ACoS).toEqual(sales === 0 ? '' : expect.closeTo(sumOf(days, 'Spend') / sales, 9));
    }
  });

  test("rates groups with a third of the account's rate as worse, and does not rate small groups", () => {
    const known = new Map(truth.adGroups.map((group) => [String(group.groupNumber), group]));
    const groups = sheets.get('Ads')!.map((group) => ({
      ...known.get(String(group['Group number']))!,
      verdict: group.Verdict,
      expected: Number(group['Expected orders']),
      isDelivering: group.Status === 'Delivering',
    }));
    const others = groups.filter(({ isDelivering }) => !isDelivering);
    expect(others.map(({ verdict }) => verdict)).toEqual(others.map(() => ''));
    const worse = groups.filter(
      ({ isDelivering, conversion, accountConversion, expected }) =>
        isDelivering && expected >= 20 && conversion <= accountConversion / 3,
    );
    expect(worse.length).toBeGreaterThan(0);
    expect(worse.map(({ verdict }) => verdict)).toEqual(worse.map(() => 'worse'));
    const small = groups.filter(({ isDelivering, expected }) => isDelivering && expected < 5);
    expect(small.length).toBeGreaterThan(0);
    expect(small.map(({ verdict }) => verdict)).toEqual(small.map(() => 'too early'));
  });
});

test('Bids marks exactly the bids outside their suggested range', () => {
  const nameOf = (line: Line) =>
    ['Campaign number', 'Group number', 'Keyword', 'Match type'].map((name) => line[name]).join('|');
  const outside = (lines: readonly Line[], is: (line: Line) => boolean) => lines.filter(is).map(nameOf).sort();
  const [bids, keywords] = [sheets.get('Bids')!, sheets.get('Keywords')!];
  expect(bids.map(nameOf).sort()).toEqual(keywords.map(nameOf).sort());
  const below = outside(keywords, (line) => Number(line.Bid) < Number(line['Sugg bid lowest']));
  const above = outside(keywords, (line) => Number(line.Bid) > Number(line['Sugg bid most']));
  expect([below.length, above.length].every((count) => count > 0)).toBe(true);
  expect(outside(bids, (line) => line.Verdict === 'below lowest')).toEqual(below);
  expect(outside(bids, (line) => line.Verdict === 'above most')).toEqual(above);
});

test('problems in reports become findings', async () => {
  const replies = await run(
    { pull: { operation: 'orders', params: { orderNumbers: ['1'] } } },
    { get: areaOf('Findings', 300) },
  );
  const found = (kind: string) =>
    linesOf(replies[1]!.value).filter((line) => String(line.Kinds).split(', ').includes(kind));
  const worse = sheets
    .get('Ads')!
    .filter((group) => group.Verdict === 'worse' && Number(group['Spend above account']) > 0);
  expect(worse.length).toBeGreaterThan(0);
  const money = (lines: readonly Line[], column: string) => lines.map((line) => line[column]).sort();
  expect(money(found('ads-worse'), 'At risk')).toEqual(money(worse, 'Spend above account'));
  // Bids of inactive keywords are ignored.
  const outside = sheets
    .get('Bids')!
    .filter((bid) => bid['Outside by'] !== '' && !['declined', 'inactive'].includes(String(bid.State)));
  expect(found('bid-outside').length).toBe(outside.length);
});

test("reports keep a user's changes and do not change for unchanged data", async () => {
  await run(
    { edit: ['insertColumn', 'Items', { before: 3 }] },
    { cells: { 'Items!C1': 'Mine', 'Items!C3': 'own', 'Items!D5': 7 } },
    { edit: ['note', 'Items', { cell: 'B2', text: 'a note' }] },
    { edit: ['sort', 'Items', { column: 10, ascending: true }] },
    { edit: ['moveColumn', 'Ads', { from: 5, to: 4 }] },
    { edit: ['sort', 'Ads', { column: 1, ascending: false }] },
  );
  const look = () =>
    run(
      ...(['values', 'formulas', 'notes'] as const).map((as) => ({ get: areaOf('Items', 120), as })),
      ...['Ads', 'Bids'].map((sheet) => ({ get: areaOf(sheet, 60) })),
    );
  const values = async () => (await look()).map(({ value }) => value);
  // The first run updates the totals with the typed costs.
  await run(...MENUS);
  const before = await values();
  await run(...MENUS);
  expect(await values()).toEqual(before);
  const mine = linesOf(before[0]).find((line) => line.Mine === 'own')!;
  expect(mine).toMatchObject({ Cost: 100 });
  expect(before[2].flat()).toContain('a note');
});

test('late data is not rated until it is read again', async () => {
  const verdicts = async () => {
    const [reply] = await run({ get: areaOf('Ads') });
    return new Set(linesOf(reply!.value).flatMap(({ Verdict }) => (Verdict === '' ? [] : [Verdict])));
  };
  await run({ advance: 'PT37H' }, { cells: { 'Sheet1!A1': 'so that NOW moves on' } });
  expect(await verdicts()).toEqual(new Set(['late data']));
  await run({ menu: 'Ads' });
  expect(await verdicts()).toEqual(new Set(['late data']));
  await run(
    { pull: { operation: 'ad-performance', params: { fromDate: '2025-06-17', toDate: '2025-06-17' } } },
    { menu: 'Ads' },
  );
  expect(await verdicts()).toContain('worse');
});
