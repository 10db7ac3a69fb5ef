/** A short text that stands for a long one. */

/** FNV-1a, from both ends: enough to tell long texts with the same beginning apart. */
export function fingerprint(text: string): string {
  const hash = (codes: Iterable<string>) => {
    let value = 0x811c9dc5;
    for (const code of codes) value = Math.imul(value ^ code.charCodeAt(0), 0x01000193) >>> 0;
    return value.toString(36);
  };
  return hash(text) + hash(text.split('').reverse());
}
