/** Retries temporary warehouse errors while time remains, and turns rejections into messages. */
import { describe, expect, test } from 'vitest';
import {
  callAll,
  demand,
  errorFor,
  outcomeOf,
  reasonOf,
  reasonOfJob,
  type ServiceRequest,
  type ServiceResult,
} from '../../src/warehouse/service.ts';
import { faultOf } from '../protocol/fault.ts';
import { refusal } from '../support/in-memory-warehouse.ts';
import { sleptClock } from '../support/slept-clock.ts';

const [BUSY, OK] = [refusal(503, 'backendError'), { status: 200, body: 'it' } as ServiceResult];
const request = (path: string): ServiceRequest => ({ method: 'get', path });

/** Returns each path's responses in order. */
function ports(answers: Readonly<Record<string, readonly ServiceResult[]>>, random = 0.5) {
  const asked: string[][] = [];
  const left = new Map(Object.entries(answers).map(([path, all]) => [path, [...all]]));
  return {
    ...sleptClock(),
    asked,
    service: {
      call: (requests: readonly ServiceRequest[]) => {
        asked.push(requests.map(({ path }) => path));
        return requests.map(({ path }) => left.get(path)!.shift()!);
      },
    },
    random: () => random,
  };
}

describe('a call', () => {
  test('is tried four times after temporary errors, with longer waits', () => {
    const given = ports({ a: [BUSY, BUSY, BUSY, BUSY, OK] });
    expect(callAll(given, [request('a')], 1e9)[0]!).toMatchObject({ ok: false, reason: 'passing' });
    expect(given.slept).toEqual([1000, 2000, 4000]);
  });

  test.each([
    [0, 500],
    [0.999, 1499],
  ])('waits a random time: at %d about %d ms', (random, wait) => {
    const given = ports({ a: [BUSY, OK] }, random);
    expect(demand(callAll(given, [request('a')], 1e9)[0]!)).toBe('it');
    expect(Math.round(given.slept[0]!)).toBe(wait);
  });

  test.each([
    [1000, 0],
    [1001, 1],
  ])('is retried only if the wait ends before the deadline: with %i, %i waits', (until, waits) => {
    const given = ports({ a: [BUSY, OK] });
    callAll(given, [request('a')], until);
    expect(given.slept).toHaveLength(waits);
  });

  test('is retried alone, and its result keeps its position', () => {
    const given = ports({ a: [OK], b: [BUSY, OK], c: [refusal(404, 'notFound')] });
    const outcomes = callAll(given, ['a', 'b', 'c'].map(request), 1e9);
    expect(given.asked).toEqual([['a', 'b', 'c'], ['b']]);
    expect(outcomes).toMatchObject([{ ok: true }, { ok: true }, { ok: false, reason: 'missing' }]);
    expect(faultOf(() => demand(outcomes[2]!)).code).toBe('MARKET_ARGUMENT');
  });

  test('makes no call for no requests', () => {
    const given = ports({});
    expect([callAll(given, [], 1e9), given.asked]).toEqual([[], []]);
  });

  test.each([
    [199, false],
    [200, true],
    [299, true],
    [300, false],
  ])('with status %i succeeds: %o', (status, ok) => {
    const outcome = outcomeOf({ status, body: {} }, 0);
    expect(outcome.ok).toBe(ok);
    if (!outcome.ok) expect(outcome.error.details.httpStatus).toBe(status);
  });
});

describe('the reason of a failure', () => {
  const detail = (status: number, ...reasons: readonly string[]): ServiceResult => ({
    status,
    body: { error: { errors: [{ reason: 'forbidden' }], details: reasons.map((reason) => ({ reason })) } },
  });

  test.each<[string, ServiceResult, string]>([
    ["Google's fetch limit", { fault: 'limit', message: '' }, 'limited'],
    ['a missing permission for the script', { fault: 'permission', message: '' }, 'scope'],
    ['a timeout', { fault: 'timeout', message: '' }, 'passing'],
    ['a detail takes precedence over the error', detail(403, 'SERVICE_DISABLED'), 'off'],
    ['an unknown detail is ignored', detail(403, 'NEWS'), 'permission'],
    ["status 401 takes precedence over the error's reason", refusal(401, 'notFound'), 'token'],
    ["status 500 takes precedence over the error's reason", refusal(500, 'notFound'), 'passing'],
    ['only status 403', { status: 403, body: null }, 'permission'],
    ['only status 404', { status: 404, body: {} }, 'missing'],
    ['only status 409', { status: 409, body: {} }, 'exists'],
    ['only status 429', { status: 429, body: {} }, 'passing'],
    ['only status 400', { status: 400, body: {} }, 'invalid'],
    ['status 499 is not a server error', refusal(499, 'notFound'), 'missing'],
  ])('%s', (_, result, reason) => {
    expect(reasonOf(result)).toBe(reason);
  });

  test.each([
    ['backendError', 'passing'],
    ['notFound', 'missing'],
    ['what?', 'invalid'],
    [undefined, 'invalid'],
  ])('a job that failed with %s is %s', (said, reason) => {
    expect(reasonOfJob(said)).toBe(reason);
  });

  test.each<[ServiceResult, string]>([
    [{ fault: 'timeout', message: ' too\n late ' }, 'too late'],
    [refusal(400, 'invalid', 'No  good.'), 'No good.'],
    [{ status: 502, body: null }, 'HTTP 502'],
    [refusal(400, 'invalid', 'x'.repeat(200)), 'x'.repeat(200)],
    [refusal(400, 'invalid', 'x'.repeat(201)), `${'x'.repeat(199)}…`],
  ])('%j is quoted as %s', (result, said) => {
    const outcome = outcomeOf(result, 0);
    expect(!outcome.ok && outcome.error.message).toContain(` (${said.replace(/\.$/, '')}.)`);
  });

  test.each([
    ['quota', 3_600_000, 'MARKET_QUOTA'],
    ['limited', 3_600_000, 'MARKET_QUOTA'],
    ['passing', 600_000, 'MARKET_UNREACHABLE'],
    ['permission', undefined, 'MARKET_KEY'],
    ['invalid', undefined, 'MARKET_SERVICE'],
  ] as const)('%s may be retried after %o', (reason, after, code) => {
    const error = errorFor(reason, 'Said so.', 5, { httpStatus: 403 });
    expect(error.code).toBe(code);
    expect(error.message).toMatch(/^[A-Z].*\. \(Said so\.\)$/);
    expect(error.details).toEqual({
      httpStatus: 403,
      ...(after === undefined ? {} : { retryAt: 5 + after }),
    });
  });
});
