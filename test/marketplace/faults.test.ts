import { afterEach, describe, expect, it } from 'vitest';
import { longTest } from '../effort.ts';
import { Market, OPENING, type Reply, xmlOf } from './caller.ts';
import { type Fault, type FaultKind, faultKinds } from './options.ts';
import { startMarketplace } from './server.ts';

let market: Market;
afterEach(() => market?.running.close());

async function open(...faults: Fault[]) {
  market = await Market.open({ items: 20, orders: 10, caps: 'none', faults });
  return market;
}

const errorBody = [{ Code: 'InternalError', Message: expect.stringContaining('try again') }];

describe('a fault', () => {
  const typeOf = (reply: Reply) => reply.headers.get('content-type') ?? '';
  const cases: Partial<Record<FaultKind, (reply: Reply) => void>> = {
    'internal-error': (reply) => {
      expect(reply.status).toBe(500);
      expect(reply.json).toEqual(errorBody);
    },
    'bad-gateway': (reply) => {
      expect([reply.status, typeOf(reply)]).toEqual([502, 'text/html']);
      expect(reply.text).toContain('<h1>502 Bad Gateway</h1>');
    },
    unavailable: (reply) => expect([reply.status, reply.text]).toEqual([503, '']),
    'html-200': (reply) => {
      expect(reply.status).toBe(200);
      expect(typeOf(reply)).toContain('text/html');
      expect(reply.text).toMatch(/^<!DOCTYPE html>[\s\S]*maintenance/);
    },
    'empty-200': (reply) => {
      expect([reply.status, reply.text]).toEqual([200, '']);
      expect(typeOf(reply)).toContain('application/json');
    },
    'plain-401': (reply) => {
      expect([reply.status, reply.text]).toEqual([401, 'Gateway: Seller Auth failed.']);
      expect(typeOf(reply)).toContain('text/plain');
    },
    'firewall-403': (reply) => {
      expect(reply.status).toBe(403);
      expect(typeOf(reply)).toContain('text/html');
      expect(reply.text).toMatch(/^<!DOCTYPE html>[\s\S]*<script>/);
    },
    'access-denied-403': (reply) => {
      expect(reply.status).toBe(403);
      expect(typeOf(reply)).toContain('application/xml');
      expect(xmlOf(reply.text)).toMatchObject({
        root: 'Errors',
        content: { Error: { Code: 'AccessDenied' } },
      });
      expect(reply.text).toContain('xmlns:xsi=');
    },
    'issuccess-false': (reply) => {
      expect(reply.status).toBe(200);
      expect(reply.json).toMatchObject({
        IsSuccess: false,
        SellerID: market.known.sellerId,
        OperationType: 'GetInventoryList',
        ResponseBody: null,
        Memo: expect.stringMatching(/./),
      });
    },
    'error-array-200': (reply) => {
      expect(reply.status).toBe(200);
      expect(reply.json).toEqual(errorBody);
    },
    'rate-limited': (reply) => {
      expect(reply.status).toBe(429);
      expect(reply.json).toEqual([{ Code: '429', Message: 'Too many request.' }]);
      expect(reply.headers.get('x-ratelimit-limit')).toBe('10000');
      expect(reply.headers.get('x-ratelimit-remaining')).toBe('0');
      expect(reply.headers.get('x-ratelimit-resettime')).toBe('6/16/2025 11:01:00 AM');
      expect(reply.headers.get('retry-after')).toBeNull();
    },
  };
  it.each(Object.entries(cases) as [FaultKind, (reply: Reply) => void][])('%s', async (kind, check) => {
    await open({ kind });
    for (let again = 0; again < 2; again++) {
      check(await market.inventory({ Type: 0, Values: market.known.itemNumbers }));
    }
  });

  it('truncated: cuts off the response', async () => {
    await open({ kind: 'truncated' });
    await expect(market.orders()).rejects.toThrow(SyntaxError);
    expect(market.running.requests.at(-1)?.status).toBe(200);
  });

  it('closed: closes the connection', async () => {
    await open({ kind: 'closed' });
    await expect(market.orders()).rejects.toThrow(TypeError);
    expect(market.running.requests.at(-1)?.status).toBe(0);
  });

  it('timeout: never responds, and closes the connection when the marketplace stops', async () => {
    await open({ kind: 'timeout' });
    const { url, sellerId, apiKey, secretKey } = market.known;
    const path = `/marketplace/usa/contentmgmt/item/repricer/item/history/x?sellerid=${sellerId}`;
    const headers = { Authorization: apiKey, SecretKey: secretKey };
    const impatient = fetch(url + path, { headers, signal: AbortSignal.timeout(200) });
    await expect(impatient).rejects.toThrow(/timeout/);
    const patient = market.prices('x').then(
      () => 'answered',
      () => 'closed',
    );
    await expect.poll(() => market.running.requests.length).toBe(2);
    await market.running.close();
    expect(await patient).toBe('closed');
  });

  longTest('slow: sends a correct response late', async () => {
    await open({ kind: 'slow' });
    const begun = performance.now();
    const reply = await market.inventory({ Type: 0, Values: market.known.itemNumbers });
    expect(reply.status).toBe(200);
    expect(performance.now() - begun).toBeGreaterThan(1400);
  });

  it('header-only: affects only the two sponsored operations', async () => {
    await open({ kind: 'header-only' });
    for (const reply of [await market.performance({}), await market.keywords({})]) {
      expect(reply.status).toBe(200);
      expect(reply.json).toEqual({ header: [{ msg: expect.stringMatching(/./), bizCode: '400' }] });
    }
    expect((await market.orders()).json.IsSuccess).toBe(true);
  });

  it('issuccess-false: affects only operations with IsSuccess, and works in XML', async () => {
    await open({ kind: 'issuccess-false' });
    expect((await market.keywords({})).json.rows.length).toBeGreaterThan(0);
    const path = '/marketplace/usa/contentmgmt/item/repricer/item/history/x';
    const reply = await market.ask(path, { method: 'GET', headers: { Accept: 'application/xml' } });
    expect(xmlOf(reply.text).content).toMatchObject({ IsSuccess: 'false', ResponseBody: '' });
  });

  it('of every kind is tested here', () => {
    const others = ['truncated', 'closed', 'timeout', 'slow', 'header-only'];
    expect([...Object.keys(cases), ...others].sort()).toEqual([...faultKinds].sort());
  });
});

describe('a share of faults', () => {
  async function statuses(seed: number, calls: number): Promise<number[]> {
    const faults: Fault[] = [
      { kind: 'internal-error', share: 0.2 },
      { kind: 'unavailable', share: 0.1 },
    ];
    market = await Market.open({ seed, items: 5, orders: 0, caps: 'none', faults });
    const seen: number[] = [];
    for (let call = 0; call < calls; call++) seen.push((await market.prices(`x${call % 40}`)).status);
    await market.running.close();
    return seen;
  }

  it('is right for each kind and determined by the seed', async () => {
    const first = await statuses(3, 120);
    const count = (status: number) => first.filter((one) => one === status).length;
    expect(count(500) + count(503) + count(200)).toBe(120);
    expect(count(500)).toBeGreaterThan(12);
    expect(count(500)).toBeLessThan(37);
    expect(count(503)).toBeGreaterThan(3);
    expect(count(503)).toBeLessThan(22);
    expect(await statuses(3, 60)).toEqual(first.slice(0, 60));
    expect(await statuses(4, 60)).not.toEqual(first.slice(0, 60));
  });

  it('works together with a scenario', async () => {
    const faults: Fault[] = [{ kind: 'plain-401', share: 0.5 }];
    market = await Market.open({ scenario: 'unknown-codes', items: 20, orders: 10, faults });
    const seen = new Set<number>();
    for (let call = 0; call < 20; call++) seen.add((await market.prices(`x${call}`)).status);
    expect(seen).toEqual(new Set([200, 401]));
  });

  it('never replaces a refusal by the cap', async () => {
    market = await Market.open({ items: 5, orders: 0, caps: 1, faults: [{ kind: 'html-200' }] });
    expect((await market.prices('x')).text).toContain('maintenance');
    expect((await market.prices('x')).status).toBe(429);
  });
});

it.each([
  [[{ kind: 'earthquake' as FaultKind }], /Unknown fault "earthquake"/],
  [[{ kind: 'closed', share: 0 }], /share of "closed"/],
  [[{ kind: 'closed', share: Number.NaN }], /share of "closed"/],
  [
    [
      { kind: 'closed', share: 0.6 },
      { kind: 'slow', share: 0.5 },
    ],
    /add up/,
  ],
] as [Fault[], RegExp][])('rejects the invalid faults %j', async (faults, message) => {
  await expect(startMarketplace({ faults, now: () => OPENING })).rejects.toThrow(message);
});
