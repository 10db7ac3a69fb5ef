import { callHost } from './bridge.ts';
import { type Emulated, strict } from './strict.ts';

type Properties = GoogleAppsScript.Properties.Properties;

function store(scope: string): Properties {
  const call = <T>(method: string, ...args: unknown[]) => callHost<T>(`Properties.${method}`, scope, ...args);
  const chained = (method: string, ...args: unknown[]) => {
    call(method, ...args);
    return facade;
  };
  const facade: Properties = strict<Properties>('Properties', {
    getProperty: (key) => call('getProperty', key),
    getProperties: () => call('getProperties'),
    getKeys: () => call('getKeys'),
    setProperty: (key, value) => chained('setProperty', key, String(value)),
    setProperties: (values, deleteAllOthers = false) => {
      const texts = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]));
      return chained('setProperties', texts, deleteAllOthers);
    },
    deleteProperty: (key) => chained('deleteProperty', key),
    deleteAllProperties: () => chained('deleteAllProperties'),
  });
  return facade;
}

/** Null for the document's store if the execution has no document. Google's types omit this. */
function opened(scope: string, method: string): Properties {
  return callHost<boolean>(`PropertiesService.${method}`) ? store(scope) : null!;
}

export const propertiesService: Emulated<GoogleAppsScript.Properties.PropertiesService> = {
  getScriptProperties: () => opened('script', 'getScriptProperties'),
  getDocumentProperties: () => opened('document', 'getDocumentProperties'),
  getUserProperties: () => opened('user', 'getUserProperties'),
};
