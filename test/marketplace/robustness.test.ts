/** No input crashes the marketplace, and every call gets a response. */
import { request } from 'node:http';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Market, type Reply, xmlOf } from './caller.ts';
import { runs } from './runs.ts';

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

const HISTORY = '/marketplace/usa/contentmgmt/item/repricer/item/history/x';

/** Expects an error in one of the two documented shapes. */
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

function expectAnswer(reply: Reply) {
  if (reply.status === 200) expect(reply.text).toMatch(/TotalCount|totalRows/);
  else expectErrorBody(reply);
}

const query = { version: '315' };
const word = fc.constantFrom(
  ...['Type', 'Values', 'Key', 'WarehouseList', 'OperationType', 'RequestBody', 'RequestID', 'PageInfo', 'PageIndex'],
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
  ...['campaignNumber', 'pageInfo', 'sortField', 'fromDate', 'keyword', 'MarketAPIRequest', '__proto__', 'constructor'],
);
const leaf = fc.oneof(
  fc.constantFrom(0, 1, -1, 1e300, null, true, '', 'GetOrderInfoRequest', 'ItemLookupRequest', '\u0000', '\uD800'),
  fc.string({ unit: 'grapheme' }),
);
const { body } = fc.letrec((tie) => ({
  body: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie('body'), { maxLength: 3 }), fc.dictionary(word, tie('body'))),
}));

describe('request bodies', () => {
  it.each(paths)('with any JSON get a response: %s %s', async (method, path) => {
    await fc.assert(
      fc.asyncProperty(body, async (content) => {
        const reply = await market.ask(path, { method, query, body: JSON.stringify(content) });
        expectAnswer(reply);
      }),
      { numRuns: runs(60) },
    );
  });

  it.each(paths)('with any text, as JSON or XML, get a response: %s %s', async (method, path) => {
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
      { numRuns: runs(60) },
    );
  });

  it('that are too large, too deep, or contain entities are rejected', async () => {
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

describe('addresses and connections', () => {
  it('any unknown path, with any query, gets a 404', async () => {
    await fc.assert(
      fc.asyncProperty(fc.webPath(), fc.webQueryParameters(), async (path, search) => {
        const response = await fetch(`${market.known.url}${path}?${search}`);
        expect(response.status).toBe(404);
        expect(await response.text()).toContain('NotFound');
      }),
      { numRuns: runs(60) },
    );
  });

  it('any item number gets a response', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, unit: 'grapheme' }), async (item) => {
        const reply = await market.prices(encodeURIComponent(item));
        expectAnswer(reply);
      }),
      { numRuns: runs(100) },
    );
    expect((await market.prices('%zz%')).status).toBe(200);
  });

  it.each([
    ['nonsense', 400],
    [`GET \\${HISTORY} HTTP/1.1`, 400],
    [`GET ${HISTORY} HTTP/1.1\r\nHost: a b`, 400],
    ['GET http://[/ HTTP/1.1\r\nHost: x', 400],
    ['OPTIONS * HTTP/1.1\r\nHost: x', 400],
    ['GET /%00%ff?%zz HTTP/1.1\r\nHost: x', 404],
    ['CONNECT a:80 HTTP/1.1\r\nHost: x', 405],
    [`TRACE ${HISTORY} HTTP/1.1\r\nHost: x`, 405],
    [`GET ${HISTORY} HTTP/1.1`, 401],
    [`GET ${HISTORY} HTTP/1.0`, 401],
    [`GET ${HISTORY} HTTP/1.1\r\nHost: x\r\nExpect: miracles`, 401],
    [`GET ${HISTORY}?sellerid=%zz HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: upgrade`, 401],
    [`GET ${HISTORY} HTTP/1.1\r\nHost: x\r\nAuthorization: \xff\xfe`, 401],
    [`GET ${HISTORY} HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(40_000)}`, 431],
    [`PUT ${paths[1][1]} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz`, 400],
  ])('malformed HTTP gets an error: %.60s', async (bytes, status) => {
    const answer = await rawAnswer(`${bytes}\r\n\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const body = answer.slice(answer.indexOf('<?xml'), answer.lastIndexOf('>') + 1);
    expect(xmlOf(body)).toMatchObject({ root: 'Errors', content: { Error: { Code: expect.any(String) } } });
  });

  it('an invalid host gets an error in the requested format', async () => {
    const headers = { host: 'a b', accept: 'application/json' };
    const { status, text } = await httpAnswer('GET', HISTORY, headers, Buffer.of());
    expect(status).toBe(400);
    expect(JSON.parse(text)).toEqual([{ Code: 'CE002', Message: 'The address is not valid.' }]);
  });

  it('a connection that is cut during a request does no harm', async () => {
    const { port } = new URL(market.known.url);
    const path = '/marketplace/reportmgmt/report/result';
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(`PUT ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n{`);
        setTimeout(() => socket.destroy(), 50);
      });
      socket.once('close', () => resolve());
    });
    expect((await market.prices('x')).status).toBe(200);
  });
});

/** Resolves when the connection closes or the error body is complete. */
function rawAnswer(bytes: string): Promise<string> {
  const { port } = new URL(market.known.url);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(Buffer.from(bytes, 'latin1')));
    socket.on('data', (chunk) => {
      answer += chunk;
      if (/<\/Errors>/.test(answer)) socket.destroy();
    });
    socket.once('close', () => resolve(answer));
    socket.once('error', () => socket.destroy());
  });
}

describe('any method, address, headers, and body', () => {
  const { apiKey, sellerId } = { apiKey: 'api key', sellerId: 'seller' };
  const anyPath = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...paths.map(([, path]) => path), HISTORY) },
    { weight: 1, arbitrary: fc.webPath().map((path) => path || '/') },
  );
  const anyMethod = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('GET', 'POST', 'PUT') },
    fc.constantFrom('DELETE', 'PATCH', 'OPTIONS', 'PROPFIND', 'SEARCH'),
  );
  /** Media types and the formats that they stand for, if any. */
  const formats: Record<string, 'json' | 'xml' | undefined> = {
    'application/json': 'json',
    'application/xml': 'xml',
    'application/json; charset=utf-16': 'json',
    'application/xml;q=nonsense, application/json;q=0.1': 'xml',
    'text/html': undefined,
    'multipart/form-data; boundary=x': undefined,
    '*/*;q=0': undefined,
    ';;;': undefined,
    '': undefined,
  };
  const type = fc.constantFrom(...Object.keys(formats));
  const headerText = fc.string({ unit: fc.constantFrom(...'abc ;=,:"/*\t\xe9~'), maxLength: 40 });
  const headers = fc.record(
    {
      authorization: fc.oneof(fc.constant(apiKey), headerText),
      accept: type,
      'content-type': type,
      'x-other': headerText,
    },
    { requiredKeys: [] },
  );
  const anyQuery = fc.dictionary(
    fc.constantFrom('sellerid', 'version', 'pageindex', 'pagesize', 'SellerID', '__proto__', 'constructor'),
    fc.oneof(fc.constantFrom(sellerId, '314', '1', '0', '99999999999999999999', '-1', 'NaN', '%00'), fc.string()),
  );
  const xmlName = fc.constantFrom(
    'MarketAPIRequest',
    'ContentQueryCriteria',
    'OperationType',
    'RequestBody',
    'Values',
    'Key',
    '__proto__',
  );
  const { tree } = fc.letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom('', 'x', '9e999', '&amp;', '&lol;', '<![CDATA[x]]>', '<!-- -- -->', '<?php ?>'),
      fc
        .tuple(xmlName, fc.array(tie('tree'), { maxLength: 3 }))
        .map(([name, inner]) => `<${name}>${inner.join('')}</${name}>`),
    ),
  }));
  const depth = fc.constantFrom(10, 100_000);
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array)),
    fc.json().map((text) => Buffer.from(text)),
    body.map((content) => Buffer.from(JSON.stringify(content) ?? '')),
    body.map((content) => Buffer.from(JSON.stringify({ OperationType: 'GetOrderInfoRequest', RequestBody: content }))),
    fc
      .constantFrom('{"__proto__":{"Values":["x"]}}', '{"Values":{"__proto__":[1]}}', '[[]]', 'null', '1e999', '"x"')
      .map((text) => Buffer.from(text)),
    tree.map((text) => Buffer.from(text)),
    tree.map((text) => Buffer.from(text, 'utf16le')),
    tree.map((text) => Buffer.concat([Buffer.from(text.slice(0, -3)), Buffer.from([0xff, 0xc0, 0x00])])),
    depth.map((levels) => Buffer.from(`{"Values":${'['.repeat(levels)}${']'.repeat(levels)}}`)),
    depth.map((levels) => Buffer.from(`${'{"Values":'.repeat(levels / 10)}1${'}'.repeat(levels / 10)}`)),
    depth.map((levels) => Buffer.from('<Values>'.repeat(levels) + '</Values>'.repeat(levels))),
  );
  const expectedFormat = (given: { accept?: string; 'content-type'?: string }, path: string) =>
    paths.some(([, known]) => known === path && known.includes('sponsored'))
      ? 'json'
      : (formats[given.accept ?? ''] ?? formats[given['content-type'] ?? ''] ?? 'xml');

  it('get a status below 500, and errors in the requested format', async () => {
    const known = { [apiKey]: market.known.apiKey, [sellerId]: market.known.sellerId };
    const call = fc.record({ method: anyMethod, path: anyPath, query: anyQuery, headers, body: bytes });
    await fc.assert(
      fc.asyncProperty(call, async ({ method, path, query: search, headers: given, body: content }) => {
        const own = Object.entries({ sellerid: sellerId, ...search }).map(([name, value]): [string, string] => [
          name,
          known[value] ?? value,
        ]);
        const all: Record<string, string> = {
          authorization: apiKey,
          secretkey: market.known.secretKey,
          ...given,
        };
        all.authorization = known[all.authorization as string] ?? (all.authorization as string);
        const { status, text } = await httpAnswer(method, `${path}?${new URLSearchParams(own)}`, all, content);
        expect(status).toBeLessThan(500);
        if (status === 200) {
          expect(text).toMatch(/TotalCount|totalRows/);
          return;
        }
        expect(status).toBeGreaterThanOrEqual(400);
        const error = { Code: expect.any(String), Message: expect.any(String) };
        if (expectedFormat(given, path) === 'json') expect(JSON.parse(text)).toEqual([error]);
        else expect(xmlOf(text)).toEqual({ root: 'Errors', content: { Error: error } });
      }),
      { numRuns: runs(300) },
    );
    expect((await market.prices('x')).status).toBe(200);
  });
});

/** Sends the headers and the body unchanged; `fetch` wouldn't. */
function httpAnswer(
  method: string,
  path: string,
  headers: Record<string, string>,
  content: Buffer,
): Promise<{ status: number; text: string }> {
  const { port } = new URL(market.known.url);
  return new Promise((resolve, reject) => {
    const all = { ...headers, 'content-length': content.length };
    const sent = request({ host: '127.0.0.1', port, method, path, headers: all, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
      );
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(content);
  });
}
