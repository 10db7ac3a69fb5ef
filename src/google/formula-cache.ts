/** What formulas share: the document's cache and its lock. */
import type { Cache, Lock } from '../formulas/ports.ts';

/** How long an execution waits for one that writes to the workbook, in milliseconds. */
const LOCK_WAIT = 1000;

export function formulaCache(): Cache {
  // There is always a document where a formula runs, or a sidebar.
  const cache = CacheService.getDocumentCache()!;
  return {
    getAll: (keys) => cache.getAll([...keys]) as Readonly<Record<string, string>>,
    putAll: (texts, seconds) => cache.putAll({ ...texts }, seconds),
    removeAll: (keys) => cache.removeAll([...keys]),
  };
}

/** Texts with names of their own. */
export function partOf(cache: Cache, part: string): Cache {
  const within = (key: string) => `${part}:${key}`;
  return {
    getAll: (keys) => {
      const texts = cache.getAll(keys.map(within));
      return Object.fromEntries(
        keys.flatMap((key) => (within(key) in texts ? [[key, texts[within(key)]!]] : [])),
      );
    },
    putAll: (texts, seconds) =>
      cache.putAll(
        Object.fromEntries(Object.entries(texts).map(([key, text]) => [within(key), text])),
        seconds,
      ),
    removeAll: (keys) => cache.removeAll(keys.map(within)),
  };
}

export function formulaLock(): Lock {
  const lock = LockService.getDocumentLock();
  return { tryLock: () => lock.tryLock(LOCK_WAIT), release: () => lock.releaseLock() };
}
