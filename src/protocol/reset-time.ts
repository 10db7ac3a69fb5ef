/** When a refused call may be repeated, from the headers of the refusal. */
import { readHttpDate, readWall } from './dates.ts';
import { fromPacific } from './pacific.ts';
import { HOUR, MINUTE, SECOND } from './time.ts';

/** Used when the service names no time, or an impossible one. */
const FALLBACK = MINUTE;

/**
 * Epoch milliseconds from which a new call makes sense, at least a second and at most an hour after `now`.
 * The header named `resetHeader` is in Pacific time, month first; a time over an hour ahead was misread or is wrong.
 */
export function readResetTime(headers: Readonly<Record<string, string>>, resetHeader: string, now: number): number {
  const after = headers['retry-after']?.trim();
  const seconds = Number(after);
  if (after && Number.isFinite(seconds)) return clamp(now + seconds * SECOND, now);
  const named = after ? readHttpDate(after) : undefined;
  if (named !== undefined) return clamp(named, now);
  const text = headers[resetHeader.toLowerCase()];
  const read = text ? readWall(text.trim()) : undefined;
  if (!read) return now + FALLBACK;
  const at = read.offset === undefined ? fromPacific(read.wall).at : read.wall - read.offset;
  return at > now + HOUR ? now + FALLBACK : clamp(at, now);
}

function clamp(at: number, now: number): number {
  return Math.min(Math.max(at, now + SECOND), now + HOUR);
}
