/** The build that sends rows, against the stand-in: each row once, typed, nothing of a buyer, whatever comes in between. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong, runs } from '../effort.ts';
import { readBundle } from '../host/bundle.ts';
import { freshBundle } from '../host/fresh-bundle.ts';
import { warehouse } from '../host/steps/warehouse.ts';
import { World } from '../host/steps/world.ts';
import type { RunningMarketplace } from '../marketplace/server.ts';
import { errorNames } from '../warehouse/ordered-errors.ts';
import type { Reply } from './scenario.ts';
import { repliesOf } from './scenario.ts';
import { openShop, pullsFrom } from './shop.ts';

const SHOP = { items: 30, orders: 40 };
const EXPORT = { menu: 'Export to the warehouse' };
const ORDERS = { pull: { operation: 'orders', params: {} } };

let shop: RunningMarketplace;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** A connected workbook with a warehouse; `uploads` is told of what crossed the wire. */
class Book {
  readonly world = new World(readBundle(freshBundle(true)));
  readonly uploads: string[] = [];

  async open(options: object = {}, opened: object = {}): Promise<void> {
    await this.go({ open: opened }, { market: SHOP });
    const onUpload = (media: Buffer) => {
      this.uploads.push((media[0] === 0x1f ? gunzipSync(media) : media).toString('utf8'));
    };
    await warehouse(this.world, { onUpload, ...options });
    await this.go({ connect: { name: 'Shop', baseUrl: 'https://market.test' } });
  }

  async go(...steps: object[]): Promise<Reply['value'][]> {
    const replies = await repliesOf(this.world, steps);
    for (const { ok, error } of replies) expect(ok, error?.message).toBe(true);
    return replies.map(({ value }) => value);
  }

  /** As far as it comes. */
  async attempt(...steps: object[]): Promise<void> {
    await repliesOf(this.world, steps);
    await repliesOf(this.world, [{ fault: null }]);
  }

  async query(sql: string): Promise<Record<string, unknown>[]> {
    return (await this.go({ query: sql }))[0];
  }

  /** Rows of a sheet as objects by header. */
  async sheet(table: string): Promise<Record<string, unknown>[]> {
    const [[header, ...rows]] = (await this.go({ get: `${table}!A1:AZ400` })) as [unknown[][]];
    return rows
      .filter((row) => row.some((cell) => cell !== ''))
      .map((row) => Object.fromEntries(header!.map((name, index) => [String(name), row[index]])));
  }

  /** Each row of Orders once in the log as it stands, and in the view as the sheet has it. */
  async expectWhole(about: string): Promise<void> {
    const [log] = await this.query(
      'SELECT count(*) AS n, (SELECT count(*) FROM (SELECT DISTINCT * FROM market_for_sheets.orders_log)) AS d FROM market_for_sheets.orders_log',
    );
    expect(log!.n, `doubled, ${about}`).toBe(log!.d);
    const held = await this.query(
      'SELECT row_key, order_status, order_total_amount FROM market_for_sheets.orders',
    );
    const rows = await this.sheet('Orders');
    const state = (row: Record<string, unknown>) =>
      `${row.row_key ?? row['Row key']} ${row.order_status ?? row['Order status']} ${Number(row.order_total_amount ?? row['Order total amount'])}`;
    expect(held.map(state).sort(), `lost, ${about}`).toEqual(rows.map(state).sort());
  }

  close(): Promise<void> {
    return this.world.close();
  }
}

describe('a workbook with every table', () => {
  const book = new Book();
  beforeAll(async () => {
    await book.open();
    await book.go({ consent: { buyerData: true, retentionDays: 30 } });
    await book.go(...pullsFrom(shop));
    await book.go(
      { edit: ['insertColumn', 'Orders', { before: 3 }] },
      { cells: { 'Orders!C1': 'Own', 'Orders!C2': 'SECRET-OF-MINE' } },
    );
    await book.go(EXPORT);
  });
  afterAll(() => book.close());

  test.each([
    ['Orders', 'orders'],
    ['Order lines', 'order_lines'],
    ['Packages', 'packages'],
    ['Inventory', 'inventory'],
    ['Price log', 'price_log'],
    ['Ad performance', 'ad_performance'],
    ['Ad periods', 'ad_periods'],
    ['Keywords', 'keywords'],
    ['Lookup report', 'lookup_report'],
    ['Stock history', 'stock_history'],
    ['Catalog', 'catalog'],
  ])('%s is there row by row, and typed', async (table, view) => {
    const rows = (await book.sheet(table)).filter((row) => row['Row key'] !== '');
    const held = await book.query(`SELECT * FROM market_for_sheets.${view}`);
    expect(held).toHaveLength(rows.length);
    const byKey = new Map(held.map((row) => [row.row_key, row]));
    let compared = 0;
    for (const row of rows) {
      const there = byKey.get(row['Row key'])!;
      for (const [header, cell] of Object.entries(row)) {
        const name = header.toLowerCase().replace(/ /g, '_');
        if (
          !(name in there) ||
          name === 'as_of' ||
          ['options', 'warehouse_allocation', 'product_list'].includes(name)
        )
          continue;
        const value = there[name];
        if (cell === '') expect(value, `${name} of ${row['Row key']}`).toBeNull();
        else if (typeof cell === 'number' && typeof value !== 'string') expect(value).toBeCloseTo(cell, 9);
        else if (/^\d{4}-\d\d-\d\dT/.test(String(cell)) && String(value).length === 10)
          expect(String(cell).slice(0, 10)).toBe(value);
        else if (/^\d{4}-\d\d-\d\dT/.test(String(cell)))
          expect(Date.parse(String(value))).toBe(Date.parse(String(cell)));
        else expect(String(value)).toBe(String(cell));
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(rows.length * 4);
  });

  test('sends nothing of a buyer and no column of the person', async () => {
    const wire = book.uploads.join('\n');
    expect(wire).toContain('"order_number"');
    const orders = await book.sheet('Orders');
    const headers = Object.keys(orders[0]!).filter((name) => /^(Customer|Ship to)/.test(name));
    expect(headers).toHaveLength(12);
    const texts = new Set(headers.flatMap((header) => orders.map((row) => String(row[header]))));
    const names = [...texts].filter((text) => text.length > 8);
    expect(names.length).toBeGreaterThan(40);
    for (const text of names) expect(wire).not.toContain(text);
    expect(wire).not.toMatch(/customer_|ship_to_|SECRET-OF-MINE/);
  });

  test('a second export makes no call', async () => {
    await book.go({ stats: true }, EXPORT);
    const [stats] = await book.go({ stats: true });
    expect(stats.fetches.total).toBe(0);
  });

  test('a pull that is taken back leaves the views, and is there again once it is repeated', async () => {
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

  test('is told on Status and in the Log', async () => {
    const job = { dataset: 'Warehouse', filter: 'tables = Orders, Keywords', every: 'hourly' };
    await book.go({ sidebar: ['addJob', job] }, { sidebar: ['turnOn'] }, { advance: 'PT10M' });
    const status = await book.sheet('Status');
    expect(status).toContainEqual(
      expect.objectContaining({ About: 'Warehouse', Detail: expect.stringContaining('of 10,000,000 cells') }),
    );
    expect(await book.sheet('Log')).toContainEqual(
      expect.objectContaining({ What: 'Warehouse', State: 'done' }),
    );
  });

  const readme = readFileSync(new URL('../../src/warehouse/README.md', import.meta.url), 'utf8');
  const questions = [...readme.matchAll(/<!-- (\w+) -->[\s\S]*?```sql\n([\s\S]*?)```/g)];

  test.each(questions.map(([, name, sql]) => [name!, sql!] as const))(
    'the question of %s in the README is answered',
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

describe('ended by Google', () => {
  test.each([
    ['an export at a service call', EXPORT, 'killAtServiceCall', runs(1, 400), runs(137, 1)],
    ['an export at a call of the service', EXPORT, 'killAtFetch', runs(1, 30), runs(6, 1)],
    ['a pull at a service call', ORDERS, 'killAtServiceCall', runs(1, 200), runs(47, 1)],
  ])('%s, the next run doubles and loses nothing', async (_, step, fault, times, stride) => {
    const book = new Book();
    await book.open();
    await book.go(ORDERS);
    for (let each = 1; each <= times; each++) {
      const at = each * stride;
      await book.go({ advance: 'PT1H' });
      if (step === EXPORT) await book.go(ORDERS);
      await book.attempt({ fault: { [fault]: at } }, step);
      await book.go({ advance: 'PT10M' }, EXPORT);
      if (step !== EXPORT) await book.go(ORDERS, EXPORT);
      await book.expectWhole(`ended at ${at}`);
    }
    await book.close();
  });
});

describe('refused by the service', () => {
  const all = isLong ? errorNames : ['lost'];

  test.each(all)('%s: the next run doubles and loses nothing', async (error) => {
    const book = new Book();
    await book.open();
    for (const at of isLong
      ? ['datasets.get', 'tables.get', 'tables.insert', 'jobs.insert', 'jobs.get']
      : ['jobs.insert'])
      for (const after of isLong ? [false, true] : [true]) {
        await book.go({ advance: 'PT3H' }, ORDERS);
        await book.attempt({ fault: { warehouse: { error, at, times: 2, after } } }, EXPORT);
        await book.go({ advance: 'PT10M' }, EXPORT);
        await book.expectWhole(`${error} at ${at}`);
      }
    await book.close();
  });
});

/** A person who lets closed orders leave after so many days. */
function agedAfter(days: number): object {
  return {
    eval: `const sheet = ss.getSheetByName('Rules'); const rows = sheet.getDataRange().getValues();
      const [kind, threshold] = ['Kind', 'Threshold'].map((name) => rows[0].indexOf(name));
      sheet.getRange(rows.findIndex((row) => row[kind] === 'closed-orders-age') + 1, threshold + 1).setValue(${days});`,
  };
}

describe('what may leave the workbook', () => {
  async function aged(options: object): Promise<Book> {
    const book = new Book();
    await book.open(options, { mode: 'addon' });
    // The first day nothing leaves, and the rules are there to be seen.
    await book.go(
      ORDERS,
      { sidebar: ['addJob', { dataset: 'Warehouse', filter: '', every: 'daily' }] },
      { sidebar: ['turnOn'] },
      { advance: 'P1DT3H' },
      agedAfter(1),
    );
    return book;
  }

  test('leaves once the warehouse has it, and only the row without a note of the person', async () => {
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
    expect((await book.go({ sheets: true }))[0].map(({ name }: { name: string }) => name)).not.toContain(
      'Archive',
    );
    await book.close();
  });

  if (isLong)
    test('stays while the tables of the warehouse expire', async () => {
      const book = await aged({ sandbox: true });
      const before = await book.sheet('Orders');
      await book.go({ advance: 'P1DT3H' });
      expect(await book.sheet('Orders')).toHaveLength(before.length);
      const [held] = await book.query('SELECT count(*) AS n FROM market_for_sheets.orders');
      expect(held!.n).toBe(before.length);
      await book.close();
    });
});

if (isLong)
  test('two hundred thousand rows of two shops go through it in waves that the workbook forgets', {
    timeout: 3_600_000,
  }, async () => {
    const book = new Book();
    await book.open({}, { mode: 'addon' });
    const job = { dataset: 'Warehouse', filter: '', every: 'daily' };
    await book.go({ sidebar: ['addJob', job] }, { sidebar: ['turnOn'] }, { advance: 'P1DT3H' }, agedAfter(1));
    const logs = ['orders', 'order_lines', 'packages'];
    let pulled = 0;
    for (let wave = 0; pulled < 200_000; wave++) {
      const origin = `https://shop${wave % 2}.test`;
      await book.go(
        { market: { seed: 100 + wave, orders: 3000, items: 500, origin } },
        { connect: { name: `Shop ${wave}`, baseUrl: origin } },
      );
      const [report] = await book.go({
        pull: { operation: 'orders', params: { connection: `Shop ${wave}` } },
      });
      expect(report.state).toBe('done');
      pulled += report.rows.added;
      await book.go(EXPORT, { advance: 'P2D' });
      const counts = await Promise.all(
        logs.map((log) =>
          book.query(
            `SELECT count(DISTINCT row_key) AS n, count(*) AS all_rows FROM market_for_sheets.${log}_log`,
          ),
        ),
      );
      expect(counts.reduce((sum, [count]) => sum + Number(count!.n), 0)).toBe(pulled);
      const [sheets] = await book.go({ sheets: true });
      const rows = sheets.find(({ name }: { name: string }) => name === 'Orders').rows;
      // What is still open stays.
      expect(rows).toBeLessThan(3000 + 600 * (wave + 1));
    }
    await book.close();
  });
