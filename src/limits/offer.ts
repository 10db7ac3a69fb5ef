/** What is offered of the slots of an operation: the ledger lends by it, and a plan foresees it. */
import type { Account } from './account.ts';
import { freeSlots } from './account.ts';
import { probeSize } from './estimate.ts';
import type { Patience } from './patience.ts';
import { worthwhile } from './patience.ts';
import type { Slots } from './slots.ts';
import { inEach, total, without } from './slots.ts';
import type { Turns } from './turns.ts';
import { probesOf, turnsOf } from './turns.ts';

export interface Wish {
  readonly calls: number;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Takes slots that come free within the run as well; without, those that are free now. */
  readonly patience?: Patience | undefined;
  /** Slots that are left for others. */
  readonly keep?: number | undefined;
  /** Tries whether a cap that was found to be low has grown; it may cost a refusal. */
  readonly probes?: boolean | undefined;
}

/** What all the places of an operation allow together. */
export interface Common {
  /** Calls in an hour that are let through, as far as is known. */
  readonly cap: number;
  /** Calls beyond a cap that was found to be low that are due to be tried: whether it has grown. */
  readonly probes: number;
  /** The slots that nobody has, by the instant from which they are free; those free now have the time of now. */
  readonly free: Slots;
}

export interface Offer {
  /** When each of the calls may be made. */
  readonly turns: Turns;
  /** When the next call that is not among them may be made, in epoch milliseconds; null when that is not known. */
  readonly nextAt: number | null;
  /** What is left for others. */
  readonly left: Common;
}

/** One account in each place: a slot has to be free in all of them. */
export function commonTo(accounts: readonly Account[], now: number): Common {
  return {
    cap: Math.min(...accounts.map(({ estimate }) => estimate.cap)),
    probes: Math.max(...accounts.map(({ estimate }) => probeSize(estimate, now))),
    free: accounts.map((account) => freeSlots(account, now)).reduce(inEach),
  };
}

export function offerOf(
  accounts: readonly Account[],
  { calls, now, patience, keep = 0, probes = false }: Wish,
): Offer {
  const { cap, free, ...common } = commonTo(accounts, now);
  const slots = worthwhile(without(free, keep), calls, cap, now, patience);
  const left = without(free, total(slots));
  const views = accounts.map((account) => ({
    estimate: account.estimate,
    free: without(freeSlots(account, now), keep),
  }));
  const beyond = probes ? probesOf(views, slots, calls - total(slots), now) : [];
  return {
    turns: [...turnsOf(views, slots, now), ...beyond],
    nextAt: without(left, keep)[0]?.at ?? null,
    left: { ...common, cap, free: left },
  };
}
