/** A text in the cache that is another one after each change: an open sidebar reads nothing else to learn of one. */
import type { Ports } from './ports.ts';

type RevisionPorts = Pick<Ports, 'cache' | 'clock' | 'random'>;

const KEY = 'revision';

/** Google keeps no text of a cache longer. */
const SECONDS = 21_600;

/** One that the cache has dropped is another one too. */
export function revision({ cache }: Pick<RevisionPorts, 'cache'>): string {
  return cache.getAll([KEY])[KEY] ?? '';
}

export function renewRevision({ cache, clock, random }: RevisionPorts): void {
  cache.putAll({ [KEY]: `${clock.now()} ${random()}` }, SECONDS);
}
