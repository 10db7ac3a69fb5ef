/** Google's stores and locks refuse at times, above all when they are asked often; a moment later they may not. */

/** In milliseconds. */
const PAUSE = 200;

/** Once more where Google refuses, after so many milliseconds; throws what it says then. */
export function onceMore<T>(work: () => T, after = PAUSE): T {
  try {
    return work();
  } catch {
    pause(after);
    return work();
  }
}

/** Varied by half to both sides. */
export function pause(milliseconds = PAUSE): void {
  try {
    Utilities.sleep(milliseconds * (0.5 + Math.random()));
  } catch {
    // At once, then.
  }
}
