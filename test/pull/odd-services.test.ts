/** Services that miscount, reject certain identifiers, or echo their input. */
import { describe, expect, test } from 'vitest';
import { operations } from '../../src/operations/registry.ts';
import type { HttpRequest, HttpResult } from '../../src/protocol/http.ts';
import { type RememberedIdentifiers, recallRefused } from '../../src/pull/remembered.ts';
import { reportOf } from '../../src/pull/report.ts';
import { notedAs, type Run } from '../../src/pull/run.ts';
import type { TabledOperation } from '../../src/tables/table.ts';
import { arrival, envelope, json, serviceError } from '../protocol/arrivals.ts';
import { shop } from '../protocol/shop.ts';
import { begun } from '../support/begun-run.ts';
import { executed } from '../support/executed.ts';
import { type InMemoryPorts, inMemoryPorts, START } from '../support/in-memory-ports.ts';

const { inventory, orders, keywords } = operations;
const history = operations['price-history'];
const ads = operations['ad-performance'];

function run(
  ports: InMemoryPorts,
  operation: TabledOperation,
  input: object,
  before: RememberedIdentifiers = new Map(),
): Run {
  const run = begun(operation, input, { before });
  return executed(ports, run);
}

const bodyOf = ({ body }: HttpRequest) => JSON.parse(body!);
const numbers = (count: number) => Array.from({ length: count }, (_, index) => `9SI${index + 1}`);

/** Returns stock of all values; a call with a value in `bad` fails as a whole. */
function stockBut(bad: readonly string[], refusal: HttpResult = serviceError('CT001')) {
  return (request: HttpRequest): HttpResult => {
    const values = bodyOf(request).Values as string[];
    if (values.some((value) => bad.includes(value))) return refusal;
    return envelope({ ItemList: values.map((ItemNumber) => ({ ItemNumber })), TotalCount: values.length });
  };
}

/** Orders numbered from `first` down to 1, newest first, in pages of 100; `info` is the page's PageInfo. */
function pages(count: (page: number) => number, info: (page: number) => object) {
  return (request: HttpRequest): HttpResult => {
    const page = bodyOf(request).RequestBody.PageIndex as number;
    const total = count(page);
    const size = Math.max(0, Math.min(100, total - (page - 1) * 100));
    const OrderInfoList = Array.from({ length: size }, (_, index) => ({
      SellerID: 'A006',
      OrderNumber: total - (page - 1) * 100 - index,
    }));
    return envelope({ PageInfo: info(page), OrderInfoList });
  };
}

describe('wrong totals', () => {
  test.each([
    ['zero pages', { TotalPageCount: 0, TotalCount: 250 }],
    ['one page', { TotalPageCount: 1, TotalCount: 250 }],
    ['a total of zero', { TotalCount: 0 }],
    ['no total', {}],
  ])('case 76, case 86: no order is lost when a full page announces %s', (_, info) => {
    const ports = inMemoryPorts(
      pages(
        () => 250,
        () => info,
      ),
    );
    expect(run(ports, orders, {})).toMatchObject({ state: 'done' });
    expect(ports.book.rows('Orders')).toHaveLength(250);
    expect(ports.requests.length).toBeLessThanOrEqual(4);
  });

  test('case 87: no order is lost if a new one is added between two pages', () => {
    const ports = inMemoryPorts(
      pages(
        (page) => (page === 1 ? 200 : 201),
        (page) => ({ TotalCount: page === 1 ? 200 : 201, TotalPageCount: page === 1 ? 2 : 3 }),
      ),
    );
    run(ports, orders, {});
    const found = ports.book.rows('Orders').map((row) => Number(row['Order number']));
    expect(Math.min(...found)).toBe(1);
    expect(new Set(found).size).toBe(found.length);
  });

  test('lookup positions are in order if the last page has its own size', () => {
    const ports = inMemoryPorts((request) => {
      const { PageIndex } = bodyOf(request).RequestBody.PageInfo;
      const size = PageIndex === 3 ? 50 : 100;
      return envelope({
        PageInfo: { TotalCount: 250, TotalPageCount: 3, PageIndex, PageSize: size },
        ItemList: Array.from({ length: size }, (_, index) => ({ UPC: `${PageIndex} ${index}` })),
      });
    });
    run(ports, operations['lookup-report'], { requestId: 'R' });
    expect(ports.book.rows('Lookup report').map(({ Position }) => Position)).toEqual(
      Array.from({ length: 250 }, (_, index) => index + 1),
    );
  });

  test('the next page is requested when the service ignores the page size and announces no total', () => {
    const ports = inMemoryPorts((request) => {
      const { pageIndex } = bodyOf(request).pageInfo;
      const size = { 1: 20, 2: 20, 3: 5 }[pageIndex as 1] ?? 0;
      return json({
        rows: Array.from({ length: size }, (_, index) => ({ keyword: `${pageIndex} ${index}` })),
      });
    });
    run(ports, keywords, { campaignNumber: 7 });
    expect(ports.book.rows('Keywords')).toHaveLength(45);
  });
});

describe('case 69: several refused identifiers in one call', () => {
  test('each pull isolates more of them, until only bad identifiers are missing', () => {
    const bad = ['9SI10', '9SI77', '9SI78', '9SI99'];
    const ports = inMemoryPorts(stockBut(bad));
    for (let pull = 0; pull < 4; pull++) {
      const known = recallRefused(ports.document, { operation: 'inventory', sellerId: shop().sellerId }, START);
      run(ports, inventory, { values: numbers(100), type: '0' }, known);
    }
    expect(ports.book.rows('Inventory')).toHaveLength(96);
    const known = recallRefused(ports.document, { operation: 'inventory', sellerId: shop().sellerId }, START);
    expect([...known].sort()).toEqual(bad.map((each) => [each, 'isolated']));
    ports.requests.length = 0;
    run(ports, inventory, { values: numbers(100), type: '0' }, known);
    expect(ports.requests).toHaveLength(2);
  });

  test('the relevant error code may be the second one', () => {
    const both = json(
      [
        { Code: 'XX1', Message: 'm' },
        { Code: 'CT001', Message: 'm' },
      ],
      400,
    );
    const ports = inMemoryPorts(stockBut(['9SI3'], both));
    const { identifiers } = run(ports, inventory, { values: numbers(4), type: '0' });
    expect(notedAs(identifiers, 'refused')).toEqual(['9SI3']);
    expect(ports.book.rows('Inventory')).toHaveLength(3);
  });

  test("case 68: a UPC code that is not found doesn't affect other rows", () => {
    const ports = inMemoryPorts((request) => {
      const values = bodyOf(request).Values as string[];
      if (values.includes('0003')) return serviceError('CT010');
      return envelope({ ItemList: values.map((value) => ({ ItemNumber: `9SI${value}` })) });
    });
    const made = run(ports, inventory, { values: ['0001', '0002', '0003', '0004'], type: '2' });
    expect(made).toMatchObject({ state: 'done', notFound: ['0003'], errors: [] });
    expect(ports.book.rows('Inventory')).toHaveLength(3);
  });

  test('a service error during the search is retried', () => {
    let calls = 0;
    const answer = stockBut(['9SI37']);
    const ports = inMemoryPorts((request) => (++calls === 3 ? arrival('', 503) : answer(request)));
    run(ports, inventory, { values: numbers(100), type: '0' });
    expect(ports.book.rows('Inventory')).toHaveLength(99);
  });
});

describe('failing units', () => {
  test("twenty refused items don't stop the items after them, and each is named", () => {
    const ports = inMemoryPorts(({ url }) => {
      const item = /history\/9si(\d+)/.exec(url)![1]!;
      if (Number(item) <= 20) return serviceError('XX1', 400, 'No such item');
      return envelope({ PriceLogs: [{ MarketItemNumber: `9SI${item}`, TargetUnitPrice: 1 }], TotalCount: 1 });
    });
    const made = run(ports, history, { itemNumbers: numbers(30) });
    expect(made.state).toBe('partial');
    expect(ports.book.rows('Price log')).toHaveLength(10);
    expect(made.errors).toHaveLength(20);
    for (const [index, { message }] of made.errors.entries()) expect(message).toContain(`"9SI${index + 1}"`);
  });

  test('a refused day is named', () => {
    const ports = inMemoryPorts((request) =>
      bodyOf(request).fromDate === '2025-06-02'
        ? serviceError('XX1')
        : json({ rows: [{ campaignNumber: 1, groupNumber: 2 }], totalRows: 1 }),
    );
    const made = run(ports, ads, { fromDate: '2025-06-01', toDate: '2025-06-03', by: 'day' });
    expect(made.errors.map(({ message }) => message)).toEqual([expect.stringMatching(/^2025-06-02: /)]);
    expect(ports.book.rows('Ad performance')).toHaveLength(2);
  });

  test('case 88: a lost page in the middle is named and does not stop later pages', () => {
    const ports = inMemoryPorts((request) =>
      bodyOf(request).RequestBody.PageIndex === 3
        ? json({ IsSuccess: 'False', Memo: 'db down' })
        : pages(
            () => 3000,
            () => ({ TotalCount: 3000, TotalPageCount: 30 }),
          )(request),
    );
    const made = run(ports, orders, {});
    expect(ports.book.rows('Orders')).toHaveLength(2900);
    expect(made).toMatchObject({ state: 'partial' });
    expect(made.errors.map(({ message }) => message)).toEqual([expect.stringContaining('page 3')]);
  });
});

describe('error codes with status 404', () => {
  test('"nothing found" is not reported as a wrong address', () => {
    const ports = inMemoryPorts(() => serviceError('CT026', 404));
    expect(run(ports, inventory, { values: ['A'] })).toMatchObject({ state: 'done', notFound: ['A'] });
  });

  test("one unknown item doesn't end the pull", () => {
    const ports = inMemoryPorts(({ url }) =>
      url.includes('9si2')
        ? serviceError('XX1', 404, 'Item not found')
        : envelope({ PriceLogs: [{ MarketItemNumber: '9SI1', TargetUnitPrice: 1 }], TotalCount: 1 }),
    );
    const made = run(ports, history, { itemNumbers: ['9SI1', '9SI2', '9SI3'] });
    expect(reportOf(made, START).errors).toMatchObject([
      { code: 'MARKET_SERVICE', serviceCode: 'XX1', message: expect.stringContaining('Item not found') },
    ]);
  });
});

test('an API key repeated in an unknown field, a field name, or a code is never written to a sheet', () => {
  const { apiKey, secretKey } = shop();
  const ports = inMemoryPorts(() =>
    envelope({
      ItemList: [{ ItemNumber: '9SI1', Echo: apiKey, Condition: secretKey, [`x${apiKey}`]: 'v' }],
    }),
  );
  run(ports, inventory, { values: ['9SI1'] });
  const written = JSON.stringify([...ports.book.sheets.values()].map(({ cells }) => cells));
  expect(written).toContain('not documented');
  expect(written).not.toContain(apiKey);
  expect(written).not.toContain(secretKey);
});

test('a new field with changing values is listed once', () => {
  let time = 0;
  const ports = inMemoryPorts(() => envelope({ ItemList: [{ ItemNumber: '9SI1', ServerTime: `t${time++}` }] }));
  for (let pull = 0; pull < 3; pull++) run(ports, inventory, { values: ['9SI1'] });
  expect(ports.book.rows('Status')).toHaveLength(1);
  expect(ports.book.rows('Status')).toMatchObject([{ Subject: 'ServerTime', Example: 't0' }]);
});
