/** One look at the cache: what is known of some items, whether somebody leads, and what is not asked for now. */
import type { Item } from '../items.ts';
import type { Breaker } from './breaker.ts';
import { BREAKER, readBreaker } from './breaker.ts';
import type { Entry } from './entry.ts';
import { isHeld, LEADING } from './leadership.ts';
import type { Ports } from './ports.ts';
import { shardOf, takeDown } from './shelf.ts';

export interface Look {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly breaker: Breaker;
  /** Another execution asks, or is about to. */
  readonly isLed: boolean;
  /** What else was asked for, where it is there. */
  readonly texts: Readonly<Record<string, string>>;
}

/** `others` are names of further texts, read along. */
export function look(
  { cache, print, clock }: Pick<Ports, 'cache' | 'print' | 'clock'>,
  items: readonly Item[],
  others: readonly string[] = [],
): Look {
  const shards = new Set(items.map(({ key }) => shardOf(print, key)));
  const texts = cache.getAll([...shards, BREAKER, ...LEADING, ...others]);
  return {
    entries: takeDown(
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
