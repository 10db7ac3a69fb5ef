/** What the cap of an operation seems to be: the documented one, until the service refuses before it is reached. */
import { HOUR, MINUTE } from '../protocol/time.ts';
export interface Estimate {
  /** The cap of the specification or the settings, in calls an hour; another one makes all that was learned void. */
  readonly documented: number;
  /** Calls in an hour that are let through, as far as is known. */
  readonly cap: number;
  /** Most calls within an hour that were let through. */
  readonly proven: number;
  /** Calls beyond `cap` that the next probe adds. */
  readonly step: number;
  /** Hours without a refusal before the next probe. */
  readonly quiet: number;
  /** When that is, and until when nothing may be called at all; epoch milliseconds. */
  readonly nextProbe: number;
  readonly closedUntil: number;
}

export function documentedOnly(documented: number): Estimate {
  return { documented, cap: documented, proven: 0, step: 1, quiet: 1, nextProbe: 0, closedUntil: 0 };
}

const LONGEST_QUIET = 8;
/** A probe that succeeded is followed by the next one after this. */
const NEXT_PROBE = 15 * MINUTE;
/** Probes of one size that lead from a cap that was found to the documented one. */
const STEPS = 4;

export function isLearned({ cap, documented }: Estimate): boolean {
  return cap < documented;
}

/** Calls beyond the cap that are due to be tried: whether it has grown. */
export function probeSize(estimate: Estimate, now: number): number {
  const { documented, cap, step, nextProbe } = estimate;
  return isLearned(estimate) && now >= nextProbe ? Math.min(step, documented - cap) : 0;
}

/** Half of the documented cap is taken on trust; a cap that was found may be lower by a tenth by now. */
const [TRUSTED, STABLE] = [1 / 2, 9 / 10];

/**
 * Calls in an hour that are surely let through. Beyond, only `few` go out side by side, so that a lower cap is found
 * at the price of few refusals.
 */
export function sureOf(estimate: Estimate): { readonly sure: number; readonly few: number } {
  const { cap, proven, documented } = estimate;
  if (isLearned(estimate)) return { sure: Math.floor(cap * STABLE), few: 2 };
  return { sure: Math.max(proven, Math.ceil(documented * TRUSTED)), few: 4 };
}

/**
 * The service refused while `measured` calls of the last hour had been let through: more than that it does not allow,
 * or not to us, where another program spends of the same cap. `retryAt` is what the service said, if anything.
 */
export function refusedAt(estimate: Estimate, measured: number, at: number, retryAt = at): Estimate {
  const content = Math.max(0, measured);
  const wasKnown = isLearned(estimate);
  // Calls that were under way together are one measurement.
  const isSame = wasKnown && (at < estimate.closedUntil || estimate.nextProbe - estimate.quiet * HOUR > at - MINUTE);
  const quiet = !wasKnown ? 1 : isSame ? estimate.quiet : Math.min(LONGEST_QUIET, estimate.quiet * 2);
  // A cap that shrinks again is shared with a program whose use varies; one call in a hundred is left for that.
  const spare = wasKnown && !isSame && content < estimate.cap ? Math.ceil(content / 100) : 0;
  const { documented } = estimate;
  const cap = Math.max(1, Math.min(estimate.cap, documented - 1, content - spare));
  const closedUntil = Math.max(estimate.closedUntil, Math.min(retryAt, at + HOUR));
  // So few calls tell more of what others had spent by then than of the cap.
  const isOfOthers = !wasKnown && content < documented * TRUSTED;
  return {
    ...estimate,
    cap,
    proven: Math.min(estimate.proven, content),
    // They go out one by one, and the first refusal ends them: many cost no more than one.
    step: Math.ceil((documented - cap) / STEPS),
    quiet,
    nextProbe: isOfOthers ? Math.max(closedUntil, at + MINUTE) : at + quiet * HOUR,
    closedUntil,
  };
}

/** A cap that grew by so many calls in one step is another one than that which was found. */
const GROWN = 16;

/** The service let `content` calls through within an hour. */
export function allowedAt(estimate: Estimate, content: number, now: number): Estimate {
  const { documented, cap, step, quiet } = estimate;
  const proven = Math.max(estimate.proven, Math.min(content, documented));
  if (!isLearned(estimate) || content <= cap) return { ...estimate, proven };
  if (content >= documented) return { ...documentedOnly(documented), proven };
  return {
    ...estimate,
    cap: content,
    proven,
    step: step * 2,
    quiet: step < GROWN ? quiet : 1,
    nextProbe: step < GROWN ? now + NEXT_PROBE : now,
  };
}
