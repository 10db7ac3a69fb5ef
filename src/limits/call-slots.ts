/** Call slots of a cap by the instants at which they come free: sorted, those of one instant counted together. */

export interface CallSlot {
  /** Epoch milliseconds. */
  readonly at: number;
  /** How many come free then, at least one. */
  readonly count: number;
}

export type CallSlots = readonly CallSlot[];

export function total(slots: CallSlots): number {
  return slots.reduce((sum, { count }) => sum + count, 0);
}

/** Both lists as one. */
export function together(slots: CallSlots, more: CallSlots): CallSlots {
  const sorted = [...slots, ...more.filter(({ count }) => count > 0)].sort((a, b) => a.at - b.at);
  const joined: CallSlot[] = [];
  for (const { at, count } of sorted) {
    const last = joined[joined.length - 1];
    if (last?.at === at) joined[joined.length - 1] = { at, count: last.count + count };
    else joined.push({ at, count });
  }
  return joined;
}

/** Those that come free after an instant. */
export function after(slots: CallSlots, instant: number): CallSlots {
  return slots.filter(({ at }) => at > instant);
}

/** The first `count` of them. */
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

/** All but the first `count` of them. */
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

/** When `count` of them are free at once, in epoch milliseconds; null when there never are so many. */
export function freeAt(slots: CallSlots, count: number): number | null {
  let open = count;
  for (const slot of slots) {
    open -= slot.count;
    if (open <= 0) return slot.at;
  }
  return null;
}

/** How many are free at an instant. */
export function freeBy(slots: CallSlots, instant: number): number {
  return total(slots.filter(({ at }) => at <= instant));
}

/** The call slots that are free in each of two stores: the later of the first in both, of the second in both, and so on. */
export function inEach(slots: CallSlots, others: CallSlots): CallSlots {
  const both: CallSlot[] = [];
  let [here, there] = [0, 0];
  let [left, right] = [slots[0]?.count ?? 0, others[0]?.count ?? 0];
  while (here < slots.length && there < others.length) {
    const count = Math.min(left, right);
    both.push({ at: Math.max(slots[here]!.at, others[there]!.at), count });
    left -= count;
    right -= count;
    if (left === 0) left = slots[++here]?.count ?? 0;
    if (right === 0) right = others[++there]?.count ?? 0;
  }
  return together(both, []);
}

/** Neighbours less than `gap` milliseconds after the first of them become one, at the time of the last. */
export function coarser(slots: CallSlots, gap: number): CallSlots {
  const merged: CallSlot[] = [];
  let start = Number.NEGATIVE_INFINITY;
  for (const { at, count } of slots) {
    if (at - start < gap) merged[merged.length - 1] = { at, count: count + merged[merged.length - 1]!.count };
    else {
      merged.push({ at, count });
      start = at;
    }
  }
  return merged;
}
