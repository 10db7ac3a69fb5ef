// The note of a cell whose formula failed, as Google frames what the formula threw.

/** What was thrown, without the error's name before it and the line of the script behind it. */
export function noteText(note: string): string {
  return note.replace(/^[A-Z]\w+: ([\s\S]*) \(line \d+\)\.$/, '$1');
}
