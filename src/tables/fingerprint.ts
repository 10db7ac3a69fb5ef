/** A short hash of a long text. */

/** FNV-1a from both ends, so that long texts with the same beginning differ. */
export function fingerprint(text: string): string {
  const hash = (codes: Iterable<string>) => {
    let value = 0x811c9dc5;
    for (const code of codes) value = Math.imul(value ^ code.charCodeAt(0), 0x01000193) >>> 0;
    return value.toString(36);
  };
  return hash(text) + hash(text.split('').reverse());
}
