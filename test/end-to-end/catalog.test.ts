import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningMarketplace } from '../marketplace/server.ts';
import { type Reply, runScenario } from './scenario.ts';
import { askShop, connectionTo, openShop, pullsFrom, SMALL } from './shop.ts';

let shop: RunningMarketplace;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const COLUMNS = [
  'Seller part number',
  'Item number',
  'Title',
  'Stock polled',
  'Prices polled',
  'UPC code',
  'Mfr part number',
  'From',
  'First seen',
  'Seller ID',
  'Logs known',
  'Logs of',
  'Newest log',
  'Daily changes',
  'Logs left',
  'Canadian prices polled',
  'Row key',
] as const;
type Row = Readonly<Record<string, string>>;

const READ = { get: 'Catalog!A1:Z700', as: 'values' };
const pull = (operation: string, params: object) => ({ pull: { operation, params } });
const ORDERS = pull('orders', {});

function rowsOf({ value }: Reply): Row[] {
  const [header, ...rows] = value as string[][];
  const names = header!.filter((name) => name !== '');
  return rows
    .filter((row) => row.some((cell) => cell !== ''))
    .map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]!])));
}

async function play(steps: readonly object[], last: object = READ): Promise<Reply[]> {
  const replies = await runScenario([{ open: {} }, SMALL, { connect: connectionTo(shop) }, ...steps, last]);
  for (const { ok, error } of replies) expect(error ?? { ok }).toEqual({ ok: true });
  return replies;
}

interface Stock {
  readonly ItemNumber: string;
  readonly SellerPartNumber: string;
}

/** Calls the marketplace directly. */
async function askedFor(type: number, values: readonly string[]): Promise<readonly Stock[]> {
  const path = '/marketplace/contentmgmt/item/international/inventorylist';
  const answer = await askShop(shop, 'POST', path, { Type: type, Values: values });
  return (answer as { ResponseBody: { ItemList: Stock[] } }).ResponseBody.ItemList;
}

describe('after pulls of all operations, the Catalog', () => {
  let pulled: Reply[];
  let read: Reply;
  let formats: string[][];
  let again: Reply;
  beforeAll(async () => {
    const pulls = pullsFrom(shop);
    const replies = await play([...pulls, READ, { get: 'Catalog!A1:J2', as: 'formats' }, ...pulls]);
    pulled = replies.slice(3, 3 + pulls.length);
    read = replies[3 + pulls.length]!;
    formats = replies[4 + pulls.length]!.value;
    again = replies.at(-1)!;
  });
  const first = () => rowsOf(read);

  test('has every item with an identifier, once', () => {
    expect((read.value as string[][])[0]!.filter((name) => name !== '')).toEqual(COLUMNS);
    const numbers = first().map((row) => row['Item number']);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers).toEqual(expect.arrayContaining([...shop.announcement.itemNumbers]));
    for (const number of numbers) expect(number).toMatch(/^9SI/);
    expect(new Set(first().map((row) => row.From))).toContain('Orders');
    for (const row of first()) expect(row['First seen']).toMatch(/^2025-06-16T/);
  });

  test('has the identifiers that the marketplace has', async () => {
    const known = first().filter((row) => row['Seller part number'] !== '' && row['UPC code'] !== '');
    expect(known.length).toBeGreaterThan(50);
    for (const row of known.slice(0, 10)) {
      const [byCode] = await askedFor(2, [row['UPC code']!]);
      expect(byCode).toMatchObject({
        ItemNumber: row['Item number'],
        SellerPartNumber: row['Seller part number'],
      });
    }
  });

  test('has identifiers as plain text, and the times of the last polls', () => {
    for (const column of [0, 1, 2, 5, 6]) expect(formats[1]![column]).toBe('@');
    expect(formats[1]![8]).toBe('m/d/yyyy h:mm am/pm');
    const polled = first().filter((row) => row['Stock polled'] !== '');
    expect(polled.map((row) => row['Item number']).sort()).toEqual([...shop.announcement.itemNumbers].sort());
    const asked = new Set(first().flatMap((row) => (row['Prices polled'] === '' ? [] : [row['Item number']])));
    expect([...asked].sort()).toEqual([...shop.announcement.itemNumbers].sort());
  });

  test('does not change when pulls are repeated', () => {
    expect(again.value).toEqual(read.value);
  });

  test('has no contradictions', () => {
    for (const { value } of pulled) expect(value.notes.join(' ')).not.toContain('Catalog');
  });
});

test('completes a typed row in place, even after rows and columns were moved', async () => {
  const [one, other] = await askedFor(0, shop.announcement.allItemNumbers.slice(3, 5));
  const pulls = [pull('inventory', { values: [one!.SellerPartNumber, other!.ItemNumber] })];
  const replies = await play([
    pull('inventory', { values: shop.announcement.itemNumbers.slice(0, 1) }),
    { cells: { 'Catalog!A5': one!.SellerPartNumber, 'Catalog!K5': 'my note', 'Catalog!K1': 'Note' } },
    ...pulls,
    READ,
    { edit: ['sort', 'Catalog', { column: 1, ascending: false }] },
    { edit: ['moveColumn', 'Catalog', { from: 2, to: 9 }] },
    { cells: { 'Catalog!A1': 'SKU' } },
    ...pulls,
    READ,
    ORDERS,
  ]);
  const filled = rowsOf(replies[6]!);
  const mine = { 'Item number': one!.ItemNumber, Note: 'my note', From: 'Typed in' };
  const typed = (replies[6]!.value as string[][])[4]!;
  expect(typed.slice(0, 2)).toEqual([one!.SellerPartNumber, one!.ItemNumber]);
  expect(filled.filter((row) => row['Item number'] === one!.ItemNumber)).toEqual([expect.objectContaining(mine)]);
  expect(filled).toHaveLength(3);
  const moved = rowsOf(replies[11]!);
  expect(moved).toHaveLength(3);
  const named = { ...mine, SKU: one!.SellerPartNumber };
  expect(moved.filter((row) => row.Note === 'my note')).toEqual([expect.objectContaining(named)]);
  const last = rowsOf(replies.at(-1)!);
  expect(last.length).toBeGreaterThan(50);
  expect(last.filter((row) => row['Item number'] === one!.ItemNumber)).toHaveLength(1);
  expect(last.filter((row) => row.Note === 'my note')).toEqual([expect.objectContaining(named)]);
});

test('case 41: codes that a person types in keep their zeros', async () => {
  const replies = await play([
    pull('inventory', { values: shop.announcement.itemNumbers.slice(0, 1) }),
    {
      cells: {
        'Catalog!A9': '0000004',
        'Catalog!A10': '3-4',
        'Catalog!F11': '001234567890',
        'Catalog!A12': '=1+1',
      },
    },
  ]);
  const rows = replies.at(-1)!.value as string[][];
  expect([rows[8]![0], rows[9]![0], rows[10]![5], rows[11]![0]]).toEqual(['0000004', '3-4', '001234567890', '=1+1']);
});

test('lists a contradiction once on Status and overwrites nothing', async () => {
  const [item] = await askedFor(0, shop.announcement.itemNumbers.slice(0, 1));
  const stock = pull('inventory', { values: [item!.ItemNumber] });
  const status = { get: 'Status!A1:E20', as: 'values' };
  const replies = await play(
    [stock, { cells: { 'Catalog!A2': 'My part' } }, stock, status, READ, { advance: 'PT1H' }, stock],
    status,
  );
  const expected = [
    'Catalog',
    `${item!.ItemNumber}: several seller part numbers`,
    'contradiction',
    '',
    ['My part', item!.SellerPartNumber].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)).join('; '),
  ];
  const listed = (reply: Reply) =>
    (reply.value as string[][]).filter(([about]) => about === 'Catalog').map((row) => row.slice(0, 5));
  expect(listed(replies[6]!)).toEqual([expected]);
  expect(listed(replies.at(-1)!)).toEqual([expected]);
  expect(rowsOf(replies[7]!)).toMatchObject([{ 'Seller part number': 'My part', 'Item number': item!.ItemNumber }]);
  expect(replies[5]!.value.notes.join(' ')).toContain('The Catalog has conflicting item data');
});

describe('a pull by UPC code', () => {
  let codes: string[];
  beforeAll(async () => {
    const all = rowsOf((await play([ORDERS])).at(-1)!).map((row) => row['UPC code']!);
    codes = [...new Set(all.filter((code) => code !== ''))].slice(0, 30);
    expect(codes).toHaveLength(30);
  });

  test('needs one call per code the first time and one call for all codes later, as planned', async () => {
    const params = { type: '2', values: [...codes, '00000000'] };
    const plan = { pull: { operation: 'inventory', params, dryRun: true } };
    const steps = [
      plan,
      { stats: true },
      pull('inventory', params),
      { stats: true },
      READ,
      plan,
      pull('inventory', params),
      { stats: true },
      { edit: ['deleteSheet', 'Catalog'] },
    ];
    const replies = await play(steps, plan);
    const planned = (step: number) => replies[step]!.value.planned.calls.byOperation.inventory;
    const calls = (step: number) => replies[step]!.value.fetches.total;
    expect([planned(3), calls(4), calls(6)]).toEqual([31, 0, 31]);
    expect(replies[5]!.value).toMatchObject({ state: 'done', notFound: ['00000000'], errors: [] });
    const rows = rowsOf(replies[7]!);
    expect(rows.map((row) => row['UPC code'])).toEqual(codes);
    for (const row of rows) expect(row['Item number']).toMatch(/^9SI/);
    // An unknown code always needs its own call.
    expect([planned(8), calls(10)]).toEqual([2, 2]);
    expect(replies[9]!.value).toMatchObject({
      state: 'done',
      notFound: ['00000000'],
      rows: { added: 0, changed: 0, unchanged: replies[5]!.value.rows.added, gone: 0 },
    });
    expect(planned(12)).toBe(31);
  });
});
