import { afterAll, beforeAll, expect, test } from 'vitest';
import { longTest } from '../effort.ts';
import type { Host } from '../host/host.ts';
import type { RunningMarketplace } from '../marketplace/server.ts';
import { listenTo, PreparedBook, pulled } from './prepared-book.ts';
import { runScenario } from './scenario.ts';
import { connectionTo, openShop } from './shop.ts';
import { tableIn } from './table-snapshot.ts';

let shop: RunningMarketplace;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const BUYERS = /Customer|Ship to (address|city|state|zip|country|first|last|company)/;
const TABLES = ['Orders', 'Order lines', 'Packages', 'Inventory', 'Stock history', 'Catalog'];
/** Columns hidden in a new sheet, by table. */
const hidden = new Map<string, ReadonlySet<string>>();
/** Excludes read times, hidden columns, and buyer data. */
const isListed = (table: string, header: string) =>
  !hidden.get(table)?.has(header) &&
  !['As of', 'Last seen', 'Stock polled', 'Prices polled', 'Raw dates', 'Row key'].includes(header) &&
  !BUYERS.test(header);

const ZONE = 'America/New_York';

const connectedTo = (...steps: readonly object[]) => [
  { open: { timeZone: ZONE } },
  { market: { orders: 40, items: 20 } },
  { connect: connectionTo(shop) },
  ...steps,
];
const look = TABLES.map((table) => ({ get: `${table}!A1:AZ900`, as: 'display' }));
const changes = { get: 'Changes!A1:H5100', as: 'display' };
const orders = { operation: 'orders', params: {} };

function rowsIn(grid: string[][]): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const [header = [], ...lines] = grid;
  const rows = lines.filter((line) => line.some((cell) => cell !== ''));
  return new Map(
    rows.map((line) => [
      line[header.indexOf('Row key')]!,
      Object.fromEntries(header.map((name, index) => [name, line[index] ?? ''])),
    ]),
  );
}

function differences(table: string, before: string[][], after: string[][]): string[] {
  const old = rowsIn(before);
  return [...rowsIn(after)].flatMap(([key, row]) => {
    const was = old.get(key);
    if (!was) return [`${table} |  |  | added`];
    const isChanged = (name: string) => was[name] !== row[name];
    // If a code and its description change, Changes lists only the description.
    const isTold = (name: string) => ['description', 'name'].some((text) => isChanged(`${name} ${text}`));
    return Object.keys(row)
      .filter((name) => isListed(table, name) && isChanged(name) && !isTold(name))
      .map((name) =>
        name === 'Gone since' && row[name] !== ''
          ? `${table} |  |  | gone`
          : [table, name, plain(was[name]!), plain(row[name]!)].join(' | '),
      );
  });
}

/** Sums added records per table, because Changes lists them in one row per run and table. */
function summed(changes: readonly string[]): readonly string[] {
  const added = new Map<string, number>();
  const others = changes.filter((change) => {
    const [, table, count] = /^(.*) \| {2}\| {2}\| (?:(\d+) .*)?added$/.exec(change) ?? [];
    if (table) added.set(table, (added.get(table) ?? 0) + Number(count ?? 1));
    return table === undefined;
  });
  return [...others, ...[...added].map(([table, count]) => `${table} added ${count}`)].sort();
}

const plain = (text: string) => text.replace(/(?<=\d),(?=\d{3})/g, '');
const listed = (grid: string[][]) =>
  grid
    .slice(1)
    .filter(([run]) => run !== '')
    .map(([, , , table, , ...rest]) => [table, ...rest].join(' | '));

test('a pull lists exactly the differences in the tables, excluding buyer data even with consent', async () => {
  const values = shop.announcement.allItemNumbers.slice(0, 8);
  const stock = { operation: 'inventory', params: { type: '0', values } };
  const replies = await runScenario(
    connectedTo(
      { consent: { buyerData: true, destination: true, retentionDays: 300 } },
      { pull: orders },
      { pull: { ...stock, params: { type: '0', values: [...values, 'GONE1'] } } },
      ...look,
      changes,
      { sheets: true },
      { advance: 'P2D' },
      { pull: { ...orders, preview: true } },
      changes,
      { pull: orders },
      { pull: stock },
      ...look,
      changes,
    ),
  );
  const grids = replies.map(({ value }) => value);
  const first = 6;
  const [firstList, previewed] = [grids[first + look.length], grids[first + look.length + 4]];
  const second = first + look.length + 7;
  const sheets = grids[first + look.length + 1] as { name: string; hiddenColumns: number[] }[];
  for (const [index, table] of TABLES.entries()) {
    const columns = sheets.find(({ name }) => name === table)?.hiddenColumns ?? [];
    hidden.set(table, new Set(columns.map((column) => grids[first + index][0][column - 1])));
  }
  expect(previewed).toEqual(firstList);
  expect(summed(listed(firstList))).toEqual(
    summed(TABLES.flatMap((table, index) => differences(table, [[]], grids[first + index]))),
  );
  // Order lines repeat some of their order's columns. The Changes sheet lists those columns only for the order.
  const expected = TABLES.flatMap((table, index) =>
    differences(table, grids[first + index], grids[second + index]),
  ).filter((change) => !/^Order lines \| Order (date|status description)/.test(change));
  expect(expected.length).toBeGreaterThan(30);
  const now = listed(grids[second + look.length]);
  const news = now.slice(0, now.length - listed(firstList).length);
  expect(summed(news)).toEqual(summed(expected));
  expect(now.slice(news.length)).toEqual(listed(firstList));
  expect(JSON.stringify(grids[second + look.length])).not.toMatch(BUYERS);
  const runs = new Set(
    (grids[second + look.length] as string[][])
      .slice(1)
      .map(([run]) => run)
      .filter(Boolean),
  );
  expect(runs.size).toBe(4);
});

test("a user's sheet named Changes does not affect the pull", async () => {
  const own = { eval: 'ss.insertSheet("Changes").getRange(1, 1).setValue("mine")' };
  const replies = await runScenario(connectedTo(own, { pull: orders }, changes));
  const { state, rows, notes } = replies[4]!.value;
  expect([state, rows.added > 100, notes.join()]).toEqual([
    'done',
    true,
    expect.stringContaining(`Couldn't update Changes: Another sheet is already named "Changes"`),
  ]);
  expect(replies[5]!.value[0][0]).toBe('mine');
});

/** Cells by table, record, and header. */
function cellsOf({ workbook }: Host): ReadonlyMap<string, string> {
  return new Map(
    TABLES.flatMap((name) => {
      const table = tableIn(workbook, name);
      return (table?.rows ?? []).flatMap(({ key, cells }) =>
        table!.headers.map((header, index) => [`${name} ${key} ${header}`, String(cells[index])] as const),
      );
    }),
  );
}

longTest(
  'an interrupted pull lists only written changes, each once',
  async () => {
    const book = new PreparedBook();
    await book.go(connectedTo({ pull: orders }, { advance: 'P2D' }));
    const original = await book.twin();
    const was = cellsOf(original);
    const calls: string[] = [];
    listenTo(original, calls);
    await pulled(original, orders);
    const changed = (host: Host) => [...cellsOf(host)].filter(([cell, value]) => was.get(cell) !== value);
    const rowsOf = (host: Host) =>
      (tableIn(host.workbook, 'Changes')?.rows ?? []).map(({ cells }) => cells.slice(3, 8).join(' | '));
    const [all, before] = [rowsOf(original), rowsOf(await book.twin())];
    expect(all.length).toBeGreaterThan(before.length + 20);
    // The Changes sheet is written last.
    for (const call of calls.map((_, index) => index + 1).slice(60)) {
      const host = await book.twin();
      host.faults.at('serviceCall', call);
      expect(await pulled(host, orders)).toBeUndefined();
      const news = rowsOf(host).slice(0, -before.length);
      if (news.length > 0) expect(changed(host)).toEqual(changed(original));
      host.clock.moveTo(host.clock.now() + 1000);
      await pulled(host, orders);
      const after = rowsOf(host);
      const extra = after.slice(0, after.length - before.length);
      expect(after.slice(extra.length)).toEqual(before);
      // Two lines of an order can have the same name.
      const left = [...all];
      for (const row of extra) {
        expect(left).toContain(row);
        left.splice(left.indexOf(row), 1);
      }
    }
    await book.close();
  },
  600_000,
);
