/** Serves requests to the demo shop from its recording, with all dates shifted by whole days. */
import { DEMO_ADDRESS } from '../protocol/connection.ts';
import { daysFrom, fromPacific, pacificOffset, utcDay } from '../protocol/dates.ts';
import type { HttpRequest, HttpResult } from '../protocol/http.ts';
import { DAY, HOUR } from '../protocol/time.ts';
import { keywordsOf, performanceOf } from './ads.ts';
import { type Call, type Recording, Refusal, type Row, unable } from './recording.ts';
import { lookupOf, ordersOf, pricesOf, stockOf } from './shop-answers.ts';

type Found = (recording: Recording, call: Call) => Row;

/** Routes match the rest of the path, after the address and the day. */
const ROUTES: readonly (readonly [method: HttpRequest['method'], path: RegExp, found: Found])[] = [
  ['put', /^\/marketplace\/(b2b)\/ordermgmt\/order\/orderinfo$/, ordersOf],
  ['post', /^\/marketplace\/contentmgmt\/item\/international\/inventorylist$/, stockOf],
  ['get', /^\/marketplace\/(usa|can)\/contentmgmt\/item\/repricer\/item\/history\/[^/]+$/, pricesOf],
  ['put', /^\/marketplace\/(?:(b2b|can)\/)?reportmgmt\/report\/result$/, lookupOf],
  ['post', /^\/marketplace\/sponsoredmgmt\/campaign\/group\/performance$/, performanceOf],
  ['post', /^\/marketplace\/sponsoredmgmt\/campaign\/keyword\/search$/, keywordsOf],
];

const STOREFRONTS: Readonly<Record<string, string>> = { b2b: 'business', can: 'canadian' };

export function addressOn(day: string): string {
  return `${DEMO_ADDRESS}/${day}`;
}

/** Shifts all dates so that the recording ends on the day in the address. */
export function answerFrom(recording: Recording, request: HttpRequest): HttpResult {
  try {
    const [, opened, path, search] =
      /^\/(\d{4}-\d\d-\d\d)(\/[^?]*)\??(.*)$/.exec(request.url.slice(DEMO_ADDRESS.length)) ?? [];
    if (Number.isNaN(Date.parse(opened!))) throw unable('opens only with "Try with the demo shop"');
    const days = daysFrom(recording.day, opened!);
    const found = foundFor(recording, request, path!, queryOf(search!), -days);
    return { status: 200, headers: {}, text: movedBy(days, JSON.stringify(found)) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { status, code, message } = error;
    return { status, headers: {}, text: JSON.stringify([{ Code: code, Message: message }]) };
  }
}

function foundFor(
  recording: Recording,
  { method, contentType, body = '{}' }: HttpRequest,
  path: string,
  query: Readonly<Record<string, string>>,
  days: number,
): Row {
  if (contentType !== 'application/json') throw unable('supports only JSON');
  for (const [offered, pattern, found] of ROUTES) {
    const parts = pattern.exec(path);
    if (!parts || offered !== method) continue;
    const storefront = STOREFRONTS[parts[1] ?? ''] ?? 'main';
    const last = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1)).toUpperCase();
    return found(recording, { storefront, last, query, body: JSON.parse(movedBy(days, body)) as Row });
  }
  throw new Refusal(404, 'NotFound', 'No resource exists at this address.');
}

function queryOf(search: string): Readonly<Record<string, string>> {
  const pairs = search.split('&').map((pair) => pair.split('=').map(decodeURIComponent));
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value]));
}

/** Returns the latest day on which the shifted recording can end without events in the future. */
export function openingDay({ hour }: Pick<Recording, 'hour'>, now: number): string {
  return utcDay(now + pacificOffset(now) - hour * HOUR);
}

/** Matches JSON strings with a date in one of three formats. */
const DATES = /"(?:(\d{4})-(\d\d)-(\d\d)|(\d\d)\/(\d\d)\/(\d{4}))((?:[T ][\d:.]+)?)([+-]\d\d:\d\d)?"/g;

/** Shifts all dates by whole days without changing times of day. */
export function movedBy(days: number, json: string): string {
  return json.replace(DATES, (_, y, m, d, month, day, year, time: string, offset: string | undefined) => {
    const moved = new Date(Date.UTC(y ?? year, (m ?? month) - 1, d ?? day) + days * DAY).toISOString();
    const [to, on, at] = moved.slice(0, 10).split('-');
    const date = y === undefined ? `${on}/${at}/${to}` : `${to}-${on}-${at}`;
    return `"${date}${time}${offset === undefined ? '' : offsetOn(`${date}${time}`)}"`;
  });
}

/** Returns the UTC offset of a Pacific wall time: `-07:00` or `-08:00`. */
function offsetOn(wall: string) {
  const { at } = fromPacific(Date.parse(`${wall.slice(0, 19)}Z`));
  return `-0${-pacificOffset(at) / HOUR}:00`;
}
