/** BigQuery as the warehouse: its REST interface by `UrlFetchApp`, with the permission that the script itself has. */
import type { SchedulePorts, Warehouse } from '../schedule/ports.ts';
import { confirmed } from '../warehouse/confirm.ts';
import { exportRows } from '../warehouse/export.ts';
import { holdings, planExport } from '../warehouse/export-plan.ts';
import type { ExportPorts } from '../warehouse/export-ports.ts';
import { noteRows } from '../warehouse/outbox.ts';
import { exportedTable } from '../warehouse/schema.ts';
import type { Service, ServiceRequest, ServiceResult } from '../warehouse/service.ts';
import { beginAnew, forgetPlace, type Place, readPlace, savePlace } from '../warehouse/state.ts';
import type { ActiveBook } from './book.ts';
import { outboxLines } from './journal-sheet.ts';
import { faultOf } from './network.ts';
import { letGo } from './workbook-lock.ts';

const SERVICE = 'https://bigquery.googleapis.com';

/** Seconds for a call: a few megabytes go up. */
const TIMEOUT = 120;

/** What parts the pieces of an upload; no JSON of ours has it. */
const BOUNDARY = 'market-for-sheets-rows';

/** What the warehouse works with, of those of a run. */
type Given = Pick<SchedulePorts, 'document' | 'clock' | 'random' | 'unique' | 'exclusively'> & {
  readonly book: ActiveBook;
};

/** The workbook, with an outbox for what is written into it while a warehouse is used. */
export function withOutbox(
  book: ActiveBook,
  { document, clock, unique }: Pick<Given, 'document' | 'clock' | 'unique'>,
): ActiveBook {
  const lines = outboxLines(book.sheets);
  return {
    ...book,
    outbox: {
      note: (written) => {
        if (readPlace(document)) noteRows(lines, written, clock.now(), unique);
      },
    },
  };
}

/** `spent` is told of the calls of an export, which are the person's of the day. */
export function bigQuery(given: Given, spent: (calls: number) => void): Warehouse {
  const ports = (): ExportPorts => ({ ...given, lines: outboxLines(given.book.sheets), service });
  const placed = <T>(work: (place: Place) => T): T => {
    const place = readPlace(given.document);
    if (!place) throw new Error('No place is known.');
    return work(place);
  };
  return {
    waitsFor: () => (readPlace(given.document) ? undefined : NO_PLACE),
    holdings: () => holdings(given.document, ports().lines),
    keeps: (table) => exportedTable(table) !== undefined && readPlace(given.document) !== undefined,
    use: (typed) => savePlace(given.document, typed),
    leave: () => forgetPlace(given.document),
    sendAgain: () => given.exclusively(() => beginAnew(given.document)),
    plan: (choice) => planExport(ports(), choice),
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
  'Say in the sidebar, in Activity under Warehouse, which Google Cloud project the rows go to; the free sandbox of BigQuery is enough.';

const service: Service = {
  call(requests) {
    if (requests.length === 0) return [];
    const sent = send(requests);
    if (!('fault' in sent)) return sent;
    // One that cannot be sent makes the whole batch throw.
    const isOfAll = requests.length === 1 || sent.fault === 'limit' || sent.fault === 'permission';
    return requests.map((request) => {
      const alone = isOfAll ? sent : send([request]);
      return 'fault' in alone ? alone : alone[0]!;
    });
  },
};

type Failed = Extract<ServiceResult, { fault: unknown }>;

function send(requests: readonly ServiceRequest[]): readonly ServiceResult[] | Failed {
  letGo();
  const begun = Date.now();
  const asked = requests.map(({ path, rows }) => ({ url: addressOf(path, rows !== undefined) }));
  try {
    const token = ScriptApp.getOAuthToken();
    return UrlFetchApp.fetchAll(requests.map((request, index) => toGoogle(request, asked[index]!.url, token))).map(
      (response) => ({
        status: response.getResponseCode(),
        body: parsed(response.getContentText('UTF-8')),
      }),
    );
  } catch (error) {
    const isLate = Date.now() - begun >= 0.9 * TIMEOUT * 1000;
    return faultOf(error, asked, { isLate, answered: new Set() });
  }
}

function addressOf(path: string, isUpload: boolean): string {
  return isUpload ? `${SERVICE}/upload/bigquery/v2${path}?uploadType=multipart` : `${SERVICE}/bigquery/v2${path}`;
}

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
    return {
      ...request,
      contentType: `multipart/related; boundary=${BOUNDARY}`,
      payload: upload(body, rows),
    };
  return body === undefined
    ? request
    : { ...request, contentType: 'application/json; charset=utf-8', payload: JSON.stringify(body) };
}

/** The job as JSON and the rows as packed bytes, as the service's documentation has it. */
function upload(body: unknown, rows: string): number[] {
  const head = `--${BOUNDARY}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n${JSON.stringify(body)}\r\n--${BOUNDARY}\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return Utilities.newBlob(head)
    .getBytes()
    .concat(Utilities.gzip(Utilities.newBlob(rows)).getBytes())
    .concat(Utilities.newBlob(`\r\n--${BOUNDARY}--\r\n`).getBytes());
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
