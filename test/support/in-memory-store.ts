/** An in-memory store with Google's limit of 9 KB of UTF-8 per value. */
import type { Store } from '../../src/protocol/store.ts';

export interface InMemoryStore extends Store {
  workbook(): string;
  readAgain(key: string): string | null;
  readonly values: Map<string, string>;
  /** Changes left before the execution is killed. */
  left: number;
}

export class Killed extends Error {}

export function inMemoryStore(): InMemoryStore {
  const values = new Map<string, string>();
  const change = (work: () => void) => {
    if (store.left-- <= 0) throw new Killed('The execution was killed.');
    work();
  };
  const store: InMemoryStore = {
    values,
    left: Number.POSITIVE_INFINITY,
    get: (key) => values.get(key) ?? null,
    readAgain: (key) => store.get(key),
    set: (key, value) => {
      const bytes = Buffer.from(value, 'utf8');
      if (bytes.length > 9 * 1024) throw new Error(`Argument too large: ${key}`);
      change(() => values.set(key, bytes.toString('utf8')));
    },
    setAll: (all) => {
      for (const [key, value] of Object.entries(all)) store.set(key, value);
    },
    remove: (key) => change(() => values.delete(key)),
    all: () => Object.fromEntries(values),
    workbook: () => 'book',
  };
  return store;
}
