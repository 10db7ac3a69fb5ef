/** Fetches several formulas' tables in parallel, and returns each formula's own records. */
import { expect, test } from 'vitest';
import { type Found, queryOf } from '../../../src/formulas/query.ts';
import { askBatch, batchesOf } from '../../../src/formulas/queue/batches.ts';
import type { Gate, HttpRequest, HttpResult } from '../../../src/protocol/http.ts';
import { envelope, serviceError } from '../../protocol/arrivals.ts';
import { OPEN_GATE } from '../../protocol/open-gate.ts';
import { shop } from '../../protocol/shop.ts';

const CONNECTION = shop();

/** Queries the orders since a day in June. The number of 100-record pages in the response equals the day. */
const ordersFrom = (day: number) =>
  queryOf('orders', 'business', { orderDateFrom: `2025-06-0${day} 00:00:00`, version: '314' }, undefined, undefined);

interface Criteria {
  readonly RequestBody: {
    readonly PageIndex: string | number;
    readonly RequestCriteria: { readonly OrderDateFrom: string };
  };
}

function pageOf({ body }: HttpRequest): HttpResult {
  const { PageIndex, RequestCriteria } = (JSON.parse(body!) as Criteria).RequestBody;
  const days = Number(RequestCriteria.OrderDateFrom.slice(9, 10));
  if (days === 9) return serviceError('SO001', 400, 'Bad criteria');
  const pages = days === 8 ? 41 : days;
  const OrderInfoList = Array.from({ length: 100 }, (_, index) => ({
    OrderNumber: days * 10_000 + Number(PageIndex) * 100 + index,
  }));
  const PageInfo = { TotalCount: pages * 100, TotalPageCount: pages, PageSize: 100, PageIndex };
  return envelope({ PageInfo, OrderInfoList });
}

function ask(days: readonly number[], secondsACall: number, until: number) {
  let now = 0;
  const rounds: number[] = [];
  const clock = {
    now: () => now,
    sleep: (milliseconds: number) => {
      now += milliseconds;
    },
  };
  const http = {
    fetchAll: (requests: readonly HttpRequest[]) => {
      rounds.push(requests.length);
      now += secondsACall * 1000;
      return requests.map(pageOf);
    },
  };
  const [batch, ...others] = batchesOf(days.map(ordersFrom), CONNECTION);
  expect(others).toEqual([]);
  // The gate admits no calls after the deadline.
  const admit: Gate['admit'] = (wanted, most) =>
    now < until
      ? OPEN_GATE.admit(wanted, most)
      : { calls: 0, next: Number.POSITIVE_INFINITY, isReserved: true, because: 'cap' };
  const network = { http, clock, random: () => 0.5, gate: { ...OPEN_GATE, admit }, until };
  return { ...askBatch(network, CONNECTION, batch!), rounds };
}

const numbersOf = ({ records }: Found) =>
  new Set(records.map(({ orderNumber }) => Math.floor(Number(orderNumber) / 10_000)));

test('fetches all first pages, then the others, and separates the records', () => {
  const { found, rounds } = ask([1, 3, 2], 1, 60_000);
  expect(found.map(({ records }) => records.length)).toEqual([100, 300, 200]);
  expect(found.map(numbersOf)).toEqual([new Set([1]), new Set([3]), new Set([2])]);
  expect([rounds[0], rounds.reduce((sum, count) => sum + count)]).toEqual([3, 6]);
});

test('a refused query does not affect the others', () => {
  const { found } = ask([1, 9, 2], 1, 60_000);
  expect(found.map(({ refused, records }) => [refused?.code, records.length])).toEqual([
    [undefined, 100],
    ['MARKET_SERVICE', 0],
    [undefined, 200],
  ]);
});

test('a table too long for a formula takes one call and returns a suggestion', () => {
  const { found, rounds } = ask([2, 8], 1, 60_000);
  expect(found.map(({ refused, records }) => [refused?.message, records.length])).toEqual([
    [undefined, 200],
    [
      'This table has about 4,100 rows; a formula can return up to 4,000. Choose a shorter period or fewer items, or pull the table.',
      0,
    ],
  ]);
  expect(rounds.reduce((sum, count) => sum + count)).toBe(3);
});

test('at the deadline, one-page tables are complete and others are omitted', () => {
  const { found, isCut } = ask([1, 3, 1], 10, 5000);
  expect([found.map(({ records }) => records.length), isCut]).toEqual([[100, 100], true]);
});

/** Sends queries to a service that returns fewer records than the total it reports. */
function askedShort(queries: readonly ReturnType<typeof queryOf>[], answer: HttpResult): readonly Found[] {
  const clock = { now: () => 0, sleep: () => undefined };
  const http = { fetchAll: (requests: readonly HttpRequest[]) => requests.map(() => answer) };
  const [batch] = batchesOf(queries, CONNECTION);
  return askBatch({ http, clock, random: () => 0.5, gate: OPEN_GATE }, CONNECTION, batch!).found;
}

test('an item shows the error of its own call', () => {
  const clock = { now: () => 0, sleep: () => undefined };
  const refusal = ({ body }: HttpRequest) => serviceError('SO001', 400, body!.includes('"N0"') ? 'First' : 'Second');
  const http = { fetchAll: (requests: readonly HttpRequest[]) => requests.map(refusal) };
  const queries = Array.from({ length: 150 }, (_, index) =>
    queryOf('orders', 'business', { orderNumbers: [`N${index}`], version: '314' }, 'orderNumbers', undefined),
  );
  const [batch] = batchesOf(queries, CONNECTION);
  const { found } = askBatch({ http, clock, random: () => 0.5, gate: OPEN_GATE }, CONNECTION, batch!);
  const words = found.map(({ refused }) => /First|Second/.exec(refused!.message)![0]);
  expect(words).toEqual(queries.map((_, index) => (index < 100 ? 'First' : 'Second')));
});

test('an item shows the error of its own part of a call that was split', () => {
  const clock = { now: () => 0, sleep: () => undefined };
  const bad = /"N(10|60)"/;
  const respond = ({ body }: HttpRequest) => {
    if (bad.test(body!)) return serviceError('CE002', 400, 'Malformed.');
    const names: string[] = JSON.parse(body!).RequestBody.RequestCriteria.OrderNumberList.OrderNumber;
    const OrderInfoList = names.map((OrderNumber) => ({ OrderNumber }));
    return envelope({ PageInfo: { TotalCount: names.length, TotalPageCount: 1 }, OrderInfoList });
  };
  const http = { fetchAll: (requests: readonly HttpRequest[]) => requests.map(respond) };
  const queries = Array.from({ length: 100 }, (_, index) =>
    queryOf('orders', 'business', { orderNumbers: [`N${index}`], version: '314' }, 'orderNumbers', undefined),
  );
  const [batch] = batchesOf(queries, CONNECTION);
  const { found } = askBatch({ http, clock, random: () => 0.5, gate: OPEN_GATE }, CONNECTION, batch!);
  const refused = found.flatMap(({ query, refused }) => (refused ? [[query, refused] as const] : []));
  expect(new Set(refused.map(([, { message }]) => message)).size).toBe(2);
  for (const [{ params }, { details }] of refused)
    expect(details.identifiers).toContain([params.orderNumbers].flat()[0]);
});

test('refuses a table shorter than announced, and numbers missing from a shared call', () => {
  const order = (OrderNumber: string) => ({ OrderNumber });
  const short = (...orders: string[]) =>
    envelope({ PageInfo: { TotalCount: 3, TotalPageCount: 1 }, OrderInfoList: orders.map(order) });
  const [table] = askedShort([ordersFrom(1)], short('1', '2'));
  expect([table!.records, table!.refused?.code]).toEqual([[], 'MARKET_BAD_ANSWER']);
  const byNumber = ['1', '2', '3'].map((number) =>
    queryOf('orders', 'business', { orderNumbers: [number], version: '314' }, 'orderNumbers', undefined),
  );
  expect(askedShort(byNumber, short('1', '2')).map(({ records, refused }) => [records.length, refused?.code])).toEqual([
    [1, undefined],
    [1, undefined],
    [0, 'MARKET_BAD_ANSWER'],
  ]);
});

test.each([10_000_000, undefined])('one order takes one call, for any announced number of pages (%s)', (pages) => {
  let calls = 0;
  let now = 0;
  const clock = { now: () => now, sleep: () => undefined };
  // Every page is full and different, so only the limit stops paging.
  const page = () => Array.from({ length: 100 }, (_, index) => ({ OrderNumber: String(++calls * 1000 + index) }));
  const http = {
    fetchAll: (requests: readonly HttpRequest[]) => {
      now += 100;
      return requests.map(() =>
        envelope({ PageInfo: pages ? { TotalCount: pages * 100, TotalPageCount: pages } : {}, OrderInfoList: page() }),
      );
    },
  };
  const order = queryOf('orders', 'business', { orderNumbers: ['1'], version: '314' }, 'orderNumbers', undefined);
  const [batch] = batchesOf([order], CONNECTION);
  let requests = 0;
  const counted = {
    fetchAll: (all: readonly HttpRequest[]) => {
      requests += all.length;
      return http.fetchAll(all);
    },
  };
  askBatch({ http: counted, clock, random: () => 0.5, gate: OPEN_GATE, until: 20_000 }, CONNECTION, batch!);
  expect(requests).toBe(1);
});
