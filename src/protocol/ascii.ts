/** Texts for stores that count bytes. */

/** One byte a character, so that a value is as long as it looks and no cut goes through a character. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7E]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
