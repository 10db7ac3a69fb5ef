import { beforeEach, describe, expect, test } from 'vitest';
import { setConsent } from '../../src/account/consent.ts';
import { LEASE } from '../../src/limits/pacing.ts';
import type { HttpRequest, HttpResult } from '../../src/protocol/http.ts';
import { MarketError } from '../../src/protocol/market-error.ts';
import { DAY } from '../../src/protocol/time.ts';
import { begin, type PullRequest } from '../../src/pull/begin.ts';
import { execute } from '../../src/pull/pull.ts';
import { lastPulls, periodsRead } from '../../src/pull/remembered.ts';
import { reportOf } from '../../src/pull/report.ts';
import type { Run, RunPurpose } from '../../src/pull/run.ts';
import { loadRun, runsIn } from '../../src/pull/stored-run.ts';
import { envelope, json, serviceError } from '../protocol/arrivals.ts';
import { listCampaign } from '../support/bids.ts';
import { connected, priceLog } from '../support/connected-ports.ts';
import { BATCH_TIME, type InMemoryPorts, START } from '../support/in-memory-ports.ts';
import { item, keepItems, ORDERS } from '../support/kept-items.ts';

const PURPOSE: RunPurpose = { job: 'j', isLast: true, endsCycle: true, strategyState: {}, inFull: false };
const FOREVER = Number.POSITIVE_INFINITY;

let answer: (request: HttpRequest) => HttpResult;
let ports: InMemoryPorts;
beforeEach(() => {
  answer = priceLog;
  ports = connected((request) => answer(request));
});

const prices = (count: number): PullRequest => ({
  operation: 'price-history',
  params: { itemNumbers: Array.from({ length: count }, (_, index) => `9sia${index}`) },
});
const stored = () => runsIn(ports.document.all());
const orders =
  (count: number, announced = count) =>
  ({ body }: HttpRequest) => {
    const before = (JSON.parse(body!).RequestBody.PageIndex - 1) * 100;
    const length = Math.max(0, Math.min(count - before, 100));
    return envelope({
      PageInfo: { TotalCount: announced, TotalPageCount: Math.ceil(announced / 100) },
      OrderInfoList: Array.from({ length }, (_, index) => ({ OrderNumber: before + index })),
    });
  };

describe('the stored run', () => {
  const ended = (request: PullRequest, purpose?: RunPurpose) => {
    answer = () => {
      throw new Error('The execution was ended.');
    };
    expect(() => execute(ports, begin(ports, request, purpose), FOREVER)).toThrow('ended');
    return stored().map(({ state, heldUntil }) => [state, heldUntil]);
  };

  test("after a kill in the first slice is a user's pull, locked until the lease expires", () => {
    expect(ended(prices(1))).toEqual([['planned', START + LEASE]]);
  });

  test("after a kill doesn't exist for a preview or a job's pull", () => {
    expect(ended({ ...prices(1), preview: true })).toEqual([]);
    expect(ended(prices(1), PURPOSE)).toEqual([]);
  });

  test('during an execution contains each slice, and is locked', () => {
    const seen = new Set<string>();
    answer = (request) => {
      seen.add(JSON.stringify(stored().map(({ calls, heldUntil }) => [calls, heldUntil])));
      return priceLog(request);
    };
    const run = execute(ports, begin(ports, prices(45), PURPOSE), FOREVER);
    const held = START + LEASE;
    expect([...seen]).toEqual(['[]', `[[20,${held}]]`, `[[40,${held}]]`]);
    expect(run).toMatchObject({ state: 'done', heldUntil: null });
    expect(stored()).toEqual([]);
  });

  test.each<[RunPurpose | undefined]>([[undefined], [PURPOSE]])(
    'after an execution contains the rest of the run, and is unlocked (%o)',
    (purpose) => {
      const run = execute(ports, begin(ports, prices(45), purpose), START + 1);
      expect(run).toMatchObject({ state: 'running', calls: 20, heldUntil: null });
      const resumeAt = ports.clock.now();
      expect(loadRun(ports.document, run.id)).toEqual({
        ...run,
        received: undefined,
        resumeAt,
        purpose: run.purpose,
      });
      expect(execute(ports, run, FOREVER)).toMatchObject({ state: 'done', calls: 45, executions: 2 });
      expect(stored()).toEqual([]);
    },
  );
});

describe('the completion callback', () => {
  const callbacks = (before: Run, until = FOREVER) => {
    const seen: unknown[] = [];
    execute(ports, before, until, (run) => seen.push([run.state, loadRun(ports.document, run.id) !== undefined]));
    return seen;
  };
  const halfway = (purpose?: RunPurpose) => execute(ports, begin(ports, prices(45), purpose), START + 1);

  test('is called before the run is removed, for complete and partial runs', () => {
    expect(callbacks(halfway(PURPOSE))).toEqual([['done', true]]);
    const half = halfway(PURPOSE);
    answer = (request) => (request.url.includes('9sia44') ? serviceError('CT001') : priceLog(request));
    expect(callbacks(half)).toEqual([['partial', true]]);
  });

  test("isn't called for an unfinished, failed, or unstored run", () => {
    expect(callbacks(begin(ports, prices(45), PURPOSE), START + 1)).toEqual([]);
    expect(callbacks(begin(ports, prices(1), PURPOSE))).toEqual([]);
    answer = () => serviceError('InvalidToken', 401);
    expect(callbacks(begin(ports, prices(1)))).toEqual([]);
    expect(stored()).toHaveLength(1);
  });
});

describe('replanning after an execution', () => {
  const replanned = (request: PullRequest, until = FOREVER, purpose?: RunPurpose) => {
    const run = execute(ports, begin(ports, request, purpose), until);
    return { run, notes: reportOf(run, ports.clock.now()).notes };
  };

  /** Runs a pull, so that the next plan knows the number of pages. */
  const learned = () => execute(ports, begin(ports, prices(3)), FOREVER);

  test('adds no note if the execution went as planned', () => {
    learned();
    expect(replanned(prices(3))).toMatchObject({ run: { state: 'done' }, notes: [] });
  });

  test('adds no note if the first pages made the plan exact', () => {
    answer = orders(250);
    const { run } = replanned({ operation: 'orders' });
    expect([run.calls, run.planned.precision, run.replanNote]).toEqual([3, undefined, undefined]);
  });

  test('adds no note for a job or a failed pull', () => {
    expect(replanned(prices(45), START + 1, PURPOSE).run.replanNote).toBeUndefined();
    answer = () => serviceError('InvalidToken', 401);
    const { run } = replanned(prices(3));
    expect([run.state, run.replanNote]).toEqual(['failed', undefined]);
  });

  test('notes repeated calls', () => {
    learned();
    let faults = 1;
    answer = (request) => (faults-- > 0 ? { status: 503, headers: {}, text: '' } : priceLog(request));
    const { notes } = replanned(prices(3));
    expect(notes).toEqual([
      expect.stringMatching(/^Updated plan: 1 more call than planned; still finishing around 8:00 AM/),
    ]);
  });

  test('adds no note if the rest takes as long as planned', () => {
    const { run, notes } = replanned(prices(45), START + 1);
    expect([run.state, notes]).toEqual(['running', []]);
  });

  test('notes a refusal by the marketplace', () => {
    answer = () => serviceError('429', 429);
    const { run, notes } = replanned(prices(3));
    expect(run.state).toBe('waiting');
    expect(notes).toEqual([
      expect.stringMatching(
        /^Updated plan: the marketplace allows fewer calls per hour than planned; .*now finishing around \d+:\d\d AM instead of 8:00 AM\.$/,
      ),
    ]);
  });

  test("doesn't report the hourly limit as a refusal", () => {
    const { run, notes } = replanned(prices(520));
    expect(run).toMatchObject({ state: 'waiting', stoppedBy: { code: 'MARKET_CAP', httpStatus: null } });
    expect(notes.join()).not.toContain('allows fewer');
  });
});

describe('data for later pulls', () => {
  const planned = (request: PullRequest) => begin(ports, request).planned;

  test.each<[string, Partial<PullRequest>, RunPurpose | undefined, boolean]>([
    ['is known after a user’s pull', {}, undefined, true],
    ['is known after a preview', { preview: true }, undefined, true],
    ['is not known after a job’s pull', {}, PURPOSE, false],
  ])('the number of calls %s', (_, more, purpose, learned) => {
    answer = orders(250);
    execute(ports, begin(ports, { operation: 'orders', ...more }, purpose), FOREVER);
    expect(planned({ operation: 'orders' }).calls.byOperation).toEqual({ orders: learned ? 3 : 1 });
  });

  test.each<[string, Partial<PullRequest>, RunPurpose | undefined, boolean]>([
    ['is known after a user’s pull', {}, undefined, true],
    ['is not known after a preview', { preview: true }, undefined, false],
    ['is not known after a job’s pull, because the job stores it', {}, PURPOSE, false],
    ['is not known after a pull of one order', { params: { orderNumbers: [1] } }, undefined, false],
    ['is not known after a pull of your own numbers', { params: { sellerOrderNumbers: ['x'] } }, undefined, false],
    ['is not known after a pull of past orders', { params: { orderDateTo: '2025-06-15' } }, undefined, false],
    ['is not known after a pull of shipped orders', { params: { status: 'Shipped' } }, undefined, false],
    ['is known after a pull up to today', { params: { orderDateTo: '2025-06-16' } }, undefined, true],
  ])('the time of the last pull %s', (_, more, purpose, noted) => {
    answer = orders(1);
    execute(ports, begin(ports, { operation: 'orders', ...more }, purpose), FOREVER);
    const at = START + BATCH_TIME;
    expect(lastPulls(ports.document)).toEqual(
      noted ? { Orders: { A006: at }, 'Order lines': { A006: at }, Packages: { A006: at } } : {},
    );
  });

  const june = (day: number) => Date.UTC(2025, 5, day, 7);
  test.each<[string, Partial<PullRequest>, RunPurpose | undefined, readonly number[] | undefined]>([
    ['everything', {}, undefined, [Date.parse('1970-01-01T08:00:00Z'), START]],
    [
      'past orders',
      { params: { orderDateFrom: '2025-06-02', orderDateTo: '2025-06-10' } },
      PURPOSE,
      [june(2), june(11)],
    ],
    ['up to now', { params: { orderDateFrom: '2025-06-02', orderDateTo: '2025-06-16' } }, undefined, [june(2), START]],
    ['nothing in a preview', { preview: true }, undefined, undefined],
    ['no period with one order', { params: { orderNumbers: [1] } }, undefined, undefined],
    ['no period with shipped orders', { params: { status: 'Shipped' } }, PURPOSE, undefined],
  ])('a pull of orders reads %s', (_, more, purpose, period) => {
    answer = orders(1);
    execute(ports, begin(ports, { operation: 'orders', ...more }, purpose), FOREVER);
    expect(periodsRead(ports.document)('Orders', 'A006')).toEqual(period);
  });

  test('a failed pull of orders reads no period, but one with a wrong total does', () => {
    const read = (pages: (request: HttpRequest) => HttpResult) => {
      answer = pages;
      execute(ports, begin(ports, { operation: 'orders' }), FOREVER);
      return periodsRead(ports.document)('Orders', 'A006')?.[1];
    };
    expect(read(() => json({}, 500))).toBeUndefined();
    expect(read(orders(120, 150))).toBeDefined();
  });

  test.each<[string, string, Record<string, unknown>, string | undefined]>([
    ['of all items', 'inventory', { items: 'catalog' }, 'Inventory'],
    ['of a list with all items', 'inventory', { values: ['9SIA0', '9sia1', '9SIA2'] }, 'Inventory'],
    ['of a list with all items by part number', 'inventory', { values: ['P-0', '9SIA1', 'p-2'] }, 'Inventory'],
    ['of some items', 'inventory', { values: ['9SIA0', '9SIA1', 'X3'] }, undefined],
    ['of unknown items', 'inventory', { values: ['X1', 'X2', 'X3'] }, undefined],
    ['of one warehouse country', 'inventory', { items: 'catalog', warehouseList: ['USA'] }, undefined],
    ['of the prices of all items', 'price-history', { items: 'catalog' }, 'Price log'],
    ['of the prices of one item', 'price-history', { itemNumbers: ['9SIA0'] }, undefined],
    ['of all keywords', 'keywords', { campaigns: 'all' }, 'Keywords'],
    ['of the keywords of all campaigns', 'keywords', { campaignNumber: ['7', '8'] }, 'Keywords'],
    ['of the keywords of one campaign', 'keywords', { campaignNumber: ['8'] }, undefined],
    ['of active keywords', 'keywords', { campaigns: 'all', activeStatus: 'Active' }, undefined],
    ['of ads up to yesterday', 'ad-performance', { fromDate: '2025-06-15', toDate: '2025-06-15' }, 'Ad performance'],
    ['of earlier ads', 'ad-performance', { fromDate: '2025-06-13', toDate: '2025-06-14' }, undefined],
    [
      'of the ads of one campaign',
      'ad-performance',
      { fromDate: '2025-06-15', toDate: '2025-06-15', campaignNumber: '1' },
      undefined,
    ],
  ])('the time of the last pull is known only if the pull read everything: %s', (_, operation, params, table) => {
    const facts = ['0', '1', '2'].map((id) => item({ itemNumber: `9SIA${id}`, sellerPartNumber: `P-${id}` }));
    keepItems(ports.book, ORDERS, facts, START);
    listCampaign(ports);
    answer = (request) => {
      if (request.url.includes('sponsored')) return json({ totalRows: 0, rows: [] });
      return request.url.includes('history') ? priceLog(request) : envelope({ ItemList: [] });
    };
    expect(execute(ports, begin(ports, { operation, params }), FOREVER)).toMatchObject({ state: 'done' });
    expect(Object.keys(lastPulls(ports.document))).toEqual(table === undefined ? [] : [table]);
  });

  test("isn't stored by a partial pull", () => {
    answer = (request) => (request.url.includes('9sia1?') ? serviceError('CT001') : priceLog(request));
    const run = execute(ports, begin(ports, prices(3)), FOREVER);
    expect(run.state).toBe('partial');
    expect(lastPulls(ports.document)).toEqual({});
    expect(planned(prices(3)).cells).toBe(0);
  });
});

describe('formulas receive', () => {
  test.each<[string, Partial<PullRequest>, RunPurpose | undefined, number]>([
    ['the records of a user’s pull', {}, undefined, 3],
    ['no records from a preview', { preview: true }, undefined, 0],
    ['no records from a job’s pull, which may skip records of an item', {}, PURPOSE, 0],
  ])('%s', (_, more, purpose, units) => {
    const handed: string[] = [];
    ports.share = ({ name }, operation, storefront, complete) => {
      for (const { records } of complete) handed.push(`${name} ${operation} ${storefront} ${records.length}`);
    };
    execute(ports, begin(ports, { ...prices(3), ...more }, purpose), FOREVER);
    expect(handed).toEqual(Array.from({ length: units }, () => 'Shop price-history main 2'));
  });
});

describe('refused identifiers', () => {
  /** A service that rejects a whole call because of one bad identifier. */
  function stock({ body }: HttpRequest): HttpResult {
    const { Values } = JSON.parse(body!) as { Values: string[] };
    if (Values.includes('bad')) return serviceError('CT001');
    return envelope({ ItemList: Values.map((value) => ({ SellerPartNumber: value })) });
  }
  const request = { operation: 'inventory', params: { values: ['a', 'b', 'bad'], type: '1' } };

  test('are requested separately by the next pull', () => {
    answer = stock;
    execute(ports, begin(ports, request), FOREVER);
    expect([...begin(ports, request).identifiers].filter(([, { apart }]) => apart)).toMatchObject([
      ['bad', { apart: expect.any(String) }],
    ]);
  });
});

describe('a lookup request ID', () => {
  const request: PullRequest = { operation: 'lookup-report', params: { requestId: 'R1' } };
  const listed = () => (ports.book.find('Lookup requests') ? ports.book.rows('Lookup requests') : []);

  test('is listed after a pull for pulling it again', () => {
    answer = () => envelope({ PageInfo: { TotalCount: 1, TotalPageCount: 1 }, ItemList: [{ UPC: '1' }] });
    const holds = ports.holds;
    execute(ports, begin(ports, request), FOREVER);
    expect(listed()).toMatchObject([{ 'Request ID': 'R1' }]);
    expect(ports.holds).toBeGreaterThan(holds + 1);
  });

  test.each<[string, Partial<PullRequest>, HttpResult]>([
    ['after a preview', { preview: true }, envelope({ ItemList: [] })],
    ['after a failed pull', {}, serviceError('InvalidToken', 401)],
  ])("isn't listed %s", (_, more, said) => {
    answer = () => said;
    execute(ports, begin(ports, { ...request, ...more }), FOREVER);
    expect(listed()).toEqual([]);
  });

  test("isn't listed by an operation without request IDs", () => {
    answer = orders(1);
    execute(ports, begin(ports, { operation: 'orders' }), FOREVER);
    expect(ports.book.find('Lookup requests')).toBeUndefined();
  });
});

describe('buyer data beyond the retention time', () => {
  const order = { OrderNumber: 1, OrderDate: '06/15/2025 09:00:00', CustomerName: 'Zoe' };
  const names = () => ports.book.rows('Orders').map((row) => row['Customer name']);

  test.each([
    [29, false, 'Zoe'],
    [32, false, ''],
    [32, true, 'Zoe'],
  ])('is removed by a pull %i days later (preview: %o)', (days, preview, left) => {
    let list: readonly object[] = [order];
    answer = () => envelope({ OrderInfoList: list, PageInfo: { TotalCount: 1, TotalPageCount: 1 } });
    setConsent(ports, { buyerData: true, retentionDays: 30 });
    execute(ports, begin(ports, { operation: 'orders' }), FOREVER);
    expect(names()).toEqual(['Zoe']);
    list = [];
    ports.wait(days * DAY);
    execute(ports, begin(ports, { operation: 'orders', preview }), FOREVER);
    expect(names()).toEqual([left]);
  });

  test('is kept, with a note, while another execution holds the lock', () => {
    answer = () => envelope({ OrderInfoList: [order], PageInfo: { TotalCount: 1, TotalPageCount: 1 } });
    setConsent(ports, { buyerData: true, retentionDays: 30 });
    execute(ports, begin(ports, { operation: 'orders' }), FOREVER);
    ports.wait(32 * DAY);
    answer = () => envelope({ OrderInfoList: [], PageInfo: { TotalCount: 0, TotalPageCount: 1 } });
    const { exclusively } = ports;
    let holds = 0;
    // The first lock is for writing the new rows.
    ports.exclusively = (work) => {
      if (++holds > 1) throw new MarketError('MARKET_TABLE', 'Another run is writing.');
      return exclusively(work);
    };
    const run = execute(ports, begin(ports, { operation: 'orders' }), FOREVER);
    expect([run.state, holds, names()]).toEqual(['done', 2, ['Zoe']]);
    expect(run.notes).toContain("Couldn't remove old buyer data: Another run is writing.");
  });
});

test("a failed call leaves a user's pull neither stored nor recorded as the last pull", () => {
  answer = () => json({}, 500);
  const run = execute(ports, begin(ports, prices(1)), FOREVER);
  expect(run.state).toBe('failed');
  expect([stored(), lastPulls(ports.document)]).toEqual([[], {}]);
});

test('waits for a minute if the user keeps moving rows', () => {
  answer = orders(3);
  execute(ports, begin(ports, { operation: 'orders' }), FOREVER);
  ports.book.sheet('Orders').cellsIn = () => [['moved']];
  const run = execute(ports, begin(ports, { operation: 'orders' }), FOREVER);
  expect([run.state, run.stoppedBy?.code]).toEqual(['waiting', 'MARKET_TABLE']);
  expect(run.resumeAt! - ports.clock.now()).toBe(60_000);
});

describe('a first pull', () => {
  test.each([
    ['whose pages fit in one slice', 300, undefined],
    ['whose first slice announces the rest', 2500, 'about'],
  ])('%s is planned before its first row is written', (_, count, precision) => {
    answer = orders(count);
    const before = begin(ports, { operation: 'orders' });
    expect(reportOf(before, START)).toMatchObject({
      planned: { calls: { byOperation: { orders: 1 } }, cells: 0, precision: 'at least' },
      notes: ['Size unknown until the first page loads.'],
    });
    const running = execute(ports, before, START + 15_000);
    expect(running.planned.precision).toBe(precision);
    const done = execute(ports, running, FOREVER);
    expect(running.planned.calls.byOperation).toEqual({ orders: done.calls });
    expect(Math.abs(running.planned.cells / done.cells - 1)).toBeLessThan(0.02);
    expect(reportOf(done, START).planned).toEqual(running.planned);
    expect(ports.book.rows('Orders')).toHaveLength(count);
  });

  test('of many units is planned from its first units', () => {
    const running = execute(ports, begin(ports, prices(45)), START + 1);
    expect(running.planned).toMatchObject({
      calls: { byOperation: { 'price-history': 45 } },
      precision: 'about',
    });
    expect(running.planned.cells).toBe(execute(ports, running, FOREVER).cells);
  });

  test('names the binding limit and writes its first records before it waits', () => {
    answer = orders(150_000);
    const { planned, executions, state } = execute(ports, begin(ports, { operation: 'orders' }), START + 1);
    expect([planned.calls.byOperation.orders, planned.binding, executions, state]).toEqual([
      1500,
      'orders cap',
      1,
      'running',
    ]);
    expect(Date.parse(planned.finishAt)).toBeGreaterThan(START + 3_600_000);
  });

  test('without room in the workbook writes no rows', () => {
    ports.book.cells = () => 8_900_000;
    answer = orders(5000);
    const run = execute(ports, begin(ports, { operation: 'orders' }), FOREVER);
    expect([run.state, run.stoppedBy?.code, ports.book.find('Orders')]).toEqual(['failed', 'MARKET_TABLE', undefined]);
  });

  test('of a job keeps its plan', () => {
    answer = orders(250);
    expect(execute(ports, begin(ports, { operation: 'orders' }, PURPOSE), FOREVER).planned.calls.byOperation).toEqual({
      orders: 1,
    });
  });
});

test.each([[{}], [{ Orders: ['orderNumber'] }], [{ 'Price log': ['nothing'] }]])(
  'columns %o have no effect, so the run stores no columns',
  (columns) => {
    expect(begin(ports, { ...prices(1), columns })).not.toHaveProperty('chosen');
  },
);
