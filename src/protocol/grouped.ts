/** Lists cut into groups and pieces, and texts cut to a length. */

/** Lists of those that have a key in common: keys in the order in which they first come, and so the members of each list. */
export function grouped<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** The first and the last of each run of consecutive numbers, ascending. */
export function consecutive(numbers: Iterable<number>): readonly (readonly [first: number, last: number])[] {
  const found: [number, number][] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = found[found.length - 1];
    if (last && last[1] >= number - 1) last[1] = number;
    else found.push([number, number]);
  }
  return found;
}

/** The list in pieces of that size; the last one may be shorter. */
export function pieces<T>(list: readonly T[], size: number): readonly (readonly T[])[] {
  const cut: (readonly T[])[] = [];
  for (let at = 0; at < list.length; at += size) cut.push(list.slice(at, at + size));
  return cut;
}

export function clip(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
