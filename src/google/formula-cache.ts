/** What formulas share: the document's cache. */
import type { Cache } from '../formulas/ports.ts';
import { attempt, inOurWords, onceMore } from './service-calls.ts';

/** Opened by the first use. */
export function formulaCache(): Cache {
  let opened: GoogleAppsScript.Cache.Cache | undefined;
  const use = <T>(work: (cache: GoogleAppsScript.Cache.Cache) => T): T =>
    inOurWords(() =>
      onceMore(() => {
        // There is always a document where a formula runs, or a sidebar.
        opened ??= CacheService.getDocumentCache()!;
        return work(opened);
      }),
    );
  return {
    getAll: (keys) => use((cache) => cache.getAll([...keys])) as Readonly<Record<string, string>>,
    putAll: (texts, seconds) => use((cache) => cache.putAll({ ...texts }, seconds)),
    removeAll: (keys) => use((cache) => cache.removeAll([...keys])),
  };
}

/** For who can do without: a cache may forget at any time, and one that Google refuses has forgotten. */
export function forgetful(cache: Cache): Cache {
  return {
    getAll: (keys) => attempt(() => cache.getAll(keys), {}),
    putAll: (texts, seconds) => attempt(() => cache.putAll(texts, seconds)),
    removeAll: (keys) => attempt(() => cache.removeAll(keys)),
  };
}

/** Texts with names of their own. */
export function partOf(cache: Cache, part: string): Cache {
  const within = (key: string) => `${part}:${key}`;
  return {
    getAll: (keys) => {
      const texts = cache.getAll(keys.map(within));
      return Object.fromEntries(keys.flatMap((key) => (within(key) in texts ? [[key, texts[within(key)]!]] : [])));
    },
    putAll: (texts, seconds) =>
      cache.putAll(Object.fromEntries(Object.entries(texts).map(([key, text]) => [within(key), text])), seconds),
    removeAll: (keys) => cache.removeAll(keys.map(within)),
  };
}

/**
 * The first read of `cache` brings these texts along, each of which `along` gives once without another read: reads cost
 * as much as all else that a formula does whose answer is known.
 */
export function readingAlong(whole: Cache, names: readonly string[]): { readonly cache: Cache; readonly along: Cache } {
  let isRead = names.length === 0;
  let texts: Readonly<Record<string, string>> | undefined;
  const pick = (from: Readonly<Record<string, string>>, keys: readonly string[]) =>
    Object.fromEntries(keys.flatMap((key) => (from[key] === undefined ? [] : [[key, from[key]]])));
  const getAll: Cache['getAll'] = (keys) => {
    if (isRead) return whole.getAll(keys);
    isRead = true;
    texts = whole.getAll([...keys, ...names]);
    return pick(texts, keys);
  };
  const getAlong: Cache['getAll'] = (keys) => {
    const known = texts;
    texts = undefined;
    return known && keys.every((key) => names.includes(key)) ? pick(known, keys) : whole.getAll(keys);
  };
  return { cache: { ...whole, getAll }, along: { ...whole, getAll: getAlong } };
}
