/** Implements the `Http` port with `UrlFetchApp`. Demo requests are answered without network calls. */
import { isDemoAddress } from '../protocol/connection.ts';
import type { Http, HttpRequest, HttpResult } from '../protocol/http.ts';
import { messageOf } from '../protocol/market-error.ts';
import { SECOND } from '../protocol/time.ts';
import { answerOfDemo } from './demo-shop.ts';
import { SCOPES } from './service-calls.ts';

type Faulty = Extract<HttpResult, { fault: unknown }>;

/** Minimum duration of a timed-out call, in milliseconds per second of timeout. Google's timeouts are imprecise. */
const PATIENCE = 0.9 * SECOND;

/** Milliseconds for resending a batch one by one. One of the requests may time out. */
const RESENDING = 90 * SECOND;

/** `millisecondsLeft` returns the longest timeout currently allowed. */
export function httpWithin(millisecondsLeft: () => number, beforeSending: () => void): Http {
  const secondsLeft = () => Math.floor(millisecondsLeft() / SECOND);
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
      // A batch contains requests to one shop only.
      if (requests.some(({ url }) => isDemoAddress(url))) return requests.map(answerOfDemo);
      const sent = send(requests);
      if (!('fault' in sent)) return sent;
      // One bad request makes the whole batch throw. Resend one by one to find it, unless all are slow.
      const isOfAll = requests.length === 1 || ['limit', 'bandwidth', 'permission'].includes(sent.fault);
      const until = isOfAll ? 0 : Date.now() + RESENDING;
      return requests.map((each) => (secondsLeft() < 1 || Date.now() >= until ? sent : { ...alone(each), sent: 2 }));
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
    // Redirects would send the keys to another address.
    followRedirects: false,
    // By default, Google waits six minutes for a call that hangs.
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

interface Throw {
  /** True if the call used its entire timeout. */
  readonly isLate: boolean;
  /** Origins that responded in this execution. */
  readonly answered: ReadonlySet<string>;
}

/**
 * Classifies an error. Google translates its messages except service names (in limit errors) and scopes (in permission
 * errors). Other faults are inferred from timing and earlier responses.
 */
export function faultOf(
  error: unknown,
  requests: readonly Pick<HttpRequest, 'url'>[],
  { isLate, answered }: Throw,
): Faulty {
  const text = messageOf(error);
  // Remove the query, which contains the seller ID.
  const message = text.replace(/\?\S*/g, '');
  const words = requests.reduce((left, { url }) => left.split(url).join(''), text);
  if (/\burlfetch\b/.test(words)) return { fault: 'limit', message };
  if (/bandwidth/i.test(words)) return { fault: 'bandwidth', message };
  if (words.includes(SCOPES)) return { fault: 'permission', message };
  if (isLate) return { fault: 'timeout', message };
  const isKnown = requests.every(({ url }) => answered.has(originOf(url)));
  return { fault: isKnown ? 'interrupted' : 'unreachable', message };
}

function originOf(url: string) {
  return url.split('/', 3).join('/');
}
