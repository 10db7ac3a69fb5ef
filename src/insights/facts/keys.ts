/** Names by which rows of several tables are joined: those of two shops are never the same, and capitals do not count. */

export function nameIn(sellerId: string | null, ...parts: readonly (string | null)[]): string {
  let name = plain(sellerId);
  for (const part of parts) name += `\n${plain(part)}`;
  return name;
}

export function isSame(one: string, other: string): boolean {
  return nameIn(one) === nameIn(other);
}

/** In one line, so that parts cannot be taken for others. */
function plain(part: string | null): string {
  const text = (part ?? '').trim().toLowerCase();
  return text.includes('\n') ? text.replace(/\n/g, ' ') : text;
}
