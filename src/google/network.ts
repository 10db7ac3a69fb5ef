/** `UrlFetchApp` as the port to the network; the demo shop answers without it. */
import { isDemoAddress } from '../protocol/connection.ts';
import type { Http, HttpRequest, HttpResult } from '../protocol/http.ts';
import { messageOf } from '../protocol/market-error.ts';
import { SECOND } from '../protocol/time.ts';
import { answerOfDemo } from './demo-shop.ts';
import { SCOPES } from './service-calls.ts';

type Faulty = Extract<HttpResult, { fault: unknown }>;

/** Milliseconds per second of timeout: Google is not exact. */
const PATIENCE = 0.9 * SECOND;

/** `secondsLeft`: the longest timeout now. */
export function httpWithin(
  secondsLeft: () => number = () => Number.POSITIVE_INFINITY,
  beforeSending: () => void = () => undefined,
): Http {
  const answered = new Set<string>();
  const send = (requests: readonly HttpRequest[]): readonly HttpResult[] | Faulty => {
    beforeSending();
    const longest = Math.max(1, secondsLeft());
    const seconds = (request: HttpRequest) => Math.min(request.timeoutSeconds, longest);
    const begun = Date.now();
    try {
      const asked = requests.map((request) => toGoogle(request, seconds(request)));
      const results = UrlFetchApp.fetchAll(asked).map(fromGoogle);
      for (const { url } of requests) answered.add(originOf(url));
      return results;
    } catch (error) {
      const isLate = Date.now() - begun >= Math.min(...requests.map(seconds)) * PATIENCE;
      return faultOf(error, requests, { isLate, answered });
    }
  };
  const alone = (request: HttpRequest): HttpResult => {
    const sent = send([request]);
    return 'fault' in sent ? sent : sent[0]!;
  };
  return {
    fetchAll(requests) {
      // All requests of a batch go to one shop.
      if (requests.some(({ url }) => isDemoAddress(url))) return requests.map(answerOfDemo);
      const sent = send(requests);
      if (!('fault' in sent)) return sent;
      // One bad request makes the whole batch throw; alone, each shows its own fault.
      const isOfAll = sent.fault === 'limit' || sent.fault === 'permission';
      return requests.length === 1 || isOfAll
        ? requests.map(() => sent)
        : requests.map((each) => (secondsLeft() < 1 ? sent : { ...alone(each), sent: 2 }));
    },
  };
}

function toGoogle(
  { url, method, headers, contentType, body }: HttpRequest,
  seconds: number,
): GoogleAppsScript.URL_Fetch.URLFetchRequest {
  const request = {
    url,
    method,
    contentType,
    headers: { ...headers },
    muteHttpExceptions: true,
    // A redirect would send the keys to another address.
    followRedirects: false,
    // Without it, a hung call waits for six minutes.
    timeoutSeconds: seconds,
  };
  return body === undefined ? request : { ...request, payload: body };
}

function fromGoogle(response: GoogleAppsScript.URL_Fetch.HTTPResponse): HttpResult {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.getAllHeaders()))
    headers[name.toLowerCase()] = String(Array.isArray(value) ? value[0] : value);
  return { status: response.getResponseCode(), headers, text: response.getContentText('UTF-8') };
}

/** Circumstances of a call that threw. */
interface Throw {
  /** The call used its whole timeout. */
  readonly isLate: boolean;
  /** Origins that have answered in this execution. */
  readonly answered: ReadonlySet<string>;
}

/**
 * Google's messages are in the person's language. Untranslated are the name of the service (in messages about limits) and
 * scopes (about missing permissions); the rest follows from how the call went.
 */
export function faultOf(
  error: unknown,
  requests: readonly Pick<HttpRequest, 'url'>[],
  { isLate, answered }: Throw,
): Faulty {
  const text = messageOf(error);
  // Leaves out the query, which contains the seller ID.
  const message = text.replace(/\?\S*/g, '');
  const words = requests.reduce((left, { url }) => left.split(url).join(''), text);
  if (/\burlfetch\b/.test(words)) return { fault: 'limit', message };
  if (words.includes(SCOPES)) return { fault: 'permission', message };
  if (isLate) return { fault: 'timeout', message };
  const isKnown = requests.every(({ url }) => answered.has(originOf(url)));
  return { fault: isKnown ? 'interrupted' : 'unreachable', message };
}

function originOf(url: string): string {
  return url.split('/', 3).join('/');
}
