/** Sends the add-on's requests over real HTTP and parses the responses with the add-on's code. */

import { advance, isDone, nextSteps, START, unitsOf } from '../../src/protocol/cursor.ts';
import type { AnyRecord } from '../../src/protocol/fields.ts';
import type { HttpRequest, HttpResult } from '../../src/protocol/http.ts';
import { type Page, readPage, type Source } from '../../src/protocol/page.ts';
import { readParams } from '../../src/protocol/params.ts';
import { buildRequest } from '../../src/protocol/request.ts';
import { settingsWith, settle } from '../../src/protocol/settings.ts';

export async function send(request: HttpRequest): Promise<HttpResult> {
  const { url, method, headers, contentType, body } = request;
  const response = await fetch(url, {
    method: method.toUpperCase(),
    headers: { ...headers, 'Content-Type': contentType },
    ...(body === undefined ? {} : { body }),
  });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    // Keeps the byte order mark, unlike response.text().
    text: Buffer.from(await response.arrayBuffer()).toString('utf8'),
  };
}

export interface Fetched {
  readonly records: readonly AnyRecord[];
  readonly calls: number;
}

/** Fetches all pages or one page. */
export async function fetchOverHttp(
  question: Source,
  input: Readonly<Record<string, unknown>>,
  onlyPage?: number,
): Promise<Fetched> {
  const { operation, connection } = question;
  const settings = settingsWith(connection.settings);
  const { params } = readParams(operation, input, connection);
  const units = unitsOf(operation, params, connection);
  const pageSize = settle(operation.paging?.size ?? Number.POSITIVE_INFINITY, settings);
  const read = async (unit: number, page: number): Promise<Page> => {
    const asked = units[unit]!;
    return readPage(question, asked, page, await send(buildRequest(question, asked, page)), Date.now());
  };
  if (onlyPage !== undefined) return { records: (await read(0, onlyPage)).records, calls: 1 };
  const records: AnyRecord[] = [];
  let calls = 0;
  let cursor = START;
  while (!isDone(cursor, units.length)) {
    const steps = nextSteps(cursor, units.length, 20);
    const pages = await Promise.all(steps.map(({ unit, page }) => read(unit, page)));
    calls += steps.length;
    const advanced = advance(cursor, steps, pages, { pageSize });
    records.push(...advanced.fresh.flat());
    cursor = advanced.cursor;
  }
  return { records, calls };
}
