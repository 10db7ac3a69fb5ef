/** Call slots: when calls of a cap become free again. Lists are sorted, one entry per instant. */

export interface CallSlot {
  /** Epoch milliseconds. */
  readonly at: number;
  /** How many become free then, at least one. */
  readonly count: number;
}

export type CallSlots = readonly CallSlot[];

export function total(slots: CallSlots): number {
  return slots.reduce((sum, { count }) => sum + count, 0);
}

/** The first `count` slots. */
export function first<Slot extends CallSlot>(slots: readonly Slot[], count: number): readonly Slot[] {
  const taken: Slot[] = [];
  let open = count;
  for (const slot of slots) {
    if (open <= 0) break;
    taken.push({ ...slot, count: Math.min(open, slot.count) });
    open -= slot.count;
  }
  return taken;
}

/** All but the first `count` slots. */
export function without<Slot extends CallSlot>(slots: readonly Slot[], count: number): readonly Slot[] {
  let open = Math.max(0, count);
  const next = slots.findIndex((slot) => {
    if (slot.count > open) return true;
    open -= slot.count;
    return false;
  });
  if (next < 0) return [];
  const rest = slots.slice(next);
  if (open > 0) rest[0] = { ...rest[0]!, count: rest[0]!.count - open };
  return rest;
}

/** How many slots are free at an instant. */
export function freeBy(slots: CallSlots, instant: number): number {
  return total(slots.filter(({ at }) => at <= instant));
}

/** The slots that are free in both of two stores: the n-th is free when the n-th of each is. */
export function inEach(slots: CallSlots, others: CallSlots): CallSlots {
  const both: CallSlot[] = [];
  let [left, right] = [slots, others];
  while (left.length > 0 && right.length > 0) {
    const count = Math.min(left[0]!.count, right[0]!.count);
    const at = Math.max(left[0]!.at, right[0]!.at);
    const last = both[both.length - 1];
    if (last?.at === at) both[both.length - 1] = { at, count: last.count + count };
    else both.push({ at, count });
    [left, right] = [without(left, count), without(right, count)];
  }
  return both;
}

/** When granted calls may go out. */
export interface SendTime extends CallSlot {
  /** One call at a time, because the service may refuse it. */
  readonly isProbe?: true;
}

export type SendTimes = readonly SendTime[];

/** How many calls may go out at `now`, at most `most` in parallel; if none, when the next one may, or null if none is left. */
export function nextSends(
  sendTimes: SendTimes,
  now: number,
  most: number,
): { readonly calls: number; readonly next: number | null } {
  let calls = 0;
  for (const { at, count, isProbe } of sendTimes) {
    if (at > now) return { calls, next: at };
    if (isProbe) return { calls: calls || Math.min(1, most), next: null };
    calls = Math.min(most, calls + count);
    if (calls === most) break;
  }
  return { calls, next: null };
}
