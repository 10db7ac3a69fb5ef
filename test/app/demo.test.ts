import { beforeEach, describe, expect, test } from 'vitest';
import { listConnections, saveConnection } from '../../src/account/connections.ts';
import { updateInsights } from '../../src/app/after-run.ts';
import type { OperationId } from '../../src/operations/registry.ts';
import { tableNames } from '../../src/operations/tables.ts';
import { DEMO_ADDRESS } from '../../src/protocol/connection.ts';
import type { HttpResult } from '../../src/protocol/http.ts';
import { MarketError } from '../../src/protocol/market-error.ts';
import { HOUR } from '../../src/protocol/time.ts';
import { begin } from '../../src/pull/begin.ts';
import { notePulled } from '../../src/pull/remembered.ts';
import { runsIn, saveRun } from '../../src/pull/stored-run.ts';
import { tableAges } from '../../src/schedule/table-freshness.ts';
import { keptRuns } from '../../src/tables/journal.ts';
import { envelope, json } from '../protocol/arrivals.ts';
import { CONNECTION, refused, served } from '../support/connected-ports.ts';
import { type InMemoryPorts, inMemoryPorts, START } from '../support/in-memory-ports.ts';

const SHOP = {
  baseUrl: 'https://demo.market.example',
  sellerId: 'D001',
  apiKey: 'demo-key-123456',
  secretKey: 'demo-secret-123456',
  itemNumbers: ['9SIA', '9SIB'],
  campaigns: [7, '8'],
  requestIds: ['R1', 'R2'],
};

let ports: InMemoryPorts;
beforeEach(() => {
  const nothing = () => envelope({ OrderInfoList: [], PageInfo: { TotalCount: 0, TotalPageCount: 0 } });
  ports = { ...inMemoryPorts(nothing), demoShop: () => SHOP };
});

const remove = () => served(ports, 'removeDemo').message;
const names = () => listConnections(ports).map(({ name }) => name);

describe('starting the demo', () => {
  test('connects the shop and returns the pulls for all tables', () => {
    const { connection, pulls } = served(ports, 'startDemo');
    expect(connection).toMatchObject({ name: 'Demo shop', sellerId: 'D001', baseUrl: SHOP.baseUrl });
    expect(names()).toEqual(['Demo shop']);
    const params: Readonly<Partial<Record<OperationId, readonly object[]>>> = {
      'lookup-report': [{ requestId: 'R1' }],
      orders: [{}],
      inventory: [{ values: ['9SIA', '9SIB'] }],
      'price-history': [{ itemNumbers: ['9SIA', '9SIB'] }],
      'ad-performance': [
        { fromDate: '2025-06-02', toDate: '2025-06-15', by: 'day' },
        { fromDate: '2025-06-02', toDate: '2025-06-15', by: 'range' },
      ],
      keywords: [{ campaignNumber: [7, '8'] }],
    };
    const expected = Object.entries(params).flatMap(([operation, all]) =>
      all.map((each) => ({ operation, params: { connection: 'Demo shop', ...each } })),
    );
    expect(pulls).toEqual(expected);
  });

  test('explains why the demo shop is unavailable, and makes no connection', () => {
    const demoShop = () => {
      throw new MarketError('MARKET_ARGUMENT', 'There is no demo shop here.');
    };
    ports = { ...ports, demoShop };
    expect(refused(ports, 'startDemo')).toEqual({
      code: 'MARKET_ARGUMENT',
      message: 'There is no demo shop here.',
    });
    expect(names()).toEqual([]);
  });

  test('fills all tables in one action and logs each pull', () => {
    const sheet = () =>
      ports.book
        .sheet('Log')
        .cells.slice(1)
        .map((row) => row[1]);
    const { added, rows, incomplete } = served(ports, 'fillDemo');
    expect({ added, rows, incomplete }).toEqual({ added: 0, rows: 0, incomplete: [] });
    expect(sheet().toSorted()).toEqual([
      'Ad performance',
      'Ad performance',
      'Inventory',
      'Keywords',
      'Lookup report',
      'Orders',
      'Price history',
    ]);
  });

  test('names the pulls that failed and finishes the others', () => {
    const answers: Readonly<Record<string, HttpResult>> = {
      orderinfo: { status: 400, headers: {}, text: '[{"Code":"CE002","Message":"no"}]' },
    };
    const keyword = ({ campaignNumber }: { readonly campaignNumber: number }) =>
      json({ rows: [{ campaignNumber, groupNumber: 1, keyword: 'ssd' }], totalRows: 1 });
    ports = {
      ...inMemoryPorts(({ url, body }) => {
        if (url.includes('keyword/search')) return keyword(JSON.parse(body!));
        const found = Object.keys(answers).find((part) => url.includes(part));
        return found ? answers[found]! : envelope({ TotalCount: 0 });
      }),
      demoShop: () => SHOP,
    };
    expect(served(ports, 'fillDemo')).toMatchObject({ added: 2, incomplete: ['Orders'] });
    // Simulates another execution that holds the workbook lock.
    let isBusy = true;
    const exclusively = <T>(work: () => T): T => {
      if (!isBusy) return work();
      isBusy = false;
      throw new MarketError('MARKET_TABLE', 'Another run is writing to this spreadsheet.');
    };
    delete (answers as Record<string, HttpResult>).orderinfo;
    ports = { ...ports, exclusively };
    expect(served(ports, 'fillDemo')).toMatchObject({ rows: 2, incomplete: ['Lookup report'] });
    expect(served(ports, 'fillDemo').incomplete).toEqual([]);
  });

  test("notes in the plan that demo calls do not use Google's daily quota", () => {
    const notes = () => served(ports, 'planPull', { operation: 'orders' }).notes;
    const told = expect.stringMatching(/Its calls count toward the hourly cap, not Google's daily quota/);
    saveConnection(ports, CONNECTION);
    expect(notes()).not.toContainEqual(told);
    ports = { ...ports, demoShop: () => ({ ...SHOP, baseUrl: `${DEMO_ADDRESS}/2025-06-16` }) };
    served(ports, 'startDemo');
    saveConnection(ports, { ...CONNECTION, baseUrl: `${DEMO_ADDRESS}/2025-06-16` });
    expect(notes()).toContainEqual(told);
  });

  test('keeps the first day of a recorded shop until it is removed', () => {
    const open = (day: string) => {
      ports = { ...ports, demoShop: () => ({ ...SHOP, baseUrl: `${DEMO_ADDRESS}/${day}` }) };
      return served(ports, 'startDemo').connection.baseUrl;
    };
    expect(open('2025-06-16')).toBe(`${DEMO_ADDRESS}/2025-06-16`);
    expect(open('2025-06-20')).toBe(`${DEMO_ADDRESS}/2025-06-16`);
    remove();
    expect(open('2025-06-20')).toBe(`${DEMO_ADDRESS}/2025-06-20`);
    ports = { ...ports, demoShop: () => SHOP };
    expect(served(ports, 'startDemo').connection.baseUrl).toBe(SHOP.baseUrl);
  });
});

describe('removing the demo', () => {
  test("has no effect if the demo isn't connected", () => {
    saveConnection(ports, CONNECTION);
    ports.book.create('Orders', []);
    expect(remove()).toBe('The demo shop is not connected.');
    expect(names()).toEqual(['Shop']);
    expect(ports.book.sheets.size).toBe(1);
  });

  test('removes the tables that the demo created and keeps older ones', () => {
    ports.book.create('Keywords', []);
    ports.book.create('Mine', []);
    served(ports, 'startDemo');
    const [first] = served(ports, 'startDemo').pulls;
    served(ports, 'startPull', first);
    expect([...ports.book.sheets.keys()]).toEqual(expect.arrayContaining(['Lookup report', 'Log', 'Status']));
    for (const name of [...tableNames(), 'Today', 'Today data'])
      if (!ports.book.find(name)) ports.book.create(name, []);
    ports.book.kept.push({ label: '', text: 'a line' });
    expect(remove()).toBe('Demo shop and its tables removed.');
    expect([...ports.book.sheets.keys()]).toEqual(['Keywords', 'Mine']);
    expect(ports.book.kept).toEqual([]);
    expect(names()).toEqual([]);
    expect(remove()).toBe('The demo shop is not connected.');
  });

  test('removes the tables of both starts if it was started twice', () => {
    ports.book.create('Orders', []);
    served(ports, 'startDemo');
    ports.book.remove('Orders');
    ports.book.create('Inventory', []);
    served(ports, 'startDemo');
    ports.book.create('Orders', []);
    expect([...JSON.parse(ports.document.get('demo.tables')!).value].sort()).toEqual([...tableNames()].sort());
    remove();
    expect(ports.book.sheets.size).toBe(0);
    expect(ports.document.get('demo.tables')).toBeNull();
  });

  describe('if another shop is connected', () => {
    const sellers = () =>
      [...ports.book.sheets.keys()].flatMap((table) => ports.book.rows(table).flatMap((row) => row['Seller ID'] ?? []));
    const kept = () => keptRuns(ports.book.journal).map(({ run }) => run);
    const conditions = () =>
      ports.book.rows('Jobs').map(({ Filter }) => /connection = ([^;]*)/.exec(String(Filter))?.[1]);

    beforeEach(() => {
      const list = [
        { OrderNumber: 1, OrderStatus: 0, ItemInfoList: [{ SellerPartNumber: 'A', MarketItemNumber: '9SIA' }] },
      ];
      const PageInfo = { TotalCount: 1, TotalPageCount: 1 };
      const answer = ({ url }: { readonly url: string }) =>
        url.includes('orderinfo') ? envelope({ OrderInfoList: list, PageInfo }) : envelope({ TotalCount: 0 });
      ports = { ...inMemoryPorts(answer), demoShop: () => SHOP };
      served(ports, 'startDemo');
      served(ports, 'saveConnection', CONNECTION);
      served(ports, 'setUpJobs');
      served(ports, 'refreshNow');
    });

    test("deletes the demo's rows and jobs, and keeps those of the other shop", () => {
      const of = (sellerId: string) => changes.find((row) => row['Seller ID'] === sellerId)!['Run ID'];
      const changes = ports.book.rows('Changes').filter(({ Table }) => Table === 'Orders');
      expect(kept().toSorted()).toEqual([of('A006'), of('D001')].toSorted());
      saveRun(ports.document, begin(ports, { operation: 'orders', params: { connection: 'Demo shop' } }));
      expect(sellers()).toContain('D001');
      expect(remove()).toMatch(/^Demo shop removed with [\d,]+ rows and 7 jobs\.$/);
      expect(names()).toEqual(['Shop']);
      expect(new Set(sellers())).toEqual(new Set(['A006']));
      expect(ports.book.rows('Orders')).toHaveLength(1);
      expect(new Set(conditions())).toEqual(new Set(['Shop']));
      const there = ports.book.rows('Jobs').map((row) => `job.${row['Row key']}`);
      const states = [...ports.document.values.keys()].filter((key) => key.startsWith('job.'));
      expect(states.filter((key) => !there.includes(key))).toEqual([]);
      expect(runsIn(ports.document.all())).toEqual([]);
      expect(ports.document.get('demo.tables')).toBeNull();
      expect(kept()).toEqual([of('A006')]);
      ports.wait(HOUR);
      expect(served(ports, 'refreshNow').message).not.toContain('failed');
      expect(
        ports.book
          .rows('Status')
          .map(({ Subject, State }) => `${Subject}: ${State}`)
          .join(),
      ).not.toMatch(/unknown|failing/);
      expect(served(ports, 'undoRun', of('A006')).removed).toBe(2);
    });

    test('keeps everything else if the removal is repeated after an interruption', () => {
      const { removeAll } = { removeAll: ports.user.remove };
      ports.user.remove = () => {
        throw new Error('Google ended the execution.');
      };
      expect(() => remove()).toThrow();
      ports.user.remove = removeAll;
      expect(remove()).toBe('Demo shop removed with 0 rows and 0 jobs.');
      expect([names(), new Set(sellers())]).toEqual([['Shop'], new Set(['A006'])]);
    });

    test('keeps the rows if the other connection has the same seller', () => {
      served(ports, 'saveConnection', { ...CONNECTION, sellerId: SHOP.sellerId });
      const before = ports.book.rows('Orders').length;
      expect(remove()).toBe('Demo shop removed with 0 rows and 7 jobs.');
      expect(ports.book.rows('Orders')).toHaveLength(before);
    });
  });

  test("keeps the schedule and the times of a colleague's shop", () => {
    served(ports, 'startDemo');
    served(ports, 'setUpJobs');
    notePulled(ports.document, ['Orders'], 'A006', START);
    remove();
    expect(tableAges(ports.document, START)).toMatchObject([{ table: 'Orders', sellerId: 'A006' }]);
    expect(ports.trigger.interval()).toBeDefined();
  });

  test('clears the schedule and its stored state', () => {
    served(ports, 'startDemo');
    served(ports, 'setUpJobs');
    served(ports, 'refreshNow');
    served(ports, 'startPull', { operation: 'orders' });
    updateInsights(ports);
    const kinds = () => [...ports.document.values.keys()].map((key) => key.split('.')[0]);
    expect(kinds()).toEqual(expect.arrayContaining(['beat', 'job', 'jobs', 'freshness', 'pulled', 'insights']));
    saveRun(ports.document, begin(ports, { operation: 'orders' }));
    remove();
    expect(kinds().filter((kind) => /^(beat|job|jobs|freshness|pulled|run|demo|insights)$/.test(kind!))).toEqual([]);
    expect(ports.trigger.interval()).toBeUndefined();
    expect(served(ports, 'schedule')).toMatchObject({ jobs: [], triggers: [], advice: null });
  });
});
