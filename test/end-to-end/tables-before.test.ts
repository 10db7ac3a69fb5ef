/** Workbooks from before the seller was a part of every key, opened and refreshed by this build: all of it is there. */
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { isLong } from '../effort.ts';
import type { Host } from '../host/host.ts';
import type { World } from '../host/steps/world.ts';
import { differencesOf, sheetsOf } from './document-sight.ts';
import { newWorld, repliesOf, valuesOf } from './scenario.ts';
import { textOf } from './table-sight.ts';

const documentOf = (name: string) => fileURLToPath(new URL(`../fixtures/documents/${name}-0.2.json`, import.meta.url));
const SHOP = { market: { items: 12, orders: 14, latency: 400, evenStock: true } };
const OTHER = { market: { ...SHOP.market, seed: 2, origin: 'https://second.test' } };
const BID = 'Words we bid on';
const KEYED = ['Order lines', 'Packages', 'Price log', BID, 'Lookup report', 'Ad performance'];
const TABLES = [...KEYED, 'Orders', 'Inventory', 'Stock history', 'Catalog', 'Lookup requests'];
/** A run that has to do with none of the tables that change. */
const NEXT = { pull: { operation: 'inventory', params: { values: ['9SIASDG0ZJ33PR'], connection: 'Shop' } } };
/** What that run renews. */
const RENEWED = new Set(['As of', 'Stock polled', 'Last seen', 'Row key', 'Seller ID']);

const pull = (operation: string, params: object) => ({ pull: { operation, params } });

let world: World;
afterEach(() => world.close());

async function open(name: string): Promise<Host> {
  world = newWorld();
  await go({ open: { document: documentOf(name) } }, SHOP, ...(name === 'shops' ? [OTHER] : []));
  return world.host();
}

const go = (...steps: readonly object[]) => valuesOf(world, steps);

/** A row by header: value, formula, number format, note and colour of each cell, as text. */
type Line = ReadonlyMap<string, string>;

/** The rows of a table by their key, without the seller at its beginning; rows that nobody read have none. */
function linesOf({ workbook }: Host, table: string): ReadonlyMap<string, Line> {
  const sheet = workbook.sheetByName(table);
  if (!sheet) return new Map();
  const { sheetId, columns } = sheet;
  const rect = { row: 1, column: 1, rows: Math.max(workbook.lastRow(sheetId), 1), columns };
  const values = workbook.read(sheetId, rect, 'values');
  const aspects = (['formulasR1C1', 'numberFormats', 'notes', 'backgrounds'] as const).map((aspect) =>
    workbook.read(sheetId, rect, aspect),
  );
  const names = values[0]!.map(String);
  const key = names.indexOf('Row key');
  return new Map(
    values.slice(1).flatMap((line, index) => {
      if (line.every((cell) => cell === '')) return [];
      const row = index + 1;
      const cells = names.flatMap((name, column) => {
        if (name === '') return [];
        const looks = aspects.map((each) => each[row]![column]);
        // An earlier build marked names of codes that it did not know.
        const text = textOf(line[column]!).replace(' (not documented)"', '"');
        return [[name, [text, ...looks].join(' / ')] as const];
      });
      const name = String(line[key] ?? '') || `row ${row}`;
      return [[name.replace(/^(ASDG|ADH2)\|/, ''), new Map(cells)] as const];
    }),
  );
}

const looksOf = (host: Host, tables = TABLES) => new Map(tables.map((name) => [name, linesOf(host, name)]));

/** What of the rows is not as it was. */
function lost(was: ReadonlyMap<string, Line>, is: ReadonlyMap<string, Line>): readonly string[] {
  const gone = [...was.keys()].filter((key) => !is.has(key)).map((key) => `${key} is missing`);
  const more = [...is.keys()].filter((key) => !was.has(key)).map((key) => `${key} is new`);
  const changed = [...was].flatMap(([key, line]) =>
    [...line].flatMap(([header, look]) => {
      const now = is.get(key)?.get(header) ?? look;
      return RENEWED.has(header) || now === look ? [] : [`${key}, ${header}: ${now}, not ${look}`];
    }),
  );
  return [...gone, ...more, ...changed];
}

const valueIn = (line: Line, header: string) => line.get(header)!.split(' / ')[0]!;
const isPeriod = (line: Line) => valueIn(line, 'From date') !== valueIn(line, 'To date');
const sellersIn = (host: Host, table: string) =>
  [...new Set([...linesOf(host, table).values()].map((line) => valueIn(line, 'Seller ID')))].sort();

function periodsAndDays(lines: ReadonlyMap<string, Line>) {
  const those = (are: boolean) => new Map([...lines].filter(([, line]) => isPeriod(line) === are));
  return { periods: those(true), days: those(false) };
}

describe('of one seller', () => {
  test('each row gets the seller and keeps everything; periods move to a table of their own', async () => {
    const host = await open('seller');
    const before = looksOf(host);
    const { periods, days } = periodsAndDays(before.get('Ad performance')!);
    expect([periods.size, days.size > 90]).toEqual([7, true]);
    await go(NEXT);
    const after = looksOf(host);
    for (const name of TABLES.filter((table) => table !== 'Ad performance'))
      expect([name, lost(before.get(name)!, after.get(name)!)]).toEqual([name, []]);
    expect(lost(days, after.get('Ad performance')!)).toEqual([]);
    expect(lost(periods, linesOf(host, 'Ad periods'))).toEqual([]);
    for (const name of [...TABLES, 'Ad periods'])
      expect([name, sellersIn(host, name)]).toEqual([
        name,
        name === 'Lookup requests' || name === 'Catalog' ? expect.arrayContaining(['"ASDG"']) : ['"ASDG"'],
      ]);
    const noted = [...linesOf(host, 'Ad periods').values()].filter((line) => /ad note|word/.test([...line].join()));
    expect(noted.length).toBeGreaterThan(1);
  });

  test('what is pulled again is known, sums add up, and the pull that waits goes on', async () => {
    const host = await open('seller');
    const pulls = [
      pull('keywords', { campaignNumber: '1300194' }),
      pull('keywords', { campaignNumber: '1300331' }),
      pull('price-history', { itemNumbers: ['9SIASDG0ZJ33PR', '9SIASDG0ZSB0OM'] }),
      pull('orders', {}),
    ];
    const known = await go(...pulls, { advance: 'PT61M' });
    // The line that the person changed is theirs no more.
    expect(known.slice(0, 4).map(({ rows: { added, gone } }) => [added, gone])).toEqual(pulls.map(() => [0, 0]));
    const again = { fromDate: '2025-05-01', toDate: '2025-05-31', campaignNumber: '1300194' };
    const [, range] = await go({ advance: 'PT61M' }, pull('ad-performance', { ...again, by: 'range' }), {
      cells: {
        'Sheet1!C1': `=SUMIF('Ad performance'!A2:A900,"ASDG",'Ad performance'!K2:K900)`,
        'Sheet1!C2': `=SUMIF('Ad performance'!A2:A900,"ADH2",'Ad performance'!K2:K900)`,
      },
    });
    expect(range).toMatchObject({ state: 'done', rows: { added: 0 } });
    // What a person typed on a cell of ours stays until it is read again.
    expect(range.rows).toMatchObject({ changed: 1, unchanged: 2 });
    const days = linesOf(host, 'Ad performance');
    expect([...days.values()].filter(isPeriod)).toEqual([]);
    expect(days.size).toBeGreaterThan(150);
    const [[[sum], [none]]] = await go({ get: 'Sheet1!C1:C2' });
    const spent = [...days.values()].reduce((all, line) => all + Number(valueIn(line, 'Spend')), 0);
    expect([sum > 0, none]).toEqual([true, 0]);
    expect(sum).toBeCloseTo(spent, 2);
  }, 60_000);

  test('the run before it can be taken back after it', async () => {
    const host = await open('seller');
    const count = linesOf(host, 'Order lines').size;
    const [, back] = await go(pull('keywords', { campaignNumber: '1300194' }), { menu: 'Undo last run' });
    expect(back.shown[0].text).toMatch(
      /^The pull of Orders of .* is taken back: 2 new rows removed, 1 changed row restored\./,
    );
    expect(linesOf(host, 'Order lines').size).toBe(count - 2);
  });
});

describe('of two sellers', () => {
  test('lines are of their order; other rows of whoever reads them again, once', async () => {
    const host = await open('shops');
    const before = looksOf(host);
    const { periods } = periodsAndDays(before.get('Ad performance')!);
    await go(NEXT);
    for (const name of ['Order lines', 'Packages', 'Price log', 'Ad performance', 'Ad periods'])
      expect([name, sellersIn(host, name)]).toEqual([name, ['"ADH2"', '"ASDG"']]);
    for (const name of [BID, 'Lookup report']) expect([name, sellersIn(host, name)]).toEqual([name, ['""']]);
    const after = looksOf(host);
    for (const name of TABLES.filter((table) => table !== 'Ad performance' && table !== 'Catalog'))
      expect([name, lost(before.get(name)!, after.get(name)!)]).toEqual([name, []]);
    expect(lost(periods, linesOf(host, 'Ad periods'))).toEqual([]);
    const read = await go(
      ...['1300194', '1300331'].map((campaignNumber) => pull('keywords', { campaignNumber, connection: 'Shop' })),
    );
    expect(read.map(({ rows: { added, gone } }) => [added, gone])).toEqual(read.map(() => [0, 0]));
    expect(sellersIn(host, BID)).toEqual(['""', '"ASDG"']);
    const others = await go(
      ...['1740557', '1740694'].map((campaignNumber) => pull('keywords', { campaignNumber, connection: 'Other shop' })),
    );
    expect(others.map(({ rows: { added, gone } }) => [added, gone])).toEqual(others.map(() => [0, 0]));
    expect(sellersIn(host, BID)).toEqual(['"ADH2"', '"ASDG"']);
    // A formula of the person on a cell of ours stays until that is read again.
    for (const name of [BID, 'Lookup report'])
      expect([name, lost(before.get(name)!, linesOf(host, name)).filter((text) => !text.includes('='))]).toEqual([
        name,
        [],
      ]);
  }, 60_000);

  test('the Catalog tells whose each item is once both have read their stock, and contradicts nobody', async () => {
    const host = await open('shops');
    const stock = (connection: string, values: readonly string[]) => pull('inventory', { values, connection });
    const parts = [...linesOf(host, 'Inventory').values()].map((line) => JSON.parse(valueIn(line, 'Item number')));
    const of = (sellerId: string) => [...new Set<string>(parts.filter((part) => part.includes(sellerId)))];
    await go(stock('Shop', of('ASDG')), stock('Other shop', of('ADH2')));
    const rows = [...linesOf(host, 'Catalog').values()].map((line) => [
      JSON.parse(valueIn(line, 'Seller ID')),
      JSON.parse(valueIn(line, 'Item number')),
    ]);
    const told = rows.filter(([sellerId]) => sellerId !== '');
    expect(told.length).toBeGreaterThanOrEqual(of('ASDG').length + of('ADH2').length);
    for (const [sellerId, item] of told) expect(item).toContain(sellerId);
  });
});

describe('ended at a service call', () => {
  const points = isLong ? Array.from({ length: 400 }, (_, point) => point + 1) : [90, 230];

  test.each(['seller', 'shops'].filter((name) => isLong || name === 'seller'))(
    'the next run completes it: %s',
    async (name) => {
      const whole = await open(name);
      const tables = [...TABLES, 'Ad periods'];
      const before = looksOf(whole, tables);
      await go(NEXT, NEXT);
      const expected = sheetsOf(whole);
      // What the run itself adds there has the instant of whichever run came to it.
      const isOfRun = (table: string, key: string) =>
        ['Catalog', 'Stock history'].includes(table) && !before.get(table)!.has(key);
      const seen = (host: Host) =>
        new Map(
          [...looksOf(host, tables)].map(([table, lines]) => [
            table,
            new Map([...lines].filter(([key]) => !isOfRun(table, key))),
          ]),
        );
      const kept = seen(whole);
      await world.close();
      for (const point of points) {
        const host = await open(name);
        await repliesOf(world, [{ fault: { killAtServiceCall: point } }, NEXT, { fault: null }]);
        await go({ advance: 'PT8M' }, NEXT, NEXT);
        const wrong = [...seen(host)].flatMap(([table, lines]) => lost(kept.get(table)!, lines));
        expect([point, wrong]).toEqual([point, []]);
        const sheets = differencesOf(sheetsOf(host), expected).filter((text) => / (is there|is missing)$/.test(text));
        expect([point, sheets]).toEqual([point, []]);
        await world.close();
      }
    },
    3_600_000,
  );
});
