/** How fast an execution goes. */

/** Pages that are fetched side by side, and at most before they are written. */
export const CALLS_AT_ONCE = 20;
/** Milliseconds that they take with all that is done between two batches: a usual answer, a slow one, the writing. */
export const BATCH = 1800;
/** Google ends an execution after six minutes, in milliseconds. */
export const EXECUTION = 6 * 60_000;
