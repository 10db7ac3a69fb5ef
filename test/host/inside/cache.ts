import { callHost } from './bridge.ts';
import { type Emulated, strict } from './strict.ts';

type Cache = GoogleAppsScript.Cache.Cache;

function cache(scope: string): Cache {
  const call = <T>(method: string, ...args: unknown[]) => callHost<T>(`Cache.${method}`, scope, ...args);
  return strict<Cache>('Cache', {
    get: (key) => call('get', key),
    getAll: (keys) => call('getAll', keys),
    put: (key, value, seconds?: number) => call('put', key, String(value), seconds ?? 600),
    putAll: (values, seconds?: number) => {
      const texts = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]));
      return call('putAll', texts, seconds ?? 600);
    },
    remove: (key) => call('remove', key),
    removeAll: (keys) => call('removeAll', keys),
  });
}

/** Null for the document cache if the execution has no document. Google's types omit this. */
function opened(scope: string, method: string): Cache {
  return callHost<boolean>(`CacheService.${method}`) ? cache(scope) : null!;
}

export const cacheService: Emulated<GoogleAppsScript.Cache.CacheService> = {
  getScriptCache: () => opened('script', 'getScriptCache'),
  getDocumentCache: () => opened('document', 'getDocumentCache'),
  getUserCache: () => opened('user', 'getUserCache'),
};
