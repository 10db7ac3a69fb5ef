/** `UrlFetchApp` as the port to the network; the demo shop is on none. */
import { isDemoAddress } from '../protocol/demo-address.ts';
import type { Http, HttpRequest, HttpResult } from '../protocol/http.ts';
import { answerOfDemo } from './demo-shop.ts';

/**
 * `secondsLeft` is the time for a call now, where the execution has to end soon; `beforeSending` is told
 * each time that requests go out.
 */
export function httpWithin(
  secondsLeft: () => number = () => Number.POSITIVE_INFINITY,
  beforeSending: () => void = () => undefined,
): Http {
  const send = (requests: readonly HttpRequest[]) => {
    beforeSending();
    const longest = Math.max(1, secondsLeft());
    return UrlFetchApp.fetchAll(requests.map((request) => toGoogle(request, longest))).map(fromGoogle);
  };
  const alone = (request: HttpRequest): HttpResult => {
    try {
      return send([request])[0]!;
    } catch (error) {
      return faultOf(error);
    }
  };
  return {
    fetchAll(requests) {
      // All calls of a question go to one shop.
      if (requests.some(({ url }) => isDemoAddress(url))) return requests.map(answerOfDemo);
      try {
        return send(requests);
      } catch (error) {
        // One request that cannot be sent makes the whole batch throw; alone, each shows its own fault.
        const fault = faultOf(error);
        return requests.length === 1
          ? [fault]
          : requests.map((each) => (secondsLeft() < 1 ? fault : { ...alone(each), sent: 2 }));
      }
    },
  };
}

function toGoogle(
  { url, method, headers, contentType, body, timeoutSeconds }: HttpRequest,
  secondsLeft: number,
): GoogleAppsScript.URL_Fetch.URLFetchRequest {
  const request = {
    url,
    method,
    contentType,
    headers: { ...headers },
    muteHttpExceptions: true,
    // Another address must not be sent the keys that were given for this one.
    followRedirects: false,
    // Left to itself a hung call would wait for six minutes.
    timeoutSeconds: Math.min(timeoutSeconds, secondsLeft),
  };
  return body === undefined ? request : { ...request, payload: body };
}

function fromGoogle(response: GoogleAppsScript.URL_Fetch.HTTPResponse): HttpResult {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.getAllHeaders()))
    headers[name.toLowerCase()] = String(Array.isArray(value) ? value[0] : value);
  return { status: response.getResponseCode(), headers, text: response.getContentText('UTF-8') };
}

function faultOf(error: unknown): HttpResult {
  // The address is left out: it holds the seller ID.
  const message = String(error instanceof Error ? error.message : error).replace(/\?\S*/g, '');
  if (/too many times/i.test(message)) return { fault: 'quota', message };
  return { fault: /time(d )?\s?out/i.test(message) ? 'timeout' : 'unreachable', message };
}
