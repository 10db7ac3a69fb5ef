/** Short texts for long ones. */

/** FNV-1a from both ends, so that long texts with the same beginning differ. */
export function fingerprint(text: string): string {
  const hash = (codes: Iterable<string>) => {
    let value = 0x811c9dc5;
    for (const code of codes) value = Math.imul(value ^ code.charCodeAt(0), 0x01000193) >>> 0;
    return value.toString(36);
  };
  return hash(text) + hash(text.split('').reverse());
}

/** No identifier is so long, and a text that is would not fit into the cell of the key. */
const LONGEST_KEY = 1000;

/** Whether a key is only the beginning of what it was made of. */
export function isCut(key: string): boolean {
  return key.length > LONGEST_KEY;
}

/** A key that was made of texts, cut where it is too long. */
export function shortKey(key: string): string {
  return key.length > LONGEST_KEY ? `${key.slice(0, LONGEST_KEY)}…${fingerprint(key)}` : key;
}
