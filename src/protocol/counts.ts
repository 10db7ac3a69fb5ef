/** Counts as people read them. */

/** `1,234`. */
export function countText(count: number): string {
  return count.toLocaleString('en-US');
}

/** `1 unit`, `2 units`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}
