/** When each of the granted calls may be made, and how many of them side by side. */
import { type CallSlot, type CallSlots, first, freeBy, total, without } from './call-slots.ts';
import { type Estimate, probeSize, sureOf } from './estimate.ts';

interface SendTime extends CallSlot {
  /** No more than so many side by side: the service may refuse them. */
  readonly few?: number;
}

export type SendTimes = readonly SendTime[];

/** What one store has to say about the calls that are to be granted. */
export interface StoreView {
  readonly estimate: Estimate;
  /** The call slots that are free there. */
  readonly free: CallSlots;
}

/**
 * Of the calls that may go out now, those that fill up a cap go few at a time; those that only replace
 * calls an hour old do not.
 */
export function sendTimesOf(views: readonly StoreView[], granted: CallSlots, now: number): SendTimes {
  const atOnce = freeBy(granted, now);
  const doubts = views.map(({ estimate, free }) => {
    const { sure, few } = sureOf(estimate);
    const filling = atOnce - Math.max(0, freeBy(free, now) - (estimate.cap - sure));
    return { calls: Math.min(atOnce, Math.max(0, filling)), few };
  });
  const careful = Math.max(...doubts.map(({ calls }) => calls));
  if (careful === 0) return granted;
  const few = Math.min(...doubts.filter(({ calls }) => calls > 0).map(({ few }) => few));
  const doubtful = first(without(granted, atOnce - careful), careful);
  return [
    ...first(granted, atOnce - careful),
    ...doubtful.map((slot) => ({ ...slot, few })),
    ...without(granted, atOnce),
  ];
}

/**
 * Calls beyond a cap that was found to be low, at most `most`: whether it has grown.
 * They come after all others, so that a refusal costs none of them.
 */
export function probesOf(views: readonly StoreView[], granted: CallSlots, most: number, now: number): SendTimes {
  const sizes = views.map(({ estimate }) => probeSize(estimate, now));
  if (!sizes.some((size) => size > 0)) return [];
  const at = granted[granted.length - 1]?.at ?? now;
  const open = views.map(({ free }, index) => sizes[index]! || freeBy(free, at) - total(granted));
  const count = Math.min(most, ...open);
  return count > 0 ? [{ at, count, few: 1 }] : [];
}

/** How many calls may go out at `now`, at most `most` side by side; else when the next may, null where none is left. */
export function nextSends(
  sendTimes: SendTimes,
  now: number,
  most: number,
): { readonly calls: number; readonly next: number | null } {
  let calls = 0;
  for (const { at, count, few } of sendTimes) {
    if (at > now) return { calls, next: at };
    if (few !== undefined) return { calls: calls || Math.min(count, few, most), next: null };
    calls = Math.min(most, calls + count);
    if (calls === most) break;
  }
  return { calls, next: null };
}
