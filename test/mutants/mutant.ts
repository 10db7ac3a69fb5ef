/** A small change of the source that some test should notice. */

export interface Mutant {
  /** Path from the root. */
  readonly file: string;
  readonly start: Position;
  readonly end: Position;
  /** The kind of change. */
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
}

/** Both count from 0. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Unique key of a mutant. */
export function keyOf({ file, start, end, mutator, replacement }: Omit<Mutant, 'original'>): string {
  return [rangeOf({ file, start, end }), mutator, replacement].join(' ');
}

/** The change without its position, because line numbers move. */
export function textOf({ file, mutator, original, replacement }: Mutant): string {
  return JSON.stringify([file, mutator, original, replacement]);
}

/** The range in Stryker's notation, with lines from 1 and columns from 0. */
export function rangeOf({ file, start, end }: Pick<Mutant, 'file' | 'start' | 'end'>): string {
  return `${file}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`;
}

/** The text between two positions, and a function that replaces it. */
export function cut(text: string, { start, end }: Pick<Mutant, 'start' | 'end'>) {
  const lines = text.split('\n');
  const offsetOf = ({ line, column }: Position) =>
    lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, column);
  const [from, to] = [offsetOf(start), offsetOf(end)];
  return {
    inside: text.slice(from, to),
    with: (other: string) => text.slice(0, from) + other + text.slice(to),
  };
}
