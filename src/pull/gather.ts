import { CALLS_AT_ONCE } from '../limits/pacing.ts';
import { fetchSlice, type Network, type Question, type Slice } from '../protocol/client.ts';
import { type Cursor, isDone, stepsLeft } from '../protocol/cursor.ts';
import type { Admission } from '../protocol/http.ts';
import { type Identity, renewed } from '../protocol/unit-pages.ts';

/** Maximum wait for more pages before writing a slice, in milliseconds. */
const SHORT = 5000;

/** Interval for checking `isStopped` during a wait, in milliseconds. */
const LOOK = 2000;

/** Fetches pages in parallel. Returns a slice, or the gate's response if no call can be made before `until`. */
export function gather(
  network: Network,
  question: Question,
  from: Cursor,
  expected: number,
  until: number,
  isStopped?: (slice: Slice | undefined) => boolean,
): Slice | Admission {
  const units = question.units.length;
  let slice: Slice | undefined;
  for (;;) {
    const cursor = slice?.cursor ?? from;
    const enough = CALLS_AT_ONCE - (slice?.calls ?? 0);
    if (slice && (slice.fatal || enough <= 0 || isDone(cursor, units))) return slice;
    if (slice && isStopped?.(slice)) return slice;
    const wanted = Math.max(stepsLeft(cursor, units), expected - (slice?.calls ?? 0));
    const admission = network.gate.admit(wanted, enough);
    if (admission.calls > 0)
      slice = joined(slice, fetchSlice(network, question, cursor, admission.calls), question.identity);
    else {
      const now = network.clock.now();
      const latest = slice ? Math.min(until, now + SHORT) : until;
      if (!admission.isReserved || admission.next > latest) return slice ?? admission;
      const wait = admission.next - now;
      network.clock.sleep(isStopped ? Math.min(wait, LOOK) : wait);
      if (!slice && isStopped?.(slice)) return admission;
    }
  }
}

function joined(before: Slice | undefined, next: Slice, identity: Identity | undefined) {
  if (!before) return next;
  return {
    ...next,
    records: [...renewed(before.records, next.again, identity), ...next.records],
    again: [...before.again, ...next.again],
    pages: [...before.pages, ...next.pages],
    complete: [...before.complete, ...next.complete],
    calls: before.calls + next.calls,
    errors: [...before.errors, ...next.errors],
    failed: [...before.failed, ...next.failed],
    short: [...before.short, ...next.short],
    refused: [...before.refused, ...next.refused],
    suspects: [...before.suspects, ...next.suspects],
    unknownFields: [...before.unknownFields, ...next.unknownFields],
  };
}
