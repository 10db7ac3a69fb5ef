import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong, longTest } from '../effort.ts';
import { readBundle } from '../host/bundle.ts';
import { freshBundle } from '../host/fresh-bundle.ts';
import { warehouse } from '../host/steps/warehouse.ts';
import { World } from '../host/steps/world.ts';
import type { RunningMarketplace } from '../marketplace/server.ts';
import { everyExample } from '../operations/registry.ts';
import { errorNames } from '../warehouse/ordered-errors.ts';
import { type Reply, repliesOf } from './scenario.ts';
import { openShop, pullsFrom, TABLES } from './shop.ts';

const SHOP = { items: 30, orders: 40 };
const EXPORT = { menu: 'Export to BigQuery' };
const ORDERS = { pull: { operation: 'orders', params: {} } };

let shop: RunningMarketplace;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

class Book {
  readonly world = new World(readBundle(freshBundle()));
  /** URLs and uncompressed bodies of all requests. */
  readonly wire: string[] = [];

  async open(options: Record<string, unknown> = {}, opened: object = {}): Promise<void> {
    this.world.grant(['bigquery']);
    await this.go({ open: opened }, { market: SHOP });
    await warehouse(this.world, options);
    const { connections } = await this.world.host();
    const { origin } = new URL(this.world.warehouse!.announcement.url);
    const exchange = connections.exchange.bind(connections);
    connections.exchange = (url, outgoing) => {
      if (url.origin === origin) this.wire.push(`${url.href}\n${unpacked(outgoing.body)}`);
      return exchange(url, outgoing);
    };
    await this.go({ connect: { name: 'Shop', baseUrl: 'https://market.test' } });
  }

  get uploads(): number {
    return this.wire.filter((text) => text.includes('/upload/')).length;
  }

  async go(...steps: object[]): Promise<Reply['value'][]> {
    const replies = await repliesOf(this.world, steps);
    for (const { ok, error } of replies) expect(ok, error?.message).toBe(true);
    return replies.map(({ value }) => value);
  }

  async attempt(...steps: object[]): Promise<void> {
    await repliesOf(this.world, steps);
    await repliesOf(this.world, [{ fault: null }]);
  }

  async query(sql: string): Promise<Record<string, unknown>[]> {
    return (await this.go({ query: sql }))[0];
  }

  async sheet(table: string, most = 400): Promise<Record<string, unknown>[]> {
    const [[header, ...rows]] = (await this.go({ get: `${table}!A1:AZ${most}` })) as [unknown[][]];
    return rows
      .filter((row) => row.some((cell) => cell !== ''))
      .map((row) => Object.fromEntries(header!.map((name, index) => [String(name), row[index]])));
  }

  /** After an orders pull, every log contains each version of a row once, and every view matches its sheet. */
  async expectComplete(about: string): Promise<void> {
    for (const [table, view] of [...VIEWS.slice(0, 3), VIEWS.at(-1)!]) {
      const [log] = await this.query(
        `SELECT count(*) AS n, (SELECT count(*) FROM (SELECT DISTINCT * FROM market_for_sheets.${view}_log)) AS d FROM market_for_sheets.${view}_log`,
      );
      expect(log!.n, `doubled in ${table}, ${about}`).toBe(log!.d);
      expect(await this.expectEqual(table, view), about).toBeGreaterThan(0);
    }
  }

  /**
   * Compares each row of the sheet with the warehouse and returns the number of cells compared. Without `since`, the
   * warehouse must not contain any other rows. With it, dated rows that were read earlier are ignored.
   */
  async expectEqual(table: string, view: string, since = '', most?: number): Promise<number> {
    const all = (await this.sheet(table, most)).filter((row) => row['Row key'] !== '');
    const isDated = since !== '' && 'As of' in (all[0] ?? {});
    const rows = all.filter((row) => !isDated || String(row['As of']) >= since);
    const held = await this.query(
      `SELECT * FROM market_for_sheets.${view}${isDated ? ` WHERE as_of >= TIMESTAMPTZ '${since}'` : ''}`,
    );
    if (since === '') expect(held).toHaveLength(rows.length);
    const byKey = new Map(held.map((row) => [row.row_key, row]));
    let compared = 0;
    for (const row of rows) {
      const there = byKey.get(row['Row key']);
      if (!there) expect.fail(`${row['Row key']} is not in ${view}`);
      for (const [header, cell] of Object.entries(row)) {
        const name = header.toLowerCase().replace(/ /g, '_');
        if (!(name in there) || name === 'as_of' || LISTS.includes(name)) continue;
        const value: unknown = there[name];
        if (!isEqual(cell, value))
          expect.fail(`${name} of ${row['Row key']}: ${JSON.stringify(cell)}, ${JSON.stringify(value)}`);
        compared++;
      }
    }
    return compared;
  }

  close(): Promise<void> {
    return this.world.close();
  }
}

const PACKED = Buffer.from([0x1f, 0x8b]);

/** The compressed part ends at the last multipart boundary. */
function unpacked(body: Buffer = Buffer.alloc(0)): string {
  const at = body.indexOf(PACKED);
  if (at < 0) return body.toString('utf8');
  return `${body.subarray(0, at)}${gunzipSync(body.subarray(at, body.lastIndexOf('\r\n--')))}`;
}

/** Columns with lists, which are text in the sheet and JSON in the warehouse. */
const LISTS = ['options', 'warehouse_allocation', 'product_list'];

function isEqual(cell: unknown, value: unknown): boolean {
  if (cell === '') return value === null;
  if (typeof cell === 'number' && typeof value === 'number') return Math.abs(cell - value) < 5e-10;
  const text = String(cell);
  if (!/^\d{4}-\d\d-\d\dT/.test(text)) return String(value) === text;
  // A date, with or without a time. Cells show local time, so those in a repeated hour are ambiguous.
  return String(value).length === 10 ? text.slice(0, 10) === value : shownTime(String(value)) === shownTime(text);
}

const CLOCK = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/New_York',
  dateStyle: 'short',
  timeStyle: 'medium',
});
const shownTime = (text: string) => CLOCK.format(new Date(text));

const logOf = (table: string) => table.toLowerCase().replaceAll(' ', '_');

const VIEWS = [...TABLES, 'Stock history', 'Catalog'].map((table) => [table, logOf(table)] as const);

describe('a workbook with every table', () => {
  const book = new Book();
  beforeAll(async () => {
    await book.open();
    await book.go({ consent: { buyerData: true, retentionDays: 30 } });
    await book.go(...pullsFrom(shop));
    await book.go(
      { edit: ['insertColumn', 'Orders', { before: 3 }] },
      { cells: { 'Orders!C1': 'Own', 'Orders!C2': 'SECRET-OF-MINE' } },
      { edit: ['note', 'Orders', { cell: 'A2', text: 'SECRET-NOTE' }] },
    );
    await book.go({ cells: { 'Sheet1!A1': 'SECRET-ELSEWHERE' } });
    await book.go(EXPORT);
  });
  afterAll(() => book.close());

  test.each(VIEWS)('has every row of %s in the warehouse, typed', async (table, view) => {
    const compared = await book.expectEqual(table, view);
    expect(compared).toBeGreaterThan((await book.sheet(table)).length * 4);
  });

  test('sends no buyer data and no user input', async () => {
    const wire = book.wire.join('\n');
    expect(wire).toContain('"order_number"');
    const orders = await book.sheet('Orders');
    const headers = Object.keys(orders[0]!).filter((name) => /^(Customer|Ship to)/.test(name));
    expect(headers).toHaveLength(12);
    const texts = new Set(headers.flatMap((header) => orders.map((row) => String(row[header]))));
    const names = [...texts].filter((text) => text.length > 8);
    expect(names.length).toBeGreaterThan(40);
    for (const text of names) expect(wire).not.toContain(text);
    expect(wire).not.toMatch(/customer_|ship_to_|SECRET-/);
  });

  test('sends no help text and no other sheets', async () => {
    const rows = book.wire.filter((text) => /\/(jobs|queries)[?\n]/.test(text)).join('\n');
    expect(rows).toContain('"order_number"');
    const [sheets] = await book.go({ sheets: true });
    const names = sheets.map(({ name }: { name: string }) => name);
    expect(names).toContain('Findings');
    const texts = async (name: string, as: string) =>
      ((await book.go({ get: `${name}!A1:AZ400`, as }))[0] as unknown[][]).flat().map(String);
    const sent = new Set<string>();
    const others = new Set<string>();
    for (const name of names) {
      const isSent = VIEWS.some(([table]) => table === name);
      for (const text of await texts(name, 'values')) (isSent ? sent : others).add(text);
      for (const text of await texts(name, 'notes')) others.add(text);
    }
    // Item titles are on other sheets, too.
    const sentences = [...others].filter((text) => text.split(' ').length > 3 && !sent.has(text));
    expect(sentences.length).toBeGreaterThan(100);
    expect(sentences.filter((text) => rows.includes(JSON.stringify(text).slice(1, -1)))).toEqual([]);
  });

  test('makes no call for a second export', async () => {
    await book.go({ stats: true }, EXPORT);
    const [stats] = await book.go({ stats: true });
    expect(stats.fetches.total).toBe(0);
  });

  longTest('removes an undone pull from the views, and adds it again when it is repeated', async () => {
    const other = new Book();
    await other.open();
    const rows = async () => {
      const [counted] = await other.query(
        'SELECT (SELECT count(*) FROM market_for_sheets.orders) AS seen, (SELECT count(*) FROM market_for_sheets.orders_log) AS sent',
      );
      return counted;
    };
    await other.go(ORDERS, EXPORT, { advance: 'PT1H' }, { menu: 'Undo last run' }, EXPORT);
    expect(await rows()).toEqual({ seen: 0, sent: 80 });
    await other.go({ advance: 'PT1H' }, ORDERS, EXPORT);
    expect(await rows()).toEqual({ seen: 40, sent: 120 });
    await other.close();
  });

  test('reports the export on Status and in the Log', async () => {
    const job = { dataset: 'Warehouse', filter: 'tables = Orders, Keywords', every: 'hourly' };
    await book.go({ sidebar: ['addJob', job] }, { sidebar: ['turnOn'] }, { advance: 'PT10M' });
    const status = await book.sheet('Status');
    expect(status).toContainEqual(
      expect.objectContaining({ About: 'Warehouse', Detail: expect.stringContaining('of 10,000,000 cells') }),
    );
    expect(status).toContainEqual(
      expect.objectContaining({ About: 'Freshness', Subject: 'Warehouse', State: 'fresh' }),
    );
    expect(await book.sheet('Log')).toContainEqual(expect.objectContaining({ What: 'Warehouse', State: 'done' }));
    const [{ value: activity }] = await book.go({ sidebar: ['activity'] });
    expect(activity.runs).toContainEqual(expect.objectContaining({ what: 'Warehouse', isExport: true }));
  });

  const readme = readFileSync(new URL('../../src/warehouse/README.md', import.meta.url), 'utf8');
  const questions = [...readme.matchAll(/<!-- (\w+) -->[\s\S]*?```sql\n([\s\S]*?)```/g)];

  test.each(questions.map(([, name, sql]) => [name!, sql!] as const))(
    "returns rows for the README's query %s",
    async (_, sql) => {
      const { url, project } = book.world.warehouse!.announcement;
      const response = await fetch(`${url}/bigquery/v2/projects/${project}/queries`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: 'Bearer local-token-of-owner@x' },
        body: JSON.stringify({ query: sql, useLegacySql: false }),
      });
      const answer = (await response.json()) as { rows?: unknown[]; error?: { message: string } };
      expect(answer.error?.message).toBeUndefined();
      expect(answer.rows?.length).toBeGreaterThan(0);
    },
  );
});

longTest("an editor's choice of a project does not affect the owner's exports", async () => {
  const book = new Book();
  await book.open();
  await book.go(ORDERS, EXPORT, { as: 'editor@x' });
  const place = { project: 'editors-project', location: 'US' };
  const [{ value: editors }] = await book.go({ sidebar: ['saveWarehouse', place] });
  expect(editors.holdings).toMatchObject({ project: 'editors-project', sent: 0 });
  const [, { value: owners }] = await book.go({ as: 'a@x' }, { sidebar: ['warehouse'] });
  expect(owners.holdings).toMatchObject({ project: book.world.warehouse!.announcement.project, sent: 219 });
  await book.close();
});

test('without the permission, export is unavailable and the sidebar says how to add it', async () => {
  const world = new World(readBundle(freshBundle()));
  const replies = await repliesOf(world, [
    { open: {} },
    { market: SHOP },
    { connect: { name: 'Shop', baseUrl: 'https://market.test' } },
    ORDERS,
    EXPORT,
    { sidebar: ['warehouse'] },
    { sidebar: ['exportRows'] },
    { sheets: true },
  ]);
  const [menu, view, sent, sheets] = replies.slice(-4);
  expect([menu!.ok, menu!.error?.message]).toEqual([false, expect.stringContaining('Export to BigQuery')]);
  const how = expect.stringContaining('npm run deploy -- --with bigquery');
  expect(view!.value.value).toMatchObject({ hasPermission: false, holdings: null, waitsFor: how });
  expect(sent!.value).toMatchObject({ ok: false, error: { message: how } });
  expect(sheets!.value.map(({ name }: { name: string }) => name)).not.toContain('Market export');
  await world.close();
});

const PULLS = (isLong ? ['Shop', 'Second'] : ['Shop']).map((connection) => ({
  pull: { operation: 'orders', params: { connection } },
}));

async function exportedBook(): Promise<Book> {
  const book = new Book();
  await book.open();
  if (isLong)
    await book.go(
      { market: { ...SHOP, seed: 2, origin: 'https://second.test' } },
      { connect: { name: 'Second', baseUrl: 'https://second.test' } },
    );
  await book.go(...PULLS, EXPORT);
  return book;
}

const KILLS = [
  ['an export at a service call', [EXPORT], 'killAtServiceCall', 97],
  ['an export at a network request', [EXPORT], 'killAtFetch', 6],
  ['a pull at a service call', PULLS, 'killAtServiceCall', 47],
] as const;

describe('killed by Google', () => {
  test.each(isLong ? KILLS : KILLS.slice(0, 1))(
    '%s, the next run duplicates and loses no row',
    async (_, steps, fault, one) => {
      const book = await exportedBook();
      const isExport = steps[0] === EXPORT;
      const isFetch = fault === 'killAtFetch';
      const before = isExport ? PULLS : [];
      const after = isExport ? [EXPORT] : [EXPORT, ...PULLS, EXPORT];
      let last: number = one;
      if (isLong) {
        await book.go({ advance: 'PT3H' }, ...before, { stats: true }, ...steps);
        const [{ serviceCalls, fetches }] = await book.go({ stats: true });
        last = isFetch ? fetches.total : serviceCalls.total;
      }
      for (let at = isLong ? 1 : one; at <= last; at += isLong && !isFetch ? 5 : 1) {
        const error = errorNames[at % errorNames.length];
        await book.go({ advance: 'PT3H' }, ...before);
        await book.attempt(
          { fault: { warehouse: { error, at: 'jobs.insert', after: at % 2 === 0 } } },
          { fault: { [fault]: at } },
          ...steps,
        );
        await book.go({ advance: 'PT10M' }, ...after);
        await book.expectComplete(`killed at ${at}, after ${error}`);
      }
      await book.close();
    },
  );
});

describe('refused by BigQuery', () => {
  longTest.each(errorNames)('%s: the next run exports every row once', async (error) => {
    const book = await exportedBook();
    for (const at of ['datasets.get', 'tables.get', 'tables.insert', 'jobs.insert', 'jobs.get'])
      for (const after of [false, true]) {
        await book.go({ advance: 'PT3H' }, ...PULLS);
        await book.attempt({ fault: { warehouse: { error, at, times: 2, after } } }, EXPORT);
        await book.go({ advance: 'PT10M' }, EXPORT);
        await book.expectComplete(`${error} at ${at}`);
      }
    await book.close();
  });
});

describe('old orders in the workbook', () => {
  async function aged(options: Record<string, unknown>): Promise<Book> {
    const book = new Book();
    await book.open(options, { mode: 'addon' });
    // No row is deleted on the first day of the schedule.
    await book.go(
      ORDERS,
      { advance: 'P185D' },
      { sidebar: ['addJob', { dataset: 'Warehouse', filter: '', every: 'daily' }] },
      { sidebar: ['turnOn'] },
      { advance: 'PT3H' },
    );
    return book;
  }

  test("are deleted once the warehouse has them, except one with a user's note", async () => {
    const book = await aged({});
    const before = await book.sheet('Orders');
    await book.go(
      { edit: ['note', 'Orders', { cell: `A${before.length + 1}`, text: 'call them' }] },
      { advance: 'P1DT3H' },
    );
    const after = await book.sheet('Orders');
    expect(after.length).toBeLessThan(before.length / 2);
    expect(after.map((row) => row['Order number'])).toContain(before.at(-1)!['Order number']);
    const [held] = await book.query('SELECT count(*) AS n FROM market_for_sheets.orders');
    expect(held!.n).toBe(before.length);
    const left = before.length - after.length;
    expect(await book.sheet('Log')).toContainEqual(
      expect.objectContaining({ What: 'Warehouse', 'What to do': expect.stringContaining(`Orders ${left}`) }),
    );
    await book.close();
  });

  if (isLong)
    test('stay if tables of the warehouse expire', async () => {
      const book = await aged({ sandbox: true });
      const before = await book.sheet('Orders');
      await book.go({ advance: 'P1DT3H' });
      expect(await book.sheet('Orders')).toHaveLength(before.length);
      const [held] = await book.query('SELECT count(*) AS n FROM market_for_sheets.orders');
      expect(held!.n).toBe(before.length);
      await book.close();
    });
});

test('old stock readings stay in the schedule of an editor without a project after the owner exports', async () => {
  const book = new Book();
  await book.open({}, { mode: 'addon' });
  const pull = { operation: 'inventory', params: { type: '1', items: 'catalog' } };
  await book.go(ORDERS, { pull }, EXPORT, { advance: 'P90D' }, { as: 'editor@x' });
  await book.go({ connect: { name: 'Shop', baseUrl: 'https://market.test' } });
  const before = await book.sheet('Stock history');
  await book.go({ sidebar: ['turnOn'] }, { advance: 'P1DT3H' });
  expect(before.length).toBeGreaterThan(20);
  expect(await book.sheet('Stock history')).toEqual(before);
  await book.close();
});

const LOGS = Object.fromEntries(everyExample.map(({ id, tables }) => [id, Object.keys(tables).map(logOf)]));

/** Returns steps that pull every table in each shop's first wave, and only orders in later waves. */
function pullsOf(wave: number, announcement: RunningMarketplace['announcement']): object[] {
  const connection = `Shop ${wave % 2}`;
  const { allItemNumbers } = announcement;
  const pulls = pullsFrom({ announcement: { ...announcement, itemNumbers: allItemNumbers.slice(0, 100) } });
  return (pulls as { pull: { operation: string; params: object } }[])
    .filter(({ pull }) => wave < 2 || pull.operation === 'orders')
    .map(({ pull }) => ({ pull: { ...pull, params: { ...pull.params, connection } } }));
}

/** From this seed on, order numbers are unique within a shop. */
const FIRST_SEED = 300;

if (isLong)
  test('exports two hundred thousand rows of two shops in waves while old rows leave the workbook', async () => {
    const book = new Book();
    await book.open({}, { mode: 'addon' });
    const job = { dataset: 'Warehouse', filter: '', every: 'daily' };
    await book.go({ sidebar: ['addJob', job] }, { sidebar: ['turnOn'] }, { advance: 'P1DT3H' });
    const pulled: Record<string, number> = {};
    const total = () => Object.values(pulled).reduce((sum, rows) => sum + rows, 0);
    for (let wave = 0; total() < 200_000; wave++) {
      const shop = `Shop ${wave % 2}`;
      const origin = `https://shop${wave % 2}.test`;
      const options = {
        seed: FIRST_SEED + wave,
        orders: 3000,
        items: 500,
        origin,
        sellerId: `A0S${wave % 2}`,
      };
      const [announcement] = await book.go({ market: options });
      // The schedule stays off to prevent exports.
      await book.go({ connect: { name: shop, baseUrl: origin } }, { sidebar: ['turnOff'] });
      // Cells are exact to the second.
      const [since] = await book.go({
        eval: 'return new Date(Math.floor(Date.now() / 1000) * 1000).toISOString()',
      });
      for (const step of pullsOf(wave, announcement)) {
        const [report] = await book.go(step);
        expect(report.state, JSON.stringify(report.errors)).toBe('done');
        pulled[report.operation] = (pulled[report.operation] ?? 0) + report.rows.added;
      }
      await book.go(EXPORT);
      for (const [table, view] of wave < 2 ? VIEWS : VIEWS.slice(0, 3))
        expect(await book.expectEqual(table, view, since, 20_000), table).toBeGreaterThan(0);
      // Advance until closed orders have passed their age limit.
      await book.go({ advance: 'P181D' }, { sidebar: ['turnOn'] }, { advance: 'PT3H' });
      // Open orders remain.
      expect((await book.sheet('Orders', 20_000)).length).toBeLessThan(1500 + 400 * (wave + 1));
    }
    for (const [operation, logs] of Object.entries(LOGS)) {
      let rows = 0;
      for (const log of logs) {
        const [count] = await book.query(
          `SELECT count(DISTINCT row_key) AS n, count(*) - (SELECT count(*) FROM (SELECT DISTINCT * FROM market_for_sheets.${log}_log)) AS doubled FROM market_for_sheets.${log}_log`,
        );
        expect(count!.doubled, log).toBe(0);
        rows += Number(count!.n);
      }
      expect(rows, operation).toBe(pulled[operation]);
    }
    expect(book.uploads).toBeLessThan(1500);
    await book.close();
  });
