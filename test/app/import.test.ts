/** *Import my shop*, step by step, with the demo shop's recording as the marketplace. */
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { saveConnection } from '../../src/account/connections.ts';
import { finishImport, type ImportReport, importState, toImport } from '../../src/app/import.ts';
import { addressOn, answerFrom } from '../../src/demo/recorded-answer.ts';
import type { Recording } from '../../src/demo/recording.ts';
import { SOFT_STOP } from '../../src/limits/pacing.ts';
import type { HttpRequest, HttpResult } from '../../src/protocol/http.ts';
import { MarketError } from '../../src/protocol/market-error.ts';
import { readOnce } from '../../src/protocol/store.ts';
import { HOUR, MINUTE } from '../../src/protocol/time.ts';
import { runsIn } from '../../src/pull/stored-run.ts';
import { envelope, json, serviceError } from '../protocol/arrivals.ts';
import { CONNECTION, refused, served } from '../support/connected-ports.ts';
import { type InMemoryPorts, inMemoryPorts, START } from '../support/in-memory-ports.ts';
import { item, keepItems, ORDERS } from '../support/kept-items.ts';

const recorded = JSON.parse(
  readFileSync(new URL('../../src/demo/recording.json', import.meta.url), 'utf8'),
) as Recording;
const groups = recorded.groups.slice(0, 6);
const campaigns = new Set(groups.map(({ campaignNumber }) => String(campaignNumber)));
const short = <T>(lists: Readonly<Record<string, readonly T[]>>, most: number) =>
  Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.slice(0, most)]));
/** A smaller shop takes less time. */
const recording: Recording = {
  ...recorded,
  orders: recorded.orders.slice(0, 20),
  groups,
  keywords: short(
    Object.fromEntries(Object.entries(recorded.keywords).filter(([number]) => campaigns.has(number))),
    10,
  ),
  prices: Object.fromEntries(Object.entries(recorded.prices).map(([platform, items]) => [platform, short(items, 5)])),
};
const { sellerId, apiKey, secretKey } = recording;
const ADDRESS = CONNECTION.baseUrl;

function shop(request: HttpRequest): HttpResult {
  return answerFrom(recording, { ...request, url: request.url.replace(ADDRESS, addressOn('2025-06-16')) });
}

/** The marketplace asks to wait an hour. */
const ONE_HOUR: HttpResult = { ...serviceError('CE003', 429), headers: { 'retry-after': '3600' } };

const PATHS = {
  orders: 'order/orderinfo',
  'ad-performance': 'group/performance',
  inventory: 'inventorylist',
  keywords: 'keyword/search',
  'price-history': 'item/history/',
} as const;
type Step = keyof typeof PATHS;
const STEPS = Object.keys(PATHS);

let answers: Partial<Record<Step, (request: HttpRequest) => HttpResult>>;
let ports: InMemoryPorts;
/** Tabs that were opened. */
let opened: string[];
beforeEach(() => {
  answers = {};
  opened = [];
  ports = inMemoryPorts((request) => {
    const step = (Object.keys(PATHS) as Step[]).find((each) => request.url.includes(PATHS[each]))!;
    return (answers[step] ?? shop)(request);
  });
  ports.book.show = (tab) => opened.push(tab) > 0;
  saveConnection(ports, { ...CONNECTION, sellerId, apiKey, secretKey });
});

const start = (seconds?: number) => served(ports, 'startImport', 'Shop', seconds);
const states = ({ steps }: ImportReport) => steps.map(({ state }) => state);
const stepOf = ({ steps }: ImportReport, step: Step) => steps.find(({ operation }) => operation === step)!;
const requested = (step: Step) => ports.requests.filter(({ url }) => url.includes(PATHS[step]));
const openRuns = () => runsIn(ports.document.all());
const pages = () => Object.fromEntries(STEPS.map((step) => [step, requested(step as Step).length]));

describe('a plan', () => {
  test('makes no calls and states a minimum, because items and campaigns are not known yet', () => {
    const plan = served(ports, 'planImport');
    expect(plan).toMatchObject({ connection: 'Shop', state: 'planned', planned: { precision: 'at least' } });
    expect(plan.steps.map(({ operation }) => operation)).toEqual(STEPS);
    expect(states(plan)).toEqual(STEPS.map(() => 'planned'));
    expect(plan.planned.calls.byOperation).toMatchObject({ inventory: 1, keywords: 1, 'price-history': 1 });
    expect(plan.callsLeft).toBeGreaterThanOrEqual(STEPS.length);
    expect(ports.requests).toEqual([]);
    expect(importState(ports)).toBeNull();
  });

  test('of an unknown connection is refused', () => {
    expect(refused(ports, 'planImport', 'Other').code).toBe('MARKET_NO_CONNECTION');
  });
});

test("a user's sheet named Today does not fail the import", () => {
  ports.book.show = () => {
    throw new MarketError('MARKET_TABLE', 'Another sheet is already named "Today". Rename it, then try again.');
  };
  expect(start().state).toBe('done');
});

test('fills every table, turns the schedule on, logs each step, and opens Today', () => {
  expect(toImport(ports)).toEqual(['Shop']);
  const report = start();
  expect(report).toMatchObject({ state: 'done', callsLeft: 0, resumeAt: null });
  expect(states(report)).toEqual(STEPS.map(() => 'done'));
  for (const { operation, rows } of report.steps) expect(rows.added, operation).toBeGreaterThan(0);
  expect(report.actual.calls.byOperation).toEqual(pages());
  expect(report.notes).toEqual([expect.stringMatching(/jobs added\. The first run is at 8:10 AM\.$/)]);
  expect(ports.trigger.interval()).toBeDefined();
  expect(ports.book.rows('Log').map(({ What, State }) => [What, State])).toEqual(
    ['Price history', 'Keywords', 'Inventory', 'Ad performance', 'Orders'].map((what) => [what, 'done']),
  );
  expect(opened).toEqual(['Today']);
  expect(toImport(ports)).toEqual([]);
  expect(served(ports, 'state').import).toEqual(report);
});

test('requests 90 days of orders and 30 days of ads, until yesterday', () => {
  start();
  expect(JSON.parse(requested('orders')[0]!.body!)).toMatchObject({
    RequestBody: { RequestCriteria: { OrderDateFrom: '2025-03-18 00:00:00' } },
  });
  const ads = requested('ad-performance').map(({ url, body = '' }) => url + body);
  expect(ads[0]).toContain('2025-05-17');
  expect(ads.at(-1)).toContain('2025-06-15');
  expect(ads.join()).not.toContain('2025-06-16');
});

test('requests prices of items with sales or ads, most sold first, unless they are fresh', () => {
  start();
  const asked = requested('price-history').map(({ url }) => /history\/(\w+)\?/.exec(url)![1]!.toUpperCase());
  expect(new Set(asked).size).toBe(asked.length);
  const sales = new Map<string, number>();
  for (const line of ports.book.rows('Order lines')) {
    const item = String(line['Market item number']).toUpperCase();
    sales.set(item, (sales.get(item) ?? 0) + Number(line['Extend unit price']));
  }
  const advertised = ports.book
    .rows('Ad performance')
    .flatMap((row) => String(row['Product list']).toUpperCase().split(/\W+/));
  const active = new Set([...sales.keys(), ...advertised]);
  expect(asked.filter((item) => !active.has(item))).toEqual([]);
  expect(asked.length).toBeGreaterThan(10);
  const amounts = asked.map((item) => sales.get(item) ?? 0);
  expect(amounts).toEqual([...amounts].sort((one, other) => other - one));
  expect(new Set(amounts).size).toBeGreaterThan(5);
  ports.wait(6 * HOUR - 10 * MINUTE);
  start();
  expect(requested('price-history')).toHaveLength(asked.length);
  ports.wait(10 * MINUTE);
  start();
  expect(requested('price-history')).toHaveLength(2 * asked.length);
});

test('requests Canadian prices only of items without a fresh Canadian price', () => {
  start();
  const before = requested('price-history').length;
  saveConnection(ports, { ...CONNECTION, sellerId, apiKey, secretKey, storefronts: ['canadian'] });
  start();
  const asked = requested('price-history').slice(before);
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.every(({ url }) => url.includes('/can/'))).toBe(true);
  start();
  expect(requested('price-history')).toHaveLength(before + asked.length);
});

test('says why stock and prices are missing if a sheet of the user is named Catalog', () => {
  const { create } = ports.book;
  ports.book.create = (table, ...more) => {
    if (table === 'Catalog') throw new MarketError('MARKET_TABLE', 'Another sheet is already named "Catalog".');
    return create.call(ports.book, table, ...more);
  };
  const { notes, steps } = start();
  expect(notes.join('\n')).toMatch(/^Orders: Couldn't update the Catalog: Another sheet is already named "Catalog"/m);
  for (const title of ['Inventory', 'Price history'])
    expect(notes.join('\n')).toMatch(new RegExp(`^${title}: nothing new to load\\.$`, 'm'));
  expect(steps.filter(({ rows }) => rows.added === 0).map(({ operation }) => operation)).toEqual([
    'inventory',
    'price-history',
  ]);
});

describe('out of time', () => {
  test('continues with the same step, and repeats nothing', () => {
    let report = start(1);
    expect(states(report)).toEqual(['done', 'planned', 'planned', 'planned', 'planned']);
    expect(report.state).toBe('running');
    expect(opened).toEqual([]);
    for (let times = 0; times < 30 && report.state === 'running'; times++) report = served(ports, 'continueImport', 1);
    expect(report.state).toBe('done');
    expect(report.actual.calls.byOperation).toEqual(pages());
    expect(opened).toEqual(['Today']);
    expect(openRuns()).toEqual([]);
  });

  test('makes one batch of calls if planning a step took all the time', () => {
    start(1);
    const { planInput } = ports;
    const slow: typeof planInput = (of) => {
      ports.wait(MINUTE);
      return planInput(of);
    };
    Object.assign(ports, { planInput: slow });
    expect(stepOf(served(ports, 'continueImport', 30), 'ad-performance').state).toBe('running');
  });

  test('is finished by the schedule, once nobody else can be running it', () => {
    // Google ends the execution during its second step.
    answers['ad-performance'] = (request) => {
      ports.user.left = 0;
      return shop(request);
    };
    expect(() => start()).toThrow('killed');
    ports.user.left = Number.POSITIVE_INFINITY;
    answers = {};
    const left = () => importState(ports)!.callsLeft;
    const before = left();
    const heldUntil = START + SOFT_STOP + MINUTE;
    ports.wait(heldUntil - 1 - ports.clock.now());
    finishImport(ports, ports.clock.now() + 4 * MINUTE);
    expect(left()).toBe(before);
    ports.wait(1);
    finishImport(ports, ports.clock.now() + 4 * MINUTE);
    expect(importState(ports)!.state).toBe('done');
    const calls = ports.requests.length;
    finishImport(ports, ports.clock.now() + 4 * MINUTE);
    expect(ports.requests).toHaveLength(calls);
  });

  test('does nothing without an import, or after one that was canceled', () => {
    finishImport(ports, ports.clock.now() + MINUTE);
    expect(importState(ports)).toBeNull();
    start(1);
    served(ports, 'cancelImport');
    const calls = ports.requests.length;
    finishImport(ports, ports.clock.now() + MINUTE);
    expect(ports.requests).toHaveLength(calls);
  });
});

describe('canceled', () => {
  test('keeps its rows and jobs, and can be resumed', () => {
    start(1);
    const canceled = served(ports, 'cancelImport');
    expect(canceled).toMatchObject({ state: 'canceled', callsLeft: 0 });
    expect(states(canceled)).toEqual(['done', 'canceled', 'canceled', 'canceled', 'canceled']);
    expect(ports.book.rows('Orders').length).toBeGreaterThan(0);
    expect(ports.trigger.interval()).toBeDefined();
    const resumed = served(ports, 'continueImport');
    expect(resumed.state).toBe('done');
    expect(stepOf(resumed, 'orders')).toEqual(stepOf(canceled, 'orders'));
  });

  test('too late, stays done', () => {
    const done = start();
    expect(served(ports, 'cancelImport')).toEqual(done);
    expect(importState(ports)!.state).toBe('done');
  });

  test('ends the pull in progress', () => {
    start(1);
    expect(stepOf(served(ports, 'continueImport', 1), 'ad-performance').state).toBe('running');
    expect(openRuns()).toHaveLength(1);
    served(ports, 'cancelImport');
    expect(openRuns()).toEqual([]);
  });

  test("keeps the user's pulls of other operations", () => {
    answers.keywords = () => ONE_HOUR;
    const params = { campaignNumber: String(groups[0]!.campaignNumber) };
    expect(served(ports, 'startPull', { operation: 'keywords', params }).state).toBe('waiting');
    start(1);
    served(ports, 'cancelImport');
    expect(openRuns().map(({ operation }) => operation)).toEqual(['keywords']);
  });

  test('from another execution, stops after the current step', () => {
    answers.inventory = (request) => {
      served(ports, 'cancelImport');
      return shop(request);
    };
    const report = start();
    expect(report.state).toBe('canceled');
    expect(states(report)).toEqual(['done', 'done', 'done', 'canceled', 'canceled']);
    expect(importState(ports)!.state).toBe('canceled');
    answers = {};
    expect(served(ports, 'continueImport').state).toBe('done');
  });

  test('from another execution, is not continued by the schedule', () => {
    start(1);
    // Like the add-on's store, which an execution reads once.
    const { workbook, readAgain } = ports.user;
    const schedule = { ...ports, user: { ...readOnce(() => ports.user), workbook, readAgain } };
    schedule.user.all();
    served(ports, 'cancelImport');
    const calls = ports.requests.length;
    ports.wait(HOUR);
    finishImport(schedule, ports.clock.now() + MINUTE);
    expect(ports.requests).toHaveLength(calls);
    expect(importState(ports)!.state).toBe('canceled');
  });

  test.each(['cancelImport', 'continueImport'] as const)('"%s" is refused without an import', (name) => {
    expect(refused(ports, name).code).toBe('MARKET_ARGUMENT');
  });
});

test.each([
  [
    'renamed',
    (it: InMemoryPorts) => served(it, 'saveConnection', { ...CONNECTION, sellerId, before: 'Shop', name: 'New' }),
  ],
  ['removed', (it: InMemoryPorts) => served(it, 'removeConnection', 'Shop')],
])('ends when its connection is %s', (_, change) => {
  start(1);
  expect(importState(ports)).toMatchObject({ state: 'running' });
  change(ports);
  expect(importState(ports)).toBeNull();
  finishImport(ports, Number.POSITIVE_INFINITY);
  expect(refused(ports, 'continueImport').message).toContain('No import to resume');
});

describe('a step', () => {
  test('that fails does not stop the others, and its error is a note', () => {
    answers.inventory = () => serviceError('CE002');
    const report = start();
    expect(report.state).toBe('partial');
    expect(stepOf(report, 'inventory').state).toBe('failed');
    expect(stepOf(report, 'price-history').state).toBe('done');
    expect(report.notes.slice(1)).toEqual([expect.stringContaining('Inventory: The marketplace says: CE002')]);
  });

  test('for stock of a large Catalog says how many items are left', () => {
    const facts = Array.from({ length: 8000 }, (_, index) => item({ itemNumber: `9SIA${1e9 + index}` }));
    keepItems(ports.book, ORDERS, facts, START, { sellerId, isOnly: true });
    answers.inventory = () => envelope({ ItemList: [] });
    const report = start();
    expect(stepOf(report, 'inventory').state).toBe('done');
    expect(report.notes.slice(1)).toEqual([
      expect.stringMatching(/^Inventory: Too many items for one pull\. .*; [\d,]+ are left\./),
    ]);
    expect(requested('inventory').length).toBeGreaterThan(40);
  });

  test('without anything to pull is done', () => {
    answers['ad-performance'] = () => json({ rows: [], totalRows: 0 });
    answers.orders = () => envelope({ OrderInfoList: [], PageInfo: { TotalCount: 0, TotalPageCount: 0 } });
    const report = start();
    expect(report).toMatchObject({ state: 'done', callsLeft: 0 });
    expect(pages()).toMatchObject({ inventory: 0, keywords: 0, 'price-history': 0 });
  });

  test('that waits for calls is left to the schedule, and the next one starts', () => {
    answers.orders = () => ONE_HOUR;
    const report = start();
    expect(states(report)).toEqual(['waiting', 'done', 'done', 'done', 'done']);
    expect(report.state).toBe('waiting');
    expect(Date.parse(report.resumeAt!)).toBeGreaterThanOrEqual(START + HOUR);
  });

  test('that has nothing to load because an earlier one waits is left to the jobs', () => {
    answers.orders = () => ONE_HOUR;
    answers['ad-performance'] = () => json({ rows: [], totalRows: 0 });
    const { notes } = start();
    for (const title of ['Inventory', 'Keywords', 'Price history'])
      expect(notes).toContain(`${title}: nothing to load yet; your jobs will load it later.`);
  });

  test('for prices continues in the background, and the import counts as done', () => {
    let left = 5;
    answers['price-history'] = (request) => (left-- > 0 ? shop(request) : ONE_HOUR);
    const report = start();
    expect(report.state).toBe('done');
    expect(stepOf(report, 'price-history').state).toBe('waiting');
    expect(report).toMatchObject({ callsLeft: expect.any(Number), resumeAt: expect.stringMatching(/^2025-06-16T13/) });
    expect(report.callsLeft).toBeGreaterThan(0);
    expect(importState(ports)).toEqual(report);
    // Simulates the schedule, which continues and finishes the pull.
    ports.wait(2 * HOUR);
    left = 3;
    const [run] = openRuns();
    served(ports, 'continuePull', run!.id);
    expect(importState(ports)).toMatchObject({
      callsLeft: report.callsLeft - 3,
      resumeAt: expect.stringMatching(/^2025-06-16T15/),
    });
    answers = {};
    while (openRuns().length > 0) {
      ports.wait(2 * HOUR);
      served(ports, 'continuePull', run!.id);
    }
    const finished = importState(ports)!;
    const prices = stepOf(finished, 'price-history');
    expect([prices.state, prices.rows.added]).toEqual(['done', ports.book.rows('Price log').length]);
    expect(finished).toMatchObject({ callsLeft: 0, resumeAt: null, isScheduled: true });
  });

  test('is incomplete if its pull was canceled elsewhere', () => {
    answers.orders = () => ONE_HOUR;
    start();
    const [run] = openRuns();
    served(ports, 'cancelPull', run!.id);
    const report = importState(ports)!;
    expect(stepOf(report, 'orders').state).toBe('partial');
    expect(report.notes).toContain('Orders: canceled.');
  });

  test('is shown without a readable Log and without permission for the schedule', () => {
    answers.orders = () => ONE_HOUR;
    start();
    served(ports, 'cancelPull', openRuns()[0]!.id);
    ports.book.sheet('Log').cells[0]!.fill('Mine');
    ports.trigger.interval = () => {
      throw new MarketError('MARKET_BLOCKED', 'Denied.');
    };
    expect(importState(ports)).toMatchObject({ isScheduled: false });
  });
});

test('a step whose pull already waits for calls is not tried again and again', () => {
  let report = start(1);
  while (stepOf(report, 'ad-performance').state !== 'done') report = served(ports, 'continueImport', 1);
  answers.keywords = () => ONE_HOUR;
  const params = { connection: 'Shop', campaigns: 'all' };
  expect(served(ports, 'startPull', { operation: 'keywords', params }).state).toBe('waiting');
  report = served(ports, 'continueImport');
  expect([stepOf(report, 'keywords').state, report.state]).toEqual(['waiting', 'waiting']);
  expect(report.resumeAt).not.toBeNull();
});

test('reports why the schedule could not be turned on, and imports anyway', () => {
  ports.trigger.install = () => {
    throw new MarketError('MARKET_ARGUMENT', 'Authorization is required.');
  };
  const report = start();
  expect([report.state, report.isScheduled]).toEqual(['done', false]);
  expect(report.notes).toEqual([expect.stringContaining('Authorization is required.')]);
});
