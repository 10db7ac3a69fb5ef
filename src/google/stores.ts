/** `PropertiesService` as stores. */
import type { Store } from '../protocol/store.ts';

/** Keys of the add-on are marked, since add-ons of one document share its properties. */
const PREFIX = 'market.';

function storeOf(properties: GoogleAppsScript.Properties.Properties): Store {
  return {
    get: (key) => properties.getProperty(PREFIX + key),
    set: (key, value) => {
      properties.setProperty(PREFIX + key, value);
    },
    remove: (key) => {
      properties.deleteProperty(PREFIX + key);
    },
    all: () => {
      const ours = Object.entries(properties.getProperties()).filter(([key]) => key.startsWith(PREFIX));
      return Object.fromEntries(ours.map(([key, value]) => [key.slice(PREFIX.length), value]));
    },
  };
}

export const userStore = () => storeOf(PropertiesService.getUserProperties());
/** Set by the surroundings of a local workbench, never by the add-on. */
export const demoShop = () => PropertiesService.getScriptProperties().getProperty('DEMO_SHOP');
export const documentStore = () => storeOf(PropertiesService.getDocumentProperties());
