/** An account as a short text, the instants of slots in fifths of a second, all others in seconds. */
import { DAY, SECOND } from '../protocol/time.ts';
import { coarser } from './call-slots.ts';
import type { Estimate } from './estimate.ts';
import { digits, items, numbers, readSlots, sealed, slotsText, unsealed } from './sealed-text.ts';
import type { Lease, Usage } from './usage.ts';
import { GRAIN } from './usage.ts';

/** Characters, all of them ASCII, that an account takes at most. */
export const LONGEST_TEXT = 1400;

/** Where there are too many instants, neighbours become one: some slots come back a little later than they could. */
export function usageText(account: Usage): string {
  let text = textOf(account);
  for (let gap = SECOND; text.length > LONGEST_TEXT; gap *= 2)
    text = textOf({ ...account, slots: coarser(account.slots, gap) });
  return text;
}

/** The account that a text holds; nothing when it is not one that was written here, or is from a day to come. */
export function readUsage(text: string, now: number): Usage | undefined {
  try {
    const account = parse(text);
    const { seenAt, slots } = account;
    const latest = Math.max(seenAt, slots[slots.length - 1]?.at ?? 0);
    return latest > now + DAY ? undefined : account;
  } catch {
    return undefined;
  }
}

function textOf({ slots, leases, estimate, serial, seenAt }: Usage): string {
  const { documented, cap, proven, step, quiet, nextProbe, closedUntil } = estimate;
  const seen = seconds(seenAt);
  return sealed([
    [seen, serial].map(digits).join(','),
    [documented, cap, proven, step, quiet, seconds(nextProbe), seconds(closedUntil)].map(digits).join(','),
    leases.map(({ id, count, until }) => [id, count, seconds(until) - seen].map(digits).join('.')).join(','),
    slotsText(slots, GRAIN),
  ]);
}

function parse(text: string): Usage {
  const [head, learned, lent, out] = unsealed(text, 4);
  const [seen, serial] = numbers(head!, ',', 2);
  const leases = items(lent!).map((item): Lease => {
    const [id, count, until] = numbers(item, '.', 3);
    return { id: id!, count: count!, until: (seen! + until!) * SECOND };
  });
  return {
    slots: readSlots(out!, GRAIN),
    leases,
    estimate: readEstimate(learned!),
    serial: serial!,
    seenAt: seen! * SECOND,
  };
}

function readEstimate(text: string): Estimate {
  const [documented, cap, proven, step, quiet, probe, closed] = numbers(text, ',', 7);
  return {
    documented: documented!,
    cap: cap!,
    proven: proven!,
    step: step!,
    quiet: quiet!,
    nextProbe: probe! * SECOND,
    closedUntil: closed! * SECOND,
  };
}

/** Never earlier than it is. */
function seconds(instant: number): number {
  return Math.ceil(instant / SECOND);
}
