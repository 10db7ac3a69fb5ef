/** What a finding is about, as people know it: its number, and its name where it has one. */

/** Characters of a name: titles of items are written to be found, not to be read. */
const LONGEST = 40;

/** `Campaign 123 (Summer)`. */
export function named(what: string, number: string | null, name: string | null): string {
  return [what, number, name === null ? null : `(${shortened(name)})`].filter((part) => part !== null).join(' ');
}

/** To whole words, where the first of them are short enough. */
function shortened(name: string): string {
  if (name.length <= LONGEST) return name;
  const cut = name.slice(0, LONGEST);
  return `${cut.replace(/\s+\S*$/, '')}…`;
}
