import type { Execution } from '../execution/execution.ts';
import { type Incoming, Timeout } from '../http/exchange.ts';
import type { CannedAnswer } from '../http/router.ts';
import { demandValid, type FetchRequest, headersOf } from './fetch-rules.ts';
import { EndOfExecution, type Service, ServiceError, scope } from './service.ts';

const redirectLimit = 20;
// Real milliseconds to wait for a server that never responds, regardless of the virtual clock.
const realPatience = 30_000;
const truncation = 137;
const answerLimit = 50 * 1024 * 1024;

interface Exchanged extends Incoming {
  url: URL;
}

async function fetchAll(execution: Execution, requests: FetchRequest[]): Promise<unknown[]> {
  const { host } = execution;
  const urls = requests.map((request) => demandValid(request, host.bundle.manifest.urlFetchWhitelist));
  for (const _ of requests) host.quotas.spend('urlfetch', execution.user);
  let last = false;
  for (const { url, method } of requests) {
    host.statistics.fetched({ at: host.clock.now(), url, method });
    if (host.faults.strikes('fetch')) last = true;
  }
  // Wait for all requests first: the clock stands still during real requests.
  const settled = await Promise.allSettled(requests.map((request, index) => send(execution, urls[index]!, request)));
  if (last) throw new EndOfExecution();
  const results = settled.map((result, index) => punctual(result, urls[index]!, requests[index]!, host.latencies));
  const longest = Math.max(0, ...results.map(({ took }) => took));
  if (longest > 0) await execution.sleep(longest);
  return results.map(({ result }, index) => {
    if (result.status === 'rejected') throw result.reason;
    return answered(result.value, requests[index]!, urls[index]!);
  });
}

class LateAnswer extends ServiceError {
  constructor(
    url: string,
    readonly timeout: number,
  ) {
    super('Timeout: {0}', url);
  }
}

type Settled = PromiseSettledResult<Exchanged>;

/** The result of a request, and the time it takes on the virtual clock. */
function punctual(
  result: Settled,
  url: URL,
  request: FetchRequest,
  latencies: ReadonlyMap<string, number>,
): { result: Settled; took: number } {
  if (result.status === 'rejected') {
    return { result, took: result.reason instanceof LateAnswer ? result.reason.timeout : 0 };
  }
  const latency = latencies.get(url.origin) ?? 0;
  const timeout = timeoutOf(request);
  if (latency <= timeout) return { result, took: latency };
  return { result: { status: 'rejected', reason: new LateAnswer(url.href, timeout) }, took: timeout };
}

function timeoutOf({ timeoutSeconds = 360 }: FetchRequest): number {
  return timeoutSeconds * 1000;
}

async function incomingAt(execution: Execution, url: URL, outgoing: Parameters<typeof exchange>[3]): Promise<Incoming> {
  const { router } = execution.host;
  const canned = router.cannedAnswers.get(url.origin);
  if (canned) return incomingOf(canned);
  const target = router.resolve(url);
  if (!target) throw new ServiceError('Address unavailable: {0}', url.href);
  return await exchange(execution, target, url, outgoing);
}

async function send(execution: Execution, first: URL, request: FetchRequest): Promise<Exchanged> {
  let url = first;
  let method = request.method.toUpperCase();
  let body = bodyOf(request);
  for (let hop = 0; hop <= redirectLimit; hop++) {
    const incoming = await incomingAt(execution, url, { method, body, request });
    const location = header(incoming, 'location');
    if (request.followRedirects === false || incoming.status < 300 || incoming.status > 399 || !location) {
      return { ...incoming, url };
    }
    url = new URL(location, url);
    if (incoming.status <= 303 && method !== 'GET') {
      method = 'GET';
      body = undefined;
    }
  }
  throw new ServiceError('Too many redirects: {0}', request.url);
}

function incomingOf({ status, contentType, text }: CannedAnswer): Incoming {
  return { status, rawHeaders: ['Content-Type', contentType], body: Buffer.from(text) };
}

async function exchange(
  execution: Execution,
  target: URL,
  url: URL,
  { method, body, request }: { method: string; body: Buffer | undefined; request: FetchRequest },
): Promise<Incoming> {
  const timeout = timeoutOf(request);
  try {
    return await execution.host.connections.exchange(target, {
      method,
      body,
      headers: headersOf(request, body),
      timeout: Math.min(timeout, realPatience),
    });
  } catch (error) {
    if (!(error instanceof Timeout)) throw new ServiceError('Address unavailable: {0}', url.href);
    throw new LateAnswer(url.href, timeout);
  }
}

function bodyOf({ payload }: FetchRequest): Buffer | undefined {
  if (!payload) return undefined;
  return payload.base64 === undefined ? Buffer.from(payload.text ?? '') : Buffer.from(payload.base64, 'base64');
}

function answered(incoming: Exchanged, request: FetchRequest, url: URL): unknown {
  if (incoming.body.length > answerLimit) {
    throw new ServiceError('Limit Exceeded: {0}.', 'URLFetch Response Size');
  }
  const contentType = header(incoming, 'content-type') ?? null;
  const text = decoded(incoming.body, contentType);
  if (incoming.status >= 400 && request.muteHttpExceptions !== true) {
    const start = text.slice(0, truncation).replace(/\s+/g, ' ');
    throw new ServiceError(
      'Request failed for {0} returned code {1}. Truncated server response: {2} (use muteHttpExceptions option to examine full response)',
      url.origin,
      incoming.status,
      start,
    );
  }
  const exact = Buffer.from(text).equals(incoming.body);
  const bytes = exact ? null : incoming.body.toString('base64');
  return { code: incoming.status, headers: allHeaders(incoming.rawHeaders), text, bytes, contentType };
}

function decoded(body: Buffer, contentType: string | null): string {
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset, { ignoreBOM: true }).decode(body);
  } catch {
    return body.toString('utf8');
  }
}

function allHeaders(raw: string[]): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {};
  for (let index = 0; index < raw.length; index += 2) {
    const [name, value] = [raw[index]!, raw[index + 1]!];
    const before = headers[name];
    headers[name] = before === undefined ? value : [before, value].flat();
  }
  return headers;
}

function header({ rawHeaders }: Incoming, name: string): string | undefined {
  const index = rawHeaders.findIndex((each, at) => at % 2 === 0 && each.toLowerCase() === name);
  return index < 0 ? undefined : rawHeaders[index + 1];
}

export const urlFetchApp: Service = {
  scopes: [scope('script.external_request')],
  modes: ['CUSTOM_FUNCTION', 'FULL'],
  methods: { fetch: fetchAll, fetchAll },
};
