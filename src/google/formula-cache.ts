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

export function formulaLock(): Lock {
  const lock = LockService.getDocumentLock();
  return { tryLock: () => lock.tryLock(LOCK_WAIT), release: () => lock.releaseLock() };
}
