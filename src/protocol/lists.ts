/** Groups items by key, in order of first appearance. */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

export function ascending(numbers: Iterable<number>): number[] {
  return [...numbers].sort((one, other) => one - other);
}

/** Returns the minimum and maximum of lists that are too long for `Math.min`. */
export function extent(numbers: Iterable<number>): readonly [least: number, most: number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const number of numbers) [least, most] = [Math.min(least, number), Math.max(most, number)];
  return [least, most];
}

/** Returns runs of consecutive numbers, in ascending order. */
export function consecutive(numbers: Iterable<number>): readonly (readonly [first: number, last: number])[] {
  const found: [number, number][] = [];
  for (const number of ascending(numbers)) {
    const last = found[found.length - 1];
    if (last && last[1] >= number - 1) last[1] = number;
    else found.push([number, number]);
  }
  return found;
}

export function chunks<T>(list: readonly T[], size: number): readonly (readonly T[])[] {
  const cut: (readonly T[])[] = [];
  for (let at = 0; at < list.length; at += size) cut.push(list.slice(at, at + size));
  return cut;
}

/** Splits items into chunks of up to `longest` characters of JSON. A single longer item is its own chunk. */
export function chunksOfText<T>(items: readonly T[], longest: number): readonly (readonly T[])[] {
  const found: T[][] = [];
  let room = 0;
  for (const item of items) {
    const length = JSON.stringify(item).length + 1;
    if (length > room || found.length === 0) {
      found.push([]);
      room = longest;
    }
    room -= length;
    found[found.length - 1]!.push(item);
  }
  return found;
}

/** Joins up to ten names: `a, b and 3 more`. */
export function someOf(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).join(', ');
  return names.length > MOST_NAMES ? `${shown} and ${names.length - MOST_NAMES} more` : shown;
}

export const MOST_NAMES = 10;

/** Formats a number as `1,234`. */
export function countText(count: number): string {
  return count.toLocaleString('en-US');
}

/** Formats a count with its noun: `1 unit`, `2 units`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

export function clip(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
