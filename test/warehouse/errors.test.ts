import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { errorNames } from './ordered-errors.ts';
import { type RunningWarehouse, startWarehouse } from './server.ts';

const SCOPE = 'https://www.googleapis.com/auth/bigquery';
const KNOWN: Readonly<Record<string, readonly string[]>> = { good: [SCOPE], weak: [] };

let warehouse: RunningWarehouse;
let base: string;

beforeAll(async () => {
  warehouse = await startWarehouse({ scopesOf: (token) => KNOWN[token] });
  base = `${warehouse.announcement.url}/bigquery/v2/projects/local-project`;
  await call('/datasets', { datasetReference: { datasetId: 'shop' } });
  await call('/datasets/shop/tables', {
    tableReference: { tableId: 't' },
    schema: { fields: [{ name: 'id', type: 'STRING' }] },
  });
  return () => warehouse.close();
});
afterEach(() => warehouse.clearErrors());

interface Answered {
  status: number;
  headers: Headers;
  body: {
    error?: {
      code: number;
      message: string;
      status: string;
      errors: { reason: string }[];
      details?: object[];
    };
  } & Record<string, unknown>;
}

async function call(path: string, body?: object, token: string | null = 'good'): Promise<Answered> {
  const response = await fetch(`${base}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return answered(response);
}

async function answered(response: Response): Promise<Answered> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
}

const job = (id: string) =>
  JSON.stringify({
    jobReference: { jobId: id },
    configuration: {
      load: { destinationTable: { datasetId: 'shop', tableId: 't' }, sourceFormat: 'NEWLINE_DELIMITED_JSON' },
    },
  });

const parts = (id: string, lines: string) =>
  `--B\r\nContent-Type: application/json\r\n\r\n${job(id)}\r\n--B\r\nContent-Type: application/octet-stream\r\n\r\n${lines}\r\n--B--\r\n`;

async function send(body: string, contentType = 'multipart/related; boundary=B'): Promise<Answered> {
  const url = `${base.replace('/bigquery/', '/upload/bigquery/')}/jobs?uploadType=multipart`;
  const headers = { authorization: 'Bearer good', 'content-type': contentType };
  return await answered(await fetch(url, { method: 'POST', headers, body }));
}

const rows = async () => (await warehouse.query('SELECT count(*) AS n FROM shop.t'))[0]!.n;
const reasonOf = ({ body }: Answered) => body.error?.errors[0]?.reason;

describe('an upload', () => {
  test('has two parts between its boundaries', async () => {
    const lines = '{"id":"--B"}\n{"id":"\\r\\n--B"}';
    expect((await send(parts('whole', lines))).status).toBe(200);
    expect(
      (await send(parts('quoted', lines).replaceAll('--B', '--b b'), 'multipart/related; boundary="b b"')).status,
    ).toBe(200);
    expect(await warehouse.query('SELECT DISTINCT id FROM shop.t ORDER BY id')).toHaveLength(4);
  });

  const body = parts('cut', '{"id":"1"}');
  test.each([
    ['cut in its data', body.slice(0, -15)],
    ['cut before its last dashes', body.slice(0, -4)],
    ['cut in its job', body.slice(0, 70)],
    ['with one part', `--B\r\n\r\n${job('cut')}\r\n--B--\r\n`],
    ['with three parts', body.replace('--B--', '--B\r\n\r\nx\r\n--B--')],
    ['with Unix line endings', body.replaceAll('\r\n', '\n')],
    ['whose job is not JSON', body.replace('{"job', '{job')],
    ['without content', ''],
  ])('%s is refused, and its job ID stays free', async (_, broken) => {
    const before = await rows();
    expect((await send(broken)).status).toBe(400);
    expect((await call('/jobs/cut')).status).toBe(404);
    expect(await rows()).toBe(before);
  });

  test('with another content type is refused', async () => {
    expect((await send(body, 'multipart/form-data; boundary=B')).status).toBe(400);
    expect((await send(body, 'multipart/related')).status).toBe(400);
    expect((await call('/jobs?uploadType=resumable', {})).status).toBe(501);
  });
});

describe('a call', () => {
  test('needs a valid token with the right scope', async () => {
    const path = '/datasets/shop';
    expect((await call(path)).status).toBe(200);
    for (const token of [null, 'wrong']) {
      const refused = await call(path, undefined, token);
      expect([refused.status, reasonOf(refused)]).toEqual([401, 'authError']);
    }
    const refused = await call(path, undefined, 'weak');
    expect([refused.status, reasonOf(refused)]).toEqual([403, 'insufficientPermissions']);
    expect(refused.headers.get('www-authenticate')).toContain(SCOPE);
  });

  test('to another project is refused', async () => {
    const url = `${warehouse.announcement.url}/bigquery/v2/projects/other/datasets/shop`;
    const refused = await answered(await fetch(url, { headers: { authorization: 'Bearer good' } }));
    expect([refused.status, reasonOf(refused)]).toEqual([403, 'accessDenied']);
  });

  test('with invalid JSON or to an unsupported method is refused', async () => {
    const headers = { authorization: 'Bearer good' };
    expect((await fetch(`${base}/datasets`, { method: 'POST', headers, body: '{' })).status).toBe(400);
    expect((await call('/datasets/shop/routines')).status).toBe(501);
    expect((await call('/queries', { query: 'SELECT 1' })).status).toBe(501);
  });
});

describe('an ordered error', () => {
  test.each([
    ['apiDisabled', 403, 'accessNotConfigured', /has not been used in project \d+ before or it is disabled/],
    ['accessDenied', 403, 'accessDenied', /Access Denied/],
    ['insufficientScope', 403, 'insufficientPermissions', /insufficient authentication scopes/],
    ['unauthenticated', 401, 'authError', /invalid authentication credentials/],
    ['quotaExceeded', 403, 'quotaExceeded', /exceeded quota for imports/],
    ['rateLimitExceeded', 403, 'rateLimitExceeded', /Exceeded rate limits/],
    ['wrongLocation', 404, 'notFound', /was not found in location/],
    ['billingNotEnabled', 403, 'billingNotEnabled', /Billing has not been enabled/],
    ['backendError', 503, 'backendError', /currently unavailable/],
    ['internalError', 500, 'internalError', /internal error/],
  ] as const)('%s occurs once and prevents the operation', async (error, code, reason, message) => {
    warehouse.order({ error, at: 'jobs.insert' });
    const before = await rows();
    expect((await call('/datasets/shop')).status).toBe(200);
    const refused = await send(parts(`struck-${error}`, '{"id":"1"}'));
    expect(refused.body.error).toMatchObject({
      code,
      errors: [{ reason }],
      message: expect.stringMatching(message),
    });
    expect(refused.status).toBe(code);
    expect(await rows()).toBe(before);
    expect((await send(parts(`struck-${error}`, '{"id":"1"}'))).status).toBe(200);
    expect(await rows()).toBe(Number(before) + 1);
  });

  test("can be a proxy's error page or a closed connection", async () => {
    warehouse.order({ error: 'badGateway' });
    const response = await fetch(`${base}/datasets/shop`);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      502,
      expect.stringContaining('text/html'),
    ]);
    warehouse.order({ error: 'lost' });
    await expect(fetch(`${base}/datasets/shop`)).rejects.toThrow('fetch failed');
  });

  test('with `after` occurs after the job was carried out', async () => {
    warehouse.order({ error: 'backendError', at: 'jobs.insert', after: true });
    const before = await rows();
    expect((await send(parts('after', '{"id":"1"}'))).status).toBe(503);
    const again = await send(parts('after', '{"id":"1"}'));
    expect([again.status, reasonOf(again)]).toEqual([409, 'duplicate']);
    expect((await call('/jobs/after')).body.status).toEqual({ state: 'DONE' });
    expect(await rows()).toBe(Number(before) + 1);
  });

  test.each(['jobBackendError', 'jobInternalError', 'jobRateLimitExceeded', 'jobQuotaExceeded'] as const)(
    '%s: the job exists and has failed',
    async (error) => {
      warehouse.order({ error, at: 'jobs.insert' });
      const before = await rows();
      expect((await send(parts(error, '{"id":"1"}'))).status).toBe(200);
      const reason = error.charAt(3).toLowerCase() + error.slice(4);
      expect((await call(`/jobs/${error}`)).body.status).toMatchObject({
        state: 'DONE',
        errorResult: { reason },
      });
      expect((await send(parts(error, '{"id":"1"}'))).status).toBe(409);
      expect(await rows()).toBe(before);
    },
  );

  test('slow: a job and a query are running', async () => {
    await send(parts('slow', ''));
    warehouse.order({ error: 'slow', at: 'jobs.get', times: 2 });
    const states = [];
    for (let poll = 0; poll < 3; poll++) states.push((await call('/jobs/slow')).body.status);
    expect(states).toEqual([{ state: 'RUNNING' }, { state: 'RUNNING' }, { state: 'DONE' }]);
    warehouse.order({ error: 'slow', at: 'jobs.query' });
    const { body } = await call('/queries', { query: 'SELECT 1 AS one', useLegacySql: false });
    expect(body).toMatchObject({ jobComplete: false });
    expect(body).not.toHaveProperty('rows');
    const { jobId } = body.jobReference as { jobId: string };
    expect((await call(`/queries/${jobId}`)).body).toMatchObject({
      jobComplete: true,
      rows: [{ f: [{ v: '1' }] }],
    });
  });

  test('can occur after successful calls or always, and must have a known name', async () => {
    warehouse.order({ error: 'backendError', skip: 1, times: 0 });
    const statuses = [];
    for (let each = 0; each < 4; each++) statuses.push((await call('/datasets/shop')).status);
    expect(statuses).toEqual([200, 503, 503, 503]);
    expect(() => warehouse.order({ error: 'earthquake' as never })).toThrow(/There is no error earthquake/);
    expect(errorNames).toHaveLength(17);
  });
});

test('a timestamp is in seconds with an exponent unless integer microseconds are requested', async () => {
  const query = "SELECT TIMESTAMP '2025-06-16 18:00:00.5Z' AS t";
  const firstOf = ({ body }: Answered) => (body.rows as { f: { v: string }[] }[])[0]!.f[0]!.v;
  const body = { query, useLegacySql: false };
  expect(firstOf(await call('/queries', body))).toBe('1.7500968005E9');
  const exact = { ...body, formatOptions: { useInt64Timestamp: true } };
  expect(firstOf(await call('/queries', exact))).toBe('1750096800500000');
});

test("a direct query uses DuckDB's SQL and returns large numbers as strings and times in UTC", async () => {
  const sql = `SELECT 1::BIGINT AS one, 9007199254740993::BIGINT AS long, 12.50::DECIMAL(38,9) AS price,
    12345678901234567890.1::DECIMAL(38,9) AS great, 'x' AS text, NULL AS nothing, DATE '2025-06-16' AS day,
    '2025-06-16 20:00:00+02'::TIMESTAMPTZ AS instant, '2025-06-16 18:00:00.000001+00'::TIMESTAMPTZ AS exact, [1, 2] AS list`;
  expect(await warehouse.query(sql)).toEqual([
    {
      one: 1,
      long: '9007199254740993',
      price: 12.5,
      great: '12345678901234567890.1',
      text: 'x',
      nothing: null,
      day: '2025-06-16',
      instant: '2025-06-16T18:00:00.000Z',
      exact: '2025-06-16T18:00:00.000001Z',
      list: '[1, 2]',
    },
  ]);
});
