/** Stores runs between executions, their progress for the sidebar, and stop requests. */
import { LEASE } from '../limits/pacing.ts';
import type { Cursor } from '../protocol/cursor.ts';
import type { Clock } from '../protocol/http.ts';
import { plural } from '../protocol/lists.ts';
import { tableError } from '../protocol/market-error.ts';
import { parseJson, parseStored, type Store, storedText } from '../protocol/store.ts';
import { HOUR, MINUTE, SECOND } from '../protocol/time.ts';
import { addCounts, type Counts, NO_ROWS } from '../tables/diff.ts';
import type { Book } from '../tables/sheet.ts';
import { spokenTime } from '../tables/zone.ts';
import { noted } from './report.ts';
import type { IdentifierNote, Run } from './run.ts';

const VERSION = 5;

/** Google limits a property to 9 KB. */
const [PART, MOST_PARTS] = [8000, 100];

/** Maximum number of records to store for detecting duplicates. Only adjacent pages overlap. */
const MOST_TEXTS = 400;

interface StoredRun extends Omit<Run, 'identifiers'> {
  readonly identifiers: readonly (readonly [identifier: string, note: IdentifierNote])[];
}

/** The first line of a run's property. */
interface Head {
  /** Which of two alternating sets contains the run's other parts. */
  readonly set: 0 | 1;
  readonly parts: number;
  readonly holder?: string | undefined;
}

const headKey = (id: string) => `run.${id}`;
const partKey = (id: string, { set }: Head, part: number) => `run.${id}.${set}.${part}`;

/** Longest text of a new run. Two sets, which grow, must fit into Google's 500 KB. */
const LONGEST = 110_000;
/** Longest text of the Catalog's items in a run. Leaves room for the rest of the run. */
export const LONGEST_LIST = 95_000;

/** Throws MARKET_TABLE if the run is too long to be stored. */
export function demandStorable(run: Run): void {
  if (textOf(run).length > LONGEST) throw tableError('Too many items for one pull. Let a job pull them in parts.');
}

function textOf({ identifiers, cursor, received: _, ...run }: Run) {
  const stored: StoredRun = { ...run, cursor: storable(cursor), identifiers: [...identifiers] };
  return storedText(stored, VERSION);
}

/** Writes to the other set of parts and then the head, so an interrupted write leaves the previous version intact. */
export function saveRun(store: Store, run: Run): void {
  const { id, holder } = run;
  const before = headOf(store.get(headKey(id)));
  const text = textOf(run);
  const head: Head = { set: before?.set === 0 ? 1 : 0, parts: Math.ceil(text.length / PART) - 1, holder };
  for (let part = 1; part <= head.parts; part++)
    store.set(partKey(id, head, part), text.slice(part * PART, (part + 1) * PART));
  store.set(headKey(id), `${JSON.stringify(head)}\n${text.slice(0, PART)}`);
  if (before) removeParts(store, id, before);
}

function storable(cursor: Cursor): Cursor {
  let room = MOST_TEXTS;
  const progress = cursor.progress.map((each) => {
    const texts = room > 0 ? each.texts.slice(-room) : [];
    room -= texts.length;
    return { ...each, texts };
  });
  return { ...cursor, progress };
}

/** Returns undefined if the run isn't stored, or if two executions saved it simultaneously. */
export function loadRun(store: Pick<Store, 'get'>, id: string): Run | undefined {
  const property = store.get(headKey(id));
  const head = headOf(property);
  if (!head) return undefined;
  let text = property!.slice(property!.indexOf('\n') + 1);
  for (let part = 1; part <= head.parts; part++) text += store.get(partKey(id, head, part)) ?? '';
  const stored = parseStored<StoredRun>(text, VERSION);
  return stored && { ...stored, identifiers: new Map(stored.identifiers) };
}

/** False if another execution took over the run. */
export function isHeld(store: Pick<Store, 'get'>, { id, holder }: Pick<Run, 'id' | 'holder'>): boolean {
  const head = headOf(store.get(headKey(id)));
  return head !== undefined && head.holder === holder;
}

export function isStored(store: Pick<Store, 'get'>, id: string): boolean {
  return store.get(headKey(id)) !== null;
}

export function removeRun(store: Store, id: string): void {
  const head = headOf(store.get(headKey(id)));
  if (head) removeParts(store, id, head);
  store.remove(headKey(id));
}

function removeParts(store: Store, id: string, head: Head): void {
  for (let part = 1; part <= head.parts; part++) store.remove(partKey(id, head, part));
}

function headOf(property: string | null): Head | undefined {
  const head = parseJson<Head>(property?.split('\n', 1)[0]);
  return head && head.parts < MOST_PARTS ? head : undefined;
}

export function runsIn(all: Readonly<Record<string, string>>): readonly Run[] {
  return Object.keys(all).flatMap((key) => {
    const [, id] = /^run\.([^.]+)$/.exec(key) ?? [];
    const run = id === undefined ? undefined : loadRun({ get: (name) => all[name] ?? null }, id);
    return run ? [run] : [];
  });
}

/** Older pulls start over: their data is out of date. */
const MEANT = 6 * HOUR;

/** Finds a stored pull with the same parameters as `asked` and assigns it to the user who requested `asked`. */
export function unfinishedLike(
  { document, book }: { readonly document: Pick<Store, 'all'>; readonly book: Pick<Book, 'timeZone' | 'tables'> },
  asked: Run,
): Run | undefined {
  if (asked.isPreview || asked.purpose) return undefined;
  const question = questionOf(asked);
  const found = runsIn(document.all()).find(
    (run) => !run.purpose && questionOf(run) === question && restedSince(run) > asked.startedAt - MEANT,
  );
  // A sheet was deleted.
  if (!found?.tables.every(({ table }) => book.tables().includes(table))) return undefined;
  const began = spokenTime(found.startedAt, book.timeZone());
  const note = `Continues the pull from ${began}. Its ${plural(found.calls, 'call')} won't be repeated.`;
  const { connection, by, who } = asked;
  const notes = found.calls > 0 ? noted(found.notes, [note]) : found.notes;
  return { ...found, connection, by, who, notes };
}

/** Returns a request as a string, without the order of its items and without the Catalog items that fit in the run. */
function questionOf({ operation, sellerId, storefront, params, cut, terms }: Run): string {
  const asked = Object.entries(params).map(([name, value]) => [name, name === cut ? [] : [value].flat().sort()]);
  return JSON.stringify([operation, sellerId, storefront, asked, terms]);
}

/** How long to wait before retrying calls that Google rejected. */
export const REFUSED_WAIT = 10 * MINUTE;

/** Returns when the run became ready to continue. */
export function restedSince({ heldUntil, resumeAt, refusedSince, startedAt }: Run): number {
  return heldUntil ?? refusedSince ?? resumeAt ?? startedAt;
}

/** True if Google ended the execution or the user closed the sidebar. A job's pull can wait for the schedule. */
export function wasEnded(run: Run, now: number): boolean {
  if (run.heldUntil !== null) return run.heldUntil <= now;
  return !run.purpose && run.state === 'running' && restedSince(run) + LEASE <= now;
}

export interface Progress {
  readonly id: string;
  readonly calls: number;
  /** An estimate. */
  readonly callsLeft: number;
  readonly rows: Counts;
}

export interface ProgressCache {
  getAll(keys: readonly string[]): Readonly<Record<string, string>>;
  putAll(texts: Readonly<Record<string, string>>, seconds: number): void;
}

interface ProgressPorts {
  readonly cache: ProgressCache;
  readonly clock: Clock;
}

/** Cache lifetime in seconds. Exceeds an execution's maximum duration. */
const KEPT = 600;
/** Minimum interval: each write is a service call. */
const WRITTEN_EVERY = 2 * SECOND;

const progressKey = (name: string) => `pull.progress:${name}`;
const stopKey = (id: string) => `pull.stop:${id}`;

export function progressOf({ id, calls, callsLeft, tables }: Run): Progress {
  return { id, calls, callsLeft, rows: tables.reduce(addCounts, NO_ROWS) };
}

/** `name` is the page's ID for the pull. */
export function writeProgress({ cache }: ProgressPorts, name: string, progress: Progress): void {
  cache.putAll({ [progressKey(name)]: JSON.stringify(progress) }, KEPT);
}

export function readProgress({ cache }: Pick<ProgressPorts, 'cache'>, name: string): Progress | null {
  const text = cache.getAll([progressKey(name)])[progressKey(name)];
  return parseJson<Progress>(text) ?? null;
}

/** Returns an `isStopped` function, which writes progress if `name` is set and returns true after a stop request. */
export function followed(ports: ProgressPorts, name?: string): (progress: Progress) => boolean {
  let writtenAt = ports.clock.now();
  return (progress) => {
    const now = ports.clock.now();
    if (name !== undefined && now - writtenAt >= WRITTEN_EVERY) {
      writeProgress(ports, name, progress);
      writtenAt = now;
    }
    return stopKey(progress.id) in ports.cache.getAll([stopKey(progress.id)]);
  };
}

/** Stops the run after its current round of calls. */
export function askToStop({ cache }: Pick<ProgressPorts, 'cache'>, id: string): void {
  cache.putAll({ [stopKey(id)]: '1' }, KEPT);
}
