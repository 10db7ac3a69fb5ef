// The note that Google puts on a cell with a failed formula.

/** The thrown message, without the error name before it and the script line after it. */
export function noteText(note: string): string {
  return note.replace(/^[A-Z]\w+: ([\s\S]*) \(line \d+\)\.$/, '$1');
}
