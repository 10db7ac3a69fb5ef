/** Google's locks: one that is refused is one that is not to be had. */
import { pause } from './again.ts';
import { attempt } from './attempt.ts';

type GoogleLock = GoogleAppsScript.Lock.Lock;

export interface Held {
  release(): void;
}

const ATTEMPTS = 3;

/**
 * Nothing where others have it for longer than `wait` milliseconds, or Google gives none. `orWithout`: where Google refuses
 * it several times, the work goes on without it.
 */
export function takeLock(open: () => GoogleLock | null, wait: number, orWithout = false): Held | undefined {
  for (let attempt = 1; ; attempt++) {
    try {
      const lock = open();
      return lock?.tryLock(wait) ? heldBy(lock) : undefined;
    } catch (error) {
      console.warn(error);
      if (attempt === ATTEMPTS) return orWithout ? { release: () => undefined } : undefined;
      pause();
    }
  }
}

function heldBy(lock: GoogleLock): Held {
  return {
    // Google lets go of it when the execution ends, too.
    release: () => attempt(() => lock.releaseLock()),
  };
}
