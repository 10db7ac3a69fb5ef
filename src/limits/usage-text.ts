/**
 * Usage as short texts: fields of base-36 numbers, and a seal that tells a text that was cut short. The instants of call
 * call slots are in fifths of a second, all others in seconds; amounts of a day are in whole units.
 */
import { DAY, HOUR, SECOND } from '../protocol/time.ts';
import { after, type CallSlots, coarser } from './call-slots.ts';
import { byKind, type Day, KINDS, UNITS } from './day.ts';
import type { Estimate } from './estimate.ts';
import type { TextFormat } from './quota-store.ts';
import { GRAIN, type Lease, type Usage } from './usage.ts';

export const usageFormat: TextFormat<Usage> = {
  text: textOf,
  read: (text, now) =>
    read(text, parse, ({ seenAt, slots }) => Math.max(seenAt, slots[slots.length - 1]?.at ?? 0) > now + DAY),
};

export const dayFormat: TextFormat<Day> = {
  text: ({ taken, exhausted }) => {
    const marks = KINDS.map((kind) => digits(seconds(exhausted[kind]))).join(',');
    return sealed([marks, ...KINDS.map((kind) => slotsText(scaled(taken[kind], 1 / UNITS[kind]), HOUR))]);
  },
  read: (text, now) =>
    read(text, parseDay, ({ taken }) => KINDS.some((kind) => after(taken[kind], now + 2 * DAY).length > 0)),
};

/** Characters, all of them ASCII, that the usage of a cap takes at most. */
export const LONGEST_TEXT = 1400;

/** Where there are too many instants, neighbours become one: some call slots come back a little later than they could. */
export function fitting(usage: Usage): Usage {
  let fitted = usage;
  for (let gap = SECOND; textOf(fitted).length > LONGEST_TEXT; gap *= 2)
    fitted = { ...usage, slots: coarser(usage.slots, gap) };
  return fitted;
}

function read<T>(text: string | null, parsed: (text: string) => T, isToCome: (value: T) => boolean) {
  if (text === null) return undefined;
  try {
    const value = parsed(text);
    return isToCome(value) ? 'unreadable' : value;
  } catch {
    return 'unreadable';
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

function parseDay(text: string): Day {
  const [marks, ...lists] = unsealed(text, 1 + KINDS.length);
  const times = numbers(marks!, ',', KINDS.length);
  return {
    taken: byKind((kind, index) => scaled(readSlots(lists[index]!, HOUR), UNITS[kind])),
    exhausted: byKind((_, index) => times[index]! * SECOND),
  };
}

function scaled(slots: CallSlots, factor: number): CallSlots {
  return slots.map(({ at, count }) => ({ at, count: Math.ceil(count * factor) }));
}

const VERSION = '1';
const NUMBER = /^-?[0-9a-z]{1,9}$/;

function sealed(fields: readonly string[]): string {
  const body = [VERSION, ...fields].join(';');
  return `${body};${seal(body)}`;
}

/** The fields of a text that was sealed here. Throws when it is another. */
function unsealed(text: string, expected: number): readonly string[] {
  const cut = text.lastIndexOf(';');
  const body = text.slice(0, cut);
  const [version, ...fields] = body.split(';');
  if (version !== VERSION || fields.length !== expected || text.slice(cut + 1) !== seal(body)) throw unreadable();
  return fields;
}

function digits(value: number): string {
  return value.toString(36);
}

function items(list: string): readonly string[] {
  return list === '' ? [] : list.split(',');
}

/** So many numbers, or it throws. */
function numbers(text: string, separator: string, expected: number): readonly number[] {
  const parts = text.split(separator);
  if (parts.length !== expected || !parts.every((part) => NUMBER.test(part))) throw unreadable();
  return parts.map((part) => Number.parseInt(part, 36));
}

/** Each instant as its distance from the one before, in units of so many milliseconds; never earlier than it is. */
function slotsText(slots: CallSlots, unit: number): string {
  const units = slots.map(({ at }) => Math.ceil(at / unit));
  return slots
    .map(({ count }, index) => {
      const distance = digits(units[index]! - (units[index - 1] ?? 0));
      return count === 1 ? distance : `${distance}.${digits(count)}`;
    })
    .join(',');
}

function readSlots(text: string, unit: number): CallSlots {
  let at = 0;
  return items(text).map((item) => {
    const [distance, count = 1] = numbers(item, '.', item.includes('.') ? 2 : 1);
    if (distance! < 1 || count < 1) throw unreadable();
    at += distance! * unit;
    return { at, count };
  });
}

function seal(text: string): string {
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum = (sum * 31 + text.charCodeAt(at)) % 46_656;
  return digits(sum);
}

function unreadable(): Error {
  return new Error('Not a text of limits');
}
