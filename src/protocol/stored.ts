/** Values kept as versioned JSON in a store: `{"v":1,"sum":"…","value":…}`; leases among them. */
import { tableError } from './market-error.ts';
import { asciiJson, type Store } from './store.ts';

type Readable = Pick<Store, 'get'>;
type Writable = Pick<Store, 'get' | 'set' | 'remove'>;

export interface StoredValue<T> {
  read(store: Readable): T;
  write(store: Pick<Store, 'set'>, value: T): void;
  remove(store: Pick<Store, 'remove'>): void;
}

/**
 * A value that can be rebuilt: missing, unreadable or of another version, it is `fallback`. With `refusal`, a value that
 * cannot be rebuilt: unreadable or of another version, it throws MARKET_TABLE with that sentence, and only a missing one
 * is `fallback`.
 */
export function stored<T>(key: string, version: number, fallback: T, refusal?: string): StoredValue<T> {
  return {
    read: (store) => {
      const text = store.get(key);
      if (text === null) return fallback;
      const value = parseStored<T>(text, version);
      if (value === undefined && refusal !== undefined) throw tableError(refusal);
      return value ?? fallback;
    },
    write: (store, value) => store.set(key, storedText(value, version)),
    remove: (store) => store.remove(key),
  };
}

/** The text under which `parseStored` finds the value; ASCII, so that its length is its size in bytes. */
export function storedText(value: unknown, version: number): string {
  const rest = `${asciiJson(value)}}`;
  return `{"v":${version},"sum":"${sumOf(rest)}","value":${rest}`;
}

const SEALED = /^\{"v":(\d+),"sum":"([a-z\d]+)","value":/;

/** Undefined where the text is damaged, changed by somebody else or of another version. */
export function parseStored<T>(text: string, version: number): T | undefined {
  const [head, v] = SEALED.exec(text) ?? [];
  return head !== undefined && Number(v) === version && !isDamaged(text)
    ? parseJson<{ value: T }>(text)?.value
    : undefined;
}

/** Whether the add-on did not write the text as it is: its sum is another one. Any editor and add-on can change it. */
export function isDamaged(text: string): boolean {
  const [head, , sum] = SEALED.exec(text) ?? [];
  return head === undefined || sumOf(text.slice(head.length)) !== sum;
}

/** Undefined where the text is no JSON object or array. */
export function parseJson<T extends object>(text: string | undefined): T | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}

/** FNV-1a: enough to tell damage, and no secret. */
function sumOf(text: string): string {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return sum.toString(36);
}

/** A property holds 9 KB; this leaves room for its key. */
const MOST_TEXT = 8000;

export interface StoredList<T> {
  /** Newest first. */
  read(store: Readable): readonly T[];
  /** Puts `entries` in front and drops those that `replaces` says they stand in for, then the oldest beyond the limits. */
  add(store: Writable, entries: readonly T[], replaces?: (known: T) => boolean): void;
  remove(store: Pick<Store, 'remove'>): void;
}

/** A list of at most `most` entries and 8,000 characters that forgets its oldest entries first. */
export function storedList<T>(key: string, version: number, most: number): StoredList<T> {
  const list = stored<readonly T[]>(key, version, []);
  const fitting = (entries: readonly T[]): readonly T[] => {
    const isTooLong = storedText(entries, version).length > MOST_TEXT;
    return isTooLong
      ? fitting(entries.slice(0, Math.min(entries.length - 1, Math.floor(entries.length * 0.9))))
      : entries;
  };
  return {
    read: list.read,
    add: (store, entries, replaces = () => false) => {
      const known = list.read(store).filter((each) => !replaces(each));
      list.write(store, fitting([...entries, ...known].slice(0, most)));
    },
    remove: list.remove,
  };
}

export interface Lease {
  readonly holder: string;
  /** Epoch milliseconds. */
  readonly until: number;
}

export function isLeased(lease: Lease | null | undefined, now: number): lease is Lease {
  return lease !== null && lease !== undefined && lease.until > now;
}

/** A lease that has expired stays with its last holder until somebody else takes it. */
export function isHeldBy(lease: Lease | null | undefined, holder: string): boolean {
  return lease?.holder === holder;
}
