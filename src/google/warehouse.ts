/** Implements the `Warehouse` port with BigQuery's REST API, authorized by the script's token. */
import { parseJson } from '../protocol/store.ts';
import type { SchedulePorts, Warehouse } from '../schedule/ports.ts';
import { confirmed } from '../warehouse/confirm.ts';
import { type ExportPorts, exportRows, holdings, planExport, sendAgain } from '../warehouse/export.ts';
import type { Service, ServiceRequest } from '../warehouse/service.ts';
import { noteUndone, type Place, readPlace, savePlace } from '../warehouse/state.ts';
import type { ActiveBook } from './book.ts';
import { sentLines } from './journal-sheet.ts';
import { releaseLock } from './locks.ts';
import { faultOf } from './network.ts';

const SERVICE = 'https://bigquery.googleapis.com';

/** Timeout in seconds. Calls can upload several megabytes. */
const TIMEOUT = 120;

/** Multipart boundary. Our JSON never contains it. */
const BOUNDARY = 'market-for-sheets-rows';

type Given = Pick<SchedulePorts, 'document' | 'user' | 'clock' | 'random' | 'exclusively'> & {
  readonly book: ActiveBook;
};

/** `spent` counts an export's calls against the user's daily quota. */
export function bigQuery(given: Given, spent: (calls: number) => void): Warehouse {
  const { document, user, clock } = given;
  const ports = (): ExportPorts => ({ ...given, lines: sentLines(given.book.sheets), service });
  const placed = <T>(work: (place: Place) => T): T => {
    const place = readPlace(user);
    if (!place) throw new Error('No Google Cloud project is set.');
    return work(place);
  };
  return {
    waitsFor: () => (readPlace(user) ? undefined : NO_PLACE),
    holdings: () => {
      const place = readPlace(user);
      return place && holdings(document, place);
    },
    use: (typed) => savePlace(user, typed),
    sendAgain: () => given.exclusively(() => placed((place) => sendAgain(ports(), place))),
    undone: (table, keys) => noteUndone(ports().lines, table, keys, clock.now()),
    plan: (choice) => placed((place) => planExport(ports(), place, choice)),
    send: (choice, until) =>
      placed((place) => {
        const sent = exportRows(ports(), place, choice, until);
        if (sent.calls > 0) spent(sent.calls);
        return sent;
      }),
    confirms: (leaving, until) => placed((place) => confirmed(ports(), place, leaving, until)),
  };
}

const NO_PLACE =
  'Enter your Google Cloud project in the sidebar, under Activity ▸ Warehouse. The free BigQuery sandbox is enough.';

/** If one request throws, all of them fail, but all are safe to repeat. */
const service: Service = {
  call(requests) {
    if (requests.length === 0) return [];
    releaseLock();
    const startedAt = Date.now();
    const asked = requests.map(({ path, rows }) => ({
      url: `${SERVICE}${rows === undefined ? `/bigquery/v2${path}` : `/upload/bigquery/v2${path}?uploadType=multipart`}`,
    }));
    try {
      const token = ScriptApp.getOAuthToken();
      const sent = requests.map((request, index) => toGoogle(request, asked[index]!.url, token));
      return UrlFetchApp.fetchAll(sent).map((response) => ({
        status: response.getResponseCode(),
        body: parseJson(response.getContentText('UTF-8')) ?? null,
      }));
    } catch (error) {
      const isLate = Date.now() - startedAt >= 0.9 * TIMEOUT * 1000;
      const fault = faultOf(error, asked, { isLate, answered: new Set() });
      return requests.map(() => fault);
    }
  },
};

function toGoogle(
  { method, body, rows }: ServiceRequest,
  url: string,
  token: string,
): GoogleAppsScript.URL_Fetch.URLFetchRequest {
  const request = {
    url,
    method,
    headers: { Authorization: `Bearer ${token}` },
    muteHttpExceptions: true,
    followRedirects: false,
    timeoutSeconds: TIMEOUT,
  };
  if (rows !== undefined)
    return { ...request, contentType: `multipart/related; boundary=${BOUNDARY}`, payload: upload(body, rows) };
  return body === undefined
    ? request
    : { ...request, contentType: 'application/json; charset=utf-8', payload: JSON.stringify(body) };
}

/** Builds BigQuery's multipart upload: the job as JSON, and the rows as gzip. */
function upload(body: unknown, rows: string) {
  const head = `--${BOUNDARY}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n${JSON.stringify(body)}\r\n--${BOUNDARY}\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return Utilities.newBlob(head)
    .getBytes()
    .concat(Utilities.gzip(Utilities.newBlob(rows)).getBytes())
    .concat(Utilities.newBlob(`\r\n--${BOUNDARY}--\r\n`).getBytes());
}
