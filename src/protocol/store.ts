/** Small texts that outlive an execution, in stores that count bytes. */

/** The port to them. */
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
