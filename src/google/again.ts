/** Google's stores and locks refuse at times, above all when they are asked often; a moment later they may not. */

/** In milliseconds, varied by half to both sides. */
const PAUSE = 200;

/** Once more where Google refuses; throws what it says then. */
export function onceMore<T>(work: () => T): T {
  try {
    return work();
  } catch {
    pause();
    return work();
  }
}

export function pause(): void {
  try {
    Utilities.sleep(PAUSE * (0.5 + Math.random()));
  } catch {
    // At once, then.
  }
}
