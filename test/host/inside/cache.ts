// CacheService as an execution sees it: three caches of strings that forget.
import { callHost } from './bridge.ts';
import { strict } from './strict.ts';

function cache(scope: string) {
  const call = <T>(method: string, ...args: unknown[]) => callHost<T>(`Cache.${method}`, scope, ...args);
  return strict('Cache', {
    get: (key: string) => call<string | null>('get', key),
    getAll: (keys: string[]) => call<Record<string, string>>('getAll', keys),
    put: (key: string, value: unknown, seconds?: number) =>
      call<null>('put', key, String(value), seconds ?? 600),
    putAll: (values: Record<string, unknown>, seconds?: number) => {
      const texts = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]));
      return call<null>('putAll', texts, seconds ?? 600);
    },
    remove: (key: string) => call<null>('remove', key),
    removeAll: (keys: string[]) => call<null>('removeAll', keys),
  });
}

function opened(scope: string, method: string) {
  callHost(`CacheService.${method}`);
  return cache(scope);
}

export const cacheService = {
  getScriptCache: () => opened('script', 'getScriptCache'),
  getDocumentCache: () => opened('document', 'getDocumentCache'),
  getUserCache: () => opened('user', 'getUserCache'),
};
