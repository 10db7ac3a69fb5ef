/** Packs query results into few cache entries, because Google's cache holds only 1,000. */
import { operations } from '../../operations/registry.ts';
import { type AnyRecord, isList, recordShape, type Shape, type Value } from '../../protocol/fields.ts';
import { groupBy } from '../../protocol/lists.ts';
import { type ErrorCode, MarketError } from '../../protocol/market-error.ts';
import { asciiJson, oncePer, parseJson } from '../../protocol/store.ts';
import { DAY, MINUTE } from '../../protocol/time.ts';
import { type Cache, LONGEST_KEPT, LONGEST_TEXT, type Ports } from '../ports.ts';
import type { Answer, Found, Query } from '../query.ts';

export interface Entry {
  /** When the result was fetched. */
  readonly at: number;
  readonly records: readonly Packed[];
  /** `since`: when the records were fetched, if a temporary error is newer, or 0. */
  readonly refused?: readonly [code: ErrorCode, message: string, since: number];
  /**
   * Fingerprints of the refresh arguments that this entry satisfies. If B1 is 1, the entry for `=MARKET_STOCK(A2, , ,
   * B1)` is marked with 1. After B1 changes to 2, the formula queries again.
   */
  readonly marks?: readonly string[] | undefined;
}

const MOST_MARKS = 100;

/** Empty results and errors expire early, because the item may be added soon. */
const LONGEST_NOT_FOUND = 15 * MINUTE;
const LONGEST_REFUSAL = 5 * MINUTE;

/** A temporary error keeps the records of the entry `before`. */
export function entryOf({ query, records, refused }: Found, at: number, before?: Entry): Entry {
  const since = before?.records.length ? (before.refused?.[2] ?? before.at) : 0;
  const isKept = refused?.details.passing && at - since < OLDEST;
  return {
    at,
    records: isKept ? before!.records : packRecords(query.operation, records),
    ...(refused ? { refused: [refused.code, refused.message, isKept ? since : 0] as const } : {}),
    ...(query.refresh?.marks ? { marks: query.refresh.marks.slice(0, MOST_MARKS) } : {}),
  };
}

export function isGood(entry: Entry | undefined, { maxAge, refresh }: Query, now: number): boolean {
  if (!entry || now - entry.at > Math.min(maxAge, longestOf(entry))) return false;
  const { since = 0, marks = [] } = refresh ?? {};
  return entry.at >= since && marks.every((mark) => entry.marks?.includes(mark));
}

/**
 * Keeps the previous entry's marks if no formula requested the new one, such as stock from a pull. A formula whose
 * refresh argument is unchanged then makes no call.
 */
export function withMarksOf(before: Pick<Entry, 'at' | 'marks'> | undefined, entry: Entry): Entry {
  return before?.marks && !entry.marks && entry.at >= before.at ? { ...entry, marks: before.marks } : entry;
}

function longestOf({ refused, records }: Entry) {
  // The query is too large, so another attempt would fail too.
  if (refused) return refused[0] === 'MARKET_ARGUMENT' ? Number.POSITIVE_INFINITY : LONGEST_REFUSAL;
  return records.length === 0 ? LONGEST_NOT_FOUND : Number.POSITIVE_INFINITY;
}

/** `error`: why no newer result is available. */
export function answerOf({ operation }: Query, { at, records, refused }: Entry, error?: ErrorCode): Answer {
  const [code, message, since] = refused ?? [undefined, '', at];
  const late = error ?? (since ? code : undefined);
  return {
    at: since || at,
    records: unpackRecords(operation, records),
    ...(code && !since ? { refused: new MarketError(code, message) } : {}),
    ...(late ? { late } : {}),
  };
}

/** Entries with more characters are split into parts, which are cached separately. */
const LONGEST_ENTRY = 4000;
/** Entries with more parts are not cached. */
const MOST_PARTS = 30;

/** Maximum age in milliseconds, even if no newer result is available. */
export const OLDEST = DAY;

/** An entry split into `n` cache values, with names that start with `part`. */
interface InParts {
  readonly part: string;
  readonly n: number;
}

type Slot = readonly [
  at: number,
  what: readonly Packed[] | InParts,
  marks?: readonly string[] | null,
  refused?: Entry['refused'],
];

const SHARDS = 64;

export function shardNumber(key: string): number {
  let sum = 0;
  for (const letter of key) sum = (sum * 31 + letter.charCodeAt(0)) % SHARDS;
  return sum;
}

/** Entries of one cache value, by query key. */
type Shard = Readonly<Record<string, Slot>>;

/** Returns the cache key for a query. `fingerprint` is the connection's. */
export function shardOf(fingerprint: string, key: string): string {
  return `answers.${fingerprint}.${shardNumber(key)}`;
}

export interface CacheRead {
  readonly entries: ReadonlyMap<string, Entry>;
  /** Values of the other requested keys. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Reads entries by query key. `others`: more cache keys to read in the same call. */
export function readCache(
  { cache, fingerprint }: Pick<Ports, 'cache' | 'fingerprint'>,
  queries: readonly Query[],
  others: readonly string[] = [],
): CacheRead {
  const keys = queries.map(({ key }) => key);
  const names = new Set(keys.map((key) => shardOf(fingerprint, key)));
  const texts = cache.getAll([...names, ...others]);
  return { entries: entriesIn(cache, fingerprint, texts, keys), texts };
}

function entriesIn(
  cache: Cache,
  fingerprint: string,
  texts: Readonly<Record<string, string>>,
  keys: readonly string[],
): ReadonlyMap<string, Entry> {
  const shardIn = oncePer((name: string) => readShard(texts[name]));
  const found = new Map<string, Slot>();
  for (const key of keys) {
    const slot = shardIn(shardOf(fingerprint, key))[key];
    if (slot) found.set(key, slot);
  }
  const names = [...found.values()].flatMap(([, what]) => (isInParts(what) ? partsOf(what) : []));
  const parts = names.length > 0 ? cache.getAll(names) : {};
  return new Map([...found].flatMap(([key, slot]) => entryIn(slot, parts).map((entry) => [key, entry] as const)));
}

/** Adds entries to their shards. Not safe for concurrent executions. */
export function writeEntries(
  cache: Cache,
  fingerprint: string,
  entries: ReadonlyMap<string, Entry>,
  now: number,
): void {
  const byShard = groupBy(entries.keys(), (key) => shardOf(fingerprint, key));
  const before = cache.getAll([...byShard.keys()]);
  const texts: Record<string, string> = {};
  const gone: string[] = [];
  for (const [name, keys] of byShard) {
    const slots: Record<string, Slot> = { ...readShard(before[name]) };
    for (const key of keys) {
      const old = slots[key];
      if (old && isInParts(old[1])) gone.push(...partsOf(old[1]));
      const entry = withMarksOf(old && { at: old[0], marks: old[2] ?? undefined }, entries.get(key)!);
      const slot = slotOf(`${fingerprint}.${key}`, entry, texts);
      if (slot) slots[key] = slot;
      else delete slots[key];
    }
    texts[name] = shardText(slots, now);
  }
  cache.putAll(texts, LONGEST_KEPT);
  const old = gone.filter((part) => !(part in texts));
  if (old.length > 0) cache.removeAll(old);
}

function readShard(text: string | undefined) {
  return parseJson<Shard>(text) ?? {};
}

function shardText(slots: Shard, now: number) {
  let kept = Object.entries(slots).filter(([, [at, , , refused]]) => now - (refused?.[2] || at) < OLDEST);
  for (;;) {
    const text = asciiJson(Object.fromEntries(kept) satisfies Shard);
    if (text.length <= LONGEST_TEXT) return text;
    kept = kept.sort(([, [one]], [, [other]]) => other - one).slice(0, Math.floor(kept.length * 0.8));
  }
}

/** Adds the parts of a long entry to `texts`. Returns undefined if the entry is too long for the cache. */
function slotOf(name: string, { at, records, marks, refused }: Entry, texts: Record<string, string>): Slot | undefined {
  const text = asciiJson(records);
  const slot = (what: Slot[1]): Slot => {
    if (refused) return [at, what, marks ?? null, refused];
    return marks === undefined ? [at, what] : [at, what, marks];
  };
  if (text.length <= LONGEST_ENTRY) return slot(records);
  const n = Math.ceil(text.length / LONGEST_TEXT);
  if (n > MOST_PARTS) return undefined;
  const inParts = { part: `part.${name}.${at.toString(36)}`, n };
  partsOf(inParts).forEach((part, index) => {
    texts[part] = text.slice(index * LONGEST_TEXT, (index + 1) * LONGEST_TEXT);
  });
  return slot(inParts);
}

function isInParts(what: Slot[1]): what is InParts {
  return !Array.isArray(what);
}

function partsOf({ part, n }: InParts) {
  return Array.from({ length: n }, (_, index) => `${part}.${index}`);
}

function entryIn([at, what, marks, refused]: Slot, parts: Readonly<Record<string, string>>): Entry[] {
  const rest = { ...(marks ? { marks } : {}), ...(refused ? { refused } : {}) };
  if (!isInParts(what)) return [{ at, records: what, ...rest }];
  const texts = partsOf(what).map((name) => parts[name]);
  const records = texts.includes(undefined) ? undefined : parseJson<readonly Packed[]>(texts.join(''));
  return records ? [{ at, records, ...rest }] : [];
}

/** A record value. Timestamps and days are wrapped in an array. */
type Packed = string | number | boolean | null | readonly Packed[];

/** Drops the raw strings of dates. */
export function packRecords(operation: Query['operation'], records: readonly AnyRecord[]): readonly Packed[] {
  const shape = recordShape(operations[operation]);
  return records.map((record) => packRecord(shape, record));
}

export function unpackRecords(operation: Query['operation'], packed: readonly Packed[]): AnyRecord[] {
  const shape = recordShape(operations[operation]);
  return packed.map((each) => unpackRecord(shape, each as readonly Packed[]));
}

function packRecord(shape: Shape, record: AnyRecord): readonly Packed[] {
  const values = Object.entries(shape).map(([name, member]): Packed => {
    const value = record[name] ?? null;
    // Buyer data is never cached.
    if (!isList(member)) return member.privacy ? null : packValue(value as Value | null);
    return Array.isArray(value) ? value.map((each) => packRecord(member.of, each)) : null;
  });
  while (values[values.length - 1] === null) values.pop();
  return values;
}

function packValue(value: Value | null): Packed {
  if (typeof value !== 'object' || value === null) return value;
  return 'at' in value ? [value.at] : [value.day];
}

function unpackRecord(shape: Shape, values: readonly Packed[]): AnyRecord {
  const record: AnyRecord = {};
  Object.entries(shape).forEach(([name, member], index) => {
    const value = values[index] ?? null;
    record[name] = isList(member)
      ? ((value ?? []) as readonly (readonly Packed[])[]).map((each) => unpackRecord(member.of, each))
      : unpackValue(value);
  });
  return record;
}

function unpackValue(value: Packed) {
  if (!Array.isArray(value)) return value as Value | null;
  const [inner] = value as readonly (string | number)[];
  return typeof inner === 'number' ? { at: inner, text: '' } : { day: String(inner), text: '' };
}
