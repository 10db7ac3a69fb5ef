/** `PropertiesService` as stores. */
import type { Store } from '../protocol/store.ts';
import { onceMore } from './again.ts';
import { inOurWords } from './google-error.ts';

/** Keys of the add-on are marked, since add-ons of one document share its properties. */
const PREFIX = 'market.';

type Properties = GoogleAppsScript.Properties.Properties;

/** Opened by the first use. */
function storeOf(open: () => Properties): Store {
  let opened: Properties | undefined;
  const use = <T>(work: (properties: Properties) => T): T =>
    inOurWords(() =>
      onceMore(() => {
        opened ??= open();
        return work(opened);
      }),
    );
  return {
    get: (key) => use((properties) => properties.getProperty(PREFIX + key)),
    set: (key, value) => {
      use((properties) => properties.setProperty(PREFIX + key, value));
    },
    setAll: (values) => {
      const marked = Object.entries(values).map(([key, value]) => [PREFIX + key, value]);
      use((properties) => properties.setProperties(Object.fromEntries(marked)));
    },
    remove: (key) => {
      use((properties) => properties.deleteProperty(PREFIX + key));
    },
    all: () => {
      const all = use((properties) => properties.getProperties());
      const ours = Object.entries(all).filter(([key]) => key.startsWith(PREFIX));
      return Object.fromEntries(ours.map(([key, value]) => [key.slice(PREFIX.length), value]));
    },
  };
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
}

export function knownShortly(open: () => Store, now: () => number): KnownStore {
  let [store, readAt] = [readOnce(open), now()];
  const forget = () => {
    [store, readAt] = [readOnce(open), now()];
  };
  const fresh = () => {
    if (now() - readAt > SHORTLY) forget();
    return store;
  };
  return {
    get: (key) => fresh().get(key),
    set: (key, value) => store.set(key, value),
    setAll: (values) => store.setAll(values),
    remove: (key) => store.remove(key),
    all: () => fresh().all(),
    forget,
  };
}

export const documentStore = () => storeOf(() => PropertiesService.getDocumentProperties());
const sharedUserStore = () => storeOf(() => PropertiesService.getUserProperties());

/** What executions change side by side: of a workbook, and of one person. */
export const sharedOfDocument = knownShortly(documentStore, Date.now);
export const sharedOfUser = knownShortly(sharedUserStore, Date.now);

/** What a person has set: an execution goes by how it stood at its beginning, and Google counts each read. */
const ofPerson = readOnce(() => sharedOfUser);
export const userStore = () => ofPerson;
