/** Small texts that outlive an execution: the port to their stores, and how an execution reads each only once. */

/** The port to a store, which counts bytes. */
export interface Store {
  get(key: string): string | null;
  set(key: string, value: string): void;
  /** Several at once, where it does not matter which of them are written if the execution ends meanwhile. */
  setAll(values: Readonly<Record<string, string>>): void;
  /** Along with what is written next, where the store can wait: for what is worth nothing without that. */
  setSoon?(key: string, value: string): void;
  remove(key: string): void;
  /** All keys and values at once: one read of the platform's store. */
  all(): Readonly<Record<string, string>>;
}

/** The store, in which texts wait for what is written next. */
export function waiting(store: Store): Store {
  return { ...store, set: store.setSoon ?? store.set };
}

/** Work whose texts are written at once when it is over, however it ends: none of them may count before another. */
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

/** ASCII only: as many bytes as characters, and a cut divides none. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7E]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Read whole when it is first asked for; what this execution changes is known to it at once. */
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

/** As a store that was read so shortly ago, in milliseconds, that reading it again is not worth a call for each text. */
const SHORTLY = 5000;

/** A store that is read whole, and again after a while or once it is told to forget. */
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

/** Something that is read when it is first asked for, and then known. */
export function once<T>(read: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => {
    known ??= { value: read() };
    return known.value;
  };
}
