/** However a job's execution ends, it leaves the correct state. A failed pull never completes the job. */
import { describe, expect, test } from 'vitest';
import { saveConnection } from '../../src/account/connections.ts';
import { fromPacific } from '../../src/protocol/dates.ts';
import type { HttpRequest, HttpResult } from '../../src/protocol/http.ts';
import { MarketError } from '../../src/protocol/market-error.ts';
import { storedText } from '../../src/protocol/store.ts';
import { DAY } from '../../src/protocol/time.ts';
import { begin } from '../../src/pull/begin.ts';
import type { Run, RunPurpose } from '../../src/pull/run.ts';
import { saveRun } from '../../src/pull/stored-run.ts';
import type { Job, JobState } from '../../src/schedule/job.ts';
import { afterPull, type PullEnd, started, statesIn } from '../../src/schedule/job-state.ts';
import { type JobEnd, noWarehouse, type Warehouse } from '../../src/schedule/ports.ts';
import { runJob, whenFree } from '../../src/schedule/run-job.ts';
import { viewOf } from '../../src/schedule/strategies/workbook-view.ts';
import { applyPlans } from '../../src/tables/apply.ts';
import { planRequests } from '../../src/tables/lookup-requests.ts';
import type { Exported } from '../../src/warehouse/export.ts';
import { envelope, serviceError } from '../protocol/arrivals.ts';
import { CONNECTION, connected } from '../support/connected-ports.ts';
import { type InMemoryPorts, inMemoryPorts } from '../support/in-memory-ports.ts';

const NOW = Date.UTC(2025, 5, 16, 12);
const [BEFORE, FIRST, ALL] = [{ covered: 1 }, { covered: 2 }, { covered: 2, watermark: 'z' }];
const JOB: Job = {
  id: 'j',
  dataset: 'orders',
  filter: {},
  every: { minutes: 10 },
  owner: '',
  isPaused: false,
  runsNow: false,
};
const LEASED: JobState = started({ failures: 0, strategyState: BEFORE }, 'Ann', 'run', NOW);

/** A cycle's first pull, by date, and its last pull, by number. */
const BY_DATE: RunPurpose = { job: 'j', isLast: false, endsCycle: true, strategyState: FIRST, inFull: true };
const LAST: RunPurpose = { job: 'j', isLast: true, endsCycle: true, strategyState: ALL, inFull: false };

const ended = (state: PullEnd['state'], more: Partial<PullEnd> = {}): PullEnd => ({
  state,
  resumeAt: null,
  stoppedBy: null,
  fellShort: 0,
  errors: [],
  ...more,
});

const told = (message: string) => ({ code: 'MARKET_KEY', message, serviceCode: null, httpStatus: null });

describe('after a pull', () => {
  const pulled = (state: PullEnd['state'], purpose: RunPurpose, more: Partial<PullEnd> = {}) =>
    afterPull(JOB, LEASED, ended(state, more), purpose, NOW);

  test('that is done, the job continues and its strategy state is saved', () => {
    expect(pulled('done', BY_DATE)).toEqual({ state: { ...LEASED, strategyState: FIRST }, canContinue: true });
  });

  test('that is the last of a cycle, the cycle is complete and the lease released', () => {
    const { state, canContinue } = pulled('done', LAST);
    expect(canContinue).toBe(false);
    expect(state).toMatchObject({ strategyState: ALL, doneAt: NOW, failures: 0 });
    expect(state.lease).toBeUndefined();
    expect(state.cycleAt).toBeUndefined();
  });

  test('that is the last before the strategy is asked again, the cycle continues', () => {
    const { state, canContinue } = pulled('done', { ...LAST, endsCycle: false });
    expect([canContinue, state.cycleAt, state.doneAt]).toEqual([true, NOW, undefined]);
  });

  test('by date that is only partial, the job fails, because no sheet shows the missing orders', () => {
    const { state, canContinue } = pulled('partial', BY_DATE);
    expect(canContinue).toBe(false);
    expect(state).toMatchObject({ strategyState: BEFORE, cycleAt: NOW, failures: 1 });
    expect(state.doneAt).toBeUndefined();
  });

  test('by number that is only partial, the cycle is complete, because the sheet shows the missing orders', () => {
    expect(pulled('partial', LAST).state).toMatchObject({ strategyState: ALL, doneAt: NOW });
  });

  test('that was cut short, the job fails and continues the cycle later', () => {
    const { state, canContinue } = pulled('partial', LAST, { stoppedBy: told('Unreachable.') });
    expect(canContinue).toBe(false);
    expect(state).toMatchObject({ strategyState: BEFORE, cycleAt: NOW, failures: 1 });
    expect([state.doneAt, state.error?.message]).toEqual([undefined, 'Unreachable.']);
  });

  test('with fewer records than announced, the job retries exactly once', () => {
    const short = { fellShort: 1 };
    expect(pulled('partial', LAST, short)).toMatchObject({ canContinue: false, state: { failures: 1 } });
    const again = afterPull(JOB, { ...LEASED, failures: 1 }, ended('partial', short), LAST, NOW);
    expect(again.state).toMatchObject({ strategyState: ALL, doneAt: NOW, failures: 0 });
  });

  test.each<[string, Partial<PullEnd>, number, boolean]>([
    ['falls short for the first time', { fellShort: 1 }, 0, false],
    ['falls short again', { fellShort: 1 }, 1, true],
    ['also has another error', { fellShort: 1, errors: [1, 2].map(() => told('No.')) }, 1, false],
  ])('that must be complete and %s', (_, more, failures, isEnough) => {
    const { canContinue } = afterPull(JOB, { ...LEASED, failures }, ended('partial', more), BY_DATE, NOW);
    expect(canContinue).toBe(isEnough);
  });

  test.each(['running', 'waiting'] as const)('that is %s, the job resumes when calls are free', (state) => {
    const held = pulled(state, LAST, { resumeAt: NOW + 5 });
    expect(held.canContinue).toBe(false);
    expect(held.state).toMatchObject({ strategyState: BEFORE, notBefore: NOW + 5, failures: 0 });
    expect(held.state.lease).toBeUndefined();
  });

  test("that failed, the job stores the stop's message, otherwise the first error's, otherwise a default", () => {
    const messageOf = (more: Partial<PullEnd>) => pulled('failed', LAST, more).state.error?.message;
    expect(messageOf({ stoppedBy: told('Stopped.'), errors: [told('First.')] })).toBe('Stopped.');
    expect(messageOf({ errors: [told('First.'), told('Second.')] })).toBe('First.');
    expect(messageOf({})).toBe('The pull failed.');
  });
});

/**
 * A shop with two open orders, which it returns as new only once. Tests can make requests by date or by number fail.
 */
class Shop {
  readonly ports: InMemoryPorts = inMemoryPorts((request) => this.#answer(request));
  failing: 'date' | 'number' | undefined;
  /** How long a call takes, in milliseconds. */
  takes = 0;
  /** Requests in order, by date or by number. */
  readonly asked: string[] = [];

  constructor() {
    const keys = { apiKey: 'the-api-key-1', secretKey: 'the-secret-key-1' };
    const baseUrl = 'https://api.shop.example';
    saveConnection(this.ports, { name: 'My shop', baseUrl, sellerId: 'A123', ...keys });
  }

  #answer({ body }: HttpRequest): HttpResult {
    const { OrderNumberList } = JSON.parse(body!).RequestBody.RequestCriteria ?? {};
    const by = OrderNumberList ? 'number' : 'date';
    this.asked.push(by);
    this.ports.wait(this.takes);
    if (this.failing === by) return serviceError('XX9', 400, 'No.');
    const isFirst = this.asked.length === 1;
    const numbers = OrderNumberList?.OrderNumber.map(String) ?? (isFirst ? ['101', '102'] : []);
    const OrderInfoList = numbers.map((OrderNumber: string) => ({
      SellerID: 'A123',
      OrderNumber,
      OrderStatus: 0,
      OrderDate: '06/15/2025 09:00:00',
      ItemInfoList: [],
      PackageInfoList: [],
    }));
    return envelope({ PageInfo: { TotalCount: numbers.length, TotalPageCount: 1 }, OrderInfoList });
  }

  run(leased: JobState, unfinished?: Run, job = JOB, ports = this.ports) {
    const now = ports.clock.now();
    const terms = { why: 'schedule', until: now + 200_000, interval: 600_000, asleep: 0 } as const;
    const view = viewOf(ports.book, now);
    return runJob(ports, terms, { job, leased, unfinished }, view);
  }

  leased(before: JobState = { failures: 0 }): JobState {
    return started(before, 'Ann', 'run', this.ports.clock.now());
  }

  /** A pull begun by an earlier execution of the job. */
  unfinished(purpose: RunPurpose): Run {
    const params = { orderNumbers: ['101'] };
    return begin(this.ports, { operation: 'orders', params, why: 'schedule' }, purpose);
  }
}

describe('an orders job', () => {
  test('pulls new orders by date, then open ones by number, and completes its cycle', () => {
    const shop = new Shop();
    const first = shop.run(shop.leased());
    expect(shop.asked).toEqual(['date']);
    expect(first.state).toMatchObject({ failures: 0, doneAt: expect.any(Number) });
    shop.ports.wait(600_000);
    shop.asked.splice(0, Number.POSITIVE_INFINITY, '-');
    const second = shop.run(shop.leased(first.state));
    expect(shop.asked).toEqual(['-', 'date', 'number']);
    expect(second.state.lease).toBeUndefined();
    expect(second.state.strategyState!.covered).toBeGreaterThan(Number(first.state.strategyState!.covered));
    expect(second.runs.map(({ state }) => state)).toEqual(['done', 'done']);
  });

  test('repeats a failed pull by date, but not if only the later pull by number failed', () => {
    const shop = new Shop();
    const { state } = shop.run(shop.leased());
    shop.ports.wait(600_000);
    shop.failing = 'date';
    const byDate = shop.run(shop.leased(state));
    expect(byDate.state).toMatchObject({ failures: 1, strategyState: state.strategyState });
    shop.failing = 'number';
    const byNumber = shop.run(shop.leased(byDate.state));
    expect(byNumber.state.failures).toBe(2);
    shop.failing = undefined;
    shop.asked.splice(0, Number.POSITIVE_INFINITY, '-');
    expect(shop.run(shop.leased(byNumber.state)).state.failures).toBe(0);
    expect(shop.asked).toEqual(['-', 'number']);
  });

  test('resumes an unfinished pull, then continues with its strategy', () => {
    const shop = new Shop();
    const { state } = shop.run(shop.leased());
    shop.ports.wait(600_000);
    const leased = shop.leased(state);
    const newAt = { ...state.strategyState, newAt: leased.cycleAt! };
    shop.asked.splice(0, Number.POSITIVE_INFINITY, '-');
    const left = shop.unfinished({ ...BY_DATE, strategyState: newAt });
    expect(shop.run(leased, left).state.doneAt).toBeGreaterThan(state.doneAt!);
    expect(shop.asked).toEqual(['-', 'number', 'number']);
  });

  test("is complete after an unfinished pull that was its cycle's last", () => {
    const shop = new Shop();
    const end = shop.run(shop.leased(), shop.unfinished(LAST));
    expect(shop.asked).toEqual(['number']);
    expect(end.state).toMatchObject({ strategyState: ALL, failures: 0 });
    expect(end.state.lease).toBeUndefined();
  });

  test('saves the strategy state and its lease before it deletes the stored pull', () => {
    const shop = new Shop();
    const leased = shop.leased();
    const left = { ...shop.unfinished(LAST), executions: 1 };
    const { document } = shop.ports;
    document.set('job.j', storedText(leased, 1));
    saveRun(document, left);
    const seen: unknown[] = [];
    const remove = (key: string) => {
      if (key.startsWith('run.')) seen.push(statesIn(document.all()).j);
      document.remove(key);
    };
    shop.run(leased, left, JOB, { ...shop.ports, document: { ...document, remove } });
    expect(seen).toEqual([expect.objectContaining({ strategyState: ALL, lease: leased.lease })]);
  });

  test('resumes an unfinished pull of its shop, even if the connection was renamed', () => {
    const shop = new Shop();
    const left = { ...shop.unfinished(LAST), sellerId: 'a123', connection: 'Another name' };
    expect(shop.run(shop.leased(), left).state.strategyState).toEqual(ALL);
    expect(shop.asked).toEqual(['number']);
  });

  test('starts over if the unfinished pull belongs to another shop', () => {
    const shop = new Shop();
    const left = { ...shop.unfinished(LAST), sellerId: 'A999' };
    expect(shop.run(shop.leased(), left).state.strategyState).toMatchObject({ sellerId: 'A123' });
    expect(shop.asked).toEqual(['date']);
  });

  test('starts over if the unfinished pull began before this cycle', () => {
    const shop = new Shop();
    const left = { ...shop.unfinished(LAST), startedAt: 0 };
    expect(shop.run(shop.leased(), left).state.strategyState).toMatchObject({ sellerId: 'A123' });
    expect(shop.asked).toEqual(['date']);
  });

  test('covers its period again after a change of its filter, but not of its connection', () => {
    const shop = new Shop();
    const begins = (filter: Job['filter'], { state }: Pick<JobEnd, 'state'>) => {
      const { runs, ...end } = shop.run(shop.leased(state), undefined, { ...JOB, filter });
      return {
        ...end,
        days: Math.round((NOW - fromPacific(Date.parse(`${runs[0]!.params.orderDateFrom}Z`)).at) / DAY),
      };
    };
    const first = begins({ status: '4' }, { state: { failures: 0 } });
    const renamed = begins({ status: '4', connection: 'My shop' }, first);
    expect([first.days, renamed.days, begins({}, renamed).days]).toEqual([7, 0, 7]);
  });

  test('fails with an error code if its connection is gone', () => {
    const shop = new Shop();
    shop.ports.user.remove('connection.My shop');
    expect(shop.run(shop.leased()).state).toMatchObject({
      failures: 1,
      error: { code: 'MARKET_NO_CONNECTION' },
    });
  });

  test('explains how to fix a filter that names a missing connection', () => {
    const shop = new Shop();
    const job = { ...JOB, filter: { connection: 'Gone' } };
    const { error } = shop.run(shop.leased(), undefined, job).state;
    expect(error!.message).toBe(
      'There is no connection "Gone". Available: My shop. Change the connection in Filter, reconnect the shop under this name, or delete this row.',
    );
  });

  test.each([
    ['the next call is free', 100, [400_000, 900_000], 400_000],
    ['the next run of the schedule, without any free call', 100, [], 600_000],
    ["the next run of the schedule, if only Google's share is used up", 0, [-1, 0, 7000, 900_000], 600_000],
  ])('waits until %s', (_, fetches, free, notBefore) => {
    const shop = new Shop();
    const now = shop.ports.clock.now();
    const slots = free.map((at) => ({ at: now + at, count: 1 }));
    Object.assign(shop.ports, {
      fetchesLeft: () => fetches,
      availability: () => ({ cap: 10, probes: 0, free: slots, restarted: false }),
    });
    expect(shop.run(shop.leased()).state).toMatchObject({ endedAt: now, notBefore: now + notBefore });
    expect(shop.asked).toEqual([]);
  });
});

test('a job whose time is up after an unfinished pull continues with the next run', () => {
  const shop = new Shop();
  const leased = shop.leased();
  const unfinished = shop.unfinished(BY_DATE);
  shop.takes = 300_000;
  const { state, runs } = shop.run(leased, unfinished);
  expect(runs).toMatchObject([{ state: 'done' }]);
  expect(state.notBefore).toBe(shop.ports.clock.now());
});

describe('a warehouse job', () => {
  const job: Job = { ...JOB, dataset: 'warehouse', filter: { tables: ['Orders', 7], ownColumns: 'all' } };

  function exporting(sent: Exported, more: Partial<Warehouse> = {}) {
    const shop = new Shop();
    const asked: unknown[] = [];
    const send: Warehouse['send'] = (choice, until) => {
      asked.push([choice, until - shop.ports.clock.now()]);
      shop.ports.wait(3000);
      return sent;
    };
    Object.assign(shop.ports, { warehouse: { ...noWarehouse, waitsFor: () => undefined, send, ...more } });
    return { asked, now: shop.ports.clock.now(), end: shop.run(shop.leased(), undefined, job) };
  }

  test('sends the chosen tables, and is done and logged', () => {
    const { asked, now, end } = exporting({ state: 'done', rows: { Orders: 2, Packages: 1 }, calls: 4 });
    expect(asked).toEqual([[{ tables: ['Orders', '7'], ownColumns: undefined }, 200_000]]);
    expect(end).toMatchObject({
      state: { failures: 0, doneAt: now + 3000 },
      note: '3 rows sent to the warehouse.',
      runs: [],
      entries: [{ run: 'run', started: now, ended: now + 3000, why: 'schedule', state: 'done', calls: 4 }],
    });
    expect(end.state.lease).toBeUndefined();
  });

  test('says that nothing was left to send', () => {
    expect(exporting({ state: 'done', rows: {}, calls: 1 }).end.note).toBe('Everything has been sent.');
  });

  test.each([
    [undefined, 3000],
    [NOW + 600_000, 600_000],
  ])('continues with the next run, or at %s', (resumeAt, after) => {
    const { now, end } = exporting({ state: 'waiting', rows: { Orders: 1 }, calls: 2, resumeAt });
    expect(end.note).toBe('1 row sent to the warehouse. The next run sends the rest.');
    expect(end.state).toMatchObject({ failures: 0, endedAt: now + 3000, notBefore: now + after });
    expect(end.state.doneAt).toBeUndefined();
  });

  test('fails with the error of the warehouse', () => {
    const error = new MarketError('MARKET_QUOTA', 'The warehouse is full.');
    const { end } = exporting({ state: 'failed', rows: {}, calls: 1, error });
    expect(end.state).toMatchObject({ failures: 1, error: { code: 'MARKET_QUOTA' } });
    expect(end.note).toBe('0 rows sent to the warehouse. The next run sends the rest. The warehouse is full.');
  });

  test('waits without a failure until the warehouse is set up', () => {
    const { asked, end } = exporting({ state: 'done', rows: {}, calls: 0 }, { waitsFor: () => 'Choose a project.' });
    expect(asked).toEqual([]);
    expect(end).toMatchObject({ state: { failures: 0 }, waitsFor: 'Choose a project.', runs: [] });
  });
});

describe('a wrong request', () => {
  test("of a storefront that another connection of the shop has isn't a failure", () => {
    const ports = connected(() => envelope({}));
    saveConnection(ports, { ...CONNECTION, storefronts: ['main'], before: CONNECTION.name });
    const now = ports.clock.now();
    const request = { requestId: 'R1', storefront: 'canadian', sellerId: CONNECTION.sellerId };
    const { plans } = planRequests(ports.book, [request], now - DAY);
    applyPlans(ports.book, plans);
    const job: Job = { ...JOB, dataset: 'lookup-report' };
    const terms = { why: 'schedule', until: now + 200_000, interval: 600_000, asleep: 0 } as const;
    const of = { job, leased: started({ failures: 0 }, 'Ann', 'run', now), unfinished: undefined };
    const { state, note, runs } = runJob(ports, terms, of, viewOf(ports.book, now));
    expect([state.failures, runs]).toEqual([0, []]);
    expect(note).toContain('does not include the canadian storefront');
  });

  const lookups = (...requestId: string[]) => {
    const ports = connected(({ url, body = '' }) =>
      /BAD/i.test(url + body) ? serviceError('DF006', 400, 'Unknown.') : envelope({}),
    );
    const now = ports.clock.now();
    const job: Job = { ...JOB, dataset: 'lookup-report', filter: { requestId } };
    const terms = { why: 'schedule', until: now + 200_000, interval: 600_000, asleep: 0 } as const;
    const of = { job, leased: started({ failures: 0 }, 'Ann', 'run', now), unfinished: undefined };
    const { state, note, runs } = runJob(ports, terms, of, viewOf(ports.book, now));
    return { failures: state.failures, isDone: state.doneAt !== undefined, note, ends: runs.map((run) => run.state) };
  };

  test.each<[string, string[], Partial<ReturnType<typeof lookups>>]>([
    ['is reported', ['A1', 'BAD', 'C1'], { ends: ['done', 'failed', 'done'], isDone: true, failures: 0 }],
    ['that is the last one is reported', ['A1', 'BAD'], { ends: ['done', 'failed'], isDone: true, failures: 0 }],
    ['that is the only one is a failure', ['BAD'], { ends: ['failed'], isDone: false, failures: 1 }],
    ['that cannot be sent is reported', ['A1', 'C\ud83d'], { ends: ['done'], isDone: true, failures: 0 }],
  ])('%s and does not stop the others', (_, requests, expected) => {
    const end = lookups(...requests);
    expect(end).toMatchObject(expected);
    if (end.isDone) expect(end.note).toMatch(/^Some pulls failed: .*(Unknown|incomplete character)/);
  });
});

describe('the next call of a job is free', () => {
  test.each<[string, number[], Partial<Job>, number]>([
    ['with the first free slot', [5000, 9000], {}, 5000],
    ['now if no slot is known', [], {}, 0],
    ['now if its connection is gone, so that it can fail', [5000], { filter: { connection: 'Gone' } }, 0],
    ['now if it exports to the warehouse', [5000], { dataset: 'warehouse' }, 0],
  ])('%s', (_, free, of, expected) => {
    const { ports } = new Shop();
    const now = ports.clock.now();
    const slots = free.map((at) => ({ at: now + at, count: 1 }));
    Object.assign(ports, { availability: () => ({ cap: 10, probes: 0, free: slots, restarted: false }) });
    expect(whenFree(ports, { ...JOB, ...of } as Job) - now).toBe(expected);
  });

  test('unexpected errors are thrown', () => {
    const { ports } = new Shop();
    Object.assign(ports, {
      availability: () => {
        throw new TypeError('broken');
      },
    });
    expect(() => whenFree(ports, JOB)).toThrow('broken');
  });
});
