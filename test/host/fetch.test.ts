import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '../effort.ts';
import { type Fixture, startFixture } from './http/fixture.ts';
import { sampleHost } from './sample-host.ts';

const { host, evaluate, close } = sampleHost();
let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
  host.router.add('https://api.seller.example', fixture.url);
});
afterAll(async () => {
  await close();
  await fixture.close();
});
const run = (body: string) => evaluate(body, fixture.url);

describe('fetch', () => {
  test('sends method, headers, body, and content type', async () => {
    const body = `const r = UrlFetchApp.fetch(BASE + '/echo?a=1', {
        method: 'post', contentType: 'application/json', payload: JSON.stringify({ n: 'Zoë' }), headers: { 'X-Own': 'v' } });
      const { method, url, headers, body } = JSON.parse(r.getContentText());
      return [method, url, headers['x-own'], headers['content-type'], body]`;
    expect(await run(body)).toEqual(['POST', '/echo?a=1', 'v', 'application/json', '{"n":"Zoë"}']);
  });

  test('sends an object as a form', async () => {
    const body = `const r = JSON.parse(UrlFetchApp.fetch(BASE + '/echo', { method: 'post', payload: { a: '1 2', b: 'x&y' } }).getContentText());
      return [r.headers['content-type'], r.body]`;
    expect(await run(body)).toEqual(['application/x-www-form-urlencoded', 'a=1+2&b=x%26y']);
  });

  test("decodes text with the response's charset and returns raw bytes", async () => {
    const body = `const r = UrlFetchApp.fetch(BASE + '/json-with-charset');
      return [JSON.parse(r.getContentText()).name, Utilities.newBlob(r.getContent()).getDataAsString() === r.getContentText(), r.getHeaders()['Content-Type']]`;
    expect(await run(body)).toEqual(['Zoë', true, 'application/json; charset=utf-8']);
  });

  test('follows redirects unless disabled', async () => {
    expect(await run("return UrlFetchApp.fetch(BASE + '/redirect?id=7').getContentText()")).toBe('7');
    const stay = "return UrlFetchApp.fetch(BASE + '/redirect?id=7', { followRedirects: false }).getResponseCode()";
    expect(await run(stay)).toBe(302);
  });

  test('sends a request to its routed address', async () => {
    expect(await run("return UrlFetchApp.fetch('https://api.seller.example/fast?id=9').getContentText()")).toBe('9');
  });

  test.each(['https://nowhere.example/', 'http://192.0.2.1/', 'http://127.0.0.1:1/'])(
    'cannot reach %s, with or without muted exceptions',
    async (url) => {
      const body = `UrlFetchApp.fetch('${url}', { muteHttpExceptions: true })`;
      await expect(run(body)).rejects.toThrow(`Address unavailable: ${url}`);
    },
  );

  test('times out after timeoutSeconds on the virtual clock', async () => {
    const start = host.clock.now();
    const body = "UrlFetchApp.fetch(BASE + '/hang', { timeoutSeconds: 0.2, muteHttpExceptions: true })";
    await expect(run(body)).rejects.toThrow('Timeout: ');
    expect(host.clock.now()).toBe(start + 200);
  });

  test.each([
    ["{ headers: { Host: 'x' } }", 'Attribute provided with invalid value: Header:Host'],
    ["{ headers: { 'content-length': '1' } }", 'Attribute provided with invalid value: Header:content-length'],
    ['{ headers: { a: null } }', 'Attribute provided with invalid value: Header:a'],
    ["{ method: 'trace' }", 'Attribute provided with invalid value: method'],
    ["{ headers: { a: 'x'.repeat(9000) } }", 'Limit Exceeded: URLFetch Header Size.'],
  ])('refuses %s', async (options, text) => {
    await expect(run(`UrlFetchApp.fetch(BASE + '/echo', ${options})`)).rejects.toThrow(text);
  });
});

test('a response can have at most 50 MB', async () => {
  const read = (bytes: number) => run(`return UrlFetchApp.fetch(BASE + '/large/${bytes}').getContentText().length`);
  if (isLong) expect(await read(50 * 1024 * 1024)).toBe(50 * 1024 * 1024);
  await expect(read(50 * 1024 * 1024 + 1)).rejects.toThrow('Limit Exceeded: URLFetch Response Size.');
});

describe('fetchAll', () => {
  test('sends requests in parallel and returns responses in order', async () => {
    const body = `const requests = Array.from({ length: 10 }, (_, i) => BASE + (i % 2 ? '/fast?id=' : '/slow?id=') + i);
      return UrlFetchApp.fetchAll(requests).map((r) => r.getContentText()).join('')`;
    expect(await run(body)).toBe('0123456789');
    expect(fixture.mostAtOnce()).toBeGreaterThan(1);
  });

  test('throws as a whole if one request cannot be sent, and uses the quota for each request', async () => {
    host.statistics.reset();
    const body =
      "UrlFetchApp.fetchAll([BASE + '/fast?id=1', { url: 'https://nowhere.example/', muteHttpExceptions: true }])";
    await expect(run(body)).rejects.toThrow('Address unavailable');
    expect(host.statistics.fetches).toHaveLength(2);
  });
});

test('latency passes on the virtual clock, once for parallel requests', async () => {
  host.latencies.set('https://api.seller.example', 700);
  const start = host.clock.now();
  await run("UrlFetchApp.fetchAll(['https://api.seller.example/fast?id=1', 'https://api.seller.example/fast?id=2'])");
  expect(host.clock.now()).toBe(start + 700);
});

test('a response after timeoutSeconds is a timeout', async () => {
  host.latencies.set('https://slow.example', 90_000);
  host.router.add('https://slow.example', fixture.url);
  const start = host.clock.now();
  const body = "UrlFetchApp.fetch('https://slow.example/fast?id=1', { timeoutSeconds: 30 })";
  await expect(run(body)).rejects.toThrow('Timeout: https://slow.example/fast?id=1');
  expect(host.clock.now()).toBe(start + 30_000);
});

test('a killAtFetch fault sends the request, then ends the execution', async () => {
  host.statistics.reset();
  host.faults.at('fetch', 2);
  const body = `const s = PropertiesService.getScriptProperties(); s.deleteAllProperties();
    for (let i = 1; i < 5; i++) { UrlFetchApp.fetch(BASE + '/fast?id=' + i); s.setProperty('last', String(i)) }`;
  await expect(run(body)).rejects.toThrow('Exceeded maximum execution time');
  expect(host.statistics.fetches).toHaveLength(2);
  expect(host.stores.script.get('last')).toBe('1');
  expect(await run("return UrlFetchApp.fetch(BASE + '/fast?id=5').getContentText()")).toBe('5');
});

test("a used-up daily quota refuses with Google's message and resets after 24 hours", async () => {
  const other = sampleHost();
  try {
    for (let count = 0; count < 20_000; count++) other.host.quotas.spend('urlfetch', other.host.user);
    const fetch = "return UrlFetchApp.fetch(BASE + '/fast?id=1').getContentText()";
    await expect(other.evaluate(fetch, fixture.url)).rejects.toThrow(
      'Service invoked too many times for one day: urlfetch.',
    );
    other.host.clock.moveTo(other.host.clock.now() + 24 * 3_600_000);
    expect(await other.evaluate(fetch, fixture.url)).toBe('1');
  } finally {
    await other.close();
  }
});

test("the manifest's whitelist limits fetches", async () => {
  const other = sampleHost('', { manifest: { urlFetchWhitelist: ['https://api.seller.example/fast'] } });
  try {
    other.host.router.add('https://api.seller.example', fixture.url);
    const fetch = (path: string) =>
      other.evaluate(`return UrlFetchApp.fetch('https://api.seller.example${path}').getContentText()`);
    expect(await fetch('/fast?id=3')).toBe('3');
    await expect(fetch('/echo')).rejects.toThrow('urlFetchWhitelist');
  } finally {
    await other.close();
  }
});
