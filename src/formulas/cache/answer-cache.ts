/** The shelf: what is known of many items in few texts of the cache, since that has room for a thousand texts only. */

import { grouped } from '../../protocol/grouped.ts';
import { asciiJson } from '../../protocol/store.ts';
import { DAY } from '../../protocol/time.ts';
import type { Cache } from '../queue/ports.ts';
import type { Entry } from './entry.ts';
import { withMarksOf } from './entry.ts';
import type { Packed } from './pack.ts';

const SHARDS = 64;

/** The longest that the cache keeps anything, in seconds. */
export const LONGEST_KEPT = 21_600;

/** The cache has room for 100 KB a text; all our texts are of one byte a character. */
const LONGEST_TEXT = 100_000;

/** What is longer gets texts of its own. */
const LONGEST_ENTRY = 4000;
/** So many at most: an answer that is larger still is given, but not kept. */
const MOST_PARTS = 30;

/** What is older is not even a last good value, in milliseconds. */
export const OLDEST = DAY;

/** `n` parts of `length` characters in all, in texts of their own, which begin with `part`. */
interface Apart {
  readonly part: string;
  readonly n: number;
}

type Slot = readonly [
  at: number,
  what: readonly Packed[] | Apart,
  marks?: readonly string[] | null,
  refused?: Entry['refused'],
];

/** By key of the item. */
type Shard = Readonly<Record<string, Slot>>;

/** `print` stands for the connection: answers of another one have texts of their own. */
export function shardOf(print: string, key: string): string {
  let sum = 0;
  for (const sign of key) sum = (sum * 31 + sign.charCodeAt(0)) % SHARDS;
  return `shelf.${print}.${sum}`;
}

/** What stands on the shelf for some keys, from texts that were read already; what is kept apart is read now. */
export function readEntries(
  cache: Cache,
  print: string,
  texts: Readonly<Record<string, string>>,
  keys: Iterable<string>,
): ReadonlyMap<string, Entry> {
  const shards = new Map<string, Shard>();
  const found = new Map<string, Slot>();
  for (const key of keys) {
    const name = shardOf(print, key);
    const shard = shards.get(name) ?? readShard(texts[name]);
    shards.set(name, shard);
    const slot = shard[key];
    if (slot) found.set(key, slot);
  }
  const names = [...found.values()].flatMap(([, what]) => (isApart(what) ? partsOf(what) : []));
  const parts = names.length > 0 ? cache.getAll(names) : {};
  return new Map(
    [...found].flatMap(([key, slot]) => entryIn(slot, parts).map((entry) => [key, entry] as const)),
  );
}

/** Puts what was found beside what else there is; gives the keys for which there is no room. To be done by one execution at a time. */
export function writeEntries(
  cache: Cache,
  print: string,
  entries: ReadonlyMap<string, Entry>,
  now: number,
): readonly string[] {
  const byShard = grouped(entries.keys(), (key) => shardOf(print, key));
  const before = cache.getAll([...byShard.keys()]);
  const texts: Record<string, string> = {};
  const gone: string[] = [];
  const left: string[] = [];
  for (const [name, keys] of byShard) {
    const slots: Record<string, Slot> = { ...readShard(before[name]) };
    for (const key of keys) {
      const old = slots[key];
      if (old && isApart(old[1])) gone.push(...partsOf(old[1]));
      const slot = slotOf(`${print}.${key}`, standingFor(old, entries.get(key)!), texts);
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

function standingFor(old: Slot | undefined, entry: Entry): Entry {
  const [at, , marks] = old ?? [0];
  return marks ? withMarksOf({ at, records: [], marks }, entry) : entry;
}

function readShard(text: string | undefined): Shard {
  return text === undefined ? {} : (JSON.parse(text) as Shard);
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
function slotOf(
  name: string,
  { at, records, marks, refused }: Entry,
  texts: Record<string, string>,
): Slot | undefined {
  const text = asciiJson(records);
  const slot = (what: Slot[1]): Slot => {
    if (refused) return [at, what, marks ?? null, refused];
    return marks === undefined ? [at, what] : [at, what, marks];
  };
  if (text.length <= LONGEST_ENTRY) return slot(records);
  const n = Math.ceil(text.length / LONGEST_TEXT);
  if (n > MOST_PARTS) return undefined;
  const apart = { part: `apart.${name}.${at.toString(36)}`, n };
  partsOf(apart).forEach((part, index) => {
    texts[part] = text.slice(index * LONGEST_TEXT, (index + 1) * LONGEST_TEXT);
  });
  return slot(apart);
}

function isApart(what: Slot[1]): what is Apart {
  return !Array.isArray(what);
}

function partsOf({ part, n }: Apart): string[] {
  return Array.from({ length: n }, (_, index) => `${part}.${index}`);
}

/** None where a part is gone. */
function entryIn([at, what, marks, refused]: Slot, parts: Readonly<Record<string, string>>): Entry[] {
  const rest = { ...(marks ? { marks } : {}), ...(refused ? { refused } : {}) };
  if (!isApart(what)) return [{ at, records: what, ...rest }];
  const texts = partsOf(what).map((name) => parts[name]);
  if (texts.some((text) => text === undefined)) return [];
  return [{ at, records: JSON.parse(texts.join('')) as readonly Packed[], ...rest }];
}
