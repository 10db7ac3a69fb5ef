/** Checks that test tables cover every operation, formula, or document; failures explain the fix. */

/** A list in a test: its location, and the meaning of a line. */
export interface Place {
  readonly list: string;
  readonly line: string;
}

/** Returns a name's line, or throws an error that explains what to add. */
export function lineOf<T>(table: Readonly<Record<string, T>>, name: string, place: Place): T {
  if (!Object.hasOwn(table, name)) throw new Error(toAdd(name, place));
  return table[name]!;
}

/** Requires exactly one line per name; throws an error that explains what to add or remove. */
export function expectLines(names: Iterable<string>, lines: Iterable<string>, place: Place): void {
  const [wanted, listed] = [new Set(names), [...lines]];
  const sentences = [
    ...[...wanted].filter((name) => !listed.includes(name)).map((name) => toAdd(name, place)),
    ...[...new Set(listed)]
      .filter((line) => !wanted.has(line))
      .map((line) => `Remove \`${line}\` from ${place.list}; that name no longer exists.`),
    ...listed
      .filter((line, index) => listed.indexOf(line) < index)
      .map((line) => `\`${line}\` appears more than once in ${place.list}.`),
  ];
  if (sentences.length > 0) throw new Error(sentences.join('\n'));
}

const toAdd = (name: string, { list, line }: Place): string => `Add \`${name}\` to ${list}: ${line}.`;
