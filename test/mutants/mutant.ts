/** A change of one place in the source, which some test should notice. */

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

/** Tells a mutant from all others. */
export function keyOf({ file, start, end, mutator, replacement }: Omit<Mutant, 'original'>): string {
  return [rangeOf({ file, start, end }), mutator, replacement].join(' ');
}

/** What is changed into what, wherever in its file: lines move. */
export function textOf({ file, mutator, original, replacement }: Mutant): string {
  return JSON.stringify([file, mutator, original, replacement]);
}

/** The place as the mutation tester takes it: lines count from 1, columns from 0. */
export function rangeOf({ file, start, end }: Pick<Mutant, 'file' | 'start' | 'end'>): string {
  return `${file}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`;
}

/** The text between two positions, and the whole text with something else in that place. */
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
