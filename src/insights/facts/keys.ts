/** Names by which rows of several tables are joined: those of two shops are never the same, and capitals do not count. */

export function nameIn(sellerId: string | null, ...parts: readonly (string | null)[]): string {
  return JSON.stringify([sellerId, ...parts].map((part) => (part ?? '').trim().toLowerCase()));
}

export function isSame(one: string, other: string): boolean {
  return nameIn(one) === nameIn(other);
}
