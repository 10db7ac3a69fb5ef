// Makes sheet names valid in files: unique, at most 31 characters, without forbidden characters.
const forbidden = /[[\]:*?/\\]/g;
const longest = 31;

/** The names in the file, keyed by the names in the workbook. */
export function sheetNames(names: readonly string[]): Map<string, string> {
  const taken = new Set<string>();
  const given = new Map<string, string>();
  for (const name of names) {
    const stem = name.replace(forbidden, '_').replace(/^'|'$/g, '_');
    let wished = stem.slice(0, longest);
    for (let number = 2; taken.has(wished.toLowerCase()); number++) {
      const end = ` ${number}`;
      wished = stem.slice(0, longest - end.length) + end;
    }
    taken.add(wished.toLowerCase());
    given.set(name, wished);
  }
  return given;
}
