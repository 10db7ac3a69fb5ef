/** A place to keep limits in, on paper: it counts what is done with it, and others may hold it. */
import type { QuotaStore } from '../../src/limits/quota-store.ts';

export interface PaperPlace extends QuotaStore {
  readonly texts: Map<string, string>;
  reads: number;
  writes: number;
  isHeldByOthers: boolean;
}

export function paperPlace(): PaperPlace {
  const texts = new Map<string, string>();
  let isHeld = false;
  const place: PaperPlace = {
    texts,
    reads: 0,
    writes: 0,
    isHeldByOthers: false,
    get: (key) => {
      place.reads++;
      return texts.get(key) ?? null;
    },
    set: (key, text) => {
      if (!isHeld) throw new Error(`${key} was written while it was not held`);
      place.writes++;
      texts.set(key, text);
    },
    exclusively: (work) => {
      if (place.isHeldByOthers) return undefined;
      isHeld = true;
      try {
        return work();
      } finally {
        isHeld = false;
      }
    },
  };
  return place;
}
