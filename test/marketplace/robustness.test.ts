/** No input ends the marketplace or leaves it without words. */
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Market, type Reply, xmlOf } from './caller.ts';

let market: Market;
beforeAll(async () => {
  market = await Market.open({ items: 10, orders: 10, caps: 'none' });
});
afterAll(() => market.running.close());

const paths = [
  ['POST', '/marketplace/contentmgmt/item/international/inventorylist'],
  ['PUT', '/marketplace/can/reportmgmt/report/result'],
  ['POST', '/marketplace/sponsoredmgmt/campaign/group/performance'],
  ['POST', '/marketplace/sponsoredmgmt/campaign/keyword/search'],
  ['PUT', '/marketplace/b2b/ordermgmt/order/orderinfo'],
] as const;

/** A refusal in one of the two documented shapes; never an internal error. */
function expectErrorBody(reply: Reply) {
  expect(reply.status).toBeGreaterThanOrEqual(400);
  expect(reply.status).toBeLessThan(500);
  if (reply.json) expect(reply.json).toEqual([{ Code: expect.any(String), Message: expect.any(String) }]);
  else
    expect(xmlOf(reply.text)).toMatchObject({
      root: 'Errors',
      content: { Error: { Code: expect.any(String) } },
    });
}

/** Served or refused, but never without words. */
function expectAnswer(reply: Reply) {
  if (reply.status === 200) expect(reply.text).toMatch(/TotalCount|totalRows/);
  else expectErrorBody(reply);
}

const query = { version: '315' };
const word = fc.constantFrom(
  ...[
    'Type',
    'Values',
    'Key',
    'WarehouseList',
    'OperationType',
    'RequestBody',
    'RequestID',
    'PageInfo',
    'PageIndex',
  ],
  ...[
    'PageSize',
    'RequestCriteria',
    'OrderNumberList',
    'OrderNumber',
    'Status',
    'OrderDateFrom',
    'VoidSoon',
    'sellerId',
  ],
  ...[
    'campaignNumber',
    'pageInfo',
    'sortField',
    'fromDate',
    'keyword',
    'MarketAPIRequest',
    '__proto__',
    'constructor',
  ],
);
const leaf = fc.oneof(
  fc.constantFrom(
    0,
    1,
    -1,
    1e300,
    null,
    true,
    '',
    'GetOrderInfoRequest',
    'ItemLookupRequest',
    '\u0000',
    '\uD800',
  ),
  fc.string({ unit: 'grapheme' }),
);
const { body } = fc.letrec((tie) => ({
  body: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('body'), { maxLength: 3 }),
    fc.dictionary(word, tie('body')),
  ),
}));

describe('bodies', () => {
  it.each(paths)('any JSON to %s %s', async (method, path) => {
    await fc.assert(
      fc.asyncProperty(body, async (content) => {
        const reply = await market.ask(path, { method, query, body: JSON.stringify(content) });
        expectAnswer(reply);
      }),
      { numRuns: 60 },
    );
  });

  it.each(paths)('any text as JSON or XML to %s %s', async (method, path) => {
    const text = fc.oneof(
      fc.string(),
      fc.string().map((inner) => `<MarketAPIRequest>${inner}</MarketAPIRequest>`),
    );
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom('json', 'xml'), async (content, format) => {
        const headers = { 'Content-Type': `application/${format}`, Accept: `application/${format}` };
        const reply = await market.ask(path, { method, query, body: content, headers });
        expectAnswer(reply);
      }),
      { numRuns: 60 },
    );
  });

  it('too large, too deep, or with entities', async () => {
    const [method, path] = paths[0];
    const xml = { 'Content-Type': 'application/xml' };
    const large = await market.ask(path, { method, body: 'x'.repeat(3_000_000) });
    expect(large.status).toBe(413);
    expectErrorBody(large);
    const bodies = ['['.repeat(400_000), `{"Values":${'['.repeat(50_000)}${']'.repeat(50_000)}}`];
    for (const deep of bodies) expectErrorBody(await market.ask(path, { method, body: deep }));
    expectErrorBody(await market.ask(path, { method, headers: xml, body: '<a>'.repeat(100_000) }));
    const bomb = '<!DOCTYPE a [<!ENTITY b "xxxx">]><ContentQueryCriteria>&b;</ContentQueryCriteria>';
    expectErrorBody(await market.ask(path, { method, headers: xml, body: bomb }));
  });
});

describe('addresses', () => {
  it('any path and query', async () => {
    await fc.assert(
      fc.asyncProperty(fc.webPath(), fc.webQueryParameters(), async (path, search) => {
        const response = await fetch(`${market.known.url}${path}?${search}`);
        expect(response.status).toBe(404);
        expect(await response.text()).toContain('NotFound');
      }),
      { numRuns: 60 },
    );
  });

  it('any item number', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, unit: 'grapheme' }), async (item) => {
        const reply = await market.prices(encodeURIComponent(item));
        expectAnswer(reply);
      }),
      { numRuns: 100 },
    );
    expect((await market.prices('%zz%')).status).toBe(200);
  });

  it('what is no HTTP at all, and a connection cut in mid-request', async () => {
    const { port } = new URL(market.known.url);
    for (const bytes of [
      'nonsense\r\n\r\n',
      'GET  HTTP/1.1\r\n\r\n',
      'GET /%00%ff?%zz HTTP/1.1\r\nHost: a b\r\n\r\n',
      'PUT /marketplace/reportmgmt/report/result HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n{',
    ]) {
      await new Promise<void>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
        socket.once('data', () => socket.destroy());
        socket.once('close', () => resolve());
        socket.once('error', () => resolve());
        setTimeout(() => socket.destroy(), 200);
      });
    }
    expect((await market.prices('x')).status).toBe(200);
  });
});
