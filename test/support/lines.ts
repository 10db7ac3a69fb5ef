/** Tables of tests that need a line for each operation, formula or document: what is missing is said in a sentence. */

/** A list in a test: where it stands, and what a line of it is. */
export interface Place {
  readonly list: string;
  readonly line: string;
}

/** The line of a name; an error that says what to add where there is none. */
export function lineOf<T>(table: Readonly<Record<string, T>>, name: string, place: Place): T {
  if (!Object.hasOwn(table, name)) throw new Error(toAdd(name, place));
  return table[name]!;
}

/** Each name has one line, and each line a name; an error that says what to add and what to take out. */
export function expectLines(names: Iterable<string>, lines: Iterable<string>, place: Place): void {
  const [wanted, listed] = [new Set(names), [...lines]];
  const sentences = [
    ...[...wanted].filter((name) => !listed.includes(name)).map((name) => toAdd(name, place)),
    ...[...new Set(listed)]
      .filter((line) => !wanted.has(line))
      .map((line) => `Take \`${line}\` out of ${place.list}; there is nothing of that name any more.`),
    ...listed
      .filter((line, index) => listed.indexOf(line) < index)
      .map((line) => `\`${line}\` stands more than once in ${place.list}.`),
  ];
  if (sentences.length > 0) throw new Error(sentences.join('\n'));
}

const toAdd = (name: string, { list, line }: Place): string => `Add \`${name}\` to ${list}: ${line}.`;
