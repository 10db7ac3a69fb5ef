/** Key-value stores that outlive an execution, with versioned values, lists, and leases. */
import { HOUR } from './time.ts';

/** Google's properties, optionally cached. */
export interface Store {
  get(key: string): string | null;
  set(key: string, value: string): void;
  /** Writes several values in one call. Not atomic: if the execution ends, any value may be missing. */
  setAll(values: Readonly<Record<string, string>>): void;
  /** Delays the write until the next write, to save a call. */
  setSoon?(key: string, value: string): void;
  remove(key: string): void;
  /** Reads all values in one call. */
  all(): Readonly<Record<string, string>>;
}

/** Delays each write until the next one, if the store supports it. */
export function writingSoon(store: Store): Store {
  return { ...store, set: store.setSoon ?? store.set };
}

/** Combines all writes of `work` into one at its end, even if it throws. */
export function writingAtOnce<T>(store: Store, work: (store: Store) => T): T {
  const written: Record<string, string> = {};
  const set = (values: Readonly<Record<string, string>>) => {
    Object.assign(written, values);
  };
  try {
    return work({
      get: (key) => written[key] ?? store.get(key),
      set: (key, value) => set({ [key]: value }),
      setAll: set,
      remove: (key) => {
        delete written[key];
        store.remove(key);
      },
      all: () => ({ ...store.all(), ...written }),
    });
  } finally {
    if (Object.keys(written).length > 0) store.setAll(written);
  }
}

/** Serializes to ASCII JSON. Its length is its size in bytes, and it can be split anywhere. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7E]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Reads the whole store on first use, and applies its own changes to the cached values. */
export function readOnce(open: () => Store): Store {
  let known: Map<string, string> | undefined;
  const all = () => {
    known ??= new Map(Object.entries(open().all()));
    return known;
  };
  return {
    get: (key) => all().get(key) ?? null,
    set: (key, value) => {
      open().set(key, value);
      known?.set(key, value);
    },
    setAll: (values) => {
      open().setAll(values);
      for (const [key, value] of Object.entries(values)) known?.set(key, value);
    },
    remove: (key) => {
      open().remove(key);
      known?.delete(key);
    },
    all: () => Object.fromEntries(all()),
  };
}

/** Milliseconds until a store is reread. */
const SHORTLY = 5000;

/** A cached store. Rereads all values after `SHORTLY` or `forget`. */
export interface KnownStore extends Store {
  forget(): void;
  setSoon(key: string, value: string): void;
}

export function knownShortly(open: () => Store, now: () => number): KnownStore {
  const soon = new Map<string, string>();
  let [store, readAt] = [readOnce(open), now()];
  const forget = () => {
    [store, readAt] = [readOnce(open), now()];
  };
  const setAll = (values: Readonly<Record<string, string>>) => {
    store.setAll({ ...Object.fromEntries(soon), ...values });
    soon.clear();
  };
  const fresh = () => {
    if (now() - readAt > SHORTLY) forget();
    return store;
  };
  return {
    get: (key) => soon.get(key) ?? fresh().get(key),
    set: (key, value) => setAll({ [key]: value }),
    setAll,
    remove: (key) => {
      soon.delete(key);
      store.remove(key);
    },
    all: () => ({ ...fresh().all(), ...Object.fromEntries(soon) }),
    forget,
    setSoon: (key, value) => {
      soon.set(key, value);
    },
  };
}

/** Calls `read` on first use and caches the result. */
export function once<T>(read: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => {
    known ??= { value: read() };
    return known.value;
  };
}

/** Caches the results of `read` by key. */
export function oncePer<K, V>(read: (key: K) => V): (key: K) => V {
  const known = new Map<K, { readonly value: V }>();
  return (key) => {
    const found = known.get(key) ?? { value: read(key) };
    known.set(key, found);
    return found.value;
  };
}

type Readable = Pick<Store, 'get'>;
type Writable = Pick<Store, 'get' | 'set' | 'remove'>;

export interface StoredValue<T> {
  read(store: Readable): T;
  write(store: Pick<Store, 'set'>, value: T): void;
  remove(store: Pick<Store, 'remove'>): void;
}

/** Returns `fallback` for missing or unreadable values. */
export function stored<T>(key: string, version: number, fallback: T): StoredValue<T> {
  return {
    read: (store) => {
      const text = store.get(key);
      return text === null ? fallback : (parseStored<T>(text, version) ?? fallback);
    },
    write: (store, value) => store.set(key, storedText(value, version)),
    remove: (store) => store.remove(key),
  };
}

/** Serializes a value with its version and checksum, in ASCII. */
export function storedText(value: unknown, version: number): string {
  const rest = `${asciiJson(value)}}`;
  return `{"v":${version},"sum":"${sumOf(rest)}","value":${rest}`;
}

const SEALED = /^\{"v":(\d+),"sum":"([a-z\d]+)","value":/;

/** Returns undefined if the text is corrupted or has another version. */
export function parseStored<T>(text: string, version: number): T | undefined {
  const [head, v] = SEALED.exec(text) ?? [];
  return head !== undefined && Number(v) === version && !isDamaged(text)
    ? parseJson<{ value: T }>(text)?.value
    : undefined;
}

/** Returns true if the checksum is wrong. Any editor or add-on can change properties. */
export function isDamaged(text: string): boolean {
  const [head, , sum] = SEALED.exec(text) ?? [];
  return head === undefined || sumOf(text.slice(head.length)) !== sum;
}

/** Returns undefined if the text isn't a JSON object or array. */
export function parseJson<T extends object>(text: string | undefined): T | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}

/** An FNV-1a checksum. Detects corruption, not forgery. */
function sumOf(text: string) {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return (sum >>> 0).toString(36);
}

/** Returns a short hash. Hashes from both ends, to distinguish strings with the same start. */
export function fingerprint(text: string): string {
  const oneUnitPerCharacter = text.replace(/([\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '$1');
  return sumOf(oneUnitPerCharacter) + sumOf(text.split('').reverse().join(''));
}

/** Maximum characters of a list. Google limits properties to 9 KB, including the key. */
const MOST_TEXT = 8000;

interface StoredList<T> {
  /** Newest first. */
  read(store: Readable): readonly T[];
  /** Prepends `entries`. Drops the entries they replace, then the oldest beyond the limits. */
  add(store: Writable, entries: readonly T[], replaces?: (known: T) => boolean): void;
  remove(store: Pick<Store, 'remove'>): void;
}

/** Stores a list of up to `most` entries and `MOST_TEXT` characters. */
export function storedList<T>(key: string, version: number, most: number): StoredList<T> {
  const list = stored<readonly T[]>(key, version, []);
  const fitting = (entries: readonly T[]): readonly T[] => {
    const isTooLong = storedText(entries, version).length > MOST_TEXT;
    return isTooLong
      ? fitting(entries.slice(0, Math.min(entries.length - 1, Math.floor(entries.length * 0.9))))
      : entries;
  };
  const read = (store: Readable): readonly T[] => {
    const kept: unknown = list.read(store);
    return Array.isArray(kept) ? kept.filter((each) => each !== null) : [];
  };
  return {
    read,
    add: (store, entries, replaces = () => false) => {
      list.write(store, fitting([...entries, ...read(store).filter((each) => !replaces(each))].slice(0, most)));
    },
    remove: list.remove,
  };
}

export interface Lease {
  readonly holder: string;
  readonly until: number;
}

/** No lease is held for longer than this. A later end was forged, or written before the clock was set back. */
const LONGEST_LEASE = HOUR;

export function isLeased(lease: Lease | null | undefined, now: number): lease is Lease {
  return lease !== null && lease !== undefined && lease.until > now && lease.until <= now + LONGEST_LEASE;
}
