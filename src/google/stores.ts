/** `PropertiesService` as stores. */
import { knownShortly, readOnce, type Store } from '../protocol/store.ts';
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

export const documentStore = () => storeOf(() => PropertiesService.getDocumentProperties());
const sharedUserStore = () => storeOf(() => PropertiesService.getUserProperties());

/** What executions change side by side: of a workbook, and of one person. */
export const sharedOfDocument = knownShortly(documentStore, Date.now);
export const sharedOfUser = knownShortly(sharedUserStore, Date.now);

/** What a person has set: an execution goes by how it stood at its beginning, and Google counts each read. */
const ofPerson = readOnce(() => sharedOfUser);
export const userStore = () => ofPerson;
