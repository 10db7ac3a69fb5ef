/** The form in which limits are kept: fields of base-36 numbers, and a seal that tells a text that was cut short. */
import type { CallSlots } from './call-slots.ts';

const VERSION = '1';
const NUMBER = /^-?[0-9a-z]{1,9}$/;

export function sealed(fields: readonly string[]): string {
  const body = [VERSION, ...fields].join(';');
  return `${body};${seal(body)}`;
}

/** The fields of a text that was sealed here. Throws when it is another. */
export function unsealed(text: string, expected: number): readonly string[] {
  const cut = text.lastIndexOf(';');
  const body = text.slice(0, cut);
  const [version, ...fields] = body.split(';');
  if (version !== VERSION || fields.length !== expected || text.slice(cut + 1) !== seal(body))
    throw unreadable();
  return fields;
}

export function digits(value: number): string {
  return value.toString(36);
}

export function items(list: string): readonly string[] {
  return list === '' ? [] : list.split(',');
}

/** So many numbers, or it throws. */
export function numbers(text: string, separator: string, expected: number): readonly number[] {
  const parts = text.split(separator);
  if (parts.length !== expected || !parts.every((part) => NUMBER.test(part))) throw unreadable();
  return parts.map((part) => Number.parseInt(part, 36));
}

/** Each instant as its distance from the one before, in units of so many milliseconds; never earlier than it is. */
export function slotsText(slots: CallSlots, unit: number): string {
  const units = slots.map(({ at }) => Math.ceil(at / unit));
  return slots
    .map(({ count }, index) => {
      const distance = digits(units[index]! - (units[index - 1] ?? 0));
      return count === 1 ? distance : `${distance}.${digits(count)}`;
    })
    .join(',');
}

export function readSlots(text: string, unit: number): CallSlots {
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
