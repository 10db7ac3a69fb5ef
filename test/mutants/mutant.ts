/** A small source change that a test should detect. */

export interface Mutant {
  readonly file: string;
  readonly start: Position;
  readonly end: Position;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
}

/** 0-based. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export function keyOf({ file, start, end, mutator, replacement }: Omit<Mutant, 'original'>): string {
  return [rangeOf({ file, start, end }), mutator, replacement].join(' ');
}

/** Excludes the position, because line numbers change. */
export function textOf({ file, mutator, original, replacement }: Mutant): string {
  return JSON.stringify([file, mutator, original, replacement]);
}

/** Range in Stryker's notation: 1-based lines, 0-based columns. */
export function rangeOf({ file, start, end }: Pick<Mutant, 'file' | 'start' | 'end'>): string {
  return `${file}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`;
}

/** Returns the text between the positions and a function that replaces it. */
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
