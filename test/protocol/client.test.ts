/** Retries a call at most twice; stops immediately on errors that affect every call. */
import { describe, expect, test } from 'vitest';
import { inventory } from '../../src/operations/inventory.ts';
import { priceHistory } from '../../src/operations/price-history.ts';
import { fetchSlice, type Slice } from '../../src/protocol/client.ts';
import { chooseStorefront } from '../../src/protocol/connection.ts';
import { type Cursor, isDone, START } from '../../src/protocol/cursor.ts';
import type { Fault, HttpRequest, HttpResult, Sent } from '../../src/protocol/http.ts';
import { arrival, envelope, json, serviceError } from './arrivals.ts';
import { faultOf } from './fault.ts';
import { OPEN_GATE } from './open-gate.ts';
import { type Asked, network, pageOf, things, type Watched } from './paged-service.ts';
import { shop } from './shop.ts';

const ONE_EACH = { totals: [1, 1, 1, 1], announces: 'total', greatest: 1 } as const;

/** When the gate admits calls again. */
const NEXT = Date.UTC(2025, 5, 16, 13);

/**
 * Fetches one slice of four owners. Each owner's first responses follow the script; the rest are valid pages. The gate
 * admits `most` calls.
 */
function slice(
  script: Readonly<Record<number, readonly HttpResult[]>>,
  {
    cursor = START,
    random = 0.5,
    most = Number.POSITIVE_INFINITY,
  }: { cursor?: Cursor; random?: number; most?: number } = {},
): Slice & { readonly ports: Watched; readonly reports: readonly Sent[]; readonly holds: number } {
  const seen: Record<number, number> = {};
  const reports: Sent[] = [];
  let holds = 0;
  const watched = network((request, { owner }) => {
    const turn = seen[owner] ?? 0;
    seen[owner] = turn + 1;
    return script[owner]?.[turn] ?? pageOf(ONE_EACH, request);
  }, random);
  let left = most;
  const admit = (wanted: number) => {
    // One call at a time.
    const calls = Math.min(wanted, left, most < 4 ? 1 : 4);
    left -= calls;
    return { calls, next: NEXT, isReserved: true, because: 'cap' } as const;
  };
  const gate = { admit, sent: (sent: Sent) => void reports.push(sent), heldBack: () => void holds++ };
  const ports = { ...watched, gate };
  const operation = things(1);
  const units = ['0', '1', '2', '3'].map((owner) => ({ owners: [owner] }));
  const question = {
    operation,
    connection: shop(),
    storefront: 'main' as const,
    units,
    withheld: new Set<never>(),
  };
  const done = fetchSlice(ports, question, cursor, 20);
  return { ...done, ports, reports, holds };
}

const owners = (asked: readonly Asked[]) => asked.map(({ owner }) => owner);
const times = (count: number, result: HttpResult) => Array.from({ length: count }, () => result);
const names = ({ records }: Slice) => records.map(({ name }) => name).sort();

const INTERNAL = serviceError('InternalError', 500);
const PASSING: readonly (readonly [string, HttpResult])[] = [
  ['case 22: InternalError', INTERNAL],
  ['case 24: 502 with a web page', arrival('<html>Bad Gateway</html>', 502)],
  ['case 24: 503 without a body', arrival('', 503)],
  ['case 25: a timeout', { fault: 'timeout', message: 'Timeout' }],
  ['an unreachable host', { fault: 'unreachable', message: 'DNS error' }],
  ['case 6: a truncated answer', arrival('{"things":[{"na')],
  ['case 5: an empty answer', arrival('')],
  ['case 4: a web page under 200', arrival('<html>Maintenance</html>')],
];

describe('temporary errors', () => {
  test.each(PASSING)('%s: only that call is repeated, and succeeds', (_, fault) => {
    const done = slice({ 2: [fault, fault] });
    expect(owners(done.ports.asked)).toEqual([0, 1, 2, 3, 2, 2]);
    expect(names(done)).toEqual(['0-0', '1-0', '2-0', '3-0']);
    expect(done.calls).toBe(6);
    expect(done.errors).toEqual([]);
    expect(done).not.toHaveProperty('fatal');
    expect(isDone(done.cursor, 4)).toBe(true);
  });

  test.each(PASSING)('%s every time: three tries, then an error', (_, fault) => {
    const done = slice({ 2: times(9, fault) });
    expect(owners(done.ports.asked)).toEqual([0, 1, 2, 3, 2, 2]);
    const [error, ...others] = [...done.errors, done.fatal].filter((each) => each !== undefined);
    expect(others).toEqual([]);
    expect(error!.message).not.toContain('on page');
    expect(names(done)).toEqual(['0-0', '1-0', '3-0']);
    expect(done.pages.map(({ params }) => params)).toEqual([{ owners: ['0'] }, { owners: ['1'] }, { owners: ['3'] }]);
  });

  test('case 25: a call that timed out twice in a batch is not repeated', () => {
    const done = slice({ 2: [{ fault: 'timeout', message: 'Timeout', sent: 2 }] });
    expect(owners(done.ports.asked)).toEqual([0, 1, 2, 3]);
    expect(done.fatal).toMatchObject({ code: 'MARKET_TIMEOUT' });
    expect(names(slice({}, { cursor: done.cursor }))).toEqual(['2-0']);
  });

  test('case 22: pauses increase and vary by half', () => {
    expect(slice({ 0: times(9, INTERNAL) }, { random: 0.5 }).ports.slept).toEqual([500, 2000]);
    expect(slice({ 0: times(9, INTERNAL) }, { random: 0 }).ports.slept).toEqual([250, 1000]);
    expect(slice({ 0: times(9, INTERNAL) }, { random: 0.999 }).ports.slept[1]).toBeLessThan(3000);
    expect(slice({}).ports.slept).toEqual([]);
  });

  test("case 23: one unit with a permanent 500 doesn't stop the others", () => {
    const done = slice({ 1: times(9, INTERNAL) });
    expect(done.errors.map(({ details }) => details.serviceCode)).toEqual(['InternalError']);
    expect(done).not.toHaveProperty('fatal');
    expect(isDone(done.cursor, 4)).toBe(true);
  });
});

describe("Google's fetch limit", () => {
  const LIMIT = { fault: 'limit', message: 'urlfetch' } as const;

  test("isn't reported if it is over within seconds", () => {
    const done = slice({ 1: [LIMIT, LIMIT], 3: [LIMIT] });
    expect(names(done)).toEqual(['0-0', '1-0', '2-0', '3-0']);
    expect([done.fatal, done.holds]).toEqual([undefined, 0]);
    expect(done.ports.slept).toEqual([2000, 6000]);
  });

  test('is reported to the gate once if it persists, and the rest continues a minute later', () => {
    const done = slice({ 1: times(9, LIMIT), 2: times(9, LIMIT) });
    expect(owners(done.ports.asked)).toEqual([0, 1, 2, 3, 1, 2, 1, 2]);
    expect(done.holds).toBe(1);
    expect(done.fatal).toMatchObject({ code: 'MARKET_QUOTA', details: { retryAt: expect.any(Number) } });
    expect(names(slice({}, { cursor: done.cursor }))).toEqual(['1-0', '2-0']);
  });
});

describe('a used-up cap', () => {
  test.each([0, 1, 3])('lets %d calls through; the others are due when calls are free again', (most) => {
    const done = slice({}, { most });
    expect(owners(done.ports.asked)).toEqual([0, 1, 2].slice(0, most));
    expect([done.calls, names(done).length, done.errors]).toEqual([most, most, []]);
    expect(done.fatal).toMatchObject({ code: 'MARKET_CAP', details: { retryAt: NEXT } });
    expect(done.ports.slept).toEqual([]);
    const resumed = slice({}, { cursor: done.cursor });
    expect(owners(resumed.ports.asked)).toEqual([0, 1, 2, 3].slice(most));
    expect([...names(done), ...names(resumed)].sort()).toEqual(['0-0', '1-0', '2-0', '3-0']);
  });

  test('stops retries', () => {
    const done = slice({ 0: times(2, INTERNAL) }, { most: 5 });
    expect(owners(done.ports.asked)).toEqual([0, 1, 2, 3, 0]);
    expect(done.fatal).toMatchObject({ code: 'MARKET_CAP', details: { retryAt: NEXT } });
    expect(names(slice({}, { cursor: done.cursor }))).toEqual(['0-0']);
  });
});

describe('refusals', () => {
  test.each([
    ['case 15: a wrong API key', serviceError('InvalidConsumerKey', 401), 'MARKET_KEY'],
    ['case 16: a wrong secret key', serviceError('InvalidToken', 401), 'MARKET_KEY'],
    ['case 14: plain text 401', arrival('Gateway: Seller Auth failed.', 401), 'MARKET_SELLER'],
    ['case 17: the firewall', arrival('<html>Denied</html>', 403), 'MARKET_BLOCKED'],
    [
      "case 17: the firewall's page with styles",
      arrival('<html><style>p { }</style>Denied</html>', 403),
      'MARKET_BLOCKED',
    ],
    ['case 18: 404', arrival('', 404), 'MARKET_STOREFRONT'],
    ['a missing permission', { fault: 'permission', message: 'x' }, 'MARKET_BLOCKED'],
    ['case 19: 429', json([{ Code: '429', Message: 'Too many request.' }], 429), 'MARKET_CAP'],
  ] as const)('%s stops everything and is never repeated', (_, refusal, code) => {
    const done = slice({ 1: times(9, refusal) });
    expect(owners(done.ports.asked)).toEqual([0, 1, 2, 3]);
    expect(done.fatal?.code).toBe(code);
    expect(done.errors).toEqual([]);
    expect(isDone(done.cursor, 4)).toBe(false);
    expect(done.ports.slept).toEqual([]);
  });

  test('case 19: 429 sets the time when calls are allowed again', () => {
    const reset = { 'x-ratelimit-resettime': '6/16/2025 5:20:00 AM' };
    const done = slice({ 0: [json([{ Code: '429', Message: 'x' }], 429, reset)] });
    expect(done.fatal?.details.retryAt).toBe(Date.UTC(2025, 5, 16, 12, 20));
  });

  test("after a 429, another call's temporary error is retried later", () => {
    const done = slice({ 0: [INTERNAL], 1: [serviceError('429', 429)] });
    expect(owners(done.ports.asked)).toEqual([0, 1, 2, 3]);
    expect(done.fatal?.code).toBe('MARKET_CAP');
    const resumed = slice({}, { cursor: done.cursor });
    expect([...names(done), ...names(resumed)].sort()).toEqual(['0-0', '1-0', '2-0', '3-0']);
  });

  test('after a 429, only refused calls are repeated later', () => {
    const done = slice({ 1: [serviceError('429', 429)], 3: [serviceError('429', 429)] });
    const resumed = slice({}, { cursor: JSON.parse(JSON.stringify(done.cursor)) as Cursor });
    expect(owners(resumed.ports.asked).sort()).toEqual([1, 3]);
    expect(isDone(resumed.cursor, 4)).toBe(true);
  });

  test('a refusal during a retry stops all retries', () => {
    const done = slice({ 0: [INTERNAL, serviceError('InvalidToken', 401)], 1: times(9, INTERNAL) });
    expect(owners(done.ports.asked)).toEqual([0, 1, 2, 3, 0, 1]);
    expect(done.fatal?.code).toBe('MARKET_KEY');
  });

  test('case 69: an error of one unit is reported and the others continue', () => {
    const done = slice({ 1: times(9, serviceError('CT001')) });
    expect(owners(done.ports.asked)).toEqual([0, 1, 2, 3]);
    expect(done.errors.map(({ code, details }) => [code, details.serviceCode])).toEqual([['MARKET_SERVICE', 'CT001']]);
    expect(names(done)).toEqual(['0-0', '2-0', '3-0']);
    expect(isDone(done.cursor, 4)).toBe(true);
  });
});

describe("the gate's report on parallel calls", () => {
  const NOW = Date.UTC(2025, 5, 16, 12);
  const cap = (reset?: string) =>
    json(
      [{ Code: '429', Message: 'x' }],
      429,
      reset === undefined ? {} : { 'x-ratelimit-resettime': `6/16/2025 ${reset}` },
    );
  const fault = (fault: Fault): HttpResult => ({ fault, message: 'x' });

  test.each<readonly [string, Parameters<typeof slice>[0], Partial<Sent>]>([
    ['all get responses', {}, {}],
    ['one was sent three times', { 1: [{ ...INTERNAL, sent: 3 }] }, { count: 6 }],
    ['two get no response', { 0: [fault('timeout')], 2: [fault('unreachable')] }, { unanswered: 2 }],
    ['Google blocks one', { 0: [fault('limit')], 2: [fault('timeout')] }, { unanswered: 1 }],
    [
      'the service refuses one',
      { 3: [cap('5:20:00 AM')] },
      { refusal: { at: NOW, count: 1, retryAt: NOW + 20 * 60_000 } },
    ],
    [
      'the service refuses three, and the latest retry time is used',
      { 0: [cap('5:20:00 AM')], 1: [cap()], 3: [cap('5:30:00 AM')] },
      { refusal: { at: NOW, count: 3, retryAt: NOW + 30 * 60_000 } },
    ],
  ])('%s', (_, script, expected) => {
    const { reports } = slice(script);
    expect(reports[0]).toEqual({ at: NOW, count: 4, unanswered: 0, ...expected });
  });
});

describe('errors on later pages', () => {
  const operation = things(1);
  const question = {
    operation,
    connection: shop(),
    storefront: 'main' as const,
    units: [{ owners: ['0'] }, { owners: ['1'] }],
    withheld: new Set<never>(),
  };
  const paging = { totals: [5, 3], announces: 'total', greatest: 1 } as const;

  test('case 88: a failed later page is an error, and the other unit continues', () => {
    const ports = network((request, { owner, page }) =>
      owner === 0 && page === 3 ? json({ IsSuccess: 'False', Memo: 'No.' }) : pageOf(paging, request),
    );
    let cursor = START;
    const read: unknown[] = [];
    const errors: string[] = [];
    for (let turn = 0; turn < 20 && !isDone(cursor, 2); turn++) {
      const next = fetchSlice(ports, question, cursor, 2);
      read.push(...next.records.map(({ name }) => name));
      errors.push(...next.errors.map(({ message }) => message));
      cursor = next.cursor;
    }
    expect(isDone(cursor, 2)).toBe(true);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/: No\. .* The error occurred on page 3; earlier pages are in the sheet\.$/);
    expect(read).toEqual(expect.arrayContaining(['0-0', '0-1', '1-0', '1-1', '1-2']));
  });

  // A later page can end its unit early only if no total was announced.
  test.each(['total', 'nothing'] as const)(
    'only a first page can stop reading early, with %s announced',
    (announces) => {
      const ports = network((request) => pageOf({ ...paging, announces }, request));
      const read = (isKnown: (name: unknown) => boolean) => {
        const earlyStop = (_: unknown, { records }: { readonly records: readonly object[] }) =>
          records.some((record) => isKnown((record as { readonly name?: unknown }).name));
        let cursor = START;
        const names: unknown[] = [];
        for (let turn = 0; turn < 20 && !isDone(cursor, 2); turn++) {
          const next = fetchSlice(ports, { ...question, earlyStop }, cursor, 1);
          names.push(...next.records.map(({ name }) => name));
          cursor = next.cursor;
        }
        return names.sort();
      };
      expect(read((name) => name === '0-0')).toEqual(['0-0', '1-0', '1-1', '1-2']);
      expect(read((name) => name === '0-1')).toEqual([...['0-0', '0-1', '0-2', '0-3', '0-4', '1-0', '1-1', '1-2']]);
    },
  );

  test('no record is lost, however often calls fail temporarily', () => {
    let call = 0;
    const ports = network((request) => (call++ % 3 === 0 ? INTERNAL : pageOf(paging, request)));
    let cursor = START;
    const read: unknown[] = [];
    for (let turn = 0; turn < 50 && !isDone(cursor, 2); turn++) {
      const next = fetchSlice(ports, question, cursor, 1);
      read.push(...next.records.map(({ name }) => name));
      expect(next.errors).toEqual([]);
      cursor = next.cursor;
    }
    expect(read.sort()).toEqual(['0-0', '0-1', '0-2', '0-3', '0-4', '1-0', '1-1', '1-2']);
  });
});

describe('one bad identifier among many', () => {
  /** A service that, like the marketplace, rejects a whole batch because of one bad value. */
  function batches(bad: readonly string[]) {
    const sizes: number[] = [];
    const fetchAll = (requests: readonly HttpRequest[]): readonly HttpResult[] =>
      requests.map(({ body }) => {
        const values = JSON.parse(body!).Values as string[];
        sizes.push(values.length);
        if (values.some((value) => bad.includes(value))) return serviceError('CT001', 400, 'Invalid ItemNumber');
        return envelope({ ItemList: values.map((ItemNumber) => ({ ItemNumber })) });
      });
    const clock = { now: () => 0, sleep: () => undefined };
    return { sizes, ports: { http: { fetchAll }, clock, random: () => 0.5, gate: OPEN_GATE } };
  }

  function fetchBatch(values: readonly string[], ports: ReturnType<typeof batches>['ports']) {
    const units = [{ values, type: '0' }];
    const question = {
      operation: inventory,
      connection: shop(),
      storefront: 'main' as const,
      units,
      withheld: new Set<never>(),
    };
    const found: unknown[] = [];
    const errors: unknown[] = [];
    let cursor = START;
    for (let turn = 0; turn < 100 && !isDone(cursor, units.length); turn++) {
      const next = fetchSlice(ports, question, cursor, 20);
      found.push(...next.records.map(({ itemNumber }) => itemNumber));
      errors.push(...next.errors);
      cursor = next.cursor;
    }
    expect(isDone(cursor, units.length)).toBe(true);
    return { found, errors };
  }

  const values = Array.from({ length: 100 }, (_, index) => `9SI${index}`);

  test('case 69: the other 99 are found with a few more calls', () => {
    const { ports, sizes } = batches(['9SI37']);
    const { found, errors } = fetchBatch(values, ports);
    expect([...found].sort()).toEqual(values.filter((value) => value !== '9SI37').sort());
    expect(errors.length).toBeGreaterThan(0);
    expect(sizes.length).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(100)) + 1);
  });

  test('case 69: the number of calls is limited when all are bad', () => {
    const { ports, sizes } = batches(values);
    const { found, errors } = fetchBatch(values, ports);
    expect(found).toEqual([]);
    expect(errors.length).toBeGreaterThan(0);
    expect(sizes.length).toBeLessThanOrEqual(30);
  });
});

describe('choosing a storefront', () => {
  test('case 80: price history on the business storefront is rejected before any call', () => {
    const error = faultOf(() => chooseStorefront(priceHistory, shop(), 'business'));
    expect(error.code).toBe('MARKET_STOREFRONT');
    expect(error.message).toContain('main, canadian');
  });

  test.each([
    ['takes the first that offers the operation', ['main', 'business', 'canadian'], undefined, 'main'],
    ["takes the connection's storefront", ['canadian'], undefined, 'canadian'],
    ['takes the requested one, in any case', ['main', 'canadian'], ' Canadian ', 'canadian'],
  ] as const)('%s', (_, storefronts, asked, expected) => {
    expect(chooseStorefront(priceHistory, shop({ storefronts }), asked)).toBe(expected);
  });

  test.each([
    ['the connection does not include it', ['main'], 'canadian'],
    ['no storefront of the connection offers the operation', ['business'], undefined],
    ['the storefront does not exist', ['main'], 'moon'],
  ] as const)('is rejected if %s', (_, storefronts, asked) => {
    expect(faultOf(() => chooseStorefront(priceHistory, shop({ storefronts }), asked)).code).toBe('MARKET_STOREFRONT');
  });
});
