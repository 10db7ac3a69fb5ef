/** Network probes. They call only Google. */
import { attempt, InWords, NotAsked, type Probe, refusalOf } from '../probe.ts';

const NOWHERE = 'https://installation-check.invalid/';

const LIMIT = 'A request that is too long would fail in an unexpected way.';

export const networkProbes: readonly Probe[] = [
  {
    id: 'network-names-service',
    what: 'Limit errors contain the service name in English',
    expected: true,
    otherwise: "Google's limit errors could be mistaken for marketplace errors.",
    ask: () => {
      const { words } = refusalOf(() => UrlFetchApp.fetch(NOWHERE + 'x'.repeat(2082)));
      return new InWords(words.includes('URLFetch'), words);
    },
  },
  {
    id: 'network-headers',
    what: 'Reserved headers, oversized headers, and unsupported methods are rejected',
    expected: ['refused: Exception', 'refused: Exception', 'refused: Exception'],
    otherwise: LIMIT,
    ask: () => {
      const tries = [{ headers: { Host: 'x' } }, { headers: { a: 'x'.repeat(9000) } }, { method: 'trace' }];
      const refusals = tries.map((each) => refusalOf(() => UrlFetchApp.fetch(NOWHERE, each as object)));
      return new InWords(
        refusals.map(({ seen }) => seen),
        refusals.map(({ words }) => words).join(' | '),
      );
    },
  },
  {
    id: 'network-order',
    what: 'Responses to parallel calls arrive in order',
    expected: 'in order',
    otherwise: 'Responses could get mixed up. Do not pull any data, and contact support.',
    ask: () => {
      const requests = ADDRESSES.map((url) => ({ url, muteHttpExceptions: true, followRedirects: false }));
      const single = attempt(() => requests.map((request) => printOf(UrlFetchApp.fetch(request.url, request))));
      if (single === undefined) throw new NotAsked('Google could not be reached.');
      if (new Set(single).size < 2) throw new NotAsked('All addresses returned the same response.');
      const together = UrlFetchApp.fetchAll([...requests, ...requests]).map(printOf);
      return together.join() === [...single, ...single].join() ? 'in order' : 'out of order';
    },
  },
];

/** Addresses at Google that return different responses. */
const ADDRESSES = ['https://www.google.com/generate_204', 'https://www.google.com/robots.txt'];

function printOf(response: GoogleAppsScript.URL_Fetch.HTTPResponse): string {
  return `${response.getResponseCode()} ${response.getContentText('UTF-8').length}`;
}
