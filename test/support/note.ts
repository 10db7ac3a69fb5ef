// Google's note on a cell with a failed formula.

/** The thrown message, without the error name and script line. */
export function noteText(note: string): string {
  return note.replace(/^[A-Z]\w+: ([\s\S]*) \(line \d+\)\.$/, '$1');
}
