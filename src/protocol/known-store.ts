/** Stores of which an execution knows what it has read and written: each call to them costs more than what it brings. */
import type { Store } from './store.ts';

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
  /** A text that stays once it is there, as it was last read, however long ago. */
  recall(key: string): string | null;
}

export function knownShortly(open: () => Store, now: () => number): KnownStore {
  /** As it was read last. */
  let last: Readonly<Record<string, string>> | undefined;
  const soon = new Map<string, string>();
  const reading = (): Store => {
    const opened = open();
    const all = () => {
      last = opened.all();
      return last;
    };
    return { ...opened, all };
  };
  let [store, readAt] = [readOnce(reading), now()];
  const forget = () => {
    [store, readAt] = [readOnce(reading), now()];
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
    recall: (key) => (last ?? fresh().all())[key] ?? null,
    setSoon: (key, value) => {
      soon.set(key, value);
    },
  };
}
