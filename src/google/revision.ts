/** A text in the document's cache that is another one after each change: an open sidebar reads nothing else to learn of one. */
import type { Revision } from '../app/ports.ts';
import { formulaCache } from './formula-cache.ts';

const KEY = 'revision';

/** Google keeps no text of a cache longer. */
const SECONDS = 21_600;

export const revision: Revision = {
  // A text that the cache has dropped is another one too.
  read: () => formulaCache().getAll([KEY])[KEY] ?? '',
  renew: () => formulaCache().putAll({ [KEY]: Utilities.getUuid().slice(0, 8) }, SECONDS),
};
