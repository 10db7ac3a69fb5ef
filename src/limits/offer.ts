/** What is offered of the slots of an operation: the ledger lends by it, and a plan foresees it. */

import type { CallSlots } from './call-slots.ts';
import { inEach, total, without } from './call-slots.ts';
import { probeSize } from './estimate.ts';
import type { SendTimes } from './send-times.ts';
import { probesOf, sendTimesOf } from './send-times.ts';
import type { Usage } from './usage.ts';
import { freeSlots } from './usage.ts';
import type { WaitPolicy } from './wait-policy.ts';
import { worthwhile } from './wait-policy.ts';

export interface SlotRequest {
  readonly calls: number;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Takes slots that come free within the run as well; without, those that are free now. */
  readonly waitPolicy?: WaitPolicy | undefined;
  /** Slots that are left for others. */
  readonly keep?: number | undefined;
  /** Tries whether a cap that was found to be low has grown; it may cost a refusal. */
  readonly probes?: boolean | undefined;
}

/** What all the places of an operation allow together. */
export interface Availability {
  /** Calls in an hour that are let through, as far as is known. */
  readonly cap: number;
  /** Calls beyond a cap that was found to be low that are due to be tried: whether it has grown. */
  readonly probes: number;
  /** The slots that nobody has, by the instant from which they are free; those free now have the time of now. */
  readonly free: CallSlots;
}

export interface Offer {
  /** When each of the calls may be made. */
  readonly sendTimes: SendTimes;
  /** When the next call that is not among them may be made, in epoch milliseconds; null when that is not known. */
  readonly nextAt: number | null;
  /** What is left for others. */
  readonly left: Availability;
}

/** One account in each place: a slot has to be free in all of them. */
export function availabilityOf(usages: readonly Usage[], now: number): Availability {
  return {
    cap: Math.min(...usages.map(({ estimate }) => estimate.cap)),
    probes: Math.max(...usages.map(({ estimate }) => probeSize(estimate, now))),
    free: usages.map((account) => freeSlots(account, now)).reduce(inEach),
  };
}

export function offerOf(
  usages: readonly Usage[],
  { calls, now, waitPolicy, keep = 0, probes = false }: SlotRequest,
): Offer {
  const { cap, free, ...common } = availabilityOf(usages, now);
  const slots = worthwhile(without(free, keep), calls, cap, now, waitPolicy);
  const left = without(free, total(slots));
  const views = usages.map((account) => ({
    estimate: account.estimate,
    free: without(freeSlots(account, now), keep),
  }));
  const beyond = probes ? probesOf(views, slots, calls - total(slots), now) : [];
  return {
    sendTimes: [...sendTimesOf(views, slots, now), ...beyond],
    nextAt: without(left, keep)[0]?.at ?? null,
    left: { ...common, cap, free: left },
  };
}
