/** Stores facts about a workbook's pulls: sizes, times, complete tables, rejected identifiers, and failed calls. */
import { EXECUTION } from '../limits/pacing.ts';
import type { LastSize } from '../limits/planner.ts';
import type { FailedCall } from '../protocol/client.ts';
import type { Operation } from '../protocol/operation.ts';
import type { Params } from '../protocol/params.ts';
import { answerWords, masked } from '../protocol/redact.ts';
import { type Store, stored, storedList } from '../protocol/store.ts';
import { DAY, SECOND } from '../protocol/time.ts';
import { isSameSeller } from '../tables/catalog/item-keys.ts';
import type { TabledOperation } from '../tables/table.ts';
import { isThrough, notedAs, type Run } from './run.ts';

type Readable = Pick<Store, 'get'>;

/** Maximum questions per operation, and periods per question. */
const [MOST_SIZES, MOST_PERIODS] = [10, 3];

type Asked = Pick<Operation, 'id' | 'period'>;
type Input = Readonly<Record<string, unknown>>;

interface SizeEntry {
  readonly question: string;
  /** The period as typed; blank if there is none. */
  readonly period: string;
  readonly size: LastSize;
}

const sizesOf = ({ id }: Asked) => storedList<SizeEntry>(`sizes.${id}`, 1, MOST_SIZES);

export interface RememberedSize {
  readonly size: LastSize;
  readonly isOtherPeriod: boolean;
}

/** Returns the size of the question's last run, preferably with the same period. */
export function recallSize(store: Readable, operation: Asked, input: Input): RememberedSize | undefined {
  const { question, period } = questionOf(operation, input);
  const alike = sizesOf(operation)
    .read(store)
    .filter((each) => each.question === question);
  const same = alike.find((each) => each.period === period);
  const found = same ?? alike[0];
  return found && { size: found.size, isOtherPeriod: !same };
}

export function rememberSize(store: Store, operation: Asked, input: Input, size: LastSize): void {
  const asked = questionOf(operation, input);
  let periods = 1;
  sizesOf(operation).add(
    store,
    [{ ...asked, size }],
    ({ question, period }) => question === asked.question && (period === asked.period || ++periods > MOST_PERIODS),
  );
}

/** Includes all params except lists and the period. */
function questionOf({ period }: Pick<Asked, 'period'>, input: Input): Omit<SizeEntry, 'size'> {
  const names: readonly string[] = period ?? [];
  const clipped = (name: string) => String(input[name] ?? '').slice(0, 40);
  const question = Object.keys(input)
    .filter((name) => !names.includes(name) && !Array.isArray(input[name]) && clipped(name) !== '')
    .sort()
    .map((name) => `${name}=${clipped(name)}`)
    .join('&');
  const days = names.map(clipped);
  return { question: question.slice(0, 400), period: days.some((day) => day !== '') ? days.join('/') : '' };
}

/** Epoch milliseconds by table and seller ID. */
type TimesByTable = Readonly<Record<string, Readonly<Record<string, number>>>>;

function withTime(times: TimesByTable, tables: readonly string[], sellerId: string, at: number): TimesByTable {
  return { ...times, ...Object.fromEntries(tables.map((table) => [table, { ...times[table], [sellerId]: at }])) };
}

/** JavaScript's maximum date. */
const LAST_INSTANT = 8.64e15;

function isTime(at: unknown, latest = LAST_INSTANT): at is number {
  return typeof at === 'number' && at >= 0 && at <= latest;
}

/** Drops invalid times and those after `latest`. Any editor of the workbook can change the stored value. */
export function timesIn(kept: TimesByTable, latest?: number): TimesByTable {
  const timesOf = (bySeller: TimesByTable[string] | null) =>
    Object.fromEntries(Object.entries(bySeller ?? {}).filter(([, at]) => isTime(at, latest)));
  return Object.fromEntries(Object.entries(kept).map(([table, bySeller]) => [table, timesOf(bySeller)]));
}

const pulled = stored<TimesByTable>('pulled', 1, {});

/** Excludes job pulls. */
export function lastPulls(store: Readable, latest?: number): TimesByTable {
  return timesIn(pulled.read(store), latest);
}

export function notePulled(store: Store, tables: readonly string[], sellerId: string, now: number): void {
  pulled.write(store, withTime(lastPulls(store), tables, sellerId, now));
}

/** Forgets the pulls of a shop that is no longer connected. */
export function forgetShop(store: Store, sellerId: string): void {
  const others = Object.entries(lastPulls(store)).map(([table, { [sellerId]: _, ...rest }]) => [table, rest] as const);
  pulled.write(store, Object.fromEntries(others));
}

/** Everything between these times was read. */
export type Period = readonly [from: number, to: number];

interface ReadPeriod {
  readonly table: string;
  readonly sellerId: string;
  readonly period: Period;
}

const periods = storedList<ReadPeriod>('read', 1, 50);

/** The returned function returns the latest period that pulls and jobs have read without gaps. */
export function periodsRead(store: Readable): (table: string, sellerId: string) => Period | undefined {
  const known = periods.read(store);
  return (table, sellerId) => {
    const { period } = known.find((each) => each.table === table && each.sellerId === sellerId) ?? {};
    const isValid = Array.isArray(period) && period.length === 2 && period.every((at) => isTime(at));
    return isValid ? period : undefined;
  };
}

/** Ignores a pull that begins in the future. */
export function notePeriod(store: Store, table: string, sellerId: string, [from, to]: Period): void {
  const [begin, end] = periodsRead(store)(table, sellerId) ?? [from, to];
  if (to < begin || to < from) return;
  const period: Period = from > end ? [from, to] : [Math.min(from, begin), Math.max(to, end)];
  periods.add(store, [{ table, sellerId, period }], (each) => each.table === table && each.sellerId === sellerId);
}

export function forgetPulls(store: Store): void {
  for (const kept of [periods, pulled]) kept.remove(store);
}

/** Forgets when the shop's table was pulled. Of the period read, only the part within `left` still counts. */
export function forgetPull(store: Store, table: string, sellerId: string, [after, before]: Period): void {
  const isMeant = (each: ReadPeriod) => each.table === table && isSameSeller(each.sellerId, sellerId);
  const periodOf = periodsRead(store);
  const left = periods
    .read(store)
    .filter(isMeant)
    .flatMap((each): ReadPeriod[] => {
      const [from, to] = periodOf(each.table, each.sellerId) ?? [0, 0];
      const period: Period = [Math.max(from, after), Math.min(to, before)];
      return period[0] < period[1] ? [{ ...each, period }] : [];
    });
  periods.add(store, left, isMeant);
  pulled.write(store, withoutTime(lastPulls(store), table, sellerId));
}

export function withoutTime(times: TimesByTable, table: string, sellerId: string): TimesByTable {
  const others = Object.entries(times[table] ?? {}).filter(([other]) => !isSameSeller(other, sellerId));
  return { ...times, [table]: Object.fromEntries(others) };
}

const complete = stored<TimesByTable>('whole', 1, {});

/**
 * Epoch milliseconds; undefined if unknown. All pulls since then requested complete records. Earlier ones may have left
 * out some of an item's rows.
 */
export function completeSince(store: Readable, table: string, sellerId: string): number | undefined {
  return timesIn(complete.read(store))[table]?.[sellerId];
}

/** Call this before a pull writes: Google can end the execution at any point. */
export function noteCompleteness(
  store: Store,
  { tables, filters = [] }: Pick<TabledOperation, 'tables' | 'filters'>,
  sellerId: string,
  params: Params,
  now: number,
): void {
  const isNarrowed = filters.some((param) => params[param] !== undefined);
  for (const { name, ...table } of tables) {
    if (!table.complete) continue;
    if (!isNarrowed && completeSince(store, name, sellerId) !== undefined) continue;
    // A filtered pull can write incomplete records until its execution ends. Sheets store whole seconds.
    const at = isNarrowed ? now + EXECUTION : Math.floor(now / SECOND) * SECOND;
    complete.write(store, withTime(complete.read(store), [name], sellerId, at));
  }
}

const REFUSED_FOR = DAY;
const MOST_REFUSED = 200;
/** Maximum length of a stored identifier. A longer one would push out others. */
const LONGEST = 100;

interface RefusedEntry {
  readonly identifier: string;
  readonly at: number;
  readonly isSuspect?: true;
}

const refusedOf = ({ operation, sellerId }: Pick<Run, 'operation' | 'sellerId'>) =>
  storedList<RefusedEntry>(`refused.${operation}.${sellerId}`, 1, MOST_REFUSED);

/** Identifiers that need their own calls. */
export type RememberedIdentifiers = ReadonlyMap<string, 'isolated' | 'suspected'>;

export function recallRefused(
  store: Readable,
  of: Pick<Run, 'operation' | 'sellerId'>,
  now: number,
): RememberedIdentifiers {
  const known = refusedOf(of).read(store);
  return new Map(
    known.flatMap(({ identifier, at, isSuspect }) =>
      at > now - REFUSED_FOR ? [[identifier, isSuspect ? 'suspected' : 'isolated'] as const] : [],
    ),
  );
}

/** Rejected identifiers expire one day after the first rejection, suspects with the next response about them. */
export function rememberRefused(
  store: Store,
  run: Pick<Run, 'operation' | 'sellerId' | 'identifiers' | 'state'>,
  now: number,
): void {
  const { identifiers } = run;
  const [refused, suspects] = [notedAs(identifiers, 'refused'), notedAs(identifiers, 'suspect')];
  const asked = isThrough(run) ? notedAs(identifiers, 'suspected') : [];
  const cleared = new Set([...refused, ...suspects, ...asked]);
  if (cleared.size === 0) return;
  const isOver = ({ identifier, at, isSuspect }: RefusedEntry) =>
    at <= now - REFUSED_FOR || (isSuspect === true && cleared.has(identifier));
  const list = refusedOf(run);
  const known = list.read(store);
  const kept = new Set(known.flatMap((each) => (isOver(each) ? [] : [each.identifier])));
  const entry = (identifier: string): RefusedEntry => ({ identifier: identifier.slice(0, LONGEST), at: now });
  const added = [
    ...refused.map(entry),
    ...suspects.map((each): RefusedEntry => ({ ...entry(each), isSuspect: true })),
  ].filter(({ identifier }) => !kept.has(identifier));
  if (added.length > 0 || known.some(isOver)) list.add(store, added, isOver);
}

export interface MaskedCall {
  readonly at: number;
  readonly operation: string;
  readonly storefront: string;
  readonly page: number;
  readonly code: string;
  readonly serviceCodes: readonly string[];
  /** HTTP status or fault. */
  readonly answered: number | string;
  readonly contentType: string;
  /** Length of the full response. `text` contains only its start. */
  readonly length: number;
  readonly text: string;
}

const MOST_CALLS = 5;
const MOST_ANSWER = 1000;

const failures = storedList<MaskedCall>('failures', 1, MOST_CALLS);

export function failedCalls(document: Readable): readonly MaskedCall[] {
  return failures.read(document);
}

/** Operations with a recent call that the marketplace's firewall blocked. */
export function blockedOperations(document: Readable): readonly string[] {
  return failedCalls(document).flatMap(({ operation, answered }) => (answered === 403 ? [operation] : []));
}

export function rememberFailedCall(document: Store, call: FailedCall, at: number): void {
  failures.add(document, [maskedCall(call, at)]);
}

/** Documented codes. Other codes can contain the seller's data. */
const SERVICE_CODE = /^[A-Z]{2}\d{3}$/;

function maskedCall({ question, page, result, error }: FailedCall, at: number): MaskedCall {
  const { operation, storefront } = question;
  const serviceCodes = (error.details.serviceCodes ?? []).filter((code) => SERVICE_CODE.test(code));
  const known = new Set([...answerWords(operation), ...serviceCodes]);
  const text = 'fault' in result ? '' : result.text;
  return {
    at,
    operation: operation.id,
    storefront,
    page,
    code: error.code,
    serviceCodes,
    answered: 'fault' in result ? result.fault : result.status,
    contentType: 'fault' in result ? '' : kindOf(result.headers['content-type'] ?? ''),
    length: text.length,
    text: masked(text.slice(0, MOST_ANSWER), known),
  };
}

function kindOf(contentType: string) {
  const [kind = 'plain'] = /json|xml|html/i.exec(contentType) ?? [];
  return `${/json|xml/i.test(kind) ? 'application' : 'text'}/${kind.toLowerCase()}`;
}
