// PropertiesService as an execution sees it: three stores of strings whose changes chain.
import { callHost } from './bridge.ts';
import { strict } from './strict.ts';

type Values = Record<string, unknown>;

interface Properties {
  getProperty(key: string): string | null;
  getProperties(): Values;
  getKeys(): string[];
  setProperty(key: string, value: unknown): Properties;
  setProperties(values: Values, deleteAllOthers?: boolean): Properties;
  deleteProperty(key: string): Properties;
  deleteAllProperties(): Properties;
}

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

function opened(scope: string, method: string): Properties {
  callHost(`PropertiesService.${method}`);
  return store(scope);
}

export const propertiesService = {
  getScriptProperties: () => opened('script', 'getScriptProperties'),
  getDocumentProperties: () => opened('document', 'getDocumentProperties'),
  getUserProperties: () => opened('user', 'getUserProperties'),
};
