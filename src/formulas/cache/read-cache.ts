/** One look at the cache: what is known of some items, whether somebody leads, and what is not asked for now. */
import type { Query } from '../query.ts';
import type { Breaker } from '../queue/breaker.ts';
import { BREAKER, readBreaker } from '../queue/breaker.ts';
import { isHeld, LEADING } from '../queue/leader-lease.ts';
import type { Ports } from '../queue/ports.ts';
import { readEntries, shardOf } from './answer-cache.ts';
import type { Entry } from './entry.ts';

export interface CacheRead {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly breaker: Breaker;
  /** Another execution asks, or is about to. */
  readonly isLed: boolean;
  /** What else was asked for, where it is there. */
  readonly texts: Readonly<Record<string, string>>;
}

/** `others` are names of further texts, read along. */
export function readCache(
  { cache, print, clock }: Pick<Ports, 'cache' | 'print' | 'clock'>,
  items: readonly Query[],
  others: readonly string[] = [],
): CacheRead {
  const shards = new Set(items.map(({ key }) => shardOf(print, key)));
  const texts = cache.getAll([...shards, BREAKER, ...LEADING, ...others]);
  return {
    entries: readEntries(
      cache,
      print,
      texts,
      items.map(({ key }) => key),
    ),
    breaker: readBreaker(texts[BREAKER], print),
    isLed: isHeld(texts, clock.now()),
    texts,
  };
}
