/** Durations in milliseconds. */
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Formats epoch milliseconds in ISO 8601 format. */
export function isoText(at: number): string;
export function isoText(at: number | null | undefined): string | null;
export function isoText(at: number | null | undefined): string | null {
  return at === null || at === undefined ? null : new Date(at).toISOString();
}
