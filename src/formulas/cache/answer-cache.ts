/** The answer cache: what is known of many queries, in few texts, since the cache has room for a thousand texts only. */
import { operations } from '../../operations/registry.ts';
import { type AnyRecord, isList, recordShape, type Shape, type Value } from '../../protocol/fields.ts';
import { groupBy } from '../../protocol/lists.ts';
import { type ErrorCode, MarketError } from '../../protocol/market-error.ts';
import { asciiJson, parseJson } from '../../protocol/store.ts';
import { DAY, MINUTE } from '../../protocol/time.ts';
import { type Cache, LONGEST_KEPT, type Ports } from '../ports.ts';
import type { Answer, Found, Query } from '../query.ts';

export interface Entry {
  /** When it was read, in epoch milliseconds. */
  readonly at: number;
  readonly records: readonly Packed[];
  /** Why the marketplace refused this very query. */
  readonly refused?: readonly [code: ErrorCode, message: string];
  /**
   * Fingerprints of the refresh arguments that it answers. While B1 holds 1, what `=MARKET_STOCK(A2, , , B1)` was
   * answered bears the mark of 1; once B1 holds 2 that mark is not the formula's, and it asks. The new answer bears
   * the mark of 2 alone: when B1 is 1 again, the formula asks again.
   */
  readonly marks?: readonly string[] | undefined;
}

/** So many formulas that make one query, each with a refresh argument of its own, share its answer. */
const MOST_MARKS = 100;

/** What is not found, or was refused, may be there soon. */
const LONGEST_NOTHING = 15 * MINUTE;
const LONGEST_REFUSAL = 5 * MINUTE;

export function entryOf({ query, records, refused }: Found, at: number): Entry {
  return {
    at,
    records: packRecords(query.operation, records),
    ...(refused ? { refused: [refused.code, refused.message] as const } : {}),
    ...(query.refresh?.marks ? { marks: query.refresh.marks.slice(0, MOST_MARKS) } : {}),
  };
}

/** Whether it need not be asked for again. */
export function isGood(entry: Entry | undefined, { maxAge, refresh }: Query, now: number): boolean {
  if (!entry || now - entry.at > Math.min(maxAge, longestOf(entry))) return false;
  const { since = 0, marks = [] } = refresh ?? {};
  return entry.at >= since && marks.every((mark) => entry.marks?.includes(mark));
}

/**
 * What was learned though no formula asked for it, such as stock that a pull brought, bears the marks of what was known
 * before: a formula whose refresh argument stayed as it was need not ask because there is something newer.
 */
export function withMarksOf(before: Pick<Entry, 'at' | 'marks'> | undefined, entry: Entry): Entry {
  return before?.marks && !entry.marks && entry.at >= before.at ? { ...entry, marks: before.marks } : entry;
}

function longestOf({ refused, records }: Entry): number {
  // What is refused here for its size is not asked for only to be refused again.
  if (refused) return refused[0] === 'MARKET_ARGUMENT' ? Number.POSITIVE_INFINITY : LONGEST_REFUSAL;
  return records.length === 0 ? LONGEST_NOTHING : Number.POSITIVE_INFINITY;
}

/** `late` says why nothing newer could be had. */
export function answerOf({ operation }: Query, { at, records, refused }: Entry, late?: ErrorCode): Answer {
  return {
    at,
    records: unpackRecords(operation, records),
    ...(refused ? { refused: new MarketError(...refused) } : {}),
    ...(late ? { late } : {}),
  };
}

/** The cache has room for 100 KB a text; all our texts are of one byte a character. */
const LONGEST_TEXT = 100_000;

/** What is longer gets texts of its own. */
const LONGEST_ENTRY = 4000;
/** So many at most: an answer that is larger still is given, but not kept. */
const MOST_PARTS = 30;

/** What is older is not even a last good value, in milliseconds. */
export const OLDEST = DAY;

/** An answer in `n` texts of its own, whose names begin with `part`. */
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

/** The cache has room for a thousand texts only: what is remembered is packed into so many. */
const SHARDS = 64;

/** Which of them has what is known by this key. */
export function shardNumber(key: string): number {
  let sum = 0;
  for (const sign of key) sum = (sum * 31 + sign.charCodeAt(0)) % SHARDS;
  return sum;
}

/** By key of the query. */
type Shard = Readonly<Record<string, Slot>>;

/** `fingerprint` stands for the connection: answers of another one have texts of their own. */
export function shardOf(fingerprint: string, key: string): string {
  return `answers.${fingerprint}.${shardNumber(key)}`;
}

export interface CacheRead {
  readonly entries: ReadonlyMap<string, Entry>;
  /** What else was asked for, where it is there. */
  readonly texts: Readonly<Record<string, string>>;
}

/** What is known of some queries, by key. `others` are names of further texts, read along. */
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

/** What is kept in parts is read now. */
function entriesIn(
  cache: Cache,
  fingerprint: string,
  texts: Readonly<Record<string, string>>,
  keys: readonly string[],
): ReadonlyMap<string, Entry> {
  const shards = new Map<string, Shard>();
  const found = new Map<string, Slot>();
  for (const key of keys) {
    const name = shardOf(fingerprint, key);
    const shard = shards.get(name) ?? readShard(texts[name]);
    shards.set(name, shard);
    const slot = shard[key];
    if (slot) found.set(key, slot);
  }
  const names = [...found.values()].flatMap(([, what]) => (isInParts(what) ? partsOf(what) : []));
  const parts = names.length > 0 ? cache.getAll(names) : {};
  return new Map([...found].flatMap(([key, slot]) => entryIn(slot, parts).map((entry) => [key, entry] as const)));
}

/** Keeps entries beside what else there is; gives the keys for which there is no room. To be done by one execution at a time. */
export function writeEntries(
  cache: Cache,
  fingerprint: string,
  entries: ReadonlyMap<string, Entry>,
  now: number,
): readonly string[] {
  const byShard = groupBy(entries.keys(), (key) => shardOf(fingerprint, key));
  const before = cache.getAll([...byShard.keys()]);
  const texts: Record<string, string> = {};
  const gone: string[] = [];
  const left: string[] = [];
  for (const [name, keys] of byShard) {
    const slots: Record<string, Slot> = { ...readShard(before[name]) };
    for (const key of keys) {
      const old = slots[key];
      if (old && isInParts(old[1])) gone.push(...partsOf(old[1]));
      const slot = slotOf(
        `${fingerprint}.${key}`,
        withMarksOf(old && { at: old[0], marks: old[2] ?? undefined }, entries.get(key)!),
        texts,
      );
      if (slot) slots[key] = slot;
      else delete slots[key];
    }
    const shard = fitting(slots, now);
    texts[name] = shard.text;
    left.push(...keys.filter((key) => !shard.kept.has(key)));
  }
  cache.putAll(texts, LONGEST_KEPT);
  if (gone.length > 0) cache.removeAll(gone);
  return left;
}

function readShard(text: string | undefined): Shard {
  return parseJson<Shard>(text) ?? {};
}

/** When a shard is full, the oldest go. */
function fitting(
  slots: Readonly<Record<string, Slot>>,
  now: number,
): { readonly text: string; readonly kept: ReadonlySet<string> } {
  let kept = Object.entries(slots).filter(([, [at]]) => now - at < OLDEST);
  for (;;) {
    const text = asciiJson(Object.fromEntries(kept) satisfies Shard);
    if (text.length <= LONGEST_TEXT) return { text, kept: new Set(kept.map(([key]) => key)) };
    kept = kept.sort(([, [one]], [, [other]]) => other - one).slice(0, Math.floor(kept.length * 0.8));
  }
}

/** Parts of a long one go to `texts`, under names that begin with `name`. Nothing when it is too long to be kept. */
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

function partsOf({ part, n }: InParts): string[] {
  return Array.from({ length: n }, (_, index) => `${part}.${index}`);
}

/** None where a part is gone. */
function entryIn([at, what, marks, refused]: Slot, parts: Readonly<Record<string, string>>): Entry[] {
  const rest = { ...(marks ? { marks } : {}), ...(refused ? { refused } : {}) };
  if (!isInParts(what)) return [{ at, records: what, ...rest }];
  const texts = partsOf(what).map((name) => parts[name]);
  const records = texts.includes(undefined) ? undefined : parseJson<readonly Packed[]>(texts.join(''));
  return records ? [{ at, records, ...rest }] : [];
}

/** A value as it is; an instant or a day in brackets, since a text there is one that could not be read. */
type Packed = string | number | boolean | null | readonly Packed[];

/** The raw texts of dates are not kept. */
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
    // Whoever asked: data of buyers is in no cache.
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

function unpackValue(value: Packed): Value | null {
  if (!Array.isArray(value)) return value as Value | null;
  const [inner] = value as readonly (string | number)[];
  return typeof inner === 'number' ? { at: inner, text: '' } : { day: String(inner), text: '' };
}
