import type { Execution } from '../execution/execution.ts';
import { type Service, ServiceError } from './service.ts';
import type { CacheEntry } from './stores.ts';

type Scope = 'script' | 'document' | 'user';

const keyLimit = 250;
const valueLimit = 100 * 1024;
const longest = 21_600;
const entryLimit = 1000;
const droppedAtOnce = 100;

function cacheOf(execution: Execution, scope: Scope): Map<string, CacheEntry> {
  const user = execution.mode === 'CUSTOM_FUNCTION' ? execution.host.owner : execution.user;
  return execution.host.stores.cache(scope === 'user' ? `user:${user}` : scope);
}

function get(execution: Execution, scope: Scope, key: string): string | null {
  if (key.length > keyLimit) throw new ServiceError('Argument too large: {0}', 'key');
  const cache = cacheOf(execution, scope);
  const entry = cache.get(key);
  if (!entry) return null;
  if (entry.until > execution.host.clock.now()) return entry.value;
  cache.delete(key);
  return null;
}

function put(execution: Execution, scope: Scope, key: string, value: string, seconds: number): null {
  if (key.length > keyLimit) throw new ServiceError('Argument too large: {0}', 'key');
  if (Buffer.byteLength(value) > valueLimit) throw new ServiceError('Argument too large: {0}', 'value');
  if (!(seconds > 0)) throw new ServiceError('Invalid argument: {0}', 'expirationInSeconds');
  const cache = cacheOf(execution, scope);
  cache.delete(key);
  cache.set(key, { value, until: execution.host.clock.now() + Math.min(seconds, longest) * 1000 });
  if (cache.size > entryLimit) dropOldest(cache);
  return null;
}

// Google drops the oldest entries in bulk, regardless of expiration and use.
function dropOldest(cache: Map<string, CacheEntry>): void {
  for (const key of [...cache.keys()].slice(0, droppedAtOnce)) cache.delete(key);
}

const open = () => true;

export const cacheService: Service = {
  methods: { getScriptCache: open, getDocumentCache: ({ hasDocument }) => hasDocument, getUserCache: open },
};

export const cache: Service = {
  methods: {
    get: (execution, scope: Scope, key: string) => get(execution, scope, String(key)),
    getAll: (execution, scope: Scope, keys: string[]) => {
      const found = keys.map((key) => [key, get(execution, scope, String(key))] as const);
      return Object.fromEntries(found.filter(([, value]) => value !== null));
    },
    put: (execution, scope: Scope, key: string, value: string, seconds: number) =>
      put(execution, scope, String(key), value, seconds),
    putAll: (execution, scope: Scope, values: Record<string, string>, seconds: number) => {
      for (const [key, value] of Object.entries(values)) put(execution, scope, key, value, seconds);
      return null;
    },
    remove: (execution, scope: Scope, key: string) => {
      cacheOf(execution, scope).delete(String(key));
      return null;
    },
    removeAll: (execution, scope: Scope, keys: string[]) => {
      for (const key of keys) cacheOf(execution, scope).delete(String(key));
      return null;
    },
  },
};
